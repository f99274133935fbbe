"""Register the worksheet functions with their arguments, help texts and examples.

If the process has already imported xlwings, as all hosts have, the functions are registered with xlwings too. A new
workbook, whose sheets have the help texts, can so be created without importing xlwings. The first call of a function
imports `evaluation`, so that this module can be imported quickly.
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
    """The description of a worksheet function.

    Attributes:
        name: Name of the function.
        description: Help text.
        arguments: Arguments by name.
        optional: Default of each optional argument, by name.
        example: Formula of an example, without "=".
        result: Result of the example, which may be rounded, or a description of the range that it spills.
        rule: Function of plain values that the worksheet function applies.
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
        """The signature as in the documentation of Excel: MISSSPREAD(spread, [diff])."""
        names = (f"[{name}]" if name in self.optional else name for name in self.arguments)
        return f"{self.name}({', '.join(names)})"


class _Catalogue(dict[str, FunctionSpec]):
    def __missing__(self, name: str) -> FunctionSpec:
        """Raise TypeError for a function that is named by a rating system but not defined."""
        raise TypeError(f"the worksheet function {name} is not defined in xladdin/functions/__init__.py")


# The functions by name, in the order of definition. They are registered by importing `xladdin.functions`.
CATALOGUE = _Catalogue()


class LazyModule:
    """A module that is imported on first access to an attribute."""

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
    """Return a decorator that registers a rule of plain values as a worksheet function of values or ranges.

    `over_columns` is a faster form of the rule for whole columns, if there is one.
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
    """Return a decorator like `row_function` for a rule whose last argument is the range of rules for all rows."""
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
    """Return a decorator that registers a rule of whole ranges as a worksheet function."""
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

    function.__annotations__ = {}  # the hints of the rule do not apply to the ranges that a host passes
    function.__doc__ = rule.__doc__ = str(description)
    defaults = rule.__defaults__ or ()
    optional = dict(zip(names[len(names) - len(defaults) :], defaults))
    CATALOGUE[rule.__name__] = FunctionSpec(rule.__name__, description, arguments, optional, example, gives, rule)
    if "xlwings" not in sys.modules:
        return function
    from xladdin.functions.registration import register

    return register(function, arguments)
