"""The shell between the functions and their hosts: registration with xlwings, help, and cells on their way in and out.

Everywhere but in a host xlwings' decorators do nothing, and the functions are plain Python. This module loads little:
`boundary`, with the systems and the log behind it, comes with the first call.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial, wraps
from importlib import import_module
from itertools import chain
from types import FunctionType
from typing import Annotated, Any, Literal, NamedTuple

import xlwings
from xlwings.conversion import Accessor, Pipeline, RawValueAccessor

from xladdin.functions.arguments import CHOICES, RANGE_ARGUMENTS, ROW_ARGUMENTS, Argument

CATEGORY = "Club ratings"
HELP_ADDRESS = "XLADDIN_HELP"
"""Environment variable with the address of the page that `xladdin functions --html` writes, for Office.js hosts."""

Rule = Callable[..., Any]

NAMES_IN_VBA = {"double": "double_game"}
"""Arguments that VBA, where Double is a type, must know by another name."""


class Described(NamedTuple):
    """What a function is, for those that describe it or write it down in another form.

    optional: what stands for each argument that may be left out; example: a formula without "="; gives: its value,
    rounded where it has more decimals, or what it spills in words; rule: the function of plain
    values behind it.
    """

    name: str
    description: str
    arguments: Mapping[str, Argument]
    optional: Mapping[str, object]
    example: str
    gives: object
    rule: Rule

    @property
    def syntax(self) -> str:
        """The call as Excel writes it: MISSSPREAD(spread, [diff])."""
        names = (f"[{name}]" if name in self.optional else name for name in self.arguments)
        return f"{self.name}({', '.join(names)})"


DESCRIBED: list[Described] = []
"""Every function in the order of its definition; filled by importing `xladdin.functions`."""


class _ImportedLater:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value


def imported_later(module: str) -> Any:
    """Stands for a module that would make `import xladdin.functions` slow."""
    return _ImportedLater(module)


def row_function(example: str, gives: object, over_columns: Rule | None = None) -> Callable[[Rule], Rule]:
    """Makes a rule of plain values a worksheet function that takes values and ranges, row by row.

    over_columns: the same rule for whole columns, where it has a faster form.
    """

    def boundary(rule: Rule) -> Rule:
        from xladdin.functions.boundary import RowByRow

        return RowByRow(rule, over_columns)

    return partial(_worksheet_function, boundary, ROW_ARGUMENTS, example, gives)


def range_function(example: str, gives: object) -> Callable[[Rule], Rule]:
    """Makes a rule of whole ranges a worksheet function."""

    def boundary(rule: Rule) -> Rule:
        from xladdin.functions.boundary import OverRanges

        return OverRanges(rule)

    return partial(_worksheet_function, boundary, RANGE_ARGUMENTS, example, gives)


def _worksheet_function(
    boundary: Callable[[Rule], Rule], known: Mapping[str, Argument], example: str, gives: object, rule: FunctionType
) -> Rule:
    code = rule.__code__
    names = code.co_varnames[: code.co_argcount]
    arguments = {name: known[name] for name in names}
    call: Rule | None = None

    @wraps(rule)
    def function(*cells: object, **named: object) -> Any:
        nonlocal call
        if call is None:
            call = boundary(rule)
        return call(*cells, **named)

    function.__annotations__ = {}  # the hints are the rule's: to a host every argument is a matrix of anything
    description = function.__doc__ = " ".join((rule.__doc__ or "").split())
    defaults = rule.__defaults__ or ()
    optional = dict(zip(names[len(names) - len(defaults) :], defaults))
    DESCRIBED.append(Described(rule.__name__, description, arguments, optional, example, gives, rule))
    return _registered(function, arguments)


def _registered(function: Rule, arguments: Mapping[str, Argument]) -> Rule:
    """The function as xlwings knows it, where it runs in a host of xlwings."""
    in_office: dict[str, Any] = {}
    if _is_in_office_js():
        function.__annotations__ = {
            name: _one_of(CHOICES[argument.kind]) for name, argument in arguments.items() if argument.kind in CHOICES
        }
        in_office = {"help_url": help_url(function.__name__)}
    for name, argument in arguments.items():
        function = xlwings.arg(name, Cells, doc=argument.help)(function)
    function = xlwings.ret(Cells)(function)
    function = xlwings.func(category=CATEGORY, **in_office)(function)  # last: the others set xlwings' own category
    facts = vars(function).get("__xlfunc__")
    if facts and "category" in facts:  # the classic host, which turns the names into VBA
        for argument in facts["args"]:
            argument["name"] = NAMES_IN_VBA.get(argument["name"], argument["name"])
    return function


def _is_in_office_js() -> bool:
    """Whether xlwings hands the functions to Office.js; the classic host must not see a `typing.Literal`."""
    return getattr(xlwings.func, "__module__", "").endswith("udfs_officejs")


def _one_of(choices: Mapping[str, str]) -> Any:
    """The type hint by which the formula bar offers choices; such an argument is one value, and no range."""
    tooltips = {choice: words for choice, words in choices.items() if words}
    return Annotated[Literal.__getitem__(tuple(choices)), {"tooltips": tooltips}]


def help_url(name: str) -> str | None:
    """The place of a function on the page of help that `HELP_ADDRESS` names; None where it names none."""
    address = os.environ.get(HELP_ADDRESS, "").strip()
    return f"{address}#{name}" if address.startswith("https://") else None


class Cells(Accessor):
    """xlwings' conversion of arguments and results: cells come in raw, since its own would cost 37 µs a cell."""

    @classmethod
    def reader(cls, options: Mapping[str, object]) -> Any:
        """Cells as the host hands them over."""
        return RawValueAccessor.reader(options)  # type: ignore[no-untyped-call]

    @classmethod
    def writer(cls, options: Mapping[str, object]) -> Any:
        """Rows of cells for the host."""
        return Pipeline([partial(_hand_over, options)])


def _hand_over(options: Mapping[str, object], context: Any) -> None:
    """Turns a result into rows, and in Office.js hosts the text of an error into the bare error.

    The classic host's wrapper in VBA does the latter by itself.
    """
    rows = (context.value or [[""]]) if isinstance(context.value, list) else [[context.value]]
    if context.engine.name == "officejs" and str in set(map(type, chain.from_iterable(rows))):
        from xladdin.functions.hostcells import bare_error

        as_cell = context.engine.impl.prepare_xl_data_element
        rows = [
            [as_cell(bare_error(cell), options) if type(cell) is str and cell else cell for cell in row] for row in rows
        ]
    context.value = rows
