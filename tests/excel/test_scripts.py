"""The scripts that run only where Excel does. We keep them honest here: we parse them, compile them, and run one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tree_sitter_powershell
from tree_sitter import Language, Node, Parser

from tests.excel.making import ANSWERS, OFFICE_SCRIPT, PLAN, SCRIPTS, formulas_of, is_plain, steps_of
from tests.helpers.programs.finding import TESTS, find_program, node_module, run_program
from xladdin.functions.catalogue import CATALOGUE

HERE = Path(__file__).parent
POWERSHELL, APPLESCRIPT = (HERE / script for script in SCRIPTS)
VERBS = {verb for verb, _ in steps_of("club.xlsm")}


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def parsed(source: bytes) -> list[Node]:
    tree = Parser(Language(tree_sitter_powershell.language())).parse(source)
    return list(nodes(tree.root_node))


def faults(found: list[Node]) -> list[str]:
    return [f"line {one.start_point[0] + 1}: {one.type}" for one in found if one.is_error or one.is_missing]


def test_powershell_parses() -> None:
    found = parsed(POWERSHELL.read_bytes())
    assert faults(found) == []
    defined = {str(node.text, "utf-8") for node in found if node.type == "function_name" and node.text}
    called = {str(node.text, "utf-8") for node in found if node.type == "command_name" and node.text}
    own = {name for name in called if name.startswith(("Read-", "Get-Typed", "Start-Watcher", "Invoke-"))}
    assert own <= defined, own - defined
    assert defined <= called


@pytest.mark.parametrize("spoilt", [b"if ($Broken) { continue", b"$Steps += ,", b"Read-Cell ($Book"])
def test_the_parser_finds_a_fault(spoilt: bytes) -> None:
    assert faults(parsed(POWERSHELL.read_bytes() + b"\n" + spoilt))


def test_every_script_knows_every_verb_of_the_plan() -> None:
    powershell, applescript = (path.read_text("utf-8") for path in (POWERSHELL, APPLESCRIPT))
    switch = powershell[powershell.index("switch ($Verb)") : powershell.index("default {")]
    assert set(re.findall(r"^\s+'(\w+)' \{", switch, re.MULTILINE)) == VERBS
    assert set(re.findall(r'(?:else )?if verb is "(\w+)" then', applescript)) == VERBS
    for source in (powershell, applescript):
        assert PLAN in source and ANSWERS in source
        for word in ("verb", "what", "sheets", "value", "said", "error", "steps", "excel", "system"):
            assert word in source


BLOCKS = re.compile(r"^(on|tell|repeat|if|try|ignoring|considering|with)\b")
ENDS = {"ignoring": "ignoring application responses", "on": None}


def blocks(source: str) -> list[str]:
    """Faults in blocks and texts of AppleScript: something opened is not closed, or something closed was not open."""
    found, open_ones = [], []
    for number, line in enumerate(source.splitlines(), 1):
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.strip())
        if bare.count('"') % 2:
            found.append(f"line {number}: a text without an end")
        bare = bare.partition("--")[0].strip()
        one_line = re.match(r"(tell .+ to |if .+ then \S)", bare)
        if bare.startswith("end ") or bare == "end":
            word = bare.removeprefix("end").strip().split(" ")[0]
            kind, name = open_ones.pop() if open_ones else ("", "")
            if word not in (kind, name):
                found.append(f"line {number}: {bare} closes {kind} {name}")
        elif (begun := BLOCKS.match(bare)) and not one_line:
            kind = begun[1]
            if bare.startswith("on error"):
                continue
            name = re.match(r"on (\w+)", bare)
            open_ones.append((kind, name[1] if name else kind))
        if bare.count("(") != bare.count(")") or bare.count("{") != bare.count("}"):
            found.append(f"line {number}: brackets")
    return [*found, *(f"{kind} {name} is not closed" for kind, name in open_ones)]


def test_applescript_is_whole() -> None:
    source = APPLESCRIPT.read_text("utf-8")
    assert blocks(source) == []
    defined = set(re.findall(r"^on (\w+)\(", source, re.MULTILINE))
    calls = set(re.findall(r"\b(?:my )?([a-z]\w*[A-Z]\w*|joined|replaced|pressed|blocks)\(", source))
    assert calls - {"system"} <= defined, calls - defined
    assert defined <= calls | {"answerTo"}


SPOILT = (
    ("end repeat", "end tell"),
    ("end try", ""),
    ('set found to ""', 'set found to "'),
    ('joined(steps, ",")', 'joined(steps, ","'),
)


@pytest.mark.parametrize(("old", "new"), SPOILT)
def test_a_fault_of_the_applescript_is_found(old: str, new: str) -> None:
    source = APPLESCRIPT.read_text("utf-8")
    assert old in source
    assert blocks(source.replace(old, new, 1))


RUN = """
const ts = require(process.argv[2]);
const fs = require("fs");
const source = fs.readFileSync(process.argv[3], "utf8") + "\\nglobalThis.main = main;";
const done = ts.transpileModule(source, { reportDiagnostics: true, compilerOptions: { target: "ES2020" } });
const faults = done.diagnostics.map((one) => ts.flattenDiagnosticMessageText(one.messageText, " "));
const sheets = JSON.parse(fs.readFileSync(process.argv[4], "utf8"));
globalThis.ExcelScript = { CalculationType: { full: "Full" } };
class Range {
  constructor(sheet, address) { this.sheet = sheet; this.address = address; }
  getValues() { return this.sheet.values; }
  getRowIndex() { return 0; }
  getColumnIndex() { return 1; }
  setFormula(formula) { this.sheet.formula = formula; }
  setValue(value) { this.sheet.written = (this.sheet.written || "") + value.replace(/^'/, ""); }
  getValue() { return this.sheet.formula.length; }
}
class Sheet {
  constructor(name, values) { this.name = name; this.values = values; }
  getName() { return this.name; }
  getUsedRange() { return this.values.length ? new Range(this) : undefined; }
  getRange(address) { return new Range(this, address); }
  delete() { book.sheets = book.sheets.filter((one) => one !== this); }
}
const book = {
  sheets: Object.entries(sheets).map(([name, values]) => new Sheet(name, values)),
  getName: () => "club.xlsx",
  getApplication: () => ({ calculate: () => {} }),
  getWorksheets() { return this.sheets; },
  addWorksheet(name) { const sheet = new Sheet(name, []); this.sheets.push(sheet); return sheet; },
};
eval(done.outputText);
const answer = main(book);
const left = book.sheets.map((one) => one.name);
const written = book.sheets.find((one) => one.name === "Answers").written;
const result = { faults, answer: JSON.parse(answer), left, same: written === answer };
fs.writeFileSync(process.argv[5], JSON.stringify(result));
"""


def run_office_script(source: str, folder: Path) -> dict[str, Any]:
    """Compiles an Office Script, and runs it in Node over a workbook of two sheets."""
    (folder / "run.cjs").write_text(RUN)
    (folder / "check.ts").write_text(source)
    (folder / "sheets.json").write_text(json.dumps({"Start": [["Club", ""], ["", 1.5]], "Empty": []}))
    compiler = node_module("typescript/lib/typescript.js")
    files = [folder / "check.ts", folder / "sheets.json", folder / "result.json"]
    run_program([find_program("node"), folder / "run.cjs", compiler, *files])
    return dict(json.loads((folder / "result.json").read_text()))


def test_the_office_script_compiles_and_runs(tmp_path: Path) -> None:
    formulas = [f"={formula}" for formula in formulas_of("club.xlsx")]
    source = (HERE / OFFICE_SCRIPT).read_text("utf-8")
    assert source.count("[] /* filled by make */") == 1
    ran = run_office_script(source.replace("[] /* filled by make */", json.dumps(formulas)), tmp_path)
    assert (ran["faults"], ran["same"], ran["left"]) == ([], True, ["Start", "Empty", "Answers"])
    answer = ran["answer"]
    assert (answer["script"], answer["excel"], answer["system"]) == (OFFICE_SCRIPT, "web", "web")
    assert answer["steps"][:2] == [
        {"verb": "open", "what": "club.xlsx"},
        {
            "verb": "read",
            "what": "as opened",
            "sheets": {
                "Start": {"row": 1, "column": 2, "values": [["Club", None], [None, 1.5]]},
                "Empty": {"row": 1, "column": 1, "values": [[None]]},
            },
        },
    ]
    assert [(step["what"], step["value"]) for step in answer["steps"][2:]] == [(one, len(one)) for one in formulas]


def test_a_fault_of_the_office_script_is_found(tmp_path: Path) -> None:
    source = (HERE / OFFICE_SCRIPT).read_text("utf-8")
    compiled = f"const ts = require({json.dumps(str(node_module('typescript/lib/typescript.js')))});" + (
        "console.log(ts.transpileModule(require('fs').readFileSync(process.argv[2], 'utf8'), {reportDiagnostics: true})"
        ".diagnostics.length)"
    )
    (tmp_path / "count.cjs").write_text(compiled)
    (tmp_path / "good.ts").write_text(source)
    (tmp_path / "bad.ts").write_text(source.replace("steps.push({", "steps.push({{", 1))
    node, count = find_program("node"), tmp_path / "count.cjs"
    assert int(run_program([node, count, tmp_path / "good.ts"])) == 0
    assert int(run_program([node, count, tmp_path / "bad.ts"])) > 0


def test_every_function_that_takes_values_is_typed() -> None:
    left = {name for name in CATALOGUE if not is_plain(name)}
    assert left == {"LEXPERFORMANCE", "ELOPERFORMANCE", "CLUBRATINGS", "CLUBCHANGES", "CLUBSYSTEMS"}
    assert TESTS in HERE.parents
