"""The ends of the axes of one chart in a workbook file. All else in the chart's XML stays byte for byte.

Source: ECMA-376 part 1, 21.2.2.161 (scaling), 21.2.2.103 (majorUnit), 21.2.2.226 (valAx).
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial

from xladdin.cells.addresses import column_letters, column_number
from xladdin.cells.numbers import ChartAxes, Scale
from xladdin.files.package import Package, with_changed
from xladdin.files.reading.club_file import ClubFile

_TAG = rb"<(?:[\w.-]+:)?%b\b[^<>]*>"
_ENDS = re.compile(rb"<(?:[\w.-]+:)?(max|min)\s[^<>]*?/>")
_UNIT = re.compile(rb"<(?:[\w.-]+:)?majorUnit\s[^<>]*?/>")
_VALUE = re.compile(rb"""\bval\s*=\s*["']([^"']*)""")
_SCATTER = re.compile(rb"<((?:[\w.-]+:)?)scatterChart>.*?</\1scatterChart>", re.DOTALL)
_AXIS = re.compile(rb"<((?:[\w.-]+:)?)valAx>.*?</\1valAx>", re.DOTALL)
_SCALING = re.compile(rb"<((?:[\w.-]+:)?)scaling(?:/>|>(.*?)</\1scaling>)", re.DOTALL)
_AXIS_ID = re.compile(_TAG % b"axId")
_BLOCK = re.compile(rb"\$([A-Z]+)(\$?[0-9]+):\$([A-Z]+)(\$?[0-9]+)")
_COLUMN = re.compile(rb"(<(?:[\w.-]+:)?f>[^<>]*!)\$([A-Z]+)(\$[0-9]+):\$\2(\$[0-9]+)")
"""The cells of a block in a formula, and of a column in a chart."""
_BEFORE_UNIT = tuple(re.compile(_TAG % name) for name in (b"crossBetween", b"crosses(?:At)?", b"crossAx"))
"""The first of these elements in the file is right before the unit."""


def with_axes(file: ClubFile, written: Mapping[str, Iterable[bytes]], axes: ChartAxes) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, and that of the chart if its axes have other ends.

    It finds the chart by its name. If there is none of that name, or it has no points over dates, nothing changes.
    """
    chart = chart_part(file, axes.sheet, axes.chart)
    if chart is None:
        return dict(written)
    wanted = axes.counted_from_1904() if file.date1904 else axes
    return with_changed(file.package, written, {chart: partial(scaled, axes=wanted)})


def with_block_moved(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheet: str, chart: str, first_column: int, columns: int
) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, with formulas and a chart that read a block of columns at its new place.

    The block is as wide as `columns`, and begins at `first_column` now. A formula that gives the text of its first cell
    follows it.
    """
    places: list[int] = []

    def move_block(block: re.Match[bytes]) -> bytes:
        first, last = column_number(block[1].decode()), column_number(block[3].decode())
        if last - first + 1 != columns or first == first_column:
            return block[0]
        places.append(first)
        letters = (column_letters(first_column).encode(), column_letters(first_column + columns - 1).encode())
        return b"$%b%b:$%b%b" % (letters[0], block[2], letters[1], block[4])

    def move_formulas(xml: bytes) -> bytes:
        moved = _BLOCK.sub(move_block, xml)
        for column in dict.fromkeys(places):
            first, new = column_letters(column).encode(), column_letters(first_column).encode()
            moved = re.sub(rb'(<f>\$)%b(\$[0-9]+&amp;""</f>)' % first, rb"\g<1>%b\2" % new, moved)
        return moved

    def move_series(xml: bytes) -> bytes:
        moved = {
            column_letters(first + number).encode(): column_letters(first_column + number).encode()
            for first in dict.fromkeys(places)
            for number in range(columns)
        }

        def move(reference: re.Match[bytes]) -> bytes:
            letters = moved.get(reference[2], reference[2])
            return reference[1] + b"$%b%b:$%b%b" % (letters, reference[3], letters, reference[4])

        return _COLUMN.sub(move, xml)

    parts = with_changed(file.package, written, {file.sheets[sheet]: move_formulas})
    part = chart_part(file, sheet, chart)
    return with_changed(file.package, parts, {part: move_series}) if part else parts


def chart_part(file: ClubFile, sheet: str, name: str) -> str | None:
    """Return the part of the first chart of a name on a sheet, or None if there is none."""
    for drawing in file.package.related(file.sheets[sheet], "drawing").values():
        charts = file.package.related(drawing, "chart")
        for identifier in _identifiers(file.package, drawing, name):
            if identifier in charts:
                return charts[identifier]
    return None


def _identifiers(package: Package, drawing: str, name: str) -> Iterable[str]:
    """Yield the relationships of a drawing to the charts of a name, in their order."""
    for frame in package.tree(drawing).iter():
        if frame.tag.endswith("}graphicFrame"):
            called = {part.get("name") for part in frame.iter() if part.tag.endswith("}cNvPr")}
            if name in called:
                charts = (part for part in frame.iter() if part.tag.endswith("/chart}chart"))
                yield from (value for chart in charts for key, value in chart.items() if key.endswith("}id"))


def scaled(chart: bytes, axes: ChartAxes) -> bytes:
    """Return the XML of a chart with other ends of its axes. XML of an unknown shape stays as it is."""
    scatter = _SCATTER.search(chart)
    identifiers = [_value(tag) for tag in _AXIS_ID.findall(scatter[0])] if scatter else []
    if len(identifiers) != 2 or len(_SCATTER.findall(chart)) != 1:
        return chart
    scales = dict(zip(identifiers, (axes.days, axes.values)))

    def axis(found: re.Match[bytes]) -> bytes:
        own = _AXIS_ID.search(found[0])
        identifier = own and _value(own[0])
        return _scaled_axis(found[0], scales[identifier]) if identifier in scales else found[0]

    return _AXIS.sub(axis, chart)


def _scaled_axis(axis: bytes, scale: Scale | None) -> bytes:
    scaling = _SCALING.search(axis)
    after = next((found for before in _BEFORE_UNIT if (found := before.search(axis))), None)
    if scaling is None or after is None:
        return axis
    held = {name: _value(tag[0]) for tag in _ENDS.finditer(scaling[0]) for name in [tag[1]]}
    units = [_value(tag) for tag in _UNIT.findall(axis)]
    wanted = {} if scale is None else {b"max": scale.high, b"min": scale.low}
    if held == wanted and units == ([] if scale is None else [scale.unit]):
        return axis
    prefix = scaling[1]
    ends = b"".join(b'<%b%b val="%b"/>' % (prefix, name, _written(value)) for name, value in wanted.items())
    kept, extension, more = _ENDS.sub(b"", scaling[2] or b"").partition(b"<%bextLst" % prefix)
    unit = b"" if scale is None else b'<%bmajorUnit val="%b"/>' % (prefix, _written(scale.unit))
    between = _UNIT.sub(b"", axis[scaling.end() : after.end()])
    rest = _UNIT.sub(b"", axis[after.end() :])
    inner = kept + ends + extension + more
    return axis[: scaling.start()] + b"<%bscaling>%b</%bscaling>" % (prefix, inner, prefix) + between + unit + rest


def _value(tag: bytes) -> float | None:
    found = _VALUE.search(tag)
    try:
        return float(found[1]) if found else None
    except ValueError:
        return None


def _written(value: float) -> bytes:
    return repr(int(value) if float(value).is_integer() else value).encode()
