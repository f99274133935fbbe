// The pages of the club: the ratings list, the evening and the players, to print, to show and to publish.
const pagePaths = () => [...engine.files.keys()].filter((path) => path.startsWith(`${disk.page}/`) && path.endsWith(".html")).sort();

// How the web page shows players. Nothing is chosen for a club that has not said it yet.
const WAYS = [["names", "by name"], ["initials", "by initials"], ["none", "left out"]];

// The three pages that a club looks at, as large buttons. They are made when they are first asked for, and the first
// time of all the club chooses how they show players.
function pageButtons() {
  return el("div", { className: "pages" },
    ...[["The list", "index.html"], ["The evening", "evening.html"], ["The players", "players.html"]].map(([title, page]) => button(translate(title), () => showPage(page), { className: "first" })));
}

async function showPage(page) {
  if (!pagePaths().length && state.club.names) { await makePages(state.club.names); }
  const path = `${disk.page}/${page}`;
  Object.assign(state, { view: "pages", page: path, output: state.club.names ? state.output : [] });
}

// Until the club has chosen how it shows players, a command chooses initials, and says so.
async function makePages(names) {
  await engine.put(await disk.gatherFolder(disk.page)); // so that pages of players who are gone go too
  await command("publish", book(), ...(names ? ["--private", names] : []));
  removeFileLine(disk.page);
}

function pagesView() {
  const paths = pagePaths();
  const element = form("Pages", [
    ["names", "How the pages show players", { choices: state.club.names ? WAYS : [["", "Choose"], ...WAYS], value: state.club.names, required: true }],
  ], "Create the pages", ({ names }) => makePages(names));
  element.classList.add("no-print");
  element.append(el("p", { className: "hint" }, translate("For one player alone, choose in the column Web of the sheet Players.")));
  element.append(...[saveButton(), ...renderOutput(state.output)].filter(Boolean));
  if (!paths.length) { return [element]; }
  const path = paths.includes(state.page) ? state.page : `${disk.page}/index.html`;
  const take = el("section", { className: "no-print" }, heading(translate("View a page")), pageButtons(), playerSearch(paths),
    el("button", { type: "button", className: "first", onclick: () => print() }, translate("Print this page")),
    button(translate("Download them as a zip"), zipPages),
    disk.folder ? button(translate("Save them in the folder"), writePages) : null);
  return [take, el("section", { className: "wide" }, renderPage(path)), element];
}

// A player's page by the first letters of the name.
function playerSearch(paths) {
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

// A page's own style sheet is parsed as a template, since this page's policy refuses one, with a message on the console.
function parsePage(path) {
  return new DOMParser().parseFromString(textOf(path).replace(/<(\/?)style>/g, "<$1template>"), "text/html");
}

const textOf = (path) => new TextDecoder().decode(engine.files.get(path) ?? new Uint8Array());
const resolveLink = (path, link) => decodeURIComponent(new URL(link, `https://here/${path}`).pathname.slice(1));

// A page of the folder as its own part of this one: its styles apply there alone, its scripts do not run.
function renderPage(path) {
  const page = parsePage(path);
  const styles = [...page.querySelectorAll("template, link[rel=stylesheet]")].map((one) => (one.localName === "template" ? one.content.textContent : textOf(resolveLink(path, one.getAttribute("href")))));
  const host = el("div", { className: "sheet" });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = styles.map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.replace(/:root|\bhtml\b/g, ":host").replace(/(^|[\s,}>])body\b/g, "$1.body"));
    return sheet;
  });
  page.querySelectorAll("script, template, link").forEach((one) => one.remove());
  for (const one of page.querySelectorAll("[style]")) {
    const style = one.getAttribute("style");
    one.removeAttribute("style");
    one.style.cssText = style; // set by script, which the page's policy allows
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
