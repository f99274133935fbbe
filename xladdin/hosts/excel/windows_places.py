"""What the doctor looks for in the places of Windows and OneDrive."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from xladdin.hosts.finding import Finding, Machine

_ZONE = re.compile(r"^ZoneId=([34])", re.MULTILINE)
"""The internet and restricted sites, of Windows' zones."""


def library(machine: Machine, version: str) -> Finding:
    """xlwings' library, which VBA loads from the interpreter's folder or its parent and from nowhere else."""
    name, folder = f"xlwings64-{version}.dll", Path(machine.python).parent
    for place_ in (folder, folder.parent):
        if (place_ / name).exists():
            return Finding("Library for functions", str(place_ / name), "Excel finds it beside Python.")
    meaning = f"Excel looks for {name} in {folder} and in {folder.parent} alone: worksheet functions and buttons fail."
    remedy = f'"{machine.python}" -m pip install --force-reinstall --no-user xlwings=={version}'
    elsewhere = next(machine.home.glob(f"AppData/Roaming/Python/Python*/{name}"), None)
    if elsewhere is not None:
        return Finding("Library for functions", f"{elsewhere} (pip install --user)", meaning, remedy, is_well=False)
    return Finding("Library for functions", "not there", meaning, remedy, is_well=False)


def place(file: Path) -> Iterator[Finding]:
    """The mark of Protected View, and a folder that OneDrive keeps."""
    if _ZONE.search(_mark(file)):
        meaning = "It came from the web or by mail: Excel opens it in Protected View, where nothing is computed."
        remedy = "Right-click the file, Properties, Unblock."
        yield Finding("Mark of the web", "there", meaning, remedy, is_well=False)
    if "onedrive" in (part.partition(" ")[0].lower() for part in file.resolve().parts):
        meaning = "Excel names it by its web address, and AutoSave writes while you work."
        remedy = "Switch AutoSave off before you recalculate, or keep the workbook in a folder that is not OneDrive's."
        yield Finding("Folder", "OneDrive's", meaning, remedy)


def _mark(file: Path) -> str:
    """The stream in which Windows keeps where a file came from. It is empty on other systems."""
    try:
        with open(f"{os.fspath(file)}:Zone.Identifier", encoding="utf-8", errors="replace") as stream:
            return stream.read(4096)
    except OSError:
        return ""
