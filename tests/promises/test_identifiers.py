"""No identifier is a word that says nothing: a pronoun, a participle or a question word alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.helpers.programs.finding import ROOT

WORDS = (
    "told|said|say|shown|held|kept|taken|there|here|beside|why|what|ours|theirs|mine|found|wishes|amiss|meanwhile"
    "|likest|begun|dressed|looked_over|made_before|going_back|to_fix|whose_name"
)
MORE = "|given|book|wanted|tally|met|replayed|until|near|alike|looks|looked_at|seen|how_rated|spilled|again|came|of"
"""Words for the package alone: hypothesis has `given`."""


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def test_no_file_uses_a_refused_name() -> None:
    for folder, refused in (("xladdin", re.compile(WORDS + MORE)), ("tests", re.compile(WORDS))):
        files = [path for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
        names = {path: {path.stem, *identifiers(ast.parse(path.read_text(encoding="utf-8")))} for path in files}
        assert {path: words for path in files if (words := list(filter(refused.fullmatch, names[path])))} == {}
