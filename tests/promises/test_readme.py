"""READMEs, handbook and CONTRIBUTING.md agree with the code. What they name exists, and they name what exists."""

from __future__ import annotations

import ast
import csv
import dataclasses
import doctest
import importlib
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.helpers.formulas import evaluate_formula
from tests.helpers.programs.command_line import every_command
from tests.helpers.programs.finding import ROOT, find_program, run_program
from tests.promises.markdown import BLOCK, Text, all_texts, anchors, read_text, table
from xladdin import XladdinError
from xladdin.commands.programs import sample_files
from xladdin.functions.registry import CATALOGUE
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import list_input_tables
from xladdin.workbook.sheets import list_sheets

README, HANDBOOK, PACKAGE = map(read_text, ("README.md", "workbooks/README.md", "xladdin/README.md"))
DECIDED, PROMISED, CONTRIBUTING = map(read_text, ("xladdin/systems/README.md", "tests/README.md", "CONTRIBUTING.md"))
TEXTS = all_texts()
FORMULA = re.compile(r"`=([A-Z]+\([^`]*)`(?: gives `([^`]*)`| \| `([^`]*)` \|| (\| a spill \|))?")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
SETTING = re.compile(r"Rules, \*([^*]+)\*: ([\w.][^;]*)")
EACH_TEXT = pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)


def who(cell: str) -> set[str]:
    meant = {
        "all": set(SYSTEMS),
        "all but dptr": set(SYSTEMS) - {"dptr"},
        "the Scrabble clubs": {key for key, system in SYSTEMS.items() if system.log_schema.has_scores},
    }
    return meant[cell] if cell in meant else set(cell.split(", "))


def test_every_system_is_in_the_readme_with_title_and_period() -> None:
    assert [row[:2] + row[3:] for row in table(README.content)] == [
        [f"`{key}`", system.title, system.period] for key, system in SYSTEMS.items()
    ]


def test_every_function_is_in_it_with_its_arguments() -> None:
    listed = [row[0].strip("`") for row in table(PACKAGE.section("The functions"))]
    assert listed == [function.syntax for function in CATALOGUE.values()]


FORMULAS = dict.fromkeys(formula for text in TEXTS for formula in FORMULA.findall(text.prose))


@pytest.mark.parametrize(("formula", "gives", "in_table", "spill"), FORMULAS)
def test_formula_gives_what_it_says(formula: str, gives: str, in_table: str, spill: str) -> None:
    expected = gives or in_table
    assert expected or spill, "a formula without its value"
    tables = {name.title(): csv_rows(path) for name, path in sample_files("montreal").items()}
    try:
        value = evaluate_formula(formula, tables)
    except XladdinError as error:
        value = error.excel_error
    if spill:
        assert isinstance(value, list)
    elif isinstance(value, str):
        assert value == expected
    else:
        assert round(value, len(expected.partition(".")[2])) == float(expected)


def csv_rows(path: Path) -> list[list[object]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [[float(cell) if re.fullmatch(r"[0-9.]+", cell) else cell for cell in row] for row in csv.reader(file)]


def test_python_examples() -> None:
    runner = doctest.DocTestRunner()
    for text in TEXTS:
        blocks = "\n".join(text.blocks("python"))
        runner.run(doctest.DocTestParser().get_doctest(blocks, {}, text.name, text.name, 0))
    assert runner.summarize(verbose=False).attempted > 0
    assert not runner.failures


def test_every_command_is_in_it_with_its_arguments_and_options() -> None:
    rows = table(PACKAGE.section("The command line"))
    documented = {row[0].strip("`"): set(re.findall(r"--[\w-]+", row[1])) for row in rows}
    expected = {}
    for name, command in every_command().items():
        arguments = [p.metavar for p in command.params if p.param_type_name == "argument"]
        options = {(p.secondary_opts or p.opts)[0] for p in command.params if p.param_type_name == "option"}
        expected[" ".join(["xladdin", name, *arguments])] = options - {"--help"}
    assert documented == expected


@EACH_TEXT
def test_every_command_named_anywhere_exists(text: Text) -> None:
    known = every_command()
    for command, rest in re.findall(r"(?:`|\$ |bin/|Scripts\\)xladdin (\w[\w-]*)([^`\n]*)", text.content):
        if command == "federation":
            command = " ".join([command, *rest.split()[:1]])
            if command not in known:
                assert command == "federation", command
                continue
        options = {option for param in known[command].params for option in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"--[\w-]+", rest)) <= options, command


MARK = "@@ next command"
LEFT_OUT = (".git", ".venv", "node_modules", "__pycache__", ".*_cache", ".hypothesis", "xladdin-demo", "*.egg-info")


def steps_of(session: str) -> Iterator[tuple[str, str | None]]:
    """Yield the commands of a text, of ```sh and after "$ " of ```console, each with the output that the text shows."""
    for language, block in BLOCK.findall(session):
        if language == "sh":
            yield from ((line, None) for line in block.splitlines())
        elif language == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield command, output


def fresh_copy(folder: Path) -> Path:
    return Path(shutil.copytree(ROOT, folder / "copy", ignore=shutil.ignore_patterns(*LEFT_OUT)))


def without_network() -> Mapping[str, str]:
    """Return an environment in which pip installs the project alone. Packages come from the Python of these tests."""
    packages = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    return {**packages, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "COLUMNS": "80"}


def run_session(commands: Sequence[str], folder: Path, environment: Mapping[str, str]) -> list[str]:
    script = "exec 2>&1\n" + "".join(f"{command}\nprintf '%s\\n' '{MARK}'\n" for command in commands)
    path = f"{os.environ['PATH']}"
    shell = [find_program("bash"), "-c", script]
    output = run_program(shell, cwd=folder, env={**environment, "PATH": path}, timeout=600)
    *outputs, rest = output.split(f"{MARK}\n")
    assert not rest and len(outputs) == len(commands), output
    return outputs


@pytest.mark.parametrize("text", [text for text in TEXTS if text.blocks("sh", "console")], ids=lambda text: text.name)
def test_shell_blocks_run_as_one_session_in_a_fresh_copy(
    text: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commands of a text in their order. We leave out only `tests/run`, because it would run this test too."""
    steps = [step for step in steps_of(text.content) if step[0] != "tests/run"]
    copy = fresh_copy(tmp_path)
    for name, rows in re.findall(r"`([\w.]+\.\w+)`:\n\n```(?:csv|tsh|toml)\n(.*?)```", text.content, re.DOTALL):
        (copy / name).write_text(rows, encoding="utf-8")
    if text != README:
        monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    outputs = run_session([command for command, _ in steps], copy, without_network())
    for (command, printed), output in zip(steps, outputs, strict=True):
        assert printed is None or output == printed, command
    if text == README:
        assert sorted(path.stem for path in copy.glob("xladdin-demo/*.xlsx")) == sorted(SYSTEMS)
        assert all(system.title in outputs[0] for system in SYSTEMS.values())
        (installed,) = copy.glob(".venv/lib/*/site-packages/xladdin/commands/main.py")
        assert installed.read_bytes() == (ROOT / "xladdin" / "commands" / "main.py").read_bytes()


def test_every_sheet_is_in_the_handbook_for_its_systems() -> None:
    rows = table(HANDBOOK.section("Sheet by sheet"))
    documented = {sheet: who(row[1]) for row in rows for sheet in row[0].split(", ")}
    expected = {
        sheet: {key for key, system in SYSTEMS.items() if sheet in list_sheets(system)}
        for each in SYSTEMS.values()
        for sheet in list_sheets(each)
    }
    assert documented == expected


def test_every_column_of_a_table_is_in_the_handbook() -> None:
    documented = {
        (key, name): (set(typed.split(", ")) - {""}, set(computed.split(", ")) - {""})
        for name, systems, typed, computed in table(HANDBOOK.section("The tables"))
        for key in who(systems)
    }
    expected = {
        (key, name): tuple(
            {column.heading for column in each.columns if column.is_computed == computed} for computed in (False, True)
        )
        for key, system in SYSTEMS.items()
        for name, each in list_input_tables(system).items()
    }
    assert documented == expected


@EACH_TEXT
def test_every_file_it_names_is_there(text: Text) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", text.prose):
        name, _, anchor = link.partition("#")
        target = text.path.parent / name if name else text.path
        assert target.exists(), link
        assert not anchor or anchor in anchors(read_text(os.path.relpath(target, ROOT))), link
    for name in re.findall(r"`((?:tests|xladdin|workbooks|\.ci)/[\w./-]+)(?:::\w+)?`", text.prose):
        assert name.endswith(("/KEY", "/KEY.py")) or (ROOT / name).exists(), name
    for arguments in re.findall(r"`tests/run ([^`]+)`", text.prose):
        options = set(re.findall(r"^    (--\w+)\)", (ROOT / "tests/run").read_text(encoding="utf-8"), re.MULTILINE))
        assert len(options) == 2
        named = [name for name in arguments.split() if name not in options and not name.startswith("[")]
        assert all((ROOT / name).exists() for name in named), arguments
    for module in re.findall(r"python -m (tests[\w.]*)", text.content):
        assert callable(vars(importlib.import_module(module)).get("main")), module


def test_every_file_that_a_script_runs_is_there() -> None:
    for script in ("tests/run", "tests/setup", ".ci/run"):
        content = (ROOT / script).read_text(encoding="utf-8")
        assert [name for name in re.findall(r"\btests/[\w/]+\.py", content) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("folder", ["xladdin", "tests"])
def test_every_folder_is_on_the_map(folder: str) -> None:
    mapped = {"xladdin": PACKAGE.section("How it is built"), "tests": PROMISED.content}[folder]
    rooms = [name for row in table(mapped) for name in re.findall(r"`(\w+)`", row[0])]
    files = [path for path in (ROOT / folder).rglob("*.*") if "__pycache__" not in path.parts]
    present = {path.relative_to(ROOT / folder).parts[0] for path in files}
    inside = {name for name in present if (ROOT / folder / name).is_dir() and not re.match(r"\.|__|node_modules", name)}
    assert sorted(rooms) == sorted(inside)


NAMED_TESTS = sorted({name for text in TEXTS for name in TEST.findall(text.content)})


@pytest.mark.parametrize(("file", "test"), NAMED_TESTS)
def test_test_it_names_is_there(file: str, test: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


DECISIONS = table(DECIDED.content)


@pytest.mark.parametrize("row", DECISIONS, ids=lambda row: row[1])
def test_decision_is_shown_by_something(row: list[str]) -> None:
    systems, _, evidence = row
    assert set(systems.split(", ")) <= {"all", *SYSTEMS}
    parts = evidence.split("; ")
    assert all(FORMULA.fullmatch(part) or TEST.fullmatch(part) or SETTING.fullmatch(part) for part in parts)


def test_every_setting_that_is_our_choice_is_among_the_decisions() -> None:
    """If a setting says in its source that it is a choice, the table has its label and printed value, and no others."""
    listed = {
        (key, label, value)
        for systems, _, evidence in DECISIONS
        for label, value in SETTING.findall(evidence)
        for key in systems.split(", ")
    }
    choices = set()
    for key, system in SYSTEMS.items():
        for field in dataclasses.fields(system):
            value = getattr(system, field.name)
            if "xladdin's choice" in field.metadata["source"].lower() and isinstance(value, (int, float, str)):
                choices.add((key, field.metadata["label"], str(value)))
    assert listed == choices
