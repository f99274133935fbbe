// The views of an evening: who is here and who plays whom; the pages for the wall and the web.
function tonightView() {
  const ticks = state.club.tonight.map(({ name, here }) => el("label", { className: "tick" },
    el("input", { type: "checkbox", name: "here", value: name, checked: here }), name));
  const who = el("form", { onsubmit: (event) => { event.preventDefault(); const here = new FormData(who).getAll("here"); doing(() => pairRound(here)); } },
    el("fieldset", {}, el("legend", {}, say("Who is here?")), ...ticks),
    el("button", { className: "first" }, say("Pair the next round")));
  const tables = el("section", { className: "large", ariaLive: "polite" }, ...drawn(state.shown));
  if (state.shown.some((one) => one.kind === "table")) {
    tables.append(el("p", { className: "no-print" },
      el("button", { type: "button", onclick: () => tables.requestFullscreen() }, say("Show large")),
      el("button", { type: "button", onclick: () => print() }, say("Print")),
      el("button", { type: "button", onclick: () => printSlips(tables) }, say("Print the score slips"))));
  }
  return [el("section", { className: "no-print" }, heading(say("Tonight")), who, saveButton()), tables];
}

const SLIPS = "slips.html";

// Prints the slips of the round in place of its tables, which are on the screen again afterwards.
function printSlips(tables) {
  const slips = shownPage(SLIPS);
  tables.classList.add("no-print");
  tables.after(slips);
  addEventListener("afterprint", () => {
    slips.remove();
    tables.classList.remove("no-print");
  }, { once: true });
  print();
}

async function pairRound(here) {
  if (!here.length) { // the command would take those whom the workbook marks
    state.shown = [];
    throw new Refused("Tick who is here first.", {});
  }
  await command("pair", book(), "--slips", SLIPS, ...here.flatMap((name) => ["--here", name]));
}

const pagePaths = () => [...engine.files.keys()].filter((path) => path.startsWith(`${disk.page}/`) && path.endsWith(".html")).sort();

// How the web page shows players. Nothing is chosen for a club that has not said it yet.
const WAYS = [["names", "by name"], ["initials", "by initials"], ["none", "left out"]];

function wallView() {
  const paths = pagePaths();
  const wall = form("Wall and web", [
    ["names", "Players whose cell Web is blank", { choices: state.club.names ? WAYS : [["", "Choose"], ...WAYS], value: state.club.names, required: true }],
  ], "Make the pages", async ({ names }) => {
    await engine.put(await disk.gatherFolder(disk.page)); // so that pages of players who are gone go too
    await command("publish", book(), "--private", names);
  });
  wall.classList.add("no-print");
  wall.append(el("p", { className: "hint" }, say("For one player alone, choose in the column Web of the sheet Players.")));
  wall.append(...[saveButton(), ...drawn(state.shown)].filter(Boolean));
  if (!paths.length) { return [wall]; }
  const titles = titlesOf(paths);
  const shown = paths.includes(state.page) ? state.page : `${disk.page}/index.html`;
  const choose = el("select", { id: "page", onchange: (event) => { state.page = event.target.value; draw(); document.getElementById("page").focus(); } },
    ...groupsOf(paths).map(([label, members]) => el("optgroup", { label: say(label) }, ...members.map((path) => el("option", { value: path, selected: path === shown }, titles.get(path) ?? path.split("/").pop())))));
  const take = el("section", { className: "no-print" }, heading(say("The pages")),
    el("label", {}, el("span", {}, say("Look at a page")), choose),
    el("button", { type: "button", className: "first", onclick: () => print() }, say("Print this page")),
    button(say("Download them as a zip"), zipPages),
    disk.folder ? button(say("Write them into the folder"), writePages) : null);
  return [wall, take, el("section", { className: "wide" }, shownPage(shown))];
}

function groupsOf(paths) {
  const kinds = [["Players", "/player/"], ["Evenings", "/evening/"], ["Pages", "/"]];
  const left = new Set(paths);
  return kinds.map(([label, part]) => {
    const members = [...left].filter((path) => path.slice(disk.page.length).includes(part));
    members.forEach((path) => left.delete(path));
    return [label, members];
  }).filter(([, members]) => members.length);
}

async function zipPages() {
  const { bytes } = await engine.ask("zip", disk.page);
  disk.download(`${disk.page}.zip`, bytes);
}

async function writePages() {
  await disk.writePage(engine.files);
  tellAbove("The pages are in the folder {name}, beside the workbook.", { name: disk.page });
}

// A page's own style sheet is parsed as a template, since this page's policy refuses one, with a message on the console.
function parsed(path) {
  return new DOMParser().parseFromString(textOf(path).replace(/<(\/?)style>/g, "<$1template>"), "text/html");
}

const textOf = (path) => new TextDecoder().decode(engine.files.get(path) ?? new Uint8Array());
const near = (path, link) => decodeURIComponent(new URL(link, `https://here/${path}`).pathname.slice(1));

// What each page is called: as the pages call it in their links, or else by its own title, less the club's.
function titlesOf(paths) {
  const titles = new Map();
  for (const path of paths.filter((one) => !one.includes("/player/")).reverse()) {
    for (const link of parsed(path).querySelectorAll('a[href]:not([href^="#"])')) {
      const text = link.textContent.trim();
      if (!/[‹›]/.test(text)) { titles.set(near(path, link.getAttribute("href")), text); }
    }
  }
  for (const path of paths.filter((one) => !titles.has(one))) { titles.set(path, parsed(path).title.split(" · ")[0]); }
  return titles;
}

// A page of the folder as its own part of this one: its styles apply there alone, its scripts do not run.
function shownPage(path) {
  const page = parsed(path);
  const styles = [...page.querySelectorAll("template, link[rel=stylesheet]")].map((one) => (one.localName === "template" ? one.content.textContent : textOf(near(path, one.getAttribute("href")))));
  const host = el("div", { className: "sheet" });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = styles.map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.replace(/:root|\bhtml\b/g, ":host").replace(/(^|[\s,}>])body\b/g, "$1.body"));
    return sheet;
  });
  page.querySelectorAll("script, template, link").forEach((one) => one.remove());
  for (const one of page.querySelectorAll("[style]")) {
    const wanted = one.getAttribute("style");
    one.removeAttribute("style");
    one.style.cssText = wanted; // set by script, which the page's policy allows
  }
  const body = el("div", { className: `body ${page.body.className}` }, ...page.body.childNodes);
  body.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]")?.getAttribute("href");
    if (!link || link.startsWith("#")) { return; }
    event.preventDefault();
    const there = near(path, link);
    if (engine.files.has(there)) { state.page = there; draw(); }
  });
  shadow.append(body);
  return host;
}
