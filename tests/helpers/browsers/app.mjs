// Opens the app in a browser and does one step after another there, each an object named by its first key below.
// Asked: {url, newly, width, dark, steps}. Tells what each gave, what the page said on its console, and every address
// that it asked for. The page stays open for the next one who asks, who opens another club in it: to load Python takes
// longer than most steps. Who wants it newly has it loaded.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(new URL("../../package.json", import.meta.url)).resolve("axe-core/axe.min.js"), "utf8");
const kept = new WeakMap(); // browser -> url -> the page that stays open
const hearers = new WeakMap(); // page -> what was found for who asked last

export async function inApp(browser, asked) {
  const found = { answers: [], said: [], requests: [] };
  const tabs = [await firstTab(browser, asked, found)];
  let [tab] = tabs;
  const { answers } = found;
  for (const step of asked.steps) {
    if ("tab" in step) {
      tabs[step.tab] ??= await tabOfApp(browser, asked, found);
      tab = tabs[step.tab];
      await tab.bringToFront();
    }
    if (step.evaluate) { answers.push(await tab.evaluate(`(async () => (${step.evaluate}))()`)); }
    if (step.open) { answers.push(await tab.evaluate(open, step.open, step.content)); }
    if (step.press) { answers.push(await tab.evaluate(press, step.press)); }
    if (step.fill) { await tab.evaluate(fill, step.fill); }
    if (step.choose) { await tab.evaluate(choose, step.choose, step.files); }
    if (step.reach) { answers.push(await reach(tab, step.reach)); }
    if (step.keys) {
      await tab.focus(step.at);
      for (const key of step.keys) { await tab.keyboard.press(key); }
      answers.push(await tab.evaluate(settled));
    }
    if (step.upload) {
      await (await tab.$("#chooser")).uploadFile(step.upload);
      answers.push(await tab.evaluate(settled));
    }
    if (step.write) { writeFileSync(step.write, Buffer.from(step.bytes, "base64")); }
    if (step.reload) {
      await tab.reload({ waitUntil: "load" });
      await tab.evaluate(() => engine.ready);
    }
    if (step.file) { answers.push(await tab.evaluate(held, step.file)); }
    if (step.picture) { await tab.screenshot({ path: step.picture, fullPage: step.full ?? false }); }
    if (step.axe) {
      for (const width of [390, 1240]) {
        await tab.setViewport({ width, height: 800 });
        await tab.evaluate(`${axe};0`).catch(() => tab.addScriptTag({ content: axe }));
        const wrong = await tab.evaluate(async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
          .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" ")}`));
        const wide = await tab.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
        answers.push([...wrong, ...(wide > 0 ? [`${width}: ${wide} pixels too wide`] : [])]);
      }
    }
  }
  await Promise.all(tabs.slice(1).map((one) => one.close()));
  return found;
}

async function tabOfApp(browser, asked, found) {
  const tab = await browser.newPage();
  hearers.set(tab, found);
  tab.on("console", (message) => hearers.get(tab).said.push(message.text()));
  tab.on("pageerror", (error) => hearers.get(tab).said.push(String(error)));
  tab.on("request", (request) => hearers.get(tab).requests.push(request.url()));
  tab.on("dialog", (dialog) => dialog.accept());
  await look(tab, asked);
  await tab.goto(asked.url, { waitUntil: "load" });
  await tab.evaluate(() => engine.ready);
  return tab;
}

// The page that an earlier one left, as if it had just been loaded.
async function firstTab(browser, asked, found) {
  if (!kept.has(browser)) { kept.set(browser, new Map()); }
  const pages = kept.get(browser);
  const known = pages.get(asked.url);
  if (known && !asked.newly) {
    hearers.set(known.tab, found);
    await known.tab.bringToFront();
    await look(known.tab, asked);
    await known.tab.evaluate(begin, known.first);
    return known.tab;
  }
  await known?.tab.close();
  const tab = await tabOfApp(browser, asked, found);
  pages.set(asked.url, { tab, first: await tab.evaluate(() => JSON.stringify(state)) });
  return tab;
}

async function look(tab, { browser, width, dark }) {
  await tab.setViewport({ width: width ?? 1240, height: 800 });
  if (browser === "chrome") {
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  }
}

// The keyboard's way to a control, by its words; then Enter.
async function reach(tab, text) {
  for (let pressed = 0; pressed < 80; pressed++) {
    await tab.keyboard.press("Tab");
    if (await tab.evaluate((wanted) => document.activeElement.matches("main button") && document.activeElement.textContent === wanted, text)) {
      await tab.keyboard.press("Enter");
      return tab.evaluate(settled);
    }
  }
  throw new Error(`Tab does not reach "${text}" on: ${await tab.evaluate(() => document.body.innerText)}`);
}
// In the page:
const begin = async (first) => {
  await engine.ready;
  Object.assign(state, JSON.parse(first));
  Object.assign(disk, new Disk());
  await engine.drop([...engine.files.keys()]);
  setLanguage("en");
  document.activeElement.blur();
  draw();
};
const settled = async () => {
  while (state.busy) { await new Promise((done) => setTimeout(done, 20)); }
  return document.getElementById("main").innerText;
};
const fill = (values) => {
  for (const [name, value] of Object.entries(values)) {
    for (const one of document.querySelectorAll(`[name="${name}"]`)) { one.value = value; }
  }
};
const choose = (name, files) => {
  const set = new DataTransfer();
  for (const [file, content] of Object.entries(files)) {
    set.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], file));
  }
  document.querySelector(`input[name="${name}"]`).files = set.files;
};
const open = async (name, content) => {
  await openFile(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
  return document.getElementById("main").innerText;
};
const press = async (text) => {
  const buttons = [...document.querySelectorAll("main button"), ...document.querySelectorAll("header button")];
  const button = buttons.find((one) => one.textContent === text);
  if (!button) { throw new Error(`no button "${text}" on: ${document.body.innerText}`); }
  button.click();
  while (state.busy) { await new Promise((done) => setTimeout(done, 20)); }
  return document.getElementById("main").innerText;
};
const held = (name) => btoa(Array.from(engine.files.get(name) ?? [], (byte) => String.fromCharCode(byte)).join(""));
