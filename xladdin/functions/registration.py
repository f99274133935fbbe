"""Register the worksheet functions with xlwings, and convert their arguments and results."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Annotated, Any, Literal

import xlwings
from xlwings.conversion import Accessor, Pipeline, RawValueAccessor

from xladdin.cells import ERROR_VALUES
from xladdin.functions.arguments import CHOICES, Argument
from xladdin.languages import Language

CATEGORY = "Club ratings"
# Names of arguments for VBA, where Double is a keyword.
NAMES_IN_VBA = {"double": "double_game"}


def register(function: Callable[..., Any], arguments: Mapping[str, Argument]) -> Callable[..., Any]:
    """Register a function with xlwings, which changes it only in a host, and return it."""
    if _is_in_office_js():
        function.__annotations__ = {
            name: _choices_type(CHOICES[argument.kind])
            for name, argument in arguments.items()
            if argument.kind in CHOICES
        }
    for name, argument in arguments.items():
        function = xlwings.arg(name, Cells, doc=str(argument.help))(function)
    function = xlwings.ret(Cells)(function)
    function = xlwings.func(category=CATEGORY)(function)  # last, because the other decorators reset the category
    registration = vars(function).get("__xlfunc__")
    # A host with a COM interface, which generates VBA code with these names.
    if registration and "category" in registration:
        for argument in registration["args"]:
            argument["name"] = NAMES_IN_VBA.get(argument["name"], argument["name"])
    return function


def translate_help(functions: Mapping[str, Any], catalogue: Mapping[str, Any], code: str) -> None:
    """Translate the help texts of registered functions. Excel requests them later.

    Args:
        functions: The functions by name.
        catalogue: Their `FunctionSpec` by name.
        code: Code of the language.
    """
    language = Language(code)
    for name, spec in catalogue.items():
        registration = vars(functions[name])["__xlfunc__"]
        registration["ret"]["doc"] = language.render(spec.description)
        for argument in registration["args"]:
            argument["doc"] = language.render(spec.arguments[argument["name"]].help)
            tooltips = argument["options"].get("enum", {}).get("tooltips", {})
            tooltips.update({choice: language.render_text(text) for choice, text in tooltips.items()})


def _is_in_office_js() -> bool:
    """Return whether the host is Office.js. The COM host of xlwings does not support `typing.Literal`."""
    return getattr(xlwings.func, "__module__", "").endswith("udfs_officejs")


def _choices_type(choices: Mapping[str, str]) -> Any:
    """Return the type hint with which Excel offers choices for an argument, which must be a value, not a range."""
    tooltips = {choice: text for choice, text in choices.items() if text}
    return Annotated[Literal.__getitem__(tuple(choices)), {"tooltips": tooltips}]


class Cells(Accessor):
    """Converts arguments and results for xlwings.

    It takes raw cells, because the default conversion of xlwings takes 37 µs per cell.
    """

    @classmethod
    def reader(cls, options: Mapping[str, object]) -> Any:
        """Return a pipeline that passes the cells of the host unchanged."""
        return RawValueAccessor.reader(options)  # type: ignore[no-untyped-call]

    @classmethod
    def writer(cls, options: Mapping[str, object]) -> Any:
        """Return a pipeline that converts results to rows of cells."""
        return Pipeline([partial(_convert_cells, options)])


def _convert_cells(options: Mapping[str, object], context: Any) -> None:
    """Convert a result to rows. For Office.js, an error with a message becomes the error value alone.

    In other hosts, the generated VBA code does this.
    """
    rows = (context.value or [[""]]) if isinstance(context.value, list) else [[context.value]]
    if context.engine.name == "officejs" and str in set(map(type, chain.from_iterable(rows))):
        as_cell = context.engine.impl.prepare_xl_data_element
        rows = [
            [as_cell(strip_error_message(cell), options) if type(cell) is str and cell else cell for cell in row]
            for row in rows
        ]
    context.value = rows


def strip_error_message(text: str) -> str:
    """Return the error value at the beginning of a text without the message after it, and any other text unchanged."""
    value = text.partition(" ")[0]
    return value if value in ERROR_VALUES else text
