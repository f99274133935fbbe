// What commands show, drawn: words, tables, rows to fix, questions. All text goes in as text, never as HTML.
let words = new Map(); // of the language that is not English: what is said may be a name that somebody typed

function translate(english, values = {}) {
  return (words.get(english) ?? english).replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

// A number of things: the word for one, and that for any other number.
function formatCount(number, one, many) {
  return `${number} ${translate(number === 1 ? one : many)}`;
}

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

function heading(text) {
  return el("h2", {}, text);
}

function button(text, work, properties = {}) {
  return el("button", { type: "button", onclick: () => runAction(work), ...properties }, text);
}

const RENDERERS = {
  text({ text, wrong }) {
    return el("p", { className: wrong ? "wrong words" : "words" }, text);
  },

  message({ english, values, wrong }) { // by the page itself
    return el("p", { className: `words no-print ${wrong ? "wrong" : ""}` }, translate(english, values));
  },

  table({ title, headings, rows, right, signed }) {
    const cell = (tag, content, place) => el(tag, right.includes(place) ? { className: "number" } : {}, content);
    const content = (text, place) => (signed.includes(place) ? withSign(text) : state.club?.players.includes(text) && place === 0 ? nameButton(text) : text);
    return el("div", { className: "scrolls", tabIndex: 0 }, el("table", {},
      ...(title ? [el("caption", {}, title)] : []),
      el("thead", {}, el("tr", {}, ...headings.map((text, place) => cell("th", text, place)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((text, place) => cell("td", content(text, place), place))))),
    ));
  },

  problems({ problems, then }) {
    return el("div", {}, heading(translate("Fix first ({count})", { count: problems.length })), ...foldRest(problems.map(problem)),
      el("p", { className: "words" }, then),
      el("p", { className: "hint" }, translate("Fix the row in Excel, save and close the file there, then click Recalculate here.")));
  },

  outcome({ summary, corrections, questions }) {
    return el("div", {}, el("p", { className: "words" }, [summary, ...corrections].join("\n")), ...reviewSection(questions));
  },

  sources() { // the screens of an import show them
    return null;
  },
};

function renderOutput(output) {
  return output.map((one) => RENDERERS[one.kind](one)).filter(Boolean);
}

function problem({ sheet, row, column, message, value }) {
  const place = translate("{sheet}, row {row}, {column}:", { sheet, row, column });
  return el("div", { className: "wrong box" }, el("b", {}, place), value ? ` ${translate("“{value}”:", { value })} ` : " ", message);
}

// The first few of many, and the rest behind a line that opens.
function foldRest(many, most = 5) {
  if (many.length <= most + 1) { return many; }
  const rest = el("details", {}, el("summary", {}, translate("{count} more", { count: many.length - most })), ...many.slice(most));
  return [...many.slice(0, most), rest];
}

function reviewSection(questions) {
  if (!questions.length) { return []; }
  const all = questions.length > 1 ? button(translate("Accept all"), () => acceptRows()) : null;
  return [heading(translate("To review ({count})", { count: questions.length })), ...foldRest(questions.map(reviewBox)), ...(all ? [all] : [])];
}

function reviewBox({ number, title, location, reason }) {
  return el("div", { className: "box look" }, el("b", {}, translate("{location}:", { location })), ` ${title}. `, el("span", { className: "hint" }, reason ?? ""), " ",
    button(translate("Accept"), () => acceptRows(number), { className: "choice" }));
}

// ▲ 18, ▼ 21, = of +18, -21, 0.
function withSign(text) {
  const sign = { "+": "▲ ", "-": "▼ ", "−": "▼ " }[text[0]];
  return sign ? sign + text.slice(1) : text === "0" ? "=" : text;
}
