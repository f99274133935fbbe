"""We write a file in one way: whole or not at all, through no link, and over no file of anybody else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import xladdin

PACKAGE = Path(xladdin.__file__).parent
WRITERS = {"files/safe_write.py"}
"""These modules write and move files."""
LOCKS = "files/locks.py"
"""This opens the file of a lock, which never moves."""
COMPILING = {"app/building.py", "app/bridge.py", "locale/build_catalogues.py"}
"""These write what they compile: in a temporary folder of their own, or into the package when it is built."""
REMOVERS = (
    "files/locks.py",
    "files/safe_write.py",
    "hosts/publishing.py",
    "hosts/undo.py",
    "web_pages/page_folder.py",
)
WRITE_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}
WHOLE = {"write_bytes", "write_text", "symlink_to", "hardlink_to", "touch"}
OF_OS = {"replace", "rename", "renames", "link", "symlink", "truncate", "mkfifo", "mknod"}
OF_SHUTIL = {"copy", "copy2", "copyfile", "copytree", "move", "make_archive", "unpack_archive"}
OF_TEMPFILE = {"NamedTemporaryFile", "mkstemp", "mktemp"}
REMOVALS = {"unlink", "rmdir", "rmtree", "remove", "removedirs"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def writes(tree: ast.Module) -> Iterator[str]:
    """Every call of a syntax tree that may write a file, or move one."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        owner, name = parts(call)
        found = (
            name in WHOLE
            or (owner == "os" and name in OF_OS)
            or (owner == "shutil" and name in OF_SHUTIL)
            or (owner == "tempfile" and name in OF_TEMPFILE)
            or (owner == "sqlite3" and name == "connect")
            or (owner == "os" and name == "open" and has_write_flag(call))
            or (owner != "os" and name == "open" and writing_mode(call, 0 if owner else 1))
            or (name in ("replace", "rename") and len(call.args) == 1 and not call.keywords)
        )
        if found:
            yield f"line {call.lineno}: {ast.unparse(call)}"


def removals(tree: ast.Module) -> Iterator[str]:
    """Every call of a syntax tree that may remove a file or a folder by its path."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        owner, name = parts(call)
        if name in REMOVALS and (owner in ("os", "shutil") or not call.args):
            yield f"line {call.lineno}: {ast.unparse(call)}"


def parts(call: ast.Call) -> tuple[str, str]:
    """What a call belongs to, and its name: os and replace of os.replace(…)."""
    if isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func.value), call.func.attr
    return "", call.func.id if isinstance(call.func, ast.Name) else ""


def writing_mode(call: ast.Call, position: int) -> bool:
    """Whether an open(…) has a mode to write in. In a zip file a call names a member first, which is no mode."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "mode"] or call.args[position : position + 1]
    mode = given[0].value if given and isinstance(given[0], ast.Constant) else None
    return isinstance(mode, str) and bool(set(mode) & set("wax+")) and len(mode) <= len("r+b")


def has_write_flag(call: ast.Call) -> bool:
    names = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
    to_nowhere = bool(call.args) and ast.unparse(call.args[0]) == "os.devnull"
    return bool(names & WRITE_FLAGS) and not to_nowhere


def test_nothing_else_writes_a_file() -> None:
    others = ((path, tree) for path, tree in modules() if path not in {*WRITERS, LOCKS, *COMPILING})
    found = [f"{path}, {call}" for path, tree in others for call in writes(tree)]
    assert [call for call in found if "os.devnull" not in call] == []


def test_nothing_else_removes_a_file() -> None:
    found = [f"{path}, {call}" for path, tree in modules() if not path.startswith(REMOVERS) for call in removals(tree)]
    assert found == []
