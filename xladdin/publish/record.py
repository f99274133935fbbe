"""The memory of a club's page, in NAME.page.json beside the workbook. The folder holds nothing but pages.

It names players in full. So it lies beside the workbook, and never in the folder that everybody may read.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from xladdin.cells.text import name_key
from xladdin.errors import FileProblem
from xladdin.files.safety.new_file import OWNER_ALONE, named_beside
from xladdin.files.safety.outputs import OutputKind, safely_put
from xladdin.reports.public.names_shown import SHOWN

if TYPE_CHECKING:
    from xladdin.publish.evening_report import EveningReport
    from xladdin.replay import Replay

_MADE_BY = "xladdin publish"
_KIND = OutputKind("page record of xladdin", ".json", lambda beginning: _MADE_BY.encode() in beginning)
_PLAIN_NAME = re.compile(r"[a-z0-9-]+(\.[a-z]+)?", re.ASCII)
_DEEPEST = 3
_LARGEST = 256_000_000


@dataclass
class PageRecord:
    """The memory of a page. `folder` leads there from the workbook's own folder. `private`
    says what is shown of players, by name, and of all others by nothing. `files` are ours in the folder. `past` has
    evenings of earlier workbooks, with all names."""

    folder: str = ""
    language: str = ""
    private: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    past: list[EveningReport] = field(default_factory=list)


def record_path(workbook: Path) -> Path:
    """The path of the record of a workbook."""
    return named_beside(workbook, "", ".page.json", stem=workbook.stem)


def read_record(workbook: Path) -> PageRecord:
    """The record of a workbook. It is empty if nothing was published. Raises FileProblem if it is damaged."""
    place = record_path(workbook)
    if not os.path.lexists(place):
        return PageRecord()
    try:
        found = place.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise ValueError
        content = json.loads(place.read_bytes())
        content.pop("made by")
        past = content.pop("past")
        record = PageRecord(**content)
        texts = [record.folder, record.language, *record.private, *record.files]
        if not all(isinstance(text, str) for text in texts) or not set(record.private.values()) <= set(SHOWN):
            raise ValueError
        if not all(map(_is_within, record.files)):
            raise ValueError
        if past:
            from xladdin.publish.evening_report import from_json

            record.past = list(map(from_json, past))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise FileProblem(
            f"{place} cannot be read. It remembers who is not shown by name: move it away, and publish again "
            "with --private for each of them."
        ) from None
    return record


def write_record(workbook: Path, record: PageRecord) -> None:
    """Writes the record of a workbook if it has changed. Raises FileProblem if it cannot."""
    from xladdin.publish.evening_report import as_json

    content = {"made by": _MADE_BY, **vars(record), "files": sorted(record.files)}
    content["past"] = list(map(as_json, record.past))
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in content.items()]
    text = "{{\n{}\n}}\n".format(",\n".join(lines)).encode("utf-8", "surrogatepass")
    place = record_path(workbook)
    if not place.is_file() or place.read_bytes() != text:
        may = stat.S_IMODE(workbook.stat().st_mode) if workbook.exists() else OWNER_ALONE
        safely_put(place, lambda target: target.write(text), _KIND._replace(mode=may))


def handed_on(old: Path, new: Path, found: Replay, *, keep_log: bool) -> PageRecord | None:
    """The record of a workbook that follows another, or None if that was not published.

    It keeps the evenings of the old log unless that comes along whole. Raises as `read_record` does.
    """
    from xladdin.publish.evening_report import all_reports

    if not os.path.lexists(record_path(old)):
        return None
    record = read_record(old)
    folder = folder_of(old, record)
    if folder is not None:
        remember_folder(new, record, folder)
    if not keep_log:
        own = all_reports(found)
        days = {(report.day, report.title) for report in own}
        record.past = [*(report for report in record.past if (report.day, report.title) not in days), *own]
    return record


def folder_of(workbook: Path, record: PageRecord) -> Path | None:
    """The folder of the page, or None if there was none yet."""
    return workbook.parent / record.folder if record.folder else None


def remember_folder(workbook: Path, record: PageRecord, folder: Path) -> None:
    """Remembers the folder, so that a run finds it again if both are moved together."""
    own, page = workbook.resolve().parent, folder.resolve()
    record.folder = page.relative_to(own).as_posix() if page.is_relative_to(own) else str(page)


def named_shown(private: Mapping[str, str], names: Sequence[str], meant: Callable[[str], int | None]) -> dict[str, str]:
    """The wishes about these players under the names that they have now.

    `meant` gives the position of the player whom a spelling means: None for nobody, below 0 for a bye. A
    wish for another spelling counts for a player without one, so that an accent added by hand shows nobody.
    """
    exact = {name_key(name): name for name in names}
    kept = {exact[name_key(name)]: how for name, how in private.items() if name and name_key(name) in exact}
    for name, how in private.items():
        position = meant(name) if name else None
        if position is not None and position >= 0:
            kept.setdefault(names[position], how)
    return kept | ({"": private[""]} if "" in private else {})


def _is_within(path: str) -> bool:
    """Whether a path leads to a file of the folder or of one in it, and nowhere else."""
    parts = path.split("/")
    return len(parts) <= _DEEPEST and all(map(_PLAIN_NAME.fullmatch, parts))
