"""xlwings Server serves our functions and our button from the project folder that `xladdin server` writes."""

from __future__ import annotations

import asyncio
import datetime as dt
import re
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.excel.remote_book import RemoteBook
from tests.helpers.excel.xlwings_server import Refused, Server, running_server
from tests.helpers.programs.finding import ROOT, run_program
from tests.helpers.values import ExcelError
from xladdin import functions
from xladdin.errors import FileProblem
from xladdin.functions.registration import DESCRIBED
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.hosts.office_js.server import LABELS, LARGEST_BODY, SECONDS, write_project
from xladdin.hosts.office_js.server_limits import Limits
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server over the folder, stopped by its own process id."""
    project = tmp_path_factory.mktemp("server") / "clubs"
    write_project(project)
    with running_server(project) as running:
        yield running


def page(server: Server, path: str) -> str:
    with urllib.request.urlopen(f"{server.address}/{path}") as answer:
        return str(answer.read().decode())


def test_every_function_is_served(server: Server) -> None:
    served = [function["name"] for function in server.get("xlwings/custom-functions-meta")["functions"]]
    assert sorted(served) == sorted(function.name for function in DESCRIBED)


def test_functions_answer_as_plain_python(server: Server) -> None:
    assert server.call_function("LEXCHANGE", [1824, 1708, 459, 272, 60]) == [[4]]
    rows = [[1824], [1500], [None], ["none"]]
    others = [[[value], [value], [None], [value]] for value in (1708, 459, 272, 60)]
    plain = functions.LEXCHANGE(rows, *others)
    assert plain[3] == ["#VALUE! r1 none: must be a number"]
    spilled = server.call_function("LEXCHANGE", [rows, *others])
    assert spilled == [[4], plain[1], [""], ["#VALUE!"]]
    assert isinstance(spilled[3][0], ExcelError)
    assert server.call_function("CLUBSYSTEMS", []) == functions.CLUBSYSTEMS()


def test_wrong_arguments_come_back_with_their_message_and_are_not_retried(server: Server) -> None:
    with pytest.raises(Refused, match=r"^400: games -1: must be 0 or more$"):
        server.call_function("LEXCHANGE", [1824, 1708, 459, 272, -1])


def test_button_recalculates(server: Server, tmp_path: Path) -> None:
    scripts = [(script["function_name"], script["name"]) for script in server.get("xlwings/custom-scripts-meta")]
    assert sorted(name for _, name in scripts) == ["Import games", "Pair tonight", "Recalculate"]
    path = tmp_path / "club.xlsx"
    make_book(SYSTEMS["montreal"], path, sample_files("montreal"), dt.datetime(2026, 1, 1))
    book = RemoteBook(path)
    book.apply(server.run_script("recalculate", book.payload()))
    (message,) = book.alerts
    assert "rated." in message
    recalculate_file(path, None, dt.datetime(2026, 1, 2))
    expected = RemoteBook(path).workbook["Players"]
    assert list(book.workbook["Players"].values) == list(expected.values)


def test_pages_carry_our_names(server: Server) -> None:
    assert re.search(r'xw-click="recalculate"[^>]*>\s*Recalculate', page(server, "taskpane.html"))
    manifest = page(server, "manifest.xml")
    assert 'id="MyFunctionButton.Label" DefaultValue="Recalculate"' in manifest
    assert "<FunctionName>recalculate</FunctionName>" in manifest
    assert not [label for label in LABELS if label in manifest]
    assert 'associate("recalculate"' in page(server, "static/js/ribbon.js")


def test_a_request_without_limit_is_refused(server: Server) -> None:
    with pytest.raises(Refused, match=r"^413: A request may have 5,242,880 bytes\. Give smaller ranges\.$"):
        server.call_function("LEXCHANGE", [[["x" * LARGEST_BODY]]])
    assert server.call_function("LEXCHANGE", [1824, 1708, 459, 272, 60]) == [[4]]


def answered(
    limits: Limits, messages: list[dict[str, object]], wait: float = 0, scope: dict[str, Any] | None = None
) -> list[dict[str, object]]:
    """What is sent back to a request that arrives in these messages, each after a wait."""
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        await asyncio.sleep(wait)
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(limits(scope or {"type": "http"}, receive, send))
    return sent


def test_limits_of_a_request() -> None:
    got = []

    async def quick(_: Any, receive: Any, send: Any) -> None:
        got.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200})

    async def slow(_: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(60)

    body = [{"body": b"123", "more_body": True}, {"body": b"45"}]
    assert answered(Limits(quick, largest=5), list(body))[0]["status"] == 200
    assert got == [b"12345"]
    assert answered(Limits(quick, largest=4), list(body))[0]["status"] == 413
    assert answered(Limits(quick, seconds=0.01), list(body), wait=1)[0]["status"] == 408
    assert answered(Limits(slow, seconds=0.01), list(body))[0]["status"] == 503
    assert got == [b"12345"]


WITHOUT_END = """
from xladdin.functions import *
import xladdin.functions as all_functions

def LEXCHANGE(*arguments):
    while True:
        pass

LEXCHANGE.__xlfunc__ = all_functions.LEXCHANGE.__xlfunc__
"""


def workers_of(server: Server) -> set[int]:
    """Processes that the server has started."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if f"PPid:\t{server.process}\n" in status.read_text():
                found.add(int(status.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up as Linux lists them")
def test_a_function_without_end_ends_with_its_process(tmp_path: Path) -> None:
    write_project(tmp_path / "clubs")
    (tmp_path / "clubs" / "custom_functions" / "__init__.py").write_text(WITHOUT_END)
    routers = tmp_path / "clubs" / "routers" / "custom.py"
    routers.write_text(routers.read_text().replace("add_middleware(Limits", "add_middleware(Limits, seconds=3"))
    with running_server(tmp_path / "clubs") as server:
        assert server.call_function("MTLCHANGE", [1710, 1200, 400, 325]) == [[3]]
        (worker,) = workers_of(server)
        with pytest.raises(Refused, match=r"^413: The answer took too long, and was not computed to its end\."):
            server.call_function("LEXCHANGE", [1824, 1708, 459, 272, 60])
        assert workers_of(server) == set()
        assert server.call_function("MTLCHANGE", [1710, 1200, 400, 325]) == [[3]]
        assert workers_of(server).isdisjoint({worker})
    readme = (tmp_path / "clubs" / "README.md").read_text()
    assert f"not done after {SECONDS} seconds is ended\nwith its work" in readme


class FakeWorker:
    """Answers with what it is asked; may have ended in between."""

    def __init__(self, answers: bytes) -> None:
        self.answers, self.is_alive, self.ended = answers, True, False

    def ask(self, question: bytes) -> bytes:
        return self.answers

    def end(self) -> None:
        self.ended = True


def test_a_worker_that_has_ended_gives_way_to_a_new_one() -> None:
    started: list[FakeWorker] = []
    said = b'[{"type": "http.response.start", "status": 200, "headers": [["a", "b"]]}]\n'

    def start(seconds: float) -> FakeWorker:
        started.append(FakeWorker(said if len(started) < 2 else b""))
        return started[-1]

    async def app(*_: Any) -> None:
        raise AssertionError("the server itself computes nothing")

    limits = Limits(app, start=start)
    scope = {"type": "http", "method": "POST", "path": "/xlwings/custom-functions-call", "headers": []}
    body = [{"body": b"12"}]
    assert answered(limits, list(body), scope=scope) == [
        {"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]}
    ]
    started[0].is_alive = False
    assert answered(limits, list(body), scope=scope)[0]["status"] == 200
    started[1].is_alive = False
    assert answered(limits, list(body), scope=scope)[0]["status"] == 413
    assert [worker.ended for worker in started] == [True, True, True]


def test_the_project_says_that_it_has_no_login_and_keeps_the_key_for_its_owner(tmp_path: Path) -> None:
    write_project(tmp_path / "clubs")
    assert "It has no login" in (tmp_path / "clubs" / "README.md").read_text()
    if sys.platform != "win32":
        assert (tmp_path / "clubs" / ".env").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
@pytest.mark.parametrize("name", ["routers", ".env", "static"])
def test_a_project_follows_no_link(name: str, tmp_path: Path) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "clubs").mkdir()
    (tmp_path / "clubs" / name).symlink_to(tmp_path / ("victim" if name != ".env" else "nothing"))
    with pytest.raises(FileProblem, match=f"has {re.escape(name)} already"):
        write_project(tmp_path / "clubs")
    assert [*(tmp_path / "victim").iterdir()] == []
    assert [path.name for path in (tmp_path / "clubs").iterdir()] == [name]


HALF_A_PROJECT = """
import resource, sys
from pathlib import Path
from typing import Any
from xladdin.errors import FileProblem
from xladdin.hosts.office_js.server import write_project
resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
try:
    write_project(Path(sys.argv[1]))
except FileProblem as problem:
    print(problem)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX's")
def test_half_a_project_is_taken_away(tmp_path: Path) -> None:
    said = run_program(
        [sys.executable, "-c", HALF_A_PROJECT, tmp_path / "new" / "clubs"], env={"PYTHONPATH": str(ROOT)}
    )
    assert "the disk is full" in said
    assert [*tmp_path.iterdir()] == []


def test_project_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(FileProblem, match=r"has pyproject\.toml already"):
        write_project(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]


def test_each_project_has_its_own_identity(tmp_path: Path) -> None:
    identities = set()
    for name in ("first", "second"):
        write_project(tmp_path / name)
        identities |= set(
            re.findall(r'manifest_id_\w+ = "([0-9a-f-]{36})"', (tmp_path / name / "pyproject.toml").read_text())
        )
    assert len(identities) == 10


def test_command_writes_the_project_and_says_what_comes_next(tmp_path: Path) -> None:
    folder = tmp_path / "clubs"
    command = [sys.executable, "-m", "xladdin", "server", folder]
    said = run_program(command, env={"PYTHONPATH": str(ROOT)})
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert all(f"{path} is made.\n" in said for path in written)
    assert f"Write a licence key for xlwings Server into {folder}/.env" in said
    run_program(command, env={"PYTHONPATH": str(ROOT)}, statuses=(2,))
