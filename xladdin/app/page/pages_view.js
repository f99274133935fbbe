// Renders the club's web pages, to print, show and publish them.
const listPagePaths = () => [...engine.files.keys()].filter((path) => path.startsWith(`${disk.page}/`) && path.endsWith(".html")).sort();

// The ways in which the web page can show players. The club chooses one before its first page.
const NAME_CHOICES = [["names", "by name"], ["initials", "by initials"], ["none", "left out"]];

// Renders buttons for the three main pages. The first click creates the pages, unless the club has not chosen yet how
// they show players.
function renderPageButtons() {
  return el("div", { className: "pages" },
    ...[["The list", "index.html"], ["The evening", "evening.html"], ["The players", "players.html"]].map(([title, page]) => createButton(translate(title), () => showPage(page), { className: "first" })));
}

async function showPage(page) {
  if (!listPagePaths().length && state.club.names) { await makePages(state.club.names); }
  const path = `${disk.page}/${page}`;
  Object.assign(state, { view: "pages", page: path, output: state.club.names ? state.output : [] });
}

// Creates the pages. Without `names` the command displays initials and reports that.
async function makePages(names) {
  await engine.put(await disk.readFolder(disk.page)); // so that the command also deletes the pages of removed players
  await runCommand("publish", workbookName(), ...(names ? ["--private", names] : []));
  removeFileLine(disk.page);
}

function renderPages() {
  const paths = listPagePaths();
  const element = createForm("Pages", [
    ["names", "How the pages show players", { choices: state.club.names ? NAME_CHOICES : [["", "Choose"], ...NAME_CHOICES], value: state.club.names, required: true }],
  ], "Create the pages", ({ names }) => makePages(names));
  element.classList.add("no-print");
  element.append(el("p", { className: "hint" }, translate("To choose for a single player, use the column Web on Players.")));
  element.append(...[createSaveButton(), ...renderOutput(state.output)].filter(Boolean));
  if (!paths.length) { return [element]; }
  const path = paths.includes(state.page) ? state.page : `${disk.page}/index.html`;
  const actions = el("section", { className: "no-print" }, createHeading(translate("View a page")), renderPageButtons(), renderPlayerSearch(paths),
    el("button", { type: "button", className: "first", onclick: () => print() }, translate("Print this page")),
    createButton(translate("Download them as a zip"), zipPages),
    disk.folder ? createButton(translate("Save them in the folder"), writePages) : null);
  return [actions, el("section", { className: "wide" }, renderPage(path)), element];
}

// Renders a search for a player's page by the first letters of the name.
function renderPlayerSearch(paths) {
  const pages = new Map(paths.filter((path) => path.includes("/player/")).map((path) => [parsePage(path).title.split(" · ")[0], path]));
  const show = (event) => {
    const page = pages.get(event.target.value);
    if (page) { state.page = page; draw(); }
  };
  return el("label", {}, el("span", {}, translate("A player's page")),
    el("input", { list: "pages of players", autocomplete: "off", oninput: show, placeholder: translate("First letters of the name") }),
    el("datalist", { id: "pages of players" }, ...[...pages.keys()].map((name) => el("option", { value: name }))));
}

async function zipPages() {
  const { bytes } = await engine.ask("zip", disk.page);
  disk.download(`${disk.page}.zip`, bytes);
}

async function writePages() {
  await disk.writePage(engine.files);
  showMessage("The pages are in the folder {name}, next to the workbook.", { name: disk.page });
}

// Parses a page. Its style sheet becomes a template, because this page's policy blocks style elements with an error on the console.
function parsePage(path) {
  return new DOMParser().parseFromString(decodeFile(path).replace(/<(\/?)style>/g, "<$1template>"), "text/html");
}

const decodeFile = (path) => new TextDecoder().decode(engine.files.get(path) ?? new Uint8Array());
const resolveLink = (path, link) => decodeURIComponent(new URL(link, `https://here/${path}`).pathname.slice(1));

// Renders a page of the folder in a shadow root, so that its styles apply only there. Its scripts do not run.
function renderPage(path) {
  const page = parsePage(path);
  const styles = [...page.querySelectorAll("template, link[rel=stylesheet]")].map((element) => (element.localName === "template" ? element.content.textContent : decodeFile(resolveLink(path, element.getAttribute("href")))));
  const host = el("div", { className: "sheet" });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = styles.map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.replace(/:root|\bhtml\b/g, ":host").replace(/(^|[\s,}>])body\b/g, "$1.body"));
    return sheet;
  });
  page.querySelectorAll("script, template, link").forEach((element) => element.remove());
  for (const element of page.querySelectorAll("[style]")) {
    const style = element.getAttribute("style");
    element.removeAttribute("style");
    element.style.cssText = style; // set by script, which the page's policy allows
  }
  const body = el("div", { className: `body ${page.body.className}` }, ...page.body.childNodes);
  body.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]")?.getAttribute("href");
    if (!link || link.startsWith("#")) { return; }
    event.preventDefault();
    const target = resolveLink(path, link);
    if (engine.files.has(target)) { state.page = target; draw(); }
  });
  shadow.append(body);
  return host;
}
