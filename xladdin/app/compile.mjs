// Compiles Python modules with Pyodide, because byte code of another version of Python would not load in the browser.
// Usage: node compile.mjs PYODIDE FOLDER. Reads packages.zip and reader.whl in FOLDER; writes library.zip, compiled.zip.
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
const { compile_library, compile_packages } = python.pyimport("xladdin.app.bridge");
const packed = new Uint8Array(readFileSync(join(folder, "packages.zip")));
writeFileSync(join(folder, "library.zip"), compile_library(packed).toJs());
writeFileSync(join(folder, "compiled.zip"), compile_packages(packed).toJs());
