// Opens the app in a real browser and does one step after another there, each an object named by its first key below.
// Asked on standard input: {browser, program, url, width, dark, steps}. Tells what each gave, what the page said on its
// console, and every address that it asked for.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const asked = JSON.parse(readFileSync(0, "utf8"));
const quiet = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
const browser = await puppeteer.launch({
  browser: asked.browser,
  executablePath: asked.program,
  args: asked.browser === "chrome" ? quiet : [],
  protocolTimeout: 300_000,
});
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

const said = [];
const requests = [];
const answers = [];
async function tabOfApp() {
  const tab = await browser.newPage();
  tab.on("console", (message) => said.push(message.text()));
  tab.on("pageerror", (error) => said.push(String(error)));
  tab.on("request", (request) => requests.push(request.url()));
  tab.on("dialog", (dialog) => dialog.accept());
  await tab.setViewport({ width: asked.width ?? 1240, height: 800 });
  if (asked.dark) { await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]); }
  await tab.goto(asked.url, { waitUntil: "load" });
  await tab.evaluate(() => engine.ready);
  return tab;
}
try {
  const tabs = [await tabOfApp()];
  let [tab] = tabs;
  for (const step of asked.steps) {
    if ("tab" in step) {
      tabs[step.tab] ??= await tabOfApp();
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
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify({ answers, said, requests }));
