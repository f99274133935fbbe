// Renders the output of commands: texts, tables, rows to fix, questions. Strings become text nodes, never HTML.
let translations = new Map(); // the texts of the page by their English; empty in English

function translate(english, values = {}) {
  return (translations.get(english) ?? english).replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

// Formats a count: "1 player", "2 players".
function formatCount(number, singular, plural) {
  return `${number} ${translate(number === 1 ? singular : plural)}`;
}

// Creates an element. Properties beginning with "on" are event listeners, and unknown properties become attributes.
function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (name in element && name !== "list") {
      element[name] = value;
    } else {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function createHeading(text) {
  return el("h2", {}, text);
}

function createButton(text, work, properties = {}) {
  return el("button", { type: "button", onclick: () => runAction(work), ...properties }, text);
}

const RENDERERS = {
  text({ text, wrong }) {
    return el("p", { className: wrong ? "wrong words" : "words" }, text);
  },

  message({ english, values, wrong }) { // a message of the page itself
    return el("p", { className: `words no-print ${wrong ? "wrong" : ""}` }, translate(english, values));
  },

  table({ title, headings, rows, right, signed }) {
    const cell = (tag, content, index) => el(tag, right.includes(index) ? { className: "number" } : {}, content);
    const content = (text, index) => (signed.includes(index) ? formatChange(text) : state.club?.players.includes(text) && index === 0 ? createNameButton(text) : text);
    return el("div", { className: "scrolls", tabIndex: 0 }, el("table", {},
      ...(title ? [el("caption", {}, title)] : []),
      el("thead", {}, el("tr", {}, ...headings.map((text, index) => cell("th", text, index)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((text, index) => cell("td", content(text, index), index))))),
    ));
  },

  problems({ problems, then }) {
    return el("div", {}, createHeading(translate("Fix first ({count})", { count: problems.length })), ...foldElements(problems.map(renderProblem)),
      el("p", { className: "words" }, then),
      el("p", { className: "hint" }, translate("Fix the row in Excel, save and close the file there, then click Recalculate here.")));
  },

  outcome({ summary, corrections, questions }) {
    return el("div", {}, el("p", { className: "words" }, [summary, ...corrections].join("\n")), ...renderReview(questions));
  },

  sources() { // shown by the screens of an import
    return null;
  },
};

function renderOutput(output) {
  return output.map((item) => RENDERERS[item.kind](item)).filter(Boolean);
}

function renderProblem({ sheet, row, column, message, value }) {
  const location = translate("{sheet}, row {row}, {column}:", { sheet, row, column });
  return el("div", { className: "wrong box" }, el("b", {}, location), value ? ` ${translate("“{value}”:", { value })} ` : " ", message);
}

// Returns the first few elements, and a details element with the others.
function foldElements(elements, most = 5) {
  if (elements.length <= most + 1) { return elements; }
  const rest = el("details", {}, el("summary", {}, translate("{count} more", { count: elements.length - most })), ...elements.slice(most));
  return [...elements.slice(0, most), rest];
}

function renderReview(questions) {
  if (!questions.length) { return []; }
  const acceptAll = questions.length > 1 ? createButton(translate("Accept all"), () => acceptRows()) : null;
  return [createHeading(translate("To review ({count})", { count: questions.length })), ...foldElements(questions.map(renderReviewRow)), ...(acceptAll ? [acceptAll] : [])];
}

function renderReviewRow({ number, title, location, reason }) {
  return el("div", { className: "box look" }, el("b", {}, translate("{location}:", { location })), ` ${title}. `, el("span", { className: "hint" }, reason ?? ""), " ",
    createButton(translate("Accept"), () => acceptRows(number), { className: "choice" }));
}

// Formats a change: +18 as ▲ 18, -21 as ▼ 21, 0 as =.
function formatChange(text) {
  const arrow = { "+": "▲ ", "-": "▼ ", "−": "▼ " }[text[0]];
  return arrow ? arrow + text.slice(1) : text === "0" ? "=" : text;
}
