// The view of all other commands for a workbook. An entry is a title, the fields of its form, and the command's arguments.
const ANYWAY = "--anyway"; // offered only after the command was refused without it, like --yes of merge
const MORE = [
  ["Undo", [], () => ["undo", book()], ANYWAY],
  ["Redo", [], () => ["redo", book()], ANYWAY],
  ["Dated copies", [], () => ["backups", book()]],
  ["Restore a dated copy", [["number", "Number of the copy, from Dated copies", { required: true }]], ({ number }) => ["undo", book(), "--to", number]],
  ["Rename a player", [["old", "Current name", { player: true }], ["name", "New name", { required: true }]], ({ old, name }) => ["rename", book(), "--", old, name]],
  ["Merge two spellings", [["old", "The spelling to remove", { player: true }], ["into", "The player to keep", { player: true }]], ({ old, into }) => ["merge", book(), "--", old, into], "--yes"],
  ["Forget a player: there is no undo", [["name", "Player", { player: true }]], ({ name }) => ["forget", book(), "--yes", "--", name]],
  ["Next season or camp week", [["name", "Name of the new workbook", { value: "next season.xlsx", required: true }]], ({ name }) => ["rollover", book(), name]],
  ["Update a workbook of an older version", [["name", "Name of the new workbook", { value: "renewed.xlsx", required: true }], ["language", "Language of the workbook", { languages: true }]], ({ name, language }) => ["renew", book(), name, ...(language ? ["--language", language] : [])]],
  ["Export a sheet", [["sheet", "Sheet", { sheet: true }], ["format", "Format", { choices: [["csv", "CSV"], ["json", "JSON"], ["xlsx", "workbook"], ["tsh", "a day's games for tsh"]] }], ["day", "Day of the games for tsh (blank: the last one)", { type: "date" }]],
    ({ sheet, format, day }) => ["export", book(), "--format", format, ...(format !== "tsh" ? ["--sheet", sheet] : day ? ["--date", day] : [])]],
  ["Worksheet functions for Excel", [], () => ["functions"]],
];

function moreView() {
  const entries = MORE.map(([title, fields, toArguments, override]) => {
    const kinds = fields.map(([name, label, kind]) => [name, label, kind.sheet ? { choices: state.club.sheets.map((sheet) => [sheet, sheet]) } : kind.languages ? { choices: [["", "As it is"], ...LANGUAGES()] } : kind]);
    const run = async (values) => {
      state.done = title;
      const args = toArguments(values);
      const page = args[0] === "forget" ? await disk.readFolder(disk.page) : {}; // it has the name, too
      await engine.put(page);
      const answer = await runCommand(...args);
      if (args[0] === "forget" && answer.status === 0 && state.club.paired) { forgetInDraft(values.name); }
      disk.hasForgotten ||= answer.status === 0 && Object.keys(page).length > 0;
      state.retry = answer.status === 2 && override ? () => runCommand(args[0], args[1], override, ...args.slice(2)) : null;
      await downloadFiles(answer.written);
    };
    if (!fields.length) { return button(translate(title), run); }
    return el("details", { name: "more", open: state.done === title }, el("summary", {}, translate(title)), form("", kinds, title, run));
  });
  const retryButton = state.output.length && state.retry ? button(translate("Continue anyway"), () => { const run = state.retry; state.retry = null; return run(); }) : null;
  return [el("section", {}, heading(translate("More")), ...entries), el("section", { className: "output", ariaLive: "polite" }, saveButton(), ...renderOutput(state.output), retryButton)];
}

// Downloads the new files of a command, and removes them here, so that the command can run again.
async function downloadFiles(written) {
  const created = Object.keys(written).filter((path) => path !== book() && !path.includes("/"));
  created.filter((path) => !path.startsWith(".")).forEach((path) => disk.download(path, written[path]));
  await engine.drop(created.filter((path) => !path.startsWith(".")));
}

const VIEWS = {
  home: ["Recalculate", homeView],
  games: ["Import games", gamesView],
  tonight: ["Tonight", tonightView],
  pages: ["Pages", pagesView],
  more: ["More", moreView],
};
