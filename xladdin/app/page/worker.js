// Runs Python in a worker, so that the page never freezes. In the built file, the two scripts of Pyodide precede this.
// Each message requests one of ACTIONS. The replies are `step` messages while it runs, and then `done` or `failed`.
"use strict";

const CLUB = "/club";
let python = null;
let bridge = null;
let knownStamps = new Map();

async function start({ module, library, lock, packages, reader, zone }) {
  // Pyodide fetches its files with these two functions. The page embeds the files, and keeps the compiled module.
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

// Runs a command. The answer includes the files that it wrote, and the paths of those that it deleted.
function run({ args, language }) {
  return withWrittenFiles(bridge.run_command(JSON.stringify(args), (step) => self.postMessage({ step }), language));
}

function enter({ file, typed, language }) {
  return withWrittenFiles(bridge.enter_evening(file, typed, (step) => self.postMessage({ step }), language));
}

function check({ file, typed, language }) {
  return { messages: JSON.parse(bridge.check_games(file, typed, language)) };
}

function withWrittenFiles(text) {
  const answer = JSON.parse(text);
  const now = stamps();
  const files = {};
  for (const [path, stamp] of now) {
    if (knownStamps.get(path) !== stamp) { files[path] = python.FS.readFile(`${CLUB}/${path}`); }
  }
  const removed = [...knownStamps.keys()].filter((path) => !now.has(path));
  knownStamps = now;
  return { ...answer, written: files, removed };
}

// Returns what the last command showed, in a language.
function again(language) {
  return { output: JSON.parse(bridge.render_last_output(language)) };
}

function club(file) {
  return JSON.parse(bridge.describe_club(file));
}

function player({ file, name }) {
  return JSON.parse(bridge.render_player(file, name));
}

function zip(folder) {
  return { bytes: bridge.zip_folder(folder).toJs() };
}

// Returns a stamp of each file below the club's folder, by its path. A stamp changes with the content of the file.
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

const ACTIONS = { start, put, drop, run, enter, check, again, club, player, zip };

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ done: (await ACTIONS[data.action](data.request)) ?? {} });
  } catch (error) {
    self.postMessage({ failed: String(error.message ?? error) });
  }
};
