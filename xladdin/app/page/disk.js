// Opens a workbook from the user's disk, and saves it with a dated copy if the browser can write to its folder.
const WORKBOOK = /\.xls[xm]$/i;

class Disk {
  constructor() {
    this.folder = null; // its handle, if the folder was opened
    this.file = null; // the chosen or dropped file, if only that was opened
    this.name = ""; // the file name of the workbook
    this.stamp = ""; // time and size of the file when it was read
    this.originalBytes = null; // the content of the file, if only that was opened
    this.page = ""; // the folder of the web page, from the workbook's settings
    this.copies = []; // the paths of the dated copies in the folder
    this.hasForgotten = false; // whether a player was forgotten, so that saving also updates the page on the disk
  }

  static get opensFolders() {
    return "showDirectoryPicker" in window;
  }

  get stem() {
    return this.name.replace(WORKBOOK, "");
  }

  // The file next to the workbook in which earlier versions stored the choices for its page. It is read once and deleted.
  get record() {
    return `${this.stem}.page.json`;
  }

  // Switches to a new workbook that is not on the disk yet.
  reset(name) {
    Object.assign(this, { folder: null, file: null, name, stamp: "", page: "", hasForgotten: false });
  }

  // Reads a workbook that was chosen or dropped.
  async openFile(file) {
    const bytes = await readBytes(file);
    this.reset(file.name);
    Object.assign(this, { file, stamp: makeStamp(file), originalBytes: bytes });
    return { [file.name]: bytes };
  }

  // Returns the names of the workbooks in a folder.
  async listWorkbooks(folder) {
    const names = [];
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "file" && WORKBOOK.test(name) && !name.startsWith("~$")) { names.push(name); }
    }
    return names.sort();
  }

  // Reads a workbook of a folder, with its dated copies and the record of its page.
  async openFromFolder(folder, name) {
    const file = await (await folder.getFileHandle(name)).getFile();
    const files = { [name]: await readBytes(file) };
    this.reset(name);
    Object.assign(this, { folder, stamp: makeStamp(file) });
    await this.readFiles(folder, "", files, (path) => path === this.record);
    await this.readFolder("backups", files);
    this.copies = filterCopies(Object.keys(files));
    this.hasRecord = this.record in files;
    return files;
  }

  // Reads all files of a subfolder, such as the club's page.
  async readFolder(name, files = {}) {
    const folder = await this.folder?.getDirectoryHandle(name).catch(() => null);
    if (folder) { await this.readFiles(folder, `${name}/`, files); }
    return files;
  }

  async readFiles(folder, path, files, accepts = null) {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") {
        if (!accepts) { await this.readFiles(handle, `${path}${name}/`, files); }
      } else if (!accepts || accepts(name)) {
        files[path + name] = await readBytes(await handle.getFile());
      }
    }
  }

  // Returns a function that reads the workbook again, or null if the file is unchanged since it was read.
  async reloadIfChanged() {
    if (this.folder) {
      const present = await (await this.folder.getFileHandle(this.name)).getFile();
      return makeStamp(present) === this.stamp ? null : () => this.openFromFolder(this.folder, this.name);
    }
    const present = this.file && (await readBytes(this.file).catch(() => null)); // Chrome cannot read it once it has changed
    if (this.file && !(present && equalBytes(present, this.originalBytes))) {
      throw new RefusalError("{name} was saved in Excel since you opened it. Drop it here again, then click Recalculate.", { name: this.name });
    }
    return null;
  }

  // Saves the dated copies and then the workbook. Throws RefusalError if the file has changed or is open elsewhere.
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
    if (this.stamp && (!present || makeStamp(present) !== this.stamp)) {
      throw new RefusalError("{name} has changed in the meantime. Nothing was saved: open it again, then recalculate.", { name: this.name });
    }
    await this.writeAll(files, (path) => path.startsWith("backups/"));
    await this.writeFile(this.name, files.get(this.name));
    this.stamp = makeStamp(await (await this.folder.getFileHandle(this.name)).getFile());
    await this.removeAll(this.copies.filter((path) => !files.has(path)));
    if (this.hasRecord && !files.has(this.record)) { await this.removeAll([this.record]); }
    this.copies = filterCopies(files.keys());
    if (this.hasForgotten) { await this.writePage(files); }
    this.hasForgotten = false;
  }

  // Updates the folder of the club's page: writes the changed files, and deletes those that no longer exist.
  async writePage(files) {
    const old = Object.keys(await this.readFolder(this.page));
    await this.writeAll(files, (path) => path.startsWith(`${this.page}/`));
    await this.removeAll(old.filter((path) => !files.has(path)));
  }

  async removeAll(paths) {
    for (const path of paths) {
      const { folder, name } = await this.locate(path);
      await folder.removeEntry(name).catch((error) => { if (error.name !== "NotFoundError") { throw error; } });
    }
  }

  async writeAll(files, accepts) {
    for (const [path, bytes] of files) {
      if (accepts(path)) { await this.writeFile(path, bytes); }
    }
  }

  async locate(path) {
    const [name, ...folders] = path.split("/").reverse();
    let folder = this.folder;
    for (const part of folders.reverse()) { folder = await folder.getDirectoryHandle(part, { create: true }); }
    return { folder, name };
  }

  async writeFile(path, bytes) {
    const { folder, name } = await this.locate(path);
    const present = await folder.getFileHandle(name).then((handle) => handle.getFile(), () => null);
    if (present?.size === bytes.length && equalBytes(await readBytes(present), bytes)) { return; }
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
    try {
      await stream.write(bytes);
      await stream.close(); // replaces the old file at once
    } catch (error) {
      await stream.abort().catch(() => {});
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

// The reason for which an action is refused: a text of the page and its values.
class RefusalError extends Error {
  constructor(text, values) {
    super(text);
    this.values = values;
  }
}

const filterCopies = (paths) => [...paths].filter((path) => path.startsWith("backups/"));

const readBytes = async (file) => new Uint8Array(await file.arrayBuffer());
const makeStamp = (file) => `${file.lastModified} ${file.size}`;
const equalBytes = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);
