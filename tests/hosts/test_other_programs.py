"""What we tell other programs: JSON, a module for Excel Labs, completion for a shell, and where Windows puts things."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from tests.helpers.clubs import edited, sample_book
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.ironcalc import engine_with_names
from xladdin.commands.main import COMMANDS, app
from xladdin.functions.catalogue import CATALOGUE
from xladdin.hosts.doctor import examine
from xladdin.hosts.excel.windows_places import library, place
from xladdin.hosts.finding import Finding, Machine
from xladdin.workbook.lambdas import lambda_names


def test_a_recalculation_as_json(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    checked, done, again = (run_here(command, path, "--json") for command in ("check", "recalc", "recalc"))
    assert [said.status for said in (checked, done, again)] == [0, 0, 0]
    first, second, third = (json.loads(said.out) for said in (checked, done, again))
    assert {"player": "Sally", "old": 1710, "new": 1709} in first["changes"]
    assert first["changes"] == second["changes"]
    assert (first["written"], second["written"], third["written"], third["anything_new"]) == (False, True, False, False)
    edited(path, ("Games", "B4", "Salli"))
    wrong = run_here("check", path, "--json")
    assert wrong.status == 1
    (problem,) = json.loads(wrong.out)["problems"]
    assert (problem["sheet"], problem["row"], problem["column"], problem["value"]) == ("Games", 4, "Player 1", "Salli")


def test_functions_and_findings_as_json() -> None:
    functions = json.loads(run_here("functions", "--json").out)["functions"]
    assert [function["name"] for function in functions] == list(CATALOGUE)
    (one,) = json.loads(run_here("functions", "missspread", "--json").out)["functions"]
    assert one["arguments"][1] | {"help": ""} == {"name": "diff", "help": "", "optional": True}
    found = json.loads(run_here("doctor", "--json").out)
    assert [finding["subject"] for finding in found["findings"]] == [finding.subject for finding in examine(None)]


def test_a_module_for_excel_labs(tmp_path: Path) -> None:
    """In the form that Excel stores, each function is what a workbook holds under its name, and gives its example."""
    said = run_here("functions", "--excel-labs", tmp_path / "ratings.txt")
    assert said.status == 0
    text = (tmp_path / "ratings.txt").read_text()
    assert "_xl" not in text
    entries = re.findall(r"^/\* ((?:(?!\*/)[\s\S])*) \*/\n(\w+) = (LAMBDA\(.*\));$", text, re.MULTILINE)
    assert [name for _, name, _ in entries] == list(lambda_names())
    for comment, name, _ in entries:
        assert comment.startswith(f"{CATALOGUE[name].syntax}: ")
        assert f"={CATALOGUE[name].example} gives {CATALOGUE[name].gives}" in comment
    stored = {name: as_stored(formula) for _, name, formula in entries}
    assert stored == lambda_names()
    assert engine_with_names(stored).evaluate("=LEXCHANGE(1824,1708,459,272,60)") == 4
    assert run_here("functions", "--excel-labs", tmp_path / "ratings.txt").status == 2


def test_the_help_of_every_function_as_a_page(tmp_path: Path) -> None:
    said = run_here("functions", "--html", tmp_path / "help.html")
    assert (said.status, said.out) == (0, f"Created {tmp_path / 'help.html'}: help for {len(CATALOGUE)} functions.\n")
    text = (tmp_path / "help.html").read_text()
    assert not [name for name in CATALOGUE if name not in text]
    assert run_here("functions", "--html", tmp_path / "help.html").status == 2


def as_stored(typed: str) -> str:
    """A typed LAMBDA as an .xlsx holds it."""
    declared = re.match(r"LAMBDA\(((?:\[?\w+\]?,)+?)IF\(", typed)
    assert declared is not None
    words = [word.strip("[]") for word in declared[1].rstrip(",").split(",")]
    words += re.findall(r"(?:LET\(|,)([a-z]\w*),", typed)
    stored = re.sub(r"\[(\w+)\]", r"_xlop.\1", typed)
    for word in dict.fromkeys(words):
        stored = re.sub(rf'(?<![\w."]){word}(?![\w("])', f"_xlpm.{word}", stored)
    return re.sub(r"(?<![\w.])(LAMBDA|LET|ISOMITTED)\(", r"_xlfn.\1(", stored)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_the_commands(shell: str) -> None:
    said = run_here("completion", shell)
    assert said.status == 0
    assert "_XLADDIN_COMPLETE" in said.out


@pytest.mark.parametrize(("before", "typed", "offered"), [([], "rec", ["recalc"]), (["recal"], "", [*COMMANDS])])
def test_a_misspelt_command_is_no_fault_where_a_shell_completes(
    before: list[str], typed: str, offered: list[str]
) -> None:
    found = BashComplete(app, {}, "xladdin", "_XLADDIN_COMPLETE").get_completions(before, typed)
    assert [item.value for item in found] == offered


def test_the_library_is_looked_for_where_vba_does(tmp_path: Path) -> None:
    scripts = tmp_path / "venv" / "Scripts"
    scripts.mkdir(parents=True)
    machine = Machine(platform="win32", home=tmp_path / "home", python=str(scripts / "python.exe"))
    missing = library(machine, "0.37.8")
    assert not missing.is_well and "--force-reinstall" in missing.remedy
    user = tmp_path / "home" / "AppData" / "Roaming" / "Python" / "Python313" / "xlwings64-0.37.8.dll"
    user.parent.mkdir(parents=True)
    user.touch()
    assert "--user" in library(machine, "0.37.8").found and not library(machine, "0.37.8").is_well
    (scripts.parent / "xlwings64-0.37.8.dll").touch()
    assert library(machine, "0.37.8").is_well
    assert not library(machine, "0.37.9").is_well


def test_protected_view_and_onedrive(tmp_path: Path) -> None:
    def subjects(path: Path) -> list[Finding]:
        return list(place(path))

    assert subjects(tmp_path / "club.xlsx") == []
    cloud = tmp_path / "OneDrive - Club" / "club.xlsx"
    cloud.parent.mkdir()
    (folder,) = subjects(cloud)
    assert folder.is_well and "AutoSave" in folder.remedy
    Path(f"{tmp_path / 'club.xlsx'}:Zone.Identifier").write_text("[ZoneTransfer]\nZoneId=3\n")
    (mark,) = subjects(tmp_path / "club.xlsx")
    assert not mark.is_well and "Unblock" in mark.remedy
