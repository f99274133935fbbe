"""What other programs read: JSON, and completion in a shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from tests.helpers.clubs import edited, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.commands.main import COMMANDS, app
from xladdin.functions import CATALOGUE
from xladdin.hosts.doctor import examine


def test_a_recalculation_as_json(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    checked, done, again = (run_here("recalc", path, "--json", *more) for more in (["--dry-run"], [], []))
    assert [said.status for said in (checked, done, again)] == [0, 0, 0]
    first, second, third = (json.loads(said.out) for said in (checked, done, again))
    assert {"player": "Sally", "old": 1710, "change": -1, "new": 1709} in first["changes"]
    assert first["changes"] == second["changes"]
    assert (first["written"], second["written"], third["written"], third["anything_new"]) == (False, True, False, False)
    edited(path, ("Games", "B4", "Salli"))
    wrong = run_here("recalc", "--dry-run", path, "--json")
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


@pytest.mark.parametrize(("before", "typed", "offered"), [([], "rec", ["recalc"]), (["recal"], "", [*COMMANDS])])
def test_a_misspelt_command_is_no_fault_where_a_shell_completes(
    before: list[str], typed: str, offered: list[str]
) -> None:
    found = BashComplete(app, {}, "xladdin", "_XLADDIN_COMPLETE").get_completions(before, typed)
    assert [item.value for item in found] == offered
