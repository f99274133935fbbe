// Runs Python code in Pyodide, with wheels from disk and no network. Arguments: request file, result file (JSON).
import { readFileSync, writeFileSync } from "node:fs";

const [requestFile, resultFile] = process.argv.slice(2);
const request = JSON.parse(readFileSync(requestFile, "utf8"));
const { loadPyodide } = await import(`../../node_modules/${request.package}/pyodide.mjs`);

globalThis.fetch = () => {
  throw new Error("no network here");
};
try {
  const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", ...request.env }, stdout: console.error });
  for (const wheel of request.wheels) {
    pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "whl");
  }
  pyodide.globals.set("arguments", pyodide.toPy(request.arguments));
  pyodide.globals.set("value", await pyodide.runPythonAsync(request.code));
  writeFileSync(resultFile, pyodide.runPython("import json; json.dumps(value)"));
} catch (error) {
  // Node would print the whole line of Pyodide's packed source that threw.
  console.error(String(error));
  process.exit(1);
}
