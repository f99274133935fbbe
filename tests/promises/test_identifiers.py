"""No identifier of the package is a word that says nothing: a pronoun, a participle or a question word alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.helpers.programs.finding import ROOT

REFUSED = re.compile(
    "told|said|say|shown|held|kept|taken|given|there|here|beside|why|what|ours|theirs|mine|found|wishes|amiss|meanwhile"
    "|likest|begun|dressed|looked_over|made_before|going_back|to_fix|whose_name|book|wanted|tally|met|replayed|until|near"
    "|alike|looks|looked_at|seen|how_rated|spilled|again|came|of"
)


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name


def test_no_file_uses_a_refused_name() -> None:
    files = (ROOT / "xladdin").rglob("*.py")
    names = {path: {path.stem, *identifiers(ast.parse(path.read_text(encoding="utf-8")))} for path in files}
    refused = {path.relative_to(ROOT).as_posix(): list(filter(REFUSED.fullmatch, used)) for path, used in names.items()}
    assert {path: used for path, used in refused.items() if used} == {}
