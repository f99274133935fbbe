// The page: what it knows of the open club, and how it runs a command. Each action is a command, as one would type it.
const state = { view: "home", club: null, unsaved: false, shown: [], busy: false, page: "", moving: null, uploads: null, asked: null, folder: null, renews: false, evening: null, finished: false, player: "" };
const disk = new Disk();
const piece = (name) => document.getElementById(`piece-${name}`);
let engine;

const book = () => disk.name;

async function doing(work) {
  if (state.busy) { return; }
  state.busy = true;
  tell("Working");
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Cancelled) && error.name !== "AbortError") { // AbortError: a dialog was closed
      tellAbove(error.message, error.values, true);
    }
  }
  state.busy = false;
  tell("");
  draw();
}

function tell(step) {
  const bar = document.getElementById("doing");
  bar.hidden = !step;
  bar.querySelector("span").textContent = step ? `${say(step)} …` : "";
  document.getElementById("cancel").hidden = !(state.busy && engine?.worker);
}

// What the page itself says, above what a command has shown.
function tellAbove(english, values, wrong = false) {
  state.shown = [{ kind: "said", english, values, wrong }, ...state.shown.filter(({ kind }) => kind !== "said")];
}

// Runs a command, shows what it shows, and looks at the workbook again where it was written.
async function command(...words) {
  const answer = await engine.run(words);
  state.shown = answer.shown;
  if (book() in answer.written) {
    state.unsaved = true;
    await look();
  }
  return answer;
}

async function look() {
  state.club = await engine.ask("club", book());
  disk.page = state.club.page;
  Object.assign(state, { evening: null, player: "" }); // the games that wait may be others, and a page of before
}

async function opened(files) {
  Object.assign(state, { unsaved: false, shown: [], uploads: null, asked: null, moving: null, view: "home", evening: null, finished: false });
  await engine.drop([...engine.files.keys()]);
  await engine.put(files);
  const answer = await command("recalc", book(), "--dry-run");
  state.renews = answer.renews;
  if (answer.status !== 2) { await look(); }
}

async function openFile(file) {
  if (!file || !maySwitch()) { return; }
  await doing(async () => {
    Object.assign(state, { club: null, shown: [], renews: false });
    await opened(await disk.take(file));
  });
}

// A workbook is opened. Any other file that is dropped on an open club holds games for it.
function dropped(files) {
  if (!state.club || !files.length || files.some(({ name }) => WORKBOOK.test(name))) { return openFile(files[0]); }
  return doing(async () => {
    Object.assign(state, { view: "games", shown: [], moving: null });
    await uploaded(files);
  });
}

async function openFolder() {
  const folder = await window.showDirectoryPicker({ mode: "readwrite" });
  const names = await disk.open(folder);
  state.folder = { folder, names };
  state.shown = names.length ? [] : [{ kind: "said", english: "There is no workbook in this folder.", wrong: true }];
  if (names.length === 1) { await chooseBook(names[0]); }
}

async function chooseBook(name) {
  await opened(await disk.choose(state.folder.folder, name));
}

async function recalculate() {
  const again = await disk.typedSince();
  if (again) {
    if (state.unsaved) { throw new Refused("{name} has changed in the meantime. Nothing was saved: open it again, then recalculate.", { name: book() }); }
    await engine.put(await again());
  }
  await command("recalc", book());
}

async function settle(...numbers) {
  await command("recalc", book(), ...(numbers.length ? numbers : ["all"]).flatMap((number) => ["--accept", String(number)]));
}

async function save() {
  await disk.save(engine.files);
  state.unsaved = false;
  const english = disk.folder ? "{name} is saved." : "{name} is in your downloads. When you have typed more into it, drop it here.";
  tellAbove(english, { name: book() });
}

function maySwitch() {
  return !state.unsaved || confirm(say("{name} is not saved. Close it anyway?", { name: book() }));
}

function closeClub() {
  if (!maySwitch()) { return; }
  Object.assign(state, { club: null, unsaved: false, shown: [], uploads: null, asked: null, moving: null, page: "", renews: false, evening: null, finished: false });
  draw();
}

// Every language but English by its code: its own name, and the words of the page.
function languages() {
  return JSON.parse(piece("languages").textContent);
}

function speak(language) {
  const all = languages();
  words = new Map(Object.entries(all[language]?.words ?? {}));
  document.documentElement.lang = language;
  const codes = ["en", ...Object.keys(all)];
  const other = document.getElementById("language");
  other.lang = codes[(codes.indexOf(language) + 1) % codes.length];
  other.textContent = all[other.lang]?.name ?? "English";
  other.onclick = () => { speak(other.lang); draw(); doing(sayAgain); };
}

// Says what a command has shown in the language that was just chosen; what the page itself says is drawn in it anyhow.
async function sayAgain() {
  if (state.shown.some(({ kind }) => kind !== "said")) {
    const { shown } = await engine.ask("again", document.documentElement.lang);
    const said = state.shown.filter(({ kind }) => kind === "said");
    if (shown.length) { state.shown = [...said, ...shown]; } // a cancelled run leaves a Python that remembers none
  }
}

// Goes to a view. What is to fix and to look at is there whenever the club's own view is.
function visit(view) {
  if (view !== state.view) { Object.assign(state, { view, shown: [] }); }
  state.player = "";
  draw();
  document.getElementById("main").focus();
  const isKnown = state.shown.some(({ kind }) => kind === "outcome" || kind === "problems");
  if (view === "home" && !isKnown) { doing(() => command("recalc", book(), "--dry-run")); }
}

function draw() {
  const main = document.getElementById("main");
  const held = main.contains(document.activeElement);
  const nav = document.getElementById("views");
  nav.hidden = !state.club;
  const entries = Object.entries(VIEWS).filter(([view]) => view !== "tonight" || state.club?.paired);
  nav.replaceChildren(...entries.map(([view, [title]]) => el("button", {
    type: "button", onclick: () => visit(view),
    ...(view === state.view ? { "aria-current": "page" } : {}),
  }, view === "home" && state.club ? state.club.title : say(title))));
  for (const one of document.querySelectorAll("[data-say]")) { one.textContent = say(one.dataset.say); }
  main.replaceChildren(...(state.club ? VIEWS[state.view][1]() : welcomeView()));
  if (held) { main.focus(); } // what was pressed is drawn again: the keyboard goes on from here
  document.title = state.club ? `${book()} · xladdin` : "xladdin";
}

addEventListener("DOMContentLoaded", () => {
  const preferred = navigator.language.slice(0, 2);
  speak(preferred in languages() ? preferred : "en");
  engine = new Engine(piece, tell);
  engine.ready.then(() => tell(state.busy ? "Working" : ""), (error) => {
    tell("");
    state.shown = [{ kind: "said", english: "Python does not start in this browser: {why}. Try a recent Firefox, Chrome, Edge or Safari.", values: { why: error.message }, wrong: true }];
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
    dropped([...event.dataTransfer.files]);
  }
});
addEventListener("beforeunload", (event) => { if (state.unsaved) { event.preventDefault(); } });
