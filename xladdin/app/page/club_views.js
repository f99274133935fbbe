// Renders the views of a club's workbook: welcome, recalculate, import games.
const readSystems = () => JSON.parse(embeddedElement("systems").textContent);
const listLanguages = () => [["en", "English"], ...Object.entries(readTranslations()).map(([code, { name }]) => [code, name])];

function renderWelcome() {
  if (state.importing) { return renderImport(); }
  const chooser = el("input", { type: "file", accept: ".xlsx,.xlsm", className: "unseen", id: "chooser", onchange: (event) => openFile(event.target.files[0]) });
  const drop = el("section", { className: "card drop" },
    el("h2", {}, translate("Open your club workbook")),
    el("p", {}, translate("Drop it here, or choose it. The file is read on this computer only.")),
    chooser,
    el("label", { className: "button first", htmlFor: "chooser" }, translate("Choose a workbook")),
    Disk.opensFolders ? createButton(translate("Open its folder"), openFolder) : null,
    el("p", { className: "hint" }, Disk.opensFolders
      ? translate("If you open its folder, Save writes to the same file and keeps a dated copy. If you open only the file, Save downloads a copy.")
      : translate("In this browser, Save downloads the file under the same name. In Chrome and Edge it can write to the same file.")),
    state.folder ? el("div", {}, ...state.folder.names.map((name) => createButton(name, () => chooseWorkbook(name)))) : null,
  );
  const output = renderOutput(state.output);
  if (state.renews) { output.push(createButton(translate("Update a workbook of an older version"), renewOpened)); }
  const introduction = el("p", { className: "wide" }, translate("Ratings for a small club: recalculate its workbook, import games, pair a round, and create pages for the wall and the web."));
  return [introduction, drop, renderNewClubForm(), ...(output.length ? [el("section", { className: "wide", ariaLive: "polite" }, ...output)] : [])];
}

// Updates a workbook of another version, which cannot be opened otherwise.
async function renewOpened() {
  const { written } = await runCommand("renew", workbookName(), `${disk.stem} renewed.xlsx`);
  await downloadFiles(written);
}

function renderNewClubForm() {
  const fields = [
    ["system", "Rating system", { choices: readSystems() }],
    ["like", "Initial rules", { choices: [] }],
    ["log", "Games are logged by", { choices: [] }],
    ["title", "The club's name", {}],
    ["language", "Language of the workbook", { choices: listLanguages(), value: document.documentElement.lang }],
    ["sources", "Players and games from files, if you have any", { files: true }],
  ];
  const view = createForm("A new club", fields, "Create the workbook", async (values) => {
    const { system, like, log } = values;
    const title = values.title.trim();
    const name = `${(title || system).replace(/[\\/:*?"<>|]/g, "-")}.xlsx`;
    const files = await uploadFiles(values.sources);
    state.formValues = values;
    const chosen = Object.entries({ "--like": like, "--log": log, "--title": title, "--language": values.language }).filter(([, word]) => word).flat();
    const run = async (...options) => {
      await engine.drop([...engine.files.keys()].filter((path) => !path.startsWith("incoming/")));
      disk.reset(name);
      const answer = await runCommand("new", system, name, ...files, ...chosen, ...options);
      if (engine.files.has(name)) { Object.assign(state, { view: "home" }); }
      return answer;
    };
    if (files.length) { await startImport(files, run); } else { await run(); }
  });
  const { elements } = view.querySelector("form");
  elements.system.addEventListener("change", () => showPresets(elements));
  showPresets(elements);
  return view;
}

// Shows the presets and logs of a rating system, if it has several. A preset is named after the club whose rules it has.
function showPresets(elements) {
  const systems = readSystems();
  const [, , presets, logs] = systems.find(([key]) => key === elements.system.value);
  const titles = new Map(systems);
  for (const [select, choices] of [[elements.like, presets], [elements.log, logs]]) {
    const value = state.formValues?.[select.name];
    select.replaceChildren(...choices.map((word) => el("option", { value: word, selected: word === value }, translate(titles.get(word) ?? word))));
    select.parentElement.hidden = !choices.length;
  }
}

function renderHome() {
  if (state.player) { return [renderPlayer()]; }
  const { club, output } = state;
  const questions = output.flatMap((item) => (item.kind === "outcome" ? item.questions : []));
  const problems = output.filter((item) => item.kind === "problems");
  const messages = output.filter((item) => item.kind === "message");
  const left = el("section", {}, renderClubCard(), el("div", { ariaLive: "polite" }, ...renderOutput(messages)), ...renderOutput(problems), ...renderReview(questions));
  const rest = output.filter((item) => item.kind !== "problems" && item.kind !== "message").map((item) => (item.kind === "outcome" ? { ...item, questions: [] } : item));
  const changes = rest.filter((item) => item.kind === "table");
  const right = el("section", { ariaLive: "polite" });
  const hasChanges = changes.some((item) => item.signed.length);
  const written = output.some((item) => item.kind === "outcome" && item.written);
  if (hasChanges) { right.append(createHeading(translate(written ? "What changed" : "What a recalculation changes"))); }
  right.append(...renderOutput(hasChanges ? [...changes, ...rest.filter((item) => item.kind !== "table")] : rest));
  if (club.players.length && !changes.length) { right.append(...renderPlayersList()); }
  else if (hasChanges) { right.append(el("p", { className: "hint" }, translate("Click a name to see every game and how its rating change was calculated."))); }
  return [left, right];
}

function renderClubCard() {
  const { club, output } = state;
  const outcome = output.find((item) => item.kind === "outcome");
  const stale = outcome && !outcome.written && outcome.anything_new;
  const status = state.unsaved ? "Not saved yet." : stale ? "The workbook has changed since the last recalculation." : outcome ? "Up to date." : null;
  return el("div", { className: "card" },
    el("h2", {}, workbookName()),
    el("p", {}, `${club.title} · ${formatCount(club.players.length, "player", "players")}, ${formatCount(club.rows, "row", "rows")}`),
    status ? el("p", { className: state.unsaved || stale ? "status look" : "status" }, translate(status)) : null,
    el("div", {},
      club.paired ? el("button", { type: "button", className: "first", onclick: () => visit("tonight") }, translate("Enter the evening's games")) : null,
      createButton(translate("Recalculate"), recalculate, club.paired ? {} : { className: "first" }),
      createButton(translate("Save"), save, { disabled: !state.unsaved }),
      el("button", { type: "button", className: "quiet", onclick: closeClub }, translate("Close"))),
    el("p", { className: "hint" }, describeSaving()),
  );
}

// Explains what Save does in this browser.
function describeSaving() {
  return disk.folder ? translate("Save writes the workbook to its folder, and keeps the previous version in the folder backups.")
    : translate("Save downloads a new copy. Replace the old file with it.");
}

function renderPlayersList() {
  return [createHeading(translate("Players")), el("p", { className: "hint" }, translate("Click a name to see every game and how its rating change was calculated.")),
    el("ul", { className: "names" }, ...state.club.players.map((name) => el("li", {}, createNameButton(name))))];
}

function createNameButton(name) {
  return createButton(name, () => showPlayer(name), { className: "name" });
}

// Shows a player's page with all full names. It is not published.
async function showPlayer(name) {
  const texts = await engine.ask("player", { file: workbookName(), name });
  const encode = new TextEncoder();
  await engine.put(Object.fromEntries(Object.entries(texts).map(([path, text]) => [`players seen/${path}`, encode.encode(text)])));
  Object.assign(state, { view: "home", player: `players seen/${Object.keys(texts).find((path) => path.startsWith("player/"))}` });
}

function renderPlayer() {
  return el("section", { className: "wide" }, el("p", { className: "no-print" },
    createButton(translate("Back to the club"), async () => { state.player = ""; }),
    el("button", { type: "button", className: "first", onclick: () => print() }, translate("Print this page"))), renderPage(state.player));
}

function renderImportForm() {
  if (state.importing) { return renderImport(); }
  const fields = [
    ["sources", "Files with games: a table, a form's responses, .t, .tsh, .TOU, TRF, a copied web page", { files: true }],
    ["further", "Also import games that are normally left out", { tick: true }],
  ];
  const chooser = createForm("Import games", fields, "Preview", async (values) => {
    const files = await uploadFiles(values.sources);
    if (!files.length) { throw new RefusalError("Choose a file with games first.", {}); }
    state.formValues = values;
    await startImport(files, (...options) => runCommand("import", workbookName(), ...files, ...(values.further ? ["--as-new"] : []), ...options));
  });
  const output = state.output.length ? renderOutput(state.output) : [el("p", { className: "hint" }, translate("Preview shows what would be imported. Nothing is saved until you confirm."))];
  return [chooser, el("section", { ariaLive: "polite" }, ...output, createSaveButton())];
}

function createSaveButton() {
  return state.unsaved ? createButton(translate("Save"), save) : null;
}
