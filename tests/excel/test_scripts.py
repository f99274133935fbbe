"""The scripts that run only where Excel does. We keep them honest here: we parse them, compile them, and run one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tree_sitter_powershell
from tree_sitter import Language, Node, Parser

from tests.excel.making import OFFICE_SCRIPT, SCRIPTS, formulas_of
from tests.helpers.programs.finding import find_program, node_module, run_program

HERE = Path(__file__).parent
POWERSHELL, APPLESCRIPT = (HERE / script for script in SCRIPTS)


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
    """Compile an Office Script, and run it in Node over a workbook of two sheets."""
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
