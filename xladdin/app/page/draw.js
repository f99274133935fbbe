// What commands show, drawn: words, tables, rows to fix, questions. All text goes in as text, never as HTML.
let words = new Map(); // of the language that is not English: what is said may be a name that somebody typed

function say(english, values = {}) {
  return (words.get(english) ?? english).replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

// A number of things: the word for one, and that for any other number.
function counted(number, one, many) {
  return `${number} ${say(number === 1 ? one : many)}`;
}

function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      made.addEventListener(name.slice(2), value);
    } else if (name in made && name !== "list") {
      made[name] = value;
    } else {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function heading(text) {
  return el("h2", {}, text);
}

function button(text, work, properties = {}) {
  return el("button", { type: "button", onclick: () => doing(work), ...properties }, text);
}

const DRAWN = {
  text({ text, wrong }) {
    return el("p", { className: wrong ? "wrong words" : "words" }, text);
  },

  said({ english, values, wrong }) { // by the page itself
    return el("p", { className: `words no-print ${wrong ? "wrong" : ""}` }, say(english, values));
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
    return el("div", {}, heading(say("Fix first ({count})", { count: problems.length })), ...folded(problems.map(problem)),
      el("p", { className: "words" }, then),
      el("p", { className: "hint" }, say("Fix the row in Excel, save and close it there, then press Recalculate here.")));
  },

  outcome({ summary, corrections, questions }) {
    return el("div", {}, el("p", { className: "words" }, [summary, ...corrections].join("\n")), ...lookedAt(questions));
  },

  sources() { // the screens of moving in show them
    return null;
  },
};

function drawn(shown) {
  return shown.map((one) => DRAWN[one.kind](one)).filter(Boolean);
}

function problem({ sheet, row, column, message, value }) {
  const place = say("{sheet}, row {row}, {column}:", { sheet, row, column });
  return el("div", { className: "wrong box" }, el("b", {}, place), value ? ` ${say("“{value}”:", { value })} ` : " ", message);
}

// The first few of many, and the rest behind a line that opens.
function folded(many, most = 5) {
  if (many.length <= most + 1) { return many; }
  const rest = el("details", {}, el("summary", {}, say("{count} more", { count: many.length - most })), ...many.slice(most));
  return [...many.slice(0, most), rest];
}

function lookedAt(questions) {
  if (!questions.length) { return []; }
  const all = questions.length > 1 ? button(say("Accept all"), () => settle()) : null;
  return [heading(say("To review ({count})", { count: questions.length })), ...folded(questions.map(lookBox)), ...(all ? [all] : [])];
}

function lookBox({ number, what, where, why }) {
  return el("div", { className: "box look" }, el("b", {}, say("{where}:", { where })), ` ${what}. `, el("span", { className: "hint" }, why ?? ""), " ",
    button(say("Accept"), () => settle(number), { className: "choice" }));
}

// ▲ 18, ▼ 21, = of +18, -21, 0.
function withSign(text) {
  const sign = { "+": "▲ ", "-": "▼ ", "−": "▼ " }[text[0]];
  return sign ? sign + text.slice(1) : text === "0" ? "=" : text;
}
