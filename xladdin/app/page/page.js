// Holds the state of the page and runs commands. Each action is a command of the command line.
const state = { view: "home", club: null, unsaved: false, output: [], busy: false, page: "", importing: null, uploads: null, formValues: null, folder: null, renews: false, evening: null, finished: false, player: "" };
const disk = new Disk();
const embeddedElement = (name) => document.getElementById(`piece-${name}`);
let engine;

const workbookName = () => disk.name;

async function runAction(work) {
  if (state.busy) { return; }
  state.busy = true;
  showStep("Working");
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CancelledError) && error.name !== "AbortError") { // AbortError: a dialog was closed
      showMessage(error.message, error.values, true);
    }
  }
  state.busy = false;
  showStep("");
  draw();
}

function showStep(step) {
  const bar = document.getElementById("progress");
  bar.hidden = !step;
  bar.querySelector("span").textContent = step ? `${translate(step)} …` : "";
  document.getElementById("cancel").hidden = !(state.busy && engine?.worker);
}

// Shows a message of the page itself, above the output of a command.
function showMessage(english, values, wrong = false) {
  state.output = [{ kind: "message", english, values, wrong }, ...state.output.filter(({ kind }) => kind !== "message")];
}

// Runs a command, shows its output, and reloads the workbook if it was written.
async function runCommand(...args) {
  const answer = await engine.run(args);
  state.output = answer.output;
  if (workbookName() in answer.written) {
    state.unsaved = true;
    await reloadClub();
  }
  return answer;
}

// Removes the output lines about a file that exists only in this page.
function removeFileLine(file) {
  for (const part of state.output.filter(({ kind }) => kind === "text")) {
    part.text = part.text.split("\n").filter((line) => !line.includes(file)).join("\n");
  }
  state.output = state.output.filter(({ kind, text }) => kind !== "text" || text);
}

async function reloadClub() {
  state.club = await engine.ask("club", workbookName());
  disk.page = state.club.page;
  Object.assign(state, { evening: null, player: "" }); // a change of the workbook invalidates the open games and the player's page
}

async function loadWorkbook(files) {
  Object.assign(state, { unsaved: false, output: [], uploads: null, formValues: null, importing: null, view: "home", evening: null, finished: false });
  await engine.drop([...engine.files.keys()]);
  await engine.put(files);
  const answer = await runCommand("recalc", workbookName(), "--dry-run");
  state.renews = answer.renews;
  if (answer.status !== 2) { await reloadClub(); }
}

async function openFile(file) {
  if (!file || !canCloseWorkbook()) { return; }
  await runAction(async () => {
    Object.assign(state, { club: null, output: [], renews: false });
    await loadWorkbook(await disk.openFile(file));
  });
}

// Opens a dropped workbook. Other files that are dropped on an open club are imported.
function handleDrop(files) {
  if (!state.club || !files.length || files.some(({ name }) => WORKBOOK.test(name))) { return openFile(files[0]); }
  return runAction(async () => {
    Object.assign(state, { view: "games", output: [], importing: null });
    await uploadFiles(files);
  });
}

async function openFolder() {
  const folder = await window.showDirectoryPicker({ mode: "readwrite" });
  const names = await disk.listWorkbooks(folder);
  state.folder = { folder, names };
  state.output = names.length ? [] : [{ kind: "message", english: "There is no workbook in this folder.", wrong: true }];
  if (names.length === 1) { await chooseWorkbook(names[0]); }
}

async function chooseWorkbook(name) {
  await loadWorkbook(await disk.openFromFolder(state.folder.folder, name));
}

async function recalculate() {
  const reload = await disk.reloadIfChanged();
  if (reload) {
    if (state.unsaved) { throw new RefusalError("{name} has changed in the meantime. Nothing was saved: open it again, then recalculate.", { name: workbookName() }); }
    await engine.put(await reload());
  }
  await runCommand("recalc", workbookName());
}

async function acceptRows(...numbers) {
  await runCommand("recalc", workbookName(), ...(numbers.length ? numbers : ["all"]).flatMap((number) => ["--accept", String(number)]));
}

async function save() {
  await disk.save(engine.files);
  state.unsaved = false;
  const english = disk.folder ? "{name} is saved." : "{name} is in your downloads. After editing it, drop it here again.";
  showMessage(english, { name: workbookName() });
}

function canCloseWorkbook() {
  return !state.unsaved || confirm(translate("{name} is not saved. Close it anyway?", { name: workbookName() }));
}

function closeClub() {
  if (!canCloseWorkbook()) { return; }
  Object.assign(state, { club: null, unsaved: false, output: [], uploads: null, formValues: null, importing: null, page: "", renews: false, evening: null, finished: false });
  draw();
}

// Returns the name and the texts of each language except English, by code.
function readTranslations() {
  return JSON.parse(embeddedElement("languages").textContent);
}

function setLanguage(language) {
  const all = readTranslations();
  translations = new Map(Object.entries(all[language]?.words ?? {}));
  document.documentElement.lang = language;
  const codes = ["en", ...Object.keys(all)];
  const other = document.getElementById("language");
  other.lang = codes[(codes.indexOf(language) + 1) % codes.length];
  other.textContent = all[other.lang]?.name ?? "English";
  other.onclick = () => { setLanguage(other.lang); draw(); runAction(translateOutput); };
}

// Translates the output of the last command into the new language. `draw` translates the page's own texts.
async function translateOutput() {
  if (state.output.some(({ kind }) => kind !== "message")) {
    const { output } = await engine.ask("again", document.documentElement.lang);
    const messages = state.output.filter(({ kind }) => kind === "message");
    if (output.length) { state.output = [...messages, ...output]; } // after a cancelled run, the restarted Python has no output
  }
}

// Goes to a view. The club's own view always shows the rows to fix and to review.
function visit(view) {
  if (view !== state.view) { Object.assign(state, { view, output: [] }); }
  state.player = "";
  draw();
  document.getElementById("main").focus();
  const isKnown = state.output.some(({ kind }) => kind === "outcome" || kind === "problems");
  if (view === "home" && !isKnown) { runAction(() => runCommand("recalc", workbookName(), "--dry-run")); }
}

function draw() {
  const main = document.getElementById("main");
  const hadFocus = main.contains(document.activeElement);
  const nav = document.getElementById("views");
  nav.hidden = !state.club;
  const entries = Object.entries(VIEWS).filter(([view]) => view !== "tonight" || state.club?.paired);
  nav.replaceChildren(...entries.map(([view, [title]]) => el("button", {
    type: "button", onclick: () => visit(view),
    ...(view === state.view ? { "aria-current": "page" } : {}),
  }, view === "home" && state.club ? state.club.title : translate(title))));
  for (const element of document.querySelectorAll("[data-text]")) { element.textContent = translate(element.dataset.text); }
  main.replaceChildren(...(state.club ? VIEWS[state.view][1]() : renderWelcome()));
  if (hadFocus) { main.focus(); } // the focused button was replaced: continue from here
  document.title = state.club ? `${workbookName()} · xladdin` : "xladdin";
}

addEventListener("DOMContentLoaded", () => {
  const preferred = navigator.language.slice(0, 2);
  setLanguage(preferred in readTranslations() ? preferred : "en");
  engine = new Engine(embeddedElement, showStep);
  engine.ready.then(() => showStep(state.busy ? "Working" : ""), (error) => {
    showStep("");
    state.output = [{ kind: "message", english: "Python does not start in this browser: {reason}. Try a recent Firefox, Chrome, Edge or Safari.", values: { reason: error.message }, wrong: true }];
    draw();
  });
  document.getElementById("cancel").onclick = () => engine.cancel();
  draw();
});
const markDropTarget = (isOver) => document.body.classList.toggle("over", isOver);
const isFileInput = (element) => element.matches?.('input[type="file"]'); // which the browser itself fills
addEventListener("dragover", (event) => { if (!isFileInput(event.target)) { event.preventDefault(); markDropTarget(true); } });
addEventListener("dragleave", () => markDropTarget(false));
addEventListener("drop", (event) => {
  markDropTarget(false);
  if (!isFileInput(event.target)) {
    event.preventDefault();
    handleDrop([...event.dataTransfer.files]);
  }
});
addEventListener("beforeunload", (event) => { if (state.unsaved) { event.preventDefault(); } });
