// Runs xladdin/app/bytecode.py in the browser's own Python, for `.pyc` of another Python would not load there.
// node compile.mjs PYODIDE FOLDER: FOLDER holds packages.zip and reader.whl, and gets library.zip and compiled.zip.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ packageBaseUrl: `${pyodide}/` });
const packages = python.runPython("import site; site.getsitepackages()[0]");
for (const name of ["packages.zip", "reader.whl"]) {
  python.unpackArchive(new Uint8Array(readFileSync(join(folder, name))), "zip", { extractDir: packages });
}
const { library, own } = python.pyimport("xladdin.app.bytecode");
writeFileSync(join(folder, "library.zip"), library().toJs());
writeFileSync(join(folder, "compiled.zip"), own(new Uint8Array(readFileSync(join(folder, "packages.zip")))).toJs());
