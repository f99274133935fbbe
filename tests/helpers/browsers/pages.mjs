// Opens pages in Chromium and tells what it finds of each.
// Asked: {pages: [url], widths, inTurn, axe, dark, scripts: {url: [text]}, pictures: {url: [{file, width, height, dark}]}}.
// With inTurn axe looks at each page in one of the widths only, and takes them in turn.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(new URL("../../package.json", import.meta.url)).resolve("axe-core/axe.min.js"), "utf8");

export async function onPages(browser, asked) {
  const found = [];
  const waiting = [...asked.pages];
  const context = await browser.createBrowserContext();
  await Promise.all([1, 2].map(() => work(context, asked, waiting, found)));
  await context.close();
  return found;
}

async function work(context, asked, waiting, found) {
  const tab = await context.newPage();
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
  for (const [url, shots] of Object.entries(asked.pictures ?? {})) {
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
