// Python beside the page, so that the page never freezes. In the built file Pyodide's own two scripts come before this.
// Each message asks for one piece of WORK; steps of what is being done come back meanwhile, then `done` or `failed`.
"use strict";

const CLUB = "/club";
let python = null;
let bridge = null;
let knownStamps = new Map();

async function start({ module, library, lock, packages, reader, zone }) {
  // Nothing is fetched: what Pyodide asks for is at hand. The compiled module comes from the page, which keeps it.
  self.fetch = async (url) => new Response(String(url).endsWith(".wasm") ? null : library);
  WebAssembly.instantiateStreaming = async (response, imports) => {
    await response;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  python = await loadPyodide({
    createPyodideModule,
    indexURL: "blob:pyodide/",
    packageBaseUrl: "blob:pyodide/",
    lockFileContents: lock,
    env: { TZ: zone, HOME: CLUB, PYTHONINSPECT: "", OPENPYXL_LXML: "False" },
  });
  const packagesFolder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(packages, "zip", { extractDir: packagesFolder });
  python.unpackArchive(reader, "zip", { extractDir: packagesFolder });
  python.FS.mkdirTree(CLUB);
  python.FS.chdir(CLUB);
  bridge = python.pyimport("xladdin.app.bridge");
}

function put(files) {
  for (const [path, bytes] of Object.entries(files)) {
    const whole = `${CLUB}/${path}`;
    python.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    python.FS.writeFile(whole, bytes);
  }
  knownStamps = stamps();
}

function drop(paths) {
  paths.forEach((path) => python.FS.unlink(`${CLUB}/${path}`));
  knownStamps = stamps();
}

// Runs a command, and gives with its answer every file that it wrote and the names of those that it took away.
function run({ words, language }) {
  return withWrittenFiles(bridge.answer(JSON.stringify(words), (step) => self.postMessage({ step }), language));
}

function enter({ file, typed, language }) {
  return withWrittenFiles(bridge.enter(file, typed, (step) => self.postMessage({ step }), language));
}

function check({ file, typed, language }) {
  return { messages: JSON.parse(bridge.check(file, typed, language)) };
}

function withWrittenFiles(text) {
  const answer = JSON.parse(text);
  const now = stamps();
  const files = {};
  for (const [path, stamp] of now) {
    if (knownStamps.get(path) !== stamp) { files[path] = python.FS.readFile(`${CLUB}/${path}`); }
  }
  const gone = [...knownStamps.keys()].filter((path) => !now.has(path));
  knownStamps = now;
  return { ...answer, written: files, gone };
}

// What the last command has shown, in a language.
function again(language) {
  return { output: JSON.parse(bridge.show_again(language)) };
}

function club(file) {
  return JSON.parse(bridge.club(file));
}

function player({ file, name }) {
  return JSON.parse(bridge.player(file, name));
}

function zip(folder) {
  return { bytes: bridge.zip_folder(folder).toJs() };
}

// What tells one state of a file from another, for every file below the club's folder by its path there.
function stamps(folder = "", result = new Map()) {
  for (const name of python.FS.readdir(`${CLUB}/${folder}`)) {
    if (name === "." || name === "..") { continue; }
    const path = folder ? `${folder}/${name}` : name;
    const state = python.FS.stat(`${CLUB}/${path}`);
    if (python.FS.isDir(state.mode)) {
      stamps(path, result);
    } else {
      result.set(path, `${state.ino} ${state.mtime.getTime()} ${state.size}`);
    }
  }
  return result;
}

const WORK = { start, put, drop, run, enter, check, again, club, player, zip };

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ done: (await WORK[data.work](data.with)) ?? {} });
  } catch (error) {
    self.postMessage({ failed: String(error.message ?? error) });
  }
};
