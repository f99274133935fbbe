// The worker from the page's side: started, asked one thing after another, and started again when a run is cancelled.
class Engine {
  constructor(pieces, onStep) {
    this.pieces = pieces; // name -> element that holds a piece as text
    this.onStep = onStep; // takes each step of what is being done
    this.files = new Map(); // path -> bytes: what the worker holds, which is gone with it
    this.turn = Promise.resolve();
    this.cancelled = 0; // times
    this.ready = this.prepare();
  }

  async prepare() {
    this.onStep("Loading Python");
    const [script, wasm, library, packages, reader] = await Promise.all(
      ["worker", "wasm", "library", "packages", "reader"].map((name) => this.unpacked(name)),
    );
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const module = await WebAssembly.compile(wasm);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    const lock = JSON.parse(this.pieces("lock").textContent);
    this.start = { module, library, packages, reader, lock, zone };
    await this.launch();
  }

  async unpacked(name) {
    const text = atob(this.pieces(name).textContent);
    const packed = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) { packed[at] = text.charCodeAt(at); } // a function for each letter takes a second
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async launch() {
    this.worker = new Worker(this.script);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.receive({ failed: event.message });
    await this.post("start", this.start);
    await this.post("put", Object.fromEntries(this.files));
  }

  post(work, request) {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.worker.postMessage({ work, with: request });
    });
  }

  receive({ step, done, failed }) {
    if (step !== undefined) { return this.onStep(step); }
    const { resolve, reject } = this.waiting;
    failed === undefined ? resolve(done) : reject(new Error(failed));
  }

  // One thing at a time, in the order asked.
  ask(work, request) {
    const before = this.cancelled;
    const asking = this.turn.then(() => this.ready).then(() => {
      if (this.cancelled !== before) { throw new CancelledError(); }
      return this.post(work, request);
    });
    this.turn = asking.catch(() => {});
    return asking;
  }

  async put(files) {
    for (const [path, bytes] of Object.entries(files)) { this.files.set(path, bytes); }
    await this.ask("put", files);
  }

  async drop(paths) {
    paths.forEach((path) => this.files.delete(path));
    await this.ask("drop", paths);
  }

  run(words) {
    return this.runInWorker("run", { words });
  }

  // Writes the games of an evening into a workbook.
  enter(file, typed) {
    return this.runInWorker("enter", { file, typed });
  }

  async runInWorker(work, request) {
    const answer = await this.ask(work, { ...request, language: document.documentElement.lang });
    for (const [path, bytes] of Object.entries(answer.written)) { this.files.set(path, bytes); }
    answer.gone.forEach((path) => this.files.delete(path));
    return answer;
  }

  // Ends what is running at once. The files are those from before it.
  cancel() {
    this.cancelled++;
    this.worker.terminate();
    this.waiting?.reject(new CancelledError());
    this.ready = this.launch();
  }
}

class CancelledError extends Error {}
