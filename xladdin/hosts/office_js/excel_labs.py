"""The functions as one text module for the Advanced Formula Environment of Excel Labs, a free add-in of Microsoft.

There a name is `NAME = LAMBDA(argument, [optional], body);` in the words of a formula bar, with its help as a comment.
"""

import re
from pathlib import Path

from xladdin.cells.text import counted
from xladdin.files.safety.safekeeping import safely_create
from xladdin.functions.catalogue import CATALOGUE
from xladdin.workbook.lambdas import lambda_names

HEAD = "// Club ratings, by xladdin. Paste this into a module of the Advanced Formula Environment, and save.\n"


def module_text() -> str:
    """Every function that is a LAMBDA, each with its help and an example."""
    return "\n".join([HEAD, *(_entry(name, formula) for name, formula in lambda_names().items())])


def write_module(path: Path) -> str:
    """Writes the module as a text file, and says so. Raises FileProblem if there is a file of that name."""
    safely_create(path, lambda target: target.write(module_text().encode()))
    made = counted(len(lambda_names()), "function")
    return f"Created {path}: {made} for Excel Labs, Advanced Formula Environment, Modules."


def _entry(name: str, formula: str) -> str:
    function = CATALOGUE[name]
    help_lines = [
        f"{function.syntax}: {function.description}",
        *(f"{argument}: {kind.help}" for argument, kind in function.arguments.items()),
        f"={function.example} gives {function.gives}",
    ]
    comment = "\n    ".join(help_lines)
    return f"/* {comment} */\n{name} = {as_typed(formula)};\n"


def as_typed(formula: str) -> str:
    """A stored formula as people type it: without Excel's prefixes, an optional parameter in brackets."""
    typed = re.sub(r"_xlop\.(\w+)", r"[\1]", formula)
    return typed.replace("_xlpm.", "").replace("_xlfn.", "")
