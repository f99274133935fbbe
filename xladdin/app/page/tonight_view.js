// Renders the evening: attendance, pairing, entry of games, and finishing. `state.evening` has the date, the games and
// the new players. The browser stores a draft until the games are in the workbook.
const RESULT_CHOICES = [["", ""], ["1-0", "1 – 0"], ["1/2-1/2", "½ – ½"], ["0-1", "0 – 1"]];
const SLIPS = "slips.html";

function renderTonight() {
  const evening = state.evening ??= startEvening();
  const paired = state.output.some((item) => item.kind === "table" && !item.signed.length);
  const pairing = state.club.players.length ? [renderAttendanceForm(evening)] : []; // a new club has nobody to pair yet
  const typing = [...pairing, ...(paired ? [renderPairedTables()] : []), renderGames(evening)];
  return state.finished ? [...renderEnding(), ...typing] : [...typing, ...renderEnding()];
}

// Returns a new evening with the workbook's games without a result, and the entries of the draft.
function startEvening() {
  const { day, today, games } = state.club.evening;
  const draft = readDraft();
  const started = { day: draft?.day ?? (isRecent(day, today) ? day : today), games: games.map(({ row, cells }) => ({ row, cells: { ...cells } })), newcomers: [], messages: [], isRefused: false, isDraftSaved: !!draft };
  for (const game of draft?.games ?? []) {
    const waiting = started.games.find((item) => item.row === game.row && haveSamePlayers(item, game));
    if (waiting) { Object.assign(waiting.cells, game.cells); }
    else if (game.row === null) { started.games.push(game); }
  }
  if (!state.club.players.length && !started.games.length) { started.games.push({ row: null, cells: {} }); }
  started.newcomers = (draft?.newcomers ?? []).filter((name) => !state.club.players.includes(name));
  return started;
}

// Games of yesterday without a result set the date of the evening, since results may be entered the next day. Older
// games do not.
const isRecent = (day, today) => day !== "" && new Date(today) - new Date(day) <= 24 * 3600 * 1000;
const hasWaitedLong = (evening) => state.club.evening.day !== evening.day && evening.games.some(({ row }) => row !== null);
const haveSamePlayers = (game, other) => state.club.evening.players.every((heading) => game.cells[heading] === other.cells[heading]);
const makeDraftKey = () => `xladdin evening ${state.club.id || state.club.title}`;

// localStorage throws if the settings of the browser forbid it. Then there is no draft, and the page does not mention one.
function readDraft() {
  try {
    return JSON.parse(localStorage.getItem(makeDraftKey()) ?? "null");
  } catch {
    return null;
  }
}

function writeDraft(draft) {
  try {
    if (draft) { localStorage.setItem(makeDraftKey(), JSON.stringify(draft)); } else { localStorage.removeItem(makeDraftKey()); }
    return draft !== null;
  } catch {
    return false;
  }
}

function saveDraft() {
  const { day, games, newcomers } = state.evening;
  const isTyped = games.some((game) => game.row === null || hasResult(game));
  state.evening.isDraftSaved = writeDraft(isTyped ? { day, games, newcomers } : null);
}

const hasResult = ({ cells }) => state.club.evening.results.some((heading) => `${cells[heading] ?? ""}`.trim());

// Removes a forgotten player from the draft.
function forgetInDraft(name) {
  state.evening ??= startEvening();
  const isOf = ({ cells }) => state.club.evening.players.some((heading) => cells[heading]?.trim().toLowerCase() === name.trim().toLowerCase());
  state.evening.games = state.evening.games.filter((game) => !isOf(game));
  state.evening.newcomers = state.evening.newcomers.filter((item) => item !== name);
  saveDraft();
  state.evening = null;
}

function renderAttendanceForm(evening) {
  const ticks = state.club.tonight.map(({ name, present }) => el("label", { className: "tick" },
    el("input", { type: "checkbox", name: "present", value: name, checked: present }), name));
  const element = el("form", { onsubmit: (event) => { event.preventDefault(); const players = new FormData(element).getAll("present"); runAction(() => pairRound(players)); } },
    el("fieldset", { className: "columns" }, el("legend", {}, translate("Who is here?")), ...ticks),
    el("button", evening.games.length ? {} : { className: "first" }, translate("Pair the next round")));
  const ofTonight = evening.games.filter(({ row }) => row === null || !hasWaitedLong(evening));
  return el("section", { className: "no-print" }, createHeading(translate("Tonight")),
    el("details", { open: !ofTonight.length }, el("summary", {}, translate("Who plays whom")), element));
}

async function pairRound(players) {
  if (!players.length) { // the command would pair those marked in the workbook
    state.output = [];
    throw new RefusalError("First tick who is here.", {});
  }
  saveDraft();
  state.finished = false;
  await runCommand("pair", workbookName(), "--slips", SLIPS, ...players.flatMap((name) => ["--here", name]));
  removeFileLine(SLIPS);
}

function renderPairedTables() {
  const tables = el("section", { className: "large", ariaLive: "polite" }, ...renderOutput(state.output));
  tables.append(el("p", { className: "no-print" },
    el("button", { type: "button", onclick: () => tables.requestFullscreen() }, translate("Show large")),
    el("button", { type: "button", onclick: () => print() }, translate("Print")),
    el("button", { type: "button", onclick: () => printSlips(tables) }, translate("Print the score slips"))));
  return tables;
}

// Prints the slips of the round instead of its tables, which are shown again afterwards.
function printSlips(tables) {
  const slips = renderPage(SLIPS);
  tables.classList.add("no-print");
  tables.after(slips);
  addEventListener("afterprint", () => {
    slips.remove();
    tables.classList.remove("no-print");
  }, { once: true });
  print();
}

function renderGames(evening) {
  const element = el("form", { className: "games", onsubmit: (event) => event.preventDefault(), onkeydown: focusNext, onchange: () => checkSoon(element) },
    el("label", {}, el("span", {}, translate("Date")), el("input", { type: "date", name: "day", value: evening.day, max: state.club.evening.today, required: true })),
    ...(hasWaitedLong(evening) ? [el("p", { className: "hint" }, translate("Games of {day} without a result:", { day: formatLongDate(state.club.evening.day) }))] : []),
    ...evening.games.map((game, index) => renderGame(game, index)),
    el("datalist", { id: "players" }, ...[...state.club.players, ...evening.newcomers].map((name) => el("option", { value: name }))),
    el("button", { type: "button", onclick: () => addGame() }, translate("Add a game")));
  element.addEventListener("input", () => { readGames(element); saveDraft(); updateDraftNote(); });
  const newcomers = el("p", { id: "newcomers" }, ...renderAddAllButton());
  const draft = el("p", { className: "hint", id: "draft" }, describeDraft());
  const refusal = el("p", { className: "wrong", id: "refusal", ariaLive: "polite" }, describeRefusal());
  const finish = createButton(translate("Finish the evening"), finishEvening, { className: "first", id: "finish", disabled: !evening.games.length });
  return el("section", { className: "no-print" }, createHeading(translate("Games")), element, newcomers, refusal, draft, finish, state.finished ? null : createSaveButton());
}

const describeDraft = () => (state.evening.isDraftSaved ? translate("What you type is kept in this browser until the evening is finished.") : "");
const describeRefusal = () => (state.evening.isRefused ? translate("Nothing was written. Correct what is marked above, then finish the evening.") : "");
const formatLongDate = (day) => new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
const updateDraftNote = () => { document.getElementById("draft").textContent = describeDraft(); };

// Renders the inputs for a game: the players, unless a pairing has set them, and the scores or the result.
function renderGame(game, index) {
  const { players, results, scored } = state.club.evening;
  const names = players.map((heading) => (game.row === null
    ? el("input", { name: `${index} ${heading}`, value: game.cells[heading] ?? "", list: "players", ariaLabel: translate(heading), placeholder: translate(heading), autocomplete: "off" })
    : el("span", { className: "who" }, game.cells[heading])));
  const labelOf = (heading) => `${translate(heading)}, ${players.map((item) => game.cells[item] ?? "").join(" – ")}`;
  const typed = results.map((heading) => (scored
    ? el("input", { name: `${index} ${heading}`, value: game.cells[heading] ?? "", inputMode: "numeric", className: "score", ariaLabel: labelOf(heading), placeholder: translate(heading), autocomplete: "off" })
    : el("select", { name: `${index} ${heading}`, className: "result", ariaLabel: labelOf(heading) }, ...RESULT_CHOICES.map(([value, text]) => el("option", { value, selected: value === (game.cells[heading] ?? "") }, text)))));
  const parts = scored ? [names[0], typed[0], names[1], typed[1]] : [names[0], names[1], typed[0]];
  const removeButton = game.row === null ? el("button", { type: "button", className: "quiet", ariaLabel: translate("Remove this game"), onclick: () => removeGame(game) }, "×") : null;
  return el("fieldset", { className: `game ${scored ? "scored" : ""}` }, ...parts, removeButton, el("div", { className: "messages", ariaLive: "polite" }, ...renderGameErrors(game, index)));
}

// Renders the errors of a game. Empty inputs are not reported while the user types in that game.
function renderGameErrors(game, index) {
  const isTyping = document.activeElement?.name?.startsWith(`${index} `);
  const own = state.evening.messages.filter((item) => item.game === index && !(isTyping && !game.cells[item.heading]));
  return own.map(({ heading, message, unknown, suggestion }) => {
    const isExpected = unknown && !suggestion && !state.club.players.length; // a new club has no players yet
    const correct = suggestion && game.row === null ? createPillButton(suggestion, () => correctName(game, heading, suggestion)) : null;
    const add = unknown ? createPillButton(translate("{name} is new: add to Players", { name: unknown }), () => addNewcomers([unknown])) : null;
    return el("p", isExpected ? {} : { className: "wrong" }, ...(isExpected ? [] : [message, " "]), correct, correct && " ", add);
  });
}

const createPillButton = (text, onclick) => el("button", { type: "button", className: "choice", onclick }, text);

function readGames(element) {
  const { players, results } = state.club.evening;
  const data = new FormData(element);
  state.evening.day = data.get("day");
  state.evening.games.forEach((game, index) => {
    for (const heading of [...players, ...results]) {
      const typed = data.get(`${index} ${heading}`);
      if (typed !== null) { game.cells[heading] = typed.trim(); }
    }
  });
}

function addGame() {
  const evening = state.evening;
  evening.games.push({ row: null, cells: {} });
  saveDraft();
  draw();
  document.querySelector(`[name="${evening.games.length - 1} ${state.club.evening.players[0]}"]`).focus();
}

function removeGame(game) {
  state.evening.games = state.evening.games.filter((item) => item !== game);
  state.evening.messages = [];
  saveDraft();
  draw();
}

// Renders a button that adds all unknown names to Players, if there are several. Names similar to a player's are left
// out, since they may be misspelt.
function renderAddAllButton() {
  const names = [...new Set(state.evening.messages.filter(({ suggestion }) => !suggestion).map(({ unknown }) => unknown).filter(Boolean))];
  return names.length < 2 ? [] : [createPillButton(translate("Add all {n} new names to Players", { n: names.length }), () => addNewcomers(names))];
}

function addNewcomers(names) {
  state.evening.newcomers.push(...names);
  redrawAndCheck();
}

function correctName(game, heading, name) {
  game.cells[heading] = name;
  redrawAndCheck();
}

function redrawAndCheck() {
  saveDraft();
  draw();
  checkSoon(document.querySelector("form.games"));
}

// Moves the focus to the next input on Enter. In the last input of an entered game this adds a game, and in an empty
// game it moves to the finish button.
function focusNext(event) {
  if (event.key !== "Enter" || event.target.type === "button") { return; }
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll("input, select")].filter((item) => item.name !== "day");
  readGames(event.currentTarget);
  const last = state.evening.games.at(-1);
  const isTyped = last?.row === null && Object.values(last.cells).some(Boolean);
  if (event.target === boxes.at(-1) && isTyped) { addGame(); return; }
  const isEmpty = last?.row === null && !isTyped && event.target.name.startsWith(`${state.evening.games.length - 1} `);
  const next = (isEmpty ? null : boxes[boxes.indexOf(event.target) + 1]) ?? document.getElementById("finish");
  next.focus();
  next.select?.();
}

const checkGames = async (typed) => (await engine.ask("check", { file: workbookName(), typed, language: document.documentElement.lang })).messages;

// Checks the games as a recalculation would, and shows the errors below each of them.
async function checkSoon(element) {
  readGames(element);
  const { evening } = state;
  const typed = JSON.stringify(collectEvening());
  const messages = await checkGames(typed).catch(() => null);
  if (!messages || state.evening !== evening || JSON.stringify(collectEvening()) !== typed) { return; }
  evening.messages = messages;
  evening.isRefused &&= messages.length > 0;
  document.querySelectorAll("form.games fieldset.game").forEach((box, index) => {
    box.querySelector(".messages").replaceChildren(...renderGameErrors(evening.games[index], index));
  });
  document.getElementById("newcomers").replaceChildren(...renderAddAllButton());
  document.getElementById("refusal").textContent = describeRefusal();
}

function collectEvening() {
  const { results, scored } = state.club.evening;
  const { day, newcomers } = state.evening;
  const games = state.evening.games.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(Object.entries(cells).map(([heading, cell]) => [heading, scored && results.includes(heading) ? parseScore(cell) : cell || null])),
  }));
  return { day, newcomers, games };
}

const parseScore = (cell) => (/^-?\d+$/.test(cell) ? Number(cell) : cell || null);

async function finishEvening() {
  const element = document.querySelector("form.games");
  readGames(element);
  const typed = JSON.stringify(collectEvening());
  state.evening.messages = await checkGames(typed);
  state.evening.isRefused = state.evening.messages.length > 0;
  if (state.evening.isRefused) { return; }
  const answer = await engine.enter(workbookName(), typed);
  state.output = answer.output;
  if (answer.status === 0) {
    writeDraft(null);
    state.unsaved = true;
    await reloadClub();
    state.evening = null;
    state.finished = true;
    await engine.drop(listPagePaths());
  }
}

// Renders the result of the evening, and the buttons for its pages.
function renderEnding() {
  const output = el("section", { ariaLive: "polite" }, ...(state.output.some((item) => item.kind === "table" && !item.signed.length) ? [] : renderOutput(state.output)));
  if (!state.finished) { return [output]; }
  return [output, el("section", { className: "no-print" }, createHeading(translate("The evening is finished")),
    el("p", { className: "hint" }, translate("Print or show a page, then save the workbook.")), renderPageButtons(), createSaveButton())];
}
