// Imports files into a workbook or a new club, in three screens: columns, names, preview. `state.importing` has the
// files, the answers in the form of an answers file, the screen, and `run`, which runs the command with more options.
const FIELD_NAMES = {
  name: "Player", name1: "Player 1", name2: "Player 2", first: "First name", first1: "First name of player 1", first2: "First name of player 2",
  score1: "Score 1", score2: "Score 2", both: "Both scores", result: "Result", winner: "Winner", draw: "Draw", date: "Date",
  rating: "Rating", games: "Number of games", rating1: "Rating of player 1", rating2: "Rating of player 2", nation: "Nation", group: "Group",
  event: "Event", place: "Place", rounds: "Rounds", adjustment: "Points", reason: "Reason", alias: "Other spelling", "group rating": "Initial rating",
};
const KIND_NAMES = {
  scored: "Games with scores", results: "Games with results", won: "Games: winner and loser", people: "Players", placings: "Places in events",
  events: "Events", adjustments: "Adjustments", groups: "Groups", aliases: "Other spellings", other: "None, leave it out",
};

async function startImport(files, run) {
  state.importing = { files, run, answers: {}, screen: "", sources: null, changed: false };
  await readFiles();
}

// Reads the files with the answers so far, and goes to the first screen with an open question.
async function readFiles(screen = "") {
  const { importing } = state;
  await engine.put({ "incoming/answers.json": new TextEncoder().encode(JSON.stringify(importing.answers)) });
  const answer = await importing.run("--dry-run", "--answers", "incoming/answers.json");
  importing.changed = false;
  importing.sources = answer.output.find(({ kind }) => kind === "sources") ?? null;
  const open = importing.sources?.questions ?? [];
  importing.screen = screen || (open.some(isAboutColumns) ? "columns" : open.length ? "names" : "preview");
}

async function importFiles() {
  const answer = await state.importing.run("--answers", "incoming/answers.json");
  if (answer.status !== 2) { stopImport(); }
  return answer;
}

function stopImport() {
  Object.assign(state, { importing: null, uploads: null, formValues: null });
}

const isAboutColumns = ({ id }) => id[0] !== "names";

function renderImport() {
  const { screen, sources } = state.importing;
  if (screen === "preview" || !sources) { return renderPreview(); }
  const questions = sources.questions.filter((item) => isAboutColumns(item) === (screen === "columns"));
  const continueButton = el("button", { className: "first", disabled: true }, translate("Continue"));
  const element = el("form", { oninput: () => updateContinue(), onchange: () => updateContinue(), onsubmit: (event) => { event.preventDefault(); runAction(() => submitAnswers(element, questions)); } },
    ...(screen === "columns" ? sources.tables.map((table) => renderTableMapping(table, questions)) : []),
    ...questions.map(renderQuestion), continueButton, createButton(translate("Back to the files"), stopImport));
  const updateContinue = () => { continueButton.disabled = !state.importing.changed && questions.some((question) => !readAnswer(element, question)); };
  updateContinue();
  const wrong = renderOutput(state.output.filter((item) => item.kind === "text" && item.wrong));
  return [el("section", { className: "wide import" }, createHeading(translate(screen === "columns" ? "1 of 3: contents of the files" : "2 of 3: who is who")), element,
    ...(screen === "columns" ? wrong : []))];
}

function renderPreview() {
  const { sources } = state.importing;
  const isWrong = state.output.some((item) => item.wrong) || !sources || sources.questions.length;
  return [el("section", { className: "wide" }, createHeading(translate("3 of 3: preview of the import")),
    ...(sources && !isWrong ? [createButton(translate("Import"), importFiles, { className: "first" })] : []),
    ...(sources ? [createButton(translate("Back to the columns"), async () => { state.importing.screen = "columns"; })] : []),
    createButton(translate("Back to the files"), stopImport)),
  el("section", { className: "wide", ariaLive: "polite" }, ...renderOutput(state.output))];
}

// Renders the first rows of a table, with a select above each column. The columns of open questions are highlighted.
function renderTableMapping(table, questions) {
  const { key, place, kind, columns, fields, rows, allowed } = table;
  const named = new Set(questions.filter(({ id }) => id[0] === "table" && id[1] === key).flatMap((item) => item.choices.map(({ value }) => value)));
  const kinds = createSelect(translate("Contents of {place}", { place }), Object.keys(KIND_NAMES).map((item) => [item, translate(KIND_NAMES[item])]), kind, () => {
    storeMapping(table, kinds.value, fields.map(() => ""));
    draw();
  });
  const selects = columns.map((heading, index) => {
    const own = allowed[kind].includes(fields[index]) || !fields[index] ? allowed[kind] : [...allowed[kind], fields[index]];
    const select = createSelect(translate("Column {heading}", { heading }), [["", translate("not used")], ...own.map((item) => [item, translate(FIELD_NAMES[item] ?? item)])], fields[index],
      () => storeMapping(table, kind, selects.map((item) => item.value)));
    return select;
  });
  return el("div", {}, el("h3", {}, place), kinds, kind === "other" ? "" : el("div", { className: "scrolls", tabIndex: 0 }, el("table", {},
    el("thead", {}, el("tr", {}, ...columns.map((heading, index) => el("th", named.has(heading) ? { className: "look" } : {}, selects[index], heading)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))))))));
}

function createSelect(label, options, value, onchange) {
  return el("select", { ariaLabel: label, onchange }, ...options.map(([item, text]) => el("option", { value: item, selected: item === value }, text)));
}

// Stores the user's mapping of a table's columns. It overrides the recognized one.
function storeMapping(table, kind, chosen) {
  Object.assign(table, { kind, fields: chosen });
  const columns = Object.fromEntries(chosen.map((field, index) => [field, table.columns[index]]).filter(([field]) => field));
  const unused = table.columns.filter((heading, index) => !chosen[index]);
  setAnswer(["table", table.key], { kind, columns, unused });
  state.importing.changed = true; // this may settle a question: the files are read again first
}

function setAnswer(id, value) {
  let section = state.importing.answers;
  for (const part of id.slice(0, -1)) { section = section[part] ??= {}; }
  section[id.at(-1)] = value;
}

const INPUT_ATTRIBUTES = { date: { type: "date" }, dates: { placeholder: "2026-09-15, 2026-09-22" }, number: { type: "number", min: 0, max: 99999 }, name: { list: "players" }, text: {} };

function renderQuestion(question, index) {
  const { text, choices, samples, free } = question;
  const name = `q${index}`;
  question.name = name;
  const radios = choices.map(({ value, words }) => el("label", { className: "tick" },
    el("input", { type: "radio", name, value, checked: value === question.default }), words));
  const typed = free ? [el("label", {}, el("span", {}, translate(choices.length ? "Another answer" : "Answer")), el("input", { name: `${name} typed`, ...INPUT_ATTRIBUTES[free] }))] : [];
  const players = free === "name" ? [el("datalist", { id: "players" }, ...(state.club?.players ?? []).map((item) => el("option", { value: item })))] : [];
  return el("fieldset", { className: "box look" }, el("legend", {}, text), ...samples.map((item) => el("p", { className: "hint words" }, item)), ...radios, ...typed, ...players);
}

function readAnswer(element, { name }) {
  const data = new FormData(element);
  return (data.get(`${name} typed`) ?? "").trim() || data.get(name) || "";
}

async function submitAnswers(element, questions) {
  const answers = questions.filter((item) => !(state.importing.changed && item.id[0] === "table") && readAnswer(element, item));
  for (const question of answers) { setAnswer(question.id, readAnswer(element, question)); }
  await readFiles();
}
