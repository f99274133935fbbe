// Runs Python in a worker: starts it, sends it one request at a time, and restarts it when a run is cancelled.
class Engine {
  constructor(embeddedElement, onStep) {
    this.embeddedElement = embeddedElement; // a function from a name to the element with that embedded file
    this.onStep = onStep; // called with the current step
    this.files = new Map(); // path -> bytes: a copy of the worker's files, which a restart needs
    this.queue = Promise.resolve();
    this.cancellations = 0;
    this.ready = this.prepare();
  }

  async prepare() {
    this.onStep("Loading Python");
    const [script, wasm, library, packages, reader] = await Promise.all(
      ["worker", "wasm", "library", "packages", "reader"].map((name) => this.unpack(name)),
    );
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const module = await WebAssembly.compile(wasm);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    const lock = JSON.parse(this.embeddedElement("lock").textContent);
    this.startRequest = { module, library, packages, reader, lock, zone };
    await this.launch();
  }

  async unpack(name) {
    const text = atob(this.embeddedElement(name).textContent);
    const packed = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) { packed[index] = text.charCodeAt(index); } // Uint8Array.from with a callback takes a second
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async launch() {
    this.worker = new Worker(this.script);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.receive({ failed: event.message });
    await this.post("start", this.startRequest);
    await this.post("put", Object.fromEntries(this.files));
  }

  post(action, request) {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.worker.postMessage({ action, request });
    });
  }

  receive({ step, done, failed }) {
    if (step !== undefined) { return this.onStep(step); }
    const { resolve, reject } = this.waiting;
    failed === undefined ? resolve(done) : reject(new Error(failed));
  }

  // Sends a request after all earlier requests are answered, and returns a promise of the answer.
  ask(action, request) {
    const cancellations = this.cancellations;
    const answer = this.queue.then(() => this.ready).then(() => {
      if (this.cancellations !== cancellations) { throw new CancelledError(); }
      return this.post(action, request);
    });
    this.queue = answer.catch(() => {});
    return answer;
  }

  async put(files) {
    for (const [path, bytes] of Object.entries(files)) { this.files.set(path, bytes); }
    await this.ask("put", files);
  }

  async drop(paths) {
    paths.forEach((path) => this.files.delete(path));
    await this.ask("drop", paths);
  }

  run(args) {
    return this.runInWorker("run", { args });
  }

  // Adds the games of an evening to a workbook.
  enter(file, typed) {
    return this.runInWorker("enter", { file, typed });
  }

  async runInWorker(action, request) {
    const answer = await this.ask(action, { ...request, language: document.documentElement.lang });
    for (const [path, bytes] of Object.entries(answer.written)) { this.files.set(path, bytes); }
    answer.removed.forEach((path) => this.files.delete(path));
    return answer;
  }

  // Stops the current run at once. The files are restored to their state before it.
  cancel() {
    this.cancellations++;
    this.worker.terminate();
    this.waiting?.reject(new CancelledError());
    this.ready = this.launch();
  }
}

class CancelledError extends Error {}
