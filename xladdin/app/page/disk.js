// A workbook on the reader's disk: opened, and saved back with a dated copy where the browser can write into a folder.
const WORKBOOK = /\.xls[xm]$/i;

class Disk {
  constructor() {
    this.folder = null; // a handle, where the folder was opened
    this.file = null; // what was chosen or dropped, where the file was opened alone
    this.name = ""; // of the workbook
    this.stamp = ""; // time and size of the file as it was read
    this.read = null; // its bytes, where it was opened alone
    this.page = ""; // the folder of the web page, as the workbook names it
    this.copies = []; // the paths of the dated copies in the folder
    this.forgets = false; // whether a player was taken out, so that the page on the disk is to change with the workbook
  }

  static get opensFolders() {
    return "showDirectoryPicker" in window;
  }

  get stem() {
    return this.name.replace(WORKBOOK, "");
  }

  // What an earlier version noted beside the workbook about its page. It is read once, and then goes.
  get record() {
    return `${this.stem}.page.json`;
  }

  // A workbook that was made here, and is on no disk yet.
  begin(name) {
    Object.assign(this, { folder: null, file: null, name, stamp: "", page: "", forgets: false });
  }

  // The workbook of a file that was chosen or dropped.
  async take(file) {
    const bytes = await bytesOf(file);
    this.begin(file.name);
    Object.assign(this, { file, stamp: stampOf(file), read: bytes });
    return { [file.name]: bytes };
  }

  // The workbooks of a folder; the caller chooses one.
  async open(folder) {
    const names = [];
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "file" && WORKBOOK.test(name) && !name.startsWith("~$")) { names.push(name); }
    }
    return names.sort();
  }

  // A workbook of the folder, with what lies beside it: its dated copies, and the record of its page.
  async choose(folder, name) {
    const file = await (await folder.getFileHandle(name)).getFile();
    const files = { [name]: await bytesOf(file) };
    this.begin(name);
    Object.assign(this, { folder, stamp: stampOf(file) });
    await this.gather(folder, "", files, (one) => one === this.record);
    await this.gatherFolder("backups", files);
    this.copies = copiesIn(Object.keys(files));
    this.hasRecord = this.record in files;
    return files;
  }

  // The club's page as it was written last.
  async gatherFolder(name, files = {}) {
    const folder = await this.folder?.getDirectoryHandle(name).catch(() => null);
    if (folder) { await this.gather(folder, `${name}/`, files); }
    return files;
  }

  async gather(folder, path, files, accepts = null) {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") {
        if (!accepts) { await this.gather(handle, `${path}${name}/`, files); }
      } else if (!accepts || accepts(name)) {
        files[path + name] = await bytesOf(await handle.getFile());
      }
    }
  }

  // The workbook where it was saved elsewhere since it was read; null where it is as it was. What was typed counts.
  async reloadIfChanged() {
    if (this.folder) {
      const present = await (await this.folder.getFileHandle(this.name)).getFile();
      return stampOf(present) === this.stamp ? null : () => this.choose(this.folder, this.name);
    }
    const present = this.file && (await bytesOf(this.file).catch(() => null)); // unreadable in Chrome once it is another
    if (this.file && !(present && equalBytes(present, this.read))) {
      throw new RefusalError("{name} was saved in Excel since you opened it. Drop it here again, then click Recalculate.", { name: this.name });
    }
    return null;
  }

  // Writes the workbook back, the copies first. Says why not where the file changed meanwhile or is open elsewhere.
  async save(files) {
    if (!this.folder) { return this.download(this.name, files.get(this.name)); }
    await navigator.locks.request(`xladdin ${this.name}`, () => this.write(files));
  }

  async write(files) {
    for (const lock of [`~$${this.name}`, `.~lock.${this.name}#`]) {
      if (await this.folder.getFileHandle(lock).catch(() => null)) {
        throw new RefusalError("{name} is open in Excel or LibreOffice. Close it there, then save again.", { name: this.name });
      }
    }
    const present = await this.folder.getFileHandle(this.name).then((handle) => handle.getFile(), () => null);
    if (this.stamp && (!present || stampOf(present) !== this.stamp)) {
      throw new RefusalError("{name} has changed in the meantime. Nothing was saved: open it again, then recalculate.", { name: this.name });
    }
    await this.writeAll(files, (path) => path.startsWith("backups/"));
    await this.writeFile(this.name, files.get(this.name));
    this.stamp = stampOf(await (await this.folder.getFileHandle(this.name)).getFile());
    await this.removeAll(this.copies.filter((path) => !files.has(path)));
    if (this.hasRecord && !files.has(this.record)) { await this.removeAll([this.record]); }
    this.copies = copiesIn(files.keys());
    if (this.forgets) { await this.writePage(files); }
    this.forgets = false;
  }

  // The folder of the club's page, beside the workbook: what changed is written, what is no longer there removed.
  async writePage(files) {
    const old = Object.keys(await this.gatherFolder(this.page));
    await this.writeAll(files, (path) => path.startsWith(`${this.page}/`));
    await this.removeAll(old.filter((path) => !files.has(path)));
  }

  async removeAll(paths) {
    for (const path of paths) {
      const { folder, name } = await this.place(path);
      await folder.removeEntry(name).catch((error) => { if (error.name !== "NotFoundError") { throw error; } });
    }
  }

  async writeAll(files, accepts) {
    for (const [path, bytes] of files) {
      if (accepts(path)) { await this.writeFile(path, bytes); }
    }
  }

  async place(path) {
    const [name, ...folders] = path.split("/").reverse();
    let folder = this.folder;
    for (const one of folders.reverse()) { folder = await folder.getDirectoryHandle(one, { create: true }); }
    return { folder, name };
  }

  async writeFile(path, bytes) {
    const { folder, name } = await this.place(path);
    const present = await folder.getFileHandle(name).then((handle) => handle.getFile(), () => null);
    if (present?.size === bytes.length && equalBytes(await bytesOf(present), bytes)) { return; }
    const writing = await (await folder.getFileHandle(name, { create: true })).createWritable();
    try {
      await writing.write(bytes);
      await writing.close(); // only now does the new file take the place of the old
    } catch (error) {
      await writing.abort().catch(() => {});
      throw new RefusalError("{path} could not be written ({reason}). The file is unchanged. Free some disk space, then save again.", { path, reason: error.message });
    }
  }

  download(name, bytes) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name.split("/").pop();
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}

// Why something is not done, in words that are in the table of words.
class RefusalError extends Error {
  constructor(words, values) {
    super(words);
    this.values = values;
  }
}

const copiesIn = (paths) => [...paths].filter((path) => path.startsWith("backups/"));

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());
const stampOf = (file) => `${file.lastModified} ${file.size}`;
const equalBytes = (one, other) => one.length === other.length && one.every((byte, place) => byte === other[place]);
