"""Saving from xladdin.html into the folder of the workbook: a dated copy first, and never over a newer file."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.app.driving import BROWSERS, ONE, Step, app, drive, file_of, fill, look, press, tab
from tests.helpers.clubs import recalc_club, sample_book, set_rule
from xladdin.workbook.schema import WEB_FOLDER, WEB_NAMES


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """Return the app on a web server of this machine. There a page has a folder of its own with real file handles."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(app().parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{app().name}"
        server.shutdown()


FOLDER = """(async (name, content = "") => {
  window.root = await navigator.storage.getDirectory();
  window.put = async (name, bytes) => {
    const writing = await (await root.getFileHandle(name, { create: true })).createWritable();
    await writing.write(bytes);
    await writing.close();
  };
  window.there = async (folder) => {
    const names = [];
    for await (const name of folder.keys()) { names.push(name); }
    return names.sort();
  };
  if (content) { // else the folder is as it was left
    for (const one of await there(root)) { await root.removeEntry(one, { recursive: true }); }
    await put(name, Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)));
  }
  state.folder = { folder: root, names: await disk.listWorkbooks(root) };
  await runAction(() => chooseWorkbook(name));
  return state.folder.names;
})"""
WRONG = "[...document.querySelectorAll('.wrong.words')].map((one) => one.textContent).join(' ')"


def in_folder(path: Path) -> Step:
    """Open the workbook in a folder of the page that holds nothing else."""
    return look(f"{FOLDER}('{path.name}', '{base64.b64encode(path.read_bytes()).decode()}')")


@pytest.mark.parametrize("browser", BROWSERS)
def test_save_writes_into_the_same_file_with_a_dated_copy(browser: str, tmp_path: Path, served: str) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    name, bytes_now = path.name, f"root.getFileHandle('{path.name}').then((one) => one.getFile())"
    steps = [
        in_folder(path), press("Recalculate"), look(f"put('.~lock.{name}#', new Uint8Array(1))"), press("Save"),
        look(WRONG), look(f"root.removeEntry('.~lock.{name}#')"), press("Save"),
        look(f"{bytes_now}.then(readBytes).then((bytes) => equalBytes(bytes, engine.files.get('{name}')))"),
        look("root.getDirectoryHandle('backups').then(there)"), look("state.unsaved"),
        look(f"(state.unsaved = true, put('{name}', new Uint8Array(7)))"),
        look("(async () => { await runAction(save); return state.unsaved; })()"), look(WRONG),
        look(f"{bytes_now}.then((file) => file.size)"),
    ]  # fmt: skip
    names, _, _, _, elsewhere, _, saved, same, copies, unsaved, _, still, changed, size = drive(browser, steps, served)[
        "answers"
    ]
    assert names == [name]
    assert f"{name} is open in Excel or LibreOffice." in elsewhere
    assert f"{name} is saved." in saved
    assert same and not unsaved
    assert [copy for copy in copies if copy.endswith(".xlsx")]
    assert still and f"{name} has changed in the meantime." in changed
    assert size == 7


CLOSED_HALF_WAY = """(() => {
  FileSystemWritableFileStream.prototype.close = () => new Promise(() => {}); // the last step never comes
  runAction(save);
  return new Promise((done) => setTimeout(done, 300));
})()"""
FULL_ONCE = """(() => {
  const { write } = FileSystemWritableFileStream.prototype;
  FileSystemWritableFileStream.prototype.write = () => {
    Object.assign(FileSystemWritableFileStream.prototype, { write });
    return Promise.reject(new Error("quota exceeded"));
  };
})()"""
THERE = """(async (name) => {
  const file = await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile();
  return btoa(Array.from(await readBytes(file), (byte) => String.fromCharCode(byte)).join(""));
})"""


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_page_closed_or_a_disk_full_half_way_leaves_the_file_as_it_was(
    browser: str, tmp_path: Path, served: str
) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    content, bytes_now = base64.b64encode(path.read_bytes()).decode(), look(f"{THERE}('{path.name}')")
    steps = [
        in_folder(path), press("Recalculate"), look(CLOSED_HALF_WAY), {"reload": True}, bytes_now,
        in_folder(path), press("Recalculate"), look(FULL_ONCE), press("Save"), look(f"[{WRONG}, state.unsaved]"),
        bytes_now,
    ]  # fmt: skip
    _, _, _, after_reload, _, _, _, _, (message, unsaved), after_full = drive(browser, steps, served)["answers"]
    assert after_reload == after_full == content
    assert "could not be written (quota exceeded). The file is unchanged." in message
    assert unsaved


SLOWLY = """(async () => {
  const { close } = FileSystemWritableFileStream.prototype;
  FileSystemWritableFileStream.prototype.close = async function () {
    Object.assign(FileSystemWritableFileStream.prototype, { close }); // the first time alone
    await new Promise((done) => setTimeout(done, 800));
    return close.call(this);
  };
  runAction(save);
  while (!(await navigator.locks.query()).held.length) { await new Promise(setTimeout); } // it has come first
})()"""
ENDED = "(async () => { while (state.busy) { await new Promise(setTimeout); } return state.unsaved; })()"


@pytest.mark.parametrize("browser", ONE)
def test_of_two_tabs_that_save_at_once_the_first_one_counts(browser: str, tmp_path: Path, served: str) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    content = base64.b64encode(path.read_bytes()).decode()
    steps = [
        in_folder(path), press("Recalculate"), tab(1), look(f"{FOLDER}('{path.name}')"), press("Recalculate"),
        tab(0), look(SLOWLY), tab(1), press("Save"), look(f"[{WRONG}, state.unsaved]"),
        tab(0), look(ENDED), file_of(path.name), look(f"{THERE}('{path.name}')"),
    ]  # fmt: skip
    *_, (message, second_unsaved), first_unsaved, saved, bytes_now = drive(browser, steps, served)["answers"]
    assert f"{path.name} has changed in the meantime. Nothing was saved" in message
    assert second_unsaved and not first_unsaved
    assert bytes_now == saved != content


HOLDING = """(async (word) => {
  const found = [];
  const walk = async (folder, path) => {
    for await (const [name, one] of folder.entries()) {
      if (one.kind === "directory") { await walk(one, `${path}${name}/`); continue; }
      const text = await (await one.getFile()).text();
      if (!word || text.includes(word)) { found.push(path + name); }
    }
  };
  await walk(root, "");
  return found.sort();
})"""


@pytest.mark.parametrize("folder", ["", "club page"])
def test_a_forgotten_player_is_on_no_page_of_the_folder_after_a_save(folder: str, tmp_path: Path, served: str) -> None:
    """This holds wherever the command line has put the page, and without a visit to the pages once it is opened."""
    path = sample_book("montreal", tmp_path)
    set_rule(path, WEB_NAMES.name, "names")
    set_rule(path, WEB_FOLDER.name, folder)
    recalc_club(path)
    published = """(async () => {
      await runCommand('publish', workbookName());
      await disk.writePage(engine.files);
    })()"""
    again = look(f"{FOLDER}('{path.name}')")
    steps = [in_folder(path), look(published), again, look(f"{HOLDING}('Sally')"), press("More"),
             fill(name="Sally"), press("Forget a player: there is no undo"), press("Save"), look(f"{HOLDING}('Sally')"),
             look(f"{HOLDING}('')")]  # fmt: skip
    *_, before, _, _, saved, after, left = drive("chrome", steps, served)["answers"]
    page = folder or f"{path.stem} page"
    assert f"{page}/index.html" in before
    assert f"{path.name} is saved." in saved
    assert after == []
    assert left == [path.name]
