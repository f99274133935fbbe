// Runs Python code in Pyodide, with wheels from disk and no network. Arguments: the Node package of Pyodide, wheels and
// environment as JSON. A line of standard input names a request file and a result file as JSON. Each request has fresh
// globals, and is answered by a line: "done", or "failed" where the result file holds the traceback.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [name, wheels, env] = process.argv.slice(2);
const { loadPyodide } = await import(`../../node_modules/${name}/pyodide.mjs`);

globalThis.fetch = () => {
  throw new Error("no network here");
};
const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", ...JSON.parse(env) }, stdout: console.error });
for (const wheel of JSON.parse(wheels)) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "whl");
}
for await (const line of createInterface({ input: process.stdin })) {
  const [requestFile, resultFile] = JSON.parse(line);
  const request = JSON.parse(readFileSync(requestFile, "utf8"));
  try {
    const globals = pyodide.toPy({ arguments: request.arguments, __name__: "__main__" });
    globals.set("value", await pyodide.runPythonAsync(request.code, { globals }));
    writeFileSync(resultFile, pyodide.runPython("import json; json.dumps(value)", { globals }));
    console.log("done");
  } catch (error) {
    writeFileSync(resultFile, String(error)); // Node would print the whole line of Pyodide's packed source that threw
    console.log("failed");
  }
}
