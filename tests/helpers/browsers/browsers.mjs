// Real browsers that stay open. Each line of standard input is what to ask in JSON: {kind, browser, program, …}.
// The answer is a line, too: {groups, gave}, or {groups, failed} where the browser is closed and the next line has a new one.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { inApp } from "./app.mjs";
import { onPages } from "./pages.mjs";

const puppeteer = createRequire(new URL("../../package.json", import.meta.url))("puppeteer-core");
const KINDS = { app: inApp, pages: onPages };
const QUIET = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
  "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"];
const opened = new Map();

async function answer(asked) {
  if (!opened.has(asked.browser)) {
    opened.set(asked.browser, await puppeteer.launch({
      browser: asked.browser,
      executablePath: asked.program,
      args: asked.browser === "chrome" ? QUIET : [],
      protocolTimeout: 300_000,
    }));
  }
  const browser = opened.get(asked.browser);
  const groups = [...opened.values()].map((one) => one.process().pid);
  try {
    return { groups, gave: await KINDS[asked.kind](browser, asked) };
  } catch (error) {
    opened.delete(asked.browser);
    await browser.close();
    return { groups, failed: String(error.stack) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
await Promise.all([...opened.values()].map((browser) => browser.close()));
