// Opens pages in headless Chromium and tells what it finds, as JSON: one process for all of them.
// Asked on standard input: {chromium, tabs, pages: [url], widths, inTurn, axe, dark, pictures: {url: [{file, width, height, dark}]}}
// With inTurn axe looks at each page in one of the widths only, and takes them in turn.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const asked = JSON.parse(readFileSync(0, "utf8"));
const browser = await puppeteer.launch({
  executablePath: asked.chromium,
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"],
});
const found = [];
const waiting = [...asked.pages];

async function work() {
  const tab = await browser.newPage();
  let now = null;
  tab.on("console", (message) => now.said.push(message.text()));
  tab.on("pageerror", (error) => now.said.push(String(error)));
  tab.on("dialog", (dialog) => { now.said.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  tab.on("request", (request) => now.requests.push(request.url()));
  while (waiting.length) {
    const widthOfAxe = asked.inTurn ? asked.widths[waiting.length % asked.widths.length] : null;
    const url = waiting.shift();
    now = { url, said: [], requests: [], wide: [], violations: [] };
    for (const dark of asked.dark ?? [false]) {
      await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
      for (const width of asked.widths) {
        await tab.setViewport({ width, height: 844 });
        if (tab.url() !== url) { await tab.goto(url, { waitUntil: "load" }); }
        const inner = await tab.evaluate(() => [document.scrollingElement.scrollWidth, window.innerWidth]);
        if (inner[0] > inner[1]) { now.wide.push(`${width}: ${inner[0]}`); }
        if (!asked.axe || (widthOfAxe !== null && width !== widthOfAxe)) { continue; }
        if (!(await tab.evaluate(() => "axe" in window))) { await tab.evaluate(axe); }
        const wrong = await tab.evaluate(async () => {
          const told = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
          return told.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
        });
        now.violations.push(...wrong.map((one) => `${width}${dark ? " dark" : ""} ${one}`));
      }
    }
    for (const script of asked.scripts?.[url] ?? []) { (now.answers ??= []).push(await tab.evaluate(script)); }
    found.push(now);
  }
  for (const [url, shots] of tab === null ? [] : Object.entries(asked.pictures ?? {})) {
    if (asked.pictures[url].taken) { continue; }
    asked.pictures[url].taken = true;
    for (const shot of shots) {
      now = { said: [], requests: [] };
      await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: shot.dark ? "dark" : "light" }]);
      await tab.setViewport({ width: shot.width, height: shot.height, deviceScaleFactor: shot.scale ?? 1 });
      await tab.goto(url, { waitUntil: "load" });
      await tab.screenshot({ path: shot.file });
    }
  }
}

await Promise.all(Array.from({ length: asked.tabs ?? 2 }, work));
await browser.close();
process.stdout.write(JSON.stringify(found));
