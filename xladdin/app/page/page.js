// The page: what it knows of the open club, and how it runs a command. Each action is a command, as one would type it.
const state = { view: "home", club: null, unsaved: false, output: [], busy: false, page: "", importing: null, uploads: null, formValues: null, folder: null, renews: false, evening: null, finished: false, player: "" };
const disk = new Disk();
const piece = (name) => document.getElementById(`piece-${name}`);
let engine;

const book = () => disk.name;

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

// What the page itself says, above what a command has shown.
function showMessage(english, values, wrong = false) {
  state.output = [{ kind: "message", english, values, wrong }, ...state.output.filter(({ kind }) => kind !== "message")];
}

// Runs a command, shows what it shows, and looks at the workbook again where it was written.
async function command(...words) {
  const answer = await engine.run(words);
  state.output = answer.output;
  if (book() in answer.written) {
    state.unsaved = true;
    await reloadClub();
  }
  return answer;
}

// Leaves out the line of a command about a file that only this page has.
function removeFileLine(file) {
  for (const part of state.output.filter(({ kind }) => kind === "text")) {
    part.text = part.text.split("\n").filter((line) => !line.includes(file)).join("\n");
  }
  state.output = state.output.filter(({ kind, text }) => kind !== "text" || text);
}

async function reloadClub() {
  state.club = await engine.ask("club", book());
  disk.page = state.club.page;
  Object.assign(state, { evening: null, player: "" }); // the games that wait may be others, and a page of before
}

async function loadWorkbook(files) {
  Object.assign(state, { unsaved: false, output: [], uploads: null, formValues: null, importing: null, view: "home", evening: null, finished: false });
  await engine.drop([...engine.files.keys()]);
  await engine.put(files);
  const answer = await command("recalc", book(), "--dry-run");
  state.renews = answer.renews;
  if (answer.status !== 2) { await reloadClub(); }
}

async function openFile(file) {
  if (!file || !maySwitch()) { return; }
  await runAction(async () => {
    Object.assign(state, { club: null, output: [], renews: false });
    await loadWorkbook(await disk.take(file));
  });
}

// A workbook is opened. Any other file that is dropped on an open club holds games for it.
function handleDrop(files) {
  if (!state.club || !files.length || files.some(({ name }) => WORKBOOK.test(name))) { return openFile(files[0]); }
  return runAction(async () => {
    Object.assign(state, { view: "games", output: [], importing: null });
    await uploadFiles(files);
  });
}

async function openFolder() {
  const folder = await window.showDirectoryPicker({ mode: "readwrite" });
  const names = await disk.open(folder);
  state.folder = { folder, names };
  state.output = names.length ? [] : [{ kind: "message", english: "There is no workbook in this folder.", wrong: true }];
  if (names.length === 1) { await chooseBook(names[0]); }
}

async function chooseBook(name) {
  await loadWorkbook(await disk.choose(state.folder.folder, name));
}

async function recalculate() {
  const reload = await disk.reloadIfChanged();
  if (reload) {
    if (state.unsaved) { throw new RefusalError("{name} has changed in the meantime. Nothing was saved: open it again, then recalculate.", { name: book() }); }
    await engine.put(await reload());
  }
  await command("recalc", book());
}

async function acceptRows(...numbers) {
  await command("recalc", book(), ...(numbers.length ? numbers : ["all"]).flatMap((number) => ["--accept", String(number)]));
}

async function save() {
  await disk.save(engine.files);
  state.unsaved = false;
  const english = disk.folder ? "{name} is saved." : "{name} is in your downloads. After typing more into it, drop it here again.";
  showMessage(english, { name: book() });
}

function maySwitch() {
  return !state.unsaved || confirm(translate("{name} is not saved. Close it anyway?", { name: book() }));
}

function closeClub() {
  if (!maySwitch()) { return; }
  Object.assign(state, { club: null, unsaved: false, output: [], uploads: null, formValues: null, importing: null, page: "", renews: false, evening: null, finished: false });
  draw();
}

// Every language but English by its code: its own name, and the words of the page.
function languages() {
  return JSON.parse(piece("languages").textContent);
}

function setLanguage(language) {
  const all = languages();
  words = new Map(Object.entries(all[language]?.words ?? {}));
  document.documentElement.lang = language;
  const codes = ["en", ...Object.keys(all)];
  const other = document.getElementById("language");
  other.lang = codes[(codes.indexOf(language) + 1) % codes.length];
  other.textContent = all[other.lang]?.name ?? "English";
  other.onclick = () => { setLanguage(other.lang); draw(); runAction(translateOutput); };
}

// Says what a command has shown in the language that was just chosen; what the page itself says is drawn in it anyhow.
async function translateOutput() {
  if (state.output.some(({ kind }) => kind !== "message")) {
    const { output } = await engine.ask("again", document.documentElement.lang);
    const messages = state.output.filter(({ kind }) => kind === "message");
    if (output.length) { state.output = [...messages, ...output]; } // a cancelled run leaves a Python that remembers none
  }
}

// Goes to a view. What is to fix and to look at is there whenever the club's own view is.
function visit(view) {
  if (view !== state.view) { Object.assign(state, { view, output: [] }); }
  state.player = "";
  draw();
  document.getElementById("main").focus();
  const isKnown = state.output.some(({ kind }) => kind === "outcome" || kind === "problems");
  if (view === "home" && !isKnown) { runAction(() => command("recalc", book(), "--dry-run")); }
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
  for (const one of document.querySelectorAll("[data-text]")) { one.textContent = translate(one.dataset.text); }
  main.replaceChildren(...(state.club ? VIEWS[state.view][1]() : welcomeView()));
  if (hadFocus) { main.focus(); } // what was pressed is drawn again: the keyboard goes on from here
  document.title = state.club ? `${book()} · xladdin` : "xladdin";
}

addEventListener("DOMContentLoaded", () => {
  const preferred = navigator.language.slice(0, 2);
  setLanguage(preferred in languages() ? preferred : "en");
  engine = new Engine(piece, showStep);
  engine.ready.then(() => showStep(state.busy ? "Working" : ""), (error) => {
    showStep("");
    state.output = [{ kind: "message", english: "Python does not start in this browser: {reason}. Try a recent Firefox, Chrome, Edge or Safari.", values: { reason: error.message }, wrong: true }];
    draw();
  });
  document.getElementById("cancel").onclick = () => engine.cancel();
  draw();
});
const over = (is) => document.body.classList.toggle("over", is);
const takesFiles = (place) => place.matches?.('input[type="file"]'); // the browser itself puts a file there
addEventListener("dragover", (event) => { if (!takesFiles(event.target)) { event.preventDefault(); over(true); } });
addEventListener("dragleave", () => over(false));
addEventListener("drop", (event) => {
  over(false);
  if (!takesFiles(event.target)) {
    event.preventDefault();
    handleDrop([...event.dataTransfer.files]);
  }
});
addEventListener("beforeunload", (event) => { if (state.unsaved) { event.preventDefault(); } });
