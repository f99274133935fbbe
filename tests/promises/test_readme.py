"""The README is held to the code: what it names exists, what exists is in it, and its examples give what they say."""

from __future__ import annotations

import ast
import csv
import dataclasses
import doctest
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import click
import pytest
import tomllib
from packaging.requirements import Requirement

import xladdin.functions
from tests.corpus.corpus import BOOK_CASES, CSV_CASES
from tests.fuzz.targets import TARGETS
from tests.helpers.formulas import evaluated
from tests.helpers.programs import ROOT
from xladdin.commands.main import app
from xladdin.errors import XladdinError
from xladdin.functions.catalogue import CATALOGUE
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import sheets_of

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROSE = BLOCKS.sub("", README)
FORMULA = re.compile(r"`=([A-Z]+\([^`]*)`(?: gives `([^`]*)`| \| `([^`]*)` \|| (\| a spill \|))?")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
SETTING = re.compile(r"Rules, \*([^*]+)\*: ([\w.][^;]*)")


def section(title: str) -> str:
    """The text under a heading."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def table(text: str) -> list[list[str]]:
    """Cells of the first table of a text, without its headings."""
    lines = text[text.index("\n|---") + 1 :].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    found = [text for name, text in BLOCKS.findall(README) if name == language]
    assert found
    return found


def commands() -> dict[str, Any]:
    """The commands of the command line by name."""
    context = click.Context(app)
    return {name: app.get_command(context, name) for name in app.list_commands(context)}


def test_systems() -> None:
    assert [row[:2] + row[3:] for row in table(README)] == [
        [f"`{key}`", system.title, system.period] for key, system in SYSTEMS.items()
    ]


def test_every_function_is_in_it_with_its_arguments() -> None:
    listed = [row[0].strip("`") for row in table(section("The functions"))]
    assert listed == [function.syntax for function in CATALOGUE.values()]


@pytest.mark.parametrize(("formula", "gives", "in_table", "spill"), dict.fromkeys(FORMULA.findall(PROSE)))
def test_formula_gives_what_it_says(formula: str, gives: str, in_table: str, spill: str) -> None:
    expected = gives or in_table
    assert expected or spill, "a formula without its value"
    tables = {name.title(): csv_rows(path) for name, path in sample_files("montreal").items()}
    try:
        value = evaluated(formula, tables)
    except XladdinError as error:
        value = error.excel_error
    if spill:
        assert isinstance(value, list)
    elif isinstance(value, str):
        assert value == expected
    else:
        assert round(value, len(expected.partition(".")[2])) == float(expected)


def csv_rows(path: Path) -> list[list[object]]:
    """A CSV file as a worksheet holds it."""
    with path.open(encoding="utf-8", newline="") as file:
        return [[float(cell) if re.fullmatch(r"[0-9.]+", cell) else cell for cell in row] for row in csv.reader(file)]


def test_the_spilled_list_is_that_of_the_sample() -> None:
    players, games = (csv_rows(sample_files("montreal")[name]) for name in ("players", "games"))
    _, *lines = xladdin.functions.CLUBRATINGS("montreal", players, games)
    assert table(section("The functions").partition("spills:")[2]) == [[str(cell) for cell in line] for line in lines]


def test_python_examples() -> None:
    runner = doctest.DocTestRunner()
    for number, text in enumerate(blocks("python")):
        runner.run(doctest.DocTestParser().get_doctest(text, {}, f"README {number}", "README.md", 0))
    assert runner.summarize(verbose=False).attempted > 0
    assert not runner.failures


def test_every_command_is_in_it_with_its_arguments_and_options() -> None:
    documented = {row[0].strip("`"): set(re.findall(r"--[\w-]+", row[1])) for row in table(section("The command line"))}
    expected = {}
    for name, command in commands().items():
        arguments = [p.metavar for p in command.params if p.param_type_name == "argument"]
        options = {(p.secondary_opts or p.opts)[0] for p in command.params if p.param_type_name == "option"}
        expected[" ".join(["xladdin", name, *arguments])] = options - {"--help"}
    assert documented == expected


def test_every_command_named_anywhere_exists() -> None:
    known = commands()
    named = re.findall(r"(?:`|\$ |bin/|Scripts\\)xladdin (\w[\w-]*)([^`\n]*)", README)
    assert len(named) > len(known)
    for command, rest in named:
        options = {option for param in known[command].params for option in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"--[\w-]+", rest)) <= options, command


@pytest.mark.parametrize("session", blocks("console"))
def test_shell_example_shows_what_it_says(session: str, tmp_path: Path) -> None:
    for name, text in re.findall(r"`([\w.]+\.csv)`:\n\n```csv\n(.*?)```", README, re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "xladdin").symlink_to(ROOT / "xladdin")
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        program, arguments = command.split(" ", 1)
        assert program == "xladdin"
        run = subprocess.run(
            f'"{sys.executable}" -m xladdin {arguments}',
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        assert run.stdout == output


def test_first_command_sets_up_and_runs_the_main_job(tmp_path: Path) -> None:
    """As it stands there, in a copy of the project; packages come from here instead of the network."""
    command = blocks("sh")[0].strip()
    copy = tmp_path / "copy"
    for name in ("xladdin", "pyproject.toml", "README.md", "LICENSE"):
        source, target = ROOT / name, copy / name
        copy.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    packages = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **packages, "PATH": path, "PIP_NO_INDEX": "1"}
    run = subprocess.run(command, shell=True, cwd=copy, env=environment, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert sorted(path.stem for path in copy.glob("xladdin-demo/*.xlsx")) == sorted(SYSTEMS)
    assert all(system.title in run.stdout for system in SYSTEMS.values())
    (installed,) = copy.glob(".venv/lib/*/site-packages/xladdin/commands/main.py")
    assert installed.read_bytes() == (ROOT / "xladdin" / "commands" / "main.py").read_bytes()


def test_second_command_is_there_to_be_run() -> None:
    program = ROOT / blocks("sh")[1].strip()
    assert os.access(program, os.X_OK)
    assert "pytest" in program.read_text(encoding="utf-8")


def test_every_sheet_is_in_it_for_its_systems() -> None:
    who = {
        "all": set(SYSTEMS),
        "all but dptr": set(SYSTEMS) - {"dptr"},
        "the three Scrabble clubs": {key for key, system in SYSTEMS.items() if system.adjustable},
        **{key: {key} for key in SYSTEMS},
    }
    documented = {sheet: who[row[1]] for row in table(section("The workbook")) for sheet in row[0].split(", ")}
    expected = {
        sheet: {key for key, system in SYSTEMS.items() if sheet in sheets_of(system)}
        for own in SYSTEMS.values()
        for sheet in sheets_of(own)
    }
    assert documented == expected


def test_every_file_it_names_is_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert len(links) > 5
    for name in links:
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`((?:tests|xladdin|workbooks|\.ci)/[\w./-]+)(?:::\w+)?`", README):
        assert (ROOT / name).exists(), name
    for options in re.findall(r"--\w+ (xladdin/[\w./-]+)", README):
        assert (ROOT / options).exists(), options
    for arguments in re.findall(r"`tests/run ([^`]+)`", README):
        assert all((ROOT / name).is_file() for name in arguments.split()), arguments
    for module in re.findall(r"python -m (tests[\w.]*)", README):
        name = module.replace(".", "/")
        assert (ROOT / f"{name}.py").exists() or (ROOT / name / "__main__.py").exists(), module


@pytest.mark.parametrize(("file", "test"), sorted(set(TEST.findall(README))))
def test_test_it_names_is_there(file: str, test: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


DECISIONS = table(section("What is ours"))


@pytest.mark.parametrize("row", DECISIONS, ids=lambda row: row[1])
def test_decision_is_shown_by_something(row: list[str]) -> None:
    systems, _, shown = row
    assert set(systems.split(", ")) <= {"all", *SYSTEMS}
    parts = shown.split("; ")
    assert all(FORMULA.fullmatch(part) or TEST.fullmatch(part) or SETTING.fullmatch(part) for part in parts)


def test_every_setting_of_ours_is_among_the_decisions() -> None:
    """A setting says in its source that it is ours; its label and printed value stand in the table, no others do."""
    listed = {
        (key, label, value)
        for systems, _, shown in DECISIONS
        for label, value in SETTING.findall(shown)
        for key in systems.split(", ")
    }
    ours = set()
    for key, system in SYSTEMS.items():
        for field in dataclasses.fields(system):
            value = getattr(system, field.name)
            if "ours" in field.metadata["source"].lower() and isinstance(value, (int, float, str)):
                ours.add((key, field.metadata["label"], str(value)))
    assert listed == ours


def test_numbers_of_hurtful_inputs() -> None:
    text = section("What is promised of your files")
    assert f"Each of {len(BOOK_CASES) + len(CSV_CASES)} hurtful rows" in text
    assert f"Every run of the tests makes {sum(target.cases for target in TARGETS):,} of them" in text


def test_every_library_is_in_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = {Requirement(text).name for text in [*project["dependencies"], *extras["server"], *extras["test"]]}
    listed = [name for row in table(section("What it is built on")) for name in row[0].split(", ")]
    assert sorted(listed) == sorted(needed - {project["name"]})
