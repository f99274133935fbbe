// Renders the view of all other commands. An entry has a title, the fields of its form, a function that returns the
// arguments of the command, and the option for which to ask if the command is refused without it.
const ANYWAY = "--anyway";
const MORE = [
  ["Undo", [], () => ["undo", workbookName()], ANYWAY],
  ["Redo", [], () => ["redo", workbookName()], ANYWAY],
  ["Dated copies", [], () => ["backups", workbookName()]],
  ["Restore a dated copy", [["number", "Number of the copy, from Dated copies", { required: true }]], ({ number }) => ["undo", workbookName(), "--to", number]],
  ["Rename a player", [["old", "Current name", { player: true }], ["name", "New name", { required: true }]], ({ old, name }) => ["rename", workbookName(), "--", old, name]],
  ["Merge two spellings", [["old", "The spelling to remove", { player: true }], ["into", "The player to keep", { player: true }]], ({ old, into }) => ["merge", workbookName(), "--", old, into], "--yes"],
  ["Forget a player: there is no undo", [["name", "Player", { player: true }]], ({ name }) => ["forget", workbookName(), "--yes", "--", name]],
  ["Next season or camp week", [["name", "Name of the new workbook", { value: "next season.xlsx", required: true }]], ({ name }) => ["rollover", workbookName(), name]],
  ["Update a workbook of an older version", [["name", "Name of the new workbook", { value: "renewed.xlsx", required: true }], ["language", "Language of the workbook", { languages: true }]], ({ name, language }) => ["renew", workbookName(), name, ...(language ? ["--language", language] : [])]],
  ["Export a sheet", [["sheet", "Sheet", { sheet: true }], ["format", "Format", { choices: [["csv", "CSV"], ["json", "JSON"], ["xlsx", "workbook"], ["tsh", "a day's games for tsh"]] }], ["day", "Day of the games for tsh (blank: the last one)", { type: "date" }]],
    ({ sheet, format, day }) => ["export", workbookName(), "--format", format, ...(format !== "tsh" ? ["--sheet", sheet] : day ? ["--date", day] : [])]],
  ["Worksheet functions for Excel", [], () => ["functions"]],
];

function renderMore() {
  const entries = MORE.map(([title, fields, toArguments, override]) => {
    const kinds = fields.map(([name, label, kind]) => [name, label, kind.sheet ? { choices: state.club.sheets.map((sheet) => [sheet, sheet]) } : kind.languages ? { choices: [["", "As it is"], ...listLanguages()] } : kind]);
    const run = async (values) => {
      state.done = title;
      const args = toArguments(values);
      const page = args[0] === "forget" ? await disk.readFolder(disk.page) : {}; // its files have the name, too
      await engine.put(page);
      const answer = await runCommand(...args);
      if (args[0] === "forget" && answer.status === 0 && state.club.paired) { forgetInDraft(values.name); }
      disk.hasForgotten ||= answer.status === 0 && Object.keys(page).length > 0;
      state.retry = answer.status === 2 && override ? () => runCommand(args[0], args[1], override, ...args.slice(2)) : null;
      await downloadFiles(answer.written);
    };
    if (!fields.length) { return createButton(translate(title), run); }
    return el("details", { name: "more", open: state.done === title }, el("summary", {}, translate(title)), createForm("", kinds, title, run));
  });
  const retryButton = state.output.length && state.retry ? createButton(translate("Continue anyway"), () => { const run = state.retry; state.retry = null; return run(); }) : null;
  return [el("section", {}, createHeading(translate("More")), ...entries), el("section", { className: "output", ariaLive: "polite" }, createSaveButton(), ...renderOutput(state.output), retryButton)];
}

// Downloads the new files of a command, and removes them here, so that the command can run again.
async function downloadFiles(written) {
  const created = Object.keys(written).filter((path) => path !== workbookName() && !path.includes("/"));
  created.filter((path) => !path.startsWith(".")).forEach((path) => disk.download(path, written[path]));
  await engine.drop(created.filter((path) => !path.startsWith(".")));
}

const VIEWS = {
  home: ["Recalculate", renderHome],
  games: ["Import games", renderImportForm],
  tonight: ["Tonight", renderTonight],
  pages: ["Pages", renderPages],
  more: ["More", renderMore],
};
