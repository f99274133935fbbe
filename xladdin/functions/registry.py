"""The registry of worksheet functions: their names, arguments, help and examples, as each is defined.

Without xlwings they are plain Python. If this process has imported xlwings, as every host does, they are registered
with it, too. So making a new workbook, whose sheets show their help, need not import xlwings. This module imports
little: `evaluation`, with the systems and the log that it needs, is imported by the first call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial, wraps
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

from xladdin.functions.arguments import RANGE_ARGUMENTS, ROW_ARGUMENTS, Argument
from xladdin.messages import Message

Rule = Callable[..., Any]


class FunctionSpec(NamedTuple):
    """A function, for parts of the program that describe it or write it in another form.

    `optional` has the value of each argument that may be left out. `example` is a formula without "=". `result` is its
    value, rounded if it has more decimals, or describes what it spills. `rule` is the function of plain values behind
    it.
    """

    name: str
    description: Message
    arguments: Mapping[str, Argument]
    optional: Mapping[str, object]
    example: str
    result: object
    rule: Rule

    @property
    def syntax(self) -> str:
        """The call as Excel writes it: MISSSPREAD(spread, [diff])."""
        names = (f"[{name}]" if name in self.optional else name for name in self.arguments)
        return f"{self.name}({', '.join(names)})"


class _Catalogue(dict[str, FunctionSpec]):
    def __missing__(self, name: str) -> FunctionSpec:
        """Raise TypeError for a function that a rating system names and that is not defined."""
        raise TypeError(f"the worksheet function {name} is not defined in xladdin/functions/__init__.py")


# Every function by its name, in the order of definition. Importing `xladdin.functions` fills it.
CATALOGUE = _Catalogue()


class LazyModule:
    """A module that is imported at its first use, so that `import xladdin.functions` stays quick."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value


_evaluation: Any = LazyModule("xladdin.functions.evaluation")


def row_function(
    example: str, gives: object, description: Message, over_columns: Rule | None = None
) -> Callable[[Rule], Rule]:
    """Make a rule of plain values a worksheet function that takes values and ranges, row by row.

    `over_columns` is the same rule for whole columns, if it has a faster form.
    """
    return partial(
        _register,
        lambda rule: _evaluation.ElementwiseFunction(rule, over_columns),
        ROW_ARGUMENTS,
        example,
        gives,
        description,
    )


def row_function_by_rules(example: str, gives: object, description: Message) -> Callable[[Rule], Rule]:
    """Make a worksheet function of a rule whose last argument is the range of a club's rules for all rows."""
    argument_specs = {**ROW_ARGUMENTS, "rules": RANGE_ARGUMENTS["rules"]}
    return partial(
        _register,
        lambda rule: _evaluation.ElementwiseFunctionByRules(rule),
        argument_specs,
        example,
        gives,
        description,
    )


def range_function(example: str, gives: object, description: Message) -> Callable[[Rule], Rule]:
    """Make a rule of whole ranges a worksheet function."""
    return partial(
        _register, lambda rule: _evaluation.RangeFunction(rule), RANGE_ARGUMENTS, example, gives, description
    )


def _register(
    evaluator: Callable[[Rule], Rule],
    argument_specs: Mapping[str, Argument],
    example: str,
    gives: object,
    description: Message,
    rule: FunctionType,
) -> Rule:
    code = rule.__code__
    names = code.co_varnames[: code.co_argcount]
    arguments = {name: argument_specs[name] for name in names}
    call: Rule | None = None

    @wraps(rule)
    def function(*cells: object, **keywords: object) -> Any:
        nonlocal call
        if call is None:
            call = evaluator(rule)
        return call(*cells, **keywords)

    function.__annotations__ = {}  # the type hints are the rule's: a host passes matrices
    function.__doc__ = rule.__doc__ = str(description)
    defaults = rule.__defaults__ or ()
    optional = dict(zip(names[len(names) - len(defaults) :], defaults))
    CATALOGUE[rule.__name__] = FunctionSpec(rule.__name__, description, arguments, optional, example, gives, rule)
    if "xlwings" not in sys.modules:
        return function
    from xladdin.functions.registration import register

    return register(function, arguments)
