"""Register the worksheet functions with xlwings, and convert their cells in both directions."""

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
# Arguments that need another name in VBA, where Double is a type.
NAMES_IN_VBA = {"double": "double_game"}


def register(function: Callable[..., Any], arguments: Mapping[str, Argument]) -> Callable[..., Any]:
    """Return the function as registered with xlwings, if it runs in a host of xlwings."""
    if _is_in_office_js():
        function.__annotations__ = {
            name: _choices_type(CHOICES[argument.kind])
            for name, argument in arguments.items()
            if argument.kind in CHOICES
        }
    for name, argument in arguments.items():
        function = xlwings.arg(name, Cells, doc=str(argument.help))(function)
    function = xlwings.ret(Cells)(function)
    function = xlwings.func(category=CATEGORY)(function)  # last: the others set xlwings' own category
    registration = vars(function).get("__xlfunc__")
    if registration and "category" in registration:  # the classic host, which uses the names in VBA
        for argument in registration["args"]:
            argument["name"] = NAMES_IN_VBA.get(argument["name"], argument["name"])
    return function


def translate_help(functions: Mapping[str, Any], catalogue: Mapping[str, Any], code: str) -> None:
    """Put the help of registered functions into a language. Excel asks for it later.

    `functions` and their `FunctionSpec` in `catalogue` are by their names. `code` is that of the language.
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
    """Return whether xlwings passes the functions to Office.js. The classic host does not support `typing.Literal`."""
    return getattr(xlwings.func, "__module__", "").endswith("udfs_officejs")


def _choices_type(choices: Mapping[str, str]) -> Any:
    """Return the type hint by which the formula bar offers choices. Such an argument is a value, not a range."""
    tooltips = {choice: text for choice, text in choices.items() if text}
    return Annotated[Literal.__getitem__(tuple(choices)), {"tooltips": tooltips}]


class Cells(Accessor):
    """The converter of arguments and results for xlwings. It takes raw cells, since xlwings' own takes 37 µs a cell."""

    @classmethod
    def reader(cls, options: Mapping[str, object]) -> Any:
        """Return the cells as the host gives them."""
        return RawValueAccessor.reader(options)  # type: ignore[no-untyped-call]

    @classmethod
    def writer(cls, options: Mapping[str, object]) -> Any:
        """Return rows of cells for the host."""
        return Pipeline([partial(_convert_cells, options)])


def _convert_cells(options: Mapping[str, object], context: Any) -> None:
    """Convert a result to rows, and in Office.js hosts an error with its text to the plain error value.

    In the classic host the wrapper in VBA does the latter.
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
    """Return the error value at the beginning of a text, without the message after it. Other texts stay as they are."""
    value = text.partition(" ")[0]
    return value if value in ERROR_VALUES else text
