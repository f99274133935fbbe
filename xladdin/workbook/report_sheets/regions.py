"""Find the regions of reports in an existing workbook, and update them.

A region belongs to xladdin only because of its defined name, which covers the headings and everything that the last
recalculation wrote below them. No cell of the club's own is overwritten. If a text is in the way, a custom column is
between the columns of a region, or a name is missing, the whole sheet is not updated, and a message names it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from xladdin.cells import Area, CellRange, ClubWorkbook, cell_text, column_letters, get_cell, is_blank, name_key
from xladdin.errors import XladdinError, excerpt
from xladdin.languages import Language, list_translations
from xladdin.messages import Message, msg
from xladdin.renderers.sheet_layout import Region, RegionValues, list_regions, list_section_regions, page_ends
from xladdin.reports.report import Report


class NotUpdatedError(XladdinError):
    """A sheet cannot be updated. The message says why and what to do."""


class PlacedRegion(NamedTuple):
    """A region in a workbook.

    Attributes:
        region: Definition of the region.
        sheet: Name of its sheet.
        cells: Its cells when it was last written, with the headings in the first row.
        headings: Values of the heading cells.
        footer_rows: Number of last rows of which only the first cell belongs to the region.
    """

    region: Region
    sheet: str
    cells: CellRange
    headings: Sequence[object] = ()
    footer_rows: int = 0

    @property
    def rows(self) -> int:
        """The number of rows below the headings."""
        return self.cells.last_row - self.cells.first_row

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.cells.last_column - self.cells.first_column + 1

    @property
    def known_headings(self) -> Collection[str]:
        """All present and former headings of the section in all languages, as name keys.

        Empty for a section whose rows are typed on the sheet, as on Tonight, of which all headings must exist.
        """
        section = self.region.section
        if section is None or all(column.value is None for column in self.region.columns):
            return ()
        headings = (*(column.heading for column in section.columns.values()), *section.former_headings)
        return {key for heading in headings for key in _list_translated_keys(heading)}

    def find_column(self, heading: str) -> int | None:
        """Return the position of the column with a heading, in any language, or None."""
        keys = _list_translated_keys(heading)
        return next(
            (position for position, cell in enumerate(self.headings) if name_key(cell_text(cell)) in keys), None
        )

    @property
    def has_expected_headings(self) -> bool:
        """Whether the first headings are those of the region, in any language."""
        cells = [*self.headings, *[None] * len(self.region.headings)]
        return all(
            name_key(cell_text(cell)) in _list_translated_keys(heading)
            for cell, heading in zip(cells, self.region.headings)
            if heading
        )


@dataclass(eq=False, repr=False)
class ReportUpdates:
    """The changes that update the report sheets.

    Attributes:
        areas: Areas to write.
        not_updated: Why a sheet is not updated, by sheet.
        ranges: New cells of regions, by defined name.
        changed_regions: Former cells of regions whose columns have changed with the version, by defined name.
        page_ends: The last row of each printed page, by sheet.
    """

    areas: list[Area] = field(default_factory=list)
    not_updated: dict[str, Message] = field(default_factory=dict)
    ranges: dict[str, CellRange] = field(default_factory=dict)
    changed_regions: dict[str, CellRange] = field(default_factory=dict)
    page_ends: dict[str, Sequence[int]] = field(default_factory=dict)


def update_reports(
    workbook: ClubWorkbook,
    reports: Iterable[Report],
    values: Iterable[RegionValues],
    language: Language,
    occupied_rows: Mapping[str, int],
) -> ReportUpdates:
    """Return the changes that update the sheets of reports. Deleted sheets and regions are left out.

    Args:
        workbook: The workbook.
        reports: The reports.
        values: Values of all regions.
        language: Language of the workbook.
        occupied_rows: Number of rows below the headings of a region that belong to it, even if somebody typed them, by
            defined name.
    """
    by_name = {region_values.region.name: region_values for region_values in values}
    updates = ReportUpdates()
    for report in reports:
        try:
            update = _SheetUpdate(workbook, report, by_name, language, occupied_rows)
            areas = [*update.areas()]
        except NotUpdatedError as error:
            sheet = find_report_sheet(workbook, report) or report.name
            updates.not_updated[sheet] = msg("{sheet} was not updated: {reason}.", sheet=sheet, reason=error.message)
            continue
        updates.areas.extend(areas)
        updates.ranges.update(update.ranges)
        updates.changed_regions.update({placed.region.name: placed.cells for placed in update.changed_regions})
        updates.page_ends.update(update.page_ends())
    return updates


def find_report_sheet(workbook: ClubWorkbook, report: Report) -> str | None:
    """Return the present name of a report's sheet, or None if it was deleted."""
    locations = (workbook.locate_name(region.name) for region in list_regions(report))
    sheet = next((location[0] for location in locations if location is not None), None)
    return sheet or (report.name if workbook.has_sheet(report.name) else None)


def find_regions(workbook: ClubWorkbook, report: Report) -> dict[str, PlacedRegion]:
    """Return the regions of a report by defined name, without deleted ones.

    Raises:
        NotUpdatedError: All defined names of the sheet are missing, or a heading is unknown.
    """
    regions = {}
    for region in list_regions(report):
        location = workbook.locate_name(region.name)
        if location is not None:
            regions[region.name] = _locate_region(workbook, region, *location)
    if not regions and workbook.has_sheet(report.name):
        raise NotUpdatedError(
            msg(
                "its defined name {name} was deleted. Run xladdin renew OLD NEW for a complete workbook",
                name=list_regions(report)[0].name,
            )
        )
    for placed in regions.values():
        if has_changed_columns(workbook, placed):
            _validate_headings(workbook, placed)
    return regions


def find_region(workbook: ClubWorkbook, report: Report, number: int = 0) -> PlacedRegion | None:
    """Return the region of a section of a report, or None if it cannot be found."""
    try:
        return find_regions(workbook, report).get(list_section_regions(report)[number].name)
    except NotUpdatedError:
        return None


def _locate_region(workbook: ClubWorkbook, region: Region, sheet: str, row: int, column: int) -> PlacedRegion:
    if region.section is None:
        return PlacedRegion(region, sheet, CellRange(row, column, row, column))
    headings, *rows = workbook.range_values(region.name) or [()]
    texts = takewhile(lambda cells: isinstance(cells[0], str) and not is_blank(cells[0]), reversed(rows))
    cells = CellRange(row, column, row + len(rows), column + len(headings) - 1)
    return PlacedRegion(region, sheet, cells, headings, len(list(texts)) if region.has_lead else 0)


def has_changed_columns(workbook: ClubWorkbook, placed: PlacedRegion) -> bool:
    """Return whether a region lacks the present columns, or their formats.

    A host that writes values alone leaves the defined name of a changed region as wide as it was.
    """
    if placed.region.section is None:
        return False
    if not placed.has_expected_headings:
        return True
    known = placed.known_headings
    if not known:
        return False
    further = placed.headings[len(placed.region.headings) :]
    if not placed.region.repeated_column:
        return bool(further) or len(placed.headings) < len(placed.region.headings)
    if any(is_blank(cell) or name_key(cell_text(cell)) in known for cell in further):
        return True
    if placed.region.is_numbered and list(further) != list(range(1, len(further) + 1)):
        return True
    after = get_cell(workbook.sheet_values(placed.sheet), placed.cells.first_row, placed.cells.last_column + 1)
    return _is_repeated_heading(workbook, placed, after, len(further) + 1)


def _is_repeated_heading(workbook: ClubWorkbook, placed: PlacedRegion, cell: object, number: int = 0) -> bool:
    """Return whether a cell is the heading of a repeated column: its number, or the name of a player."""
    if placed.region.is_numbered:
        return cell == number
    return not is_blank(cell) and name_key(cell_text(cell)) in _list_player_keys(workbook)


def _list_player_keys(workbook: ClubWorkbook) -> Collection[str]:
    table = workbook.tables.get("Players")
    return {name_key(cell_text(name)) for name in (table and table.column("Player")) or ()}


def _validate_headings(workbook: ClubWorkbook, placed: PlacedRegion) -> None:
    """Raise NotUpdatedError if a region has an unknown heading, such as that of a column that the club has inserted."""
    known, (first_row, first_column, *_) = placed.known_headings, placed.cells
    if not known:
        headings = [heading for heading in placed.region.headings if heading]
        heading_list = ", ".join(headings[:3]) + (" …" if len(headings) > 3 else "")
        raise NotUpdatedError(
            msg(
                "some of its headings ({headings}) are missing or no longer side by side. Put them back, or run "
                "xladdin renew OLD NEW for a complete workbook",
                headings=heading_list,
            )
        )
    values = workbook.range_values(placed.region.name) or [()]
    for offset, heading in enumerate(placed.headings):
        address = f"{column_letters(first_column + offset)}{first_row}"
        if is_blank(heading):
            filled_row = next((row for row, cells in enumerate(values) if not is_blank(cells[offset])), None)
            if filled_row is not None and placed.region.repeated_column and offset >= len(placed.region.headings):
                raise make_obstruction_error(
                    values[filled_row][offset], f"{column_letters(first_column + offset)}{first_row + filled_row}"
                )
        elif name_key(cell_text(heading)) not in known and not _is_player_column(workbook, placed, heading):
            raise NotUpdatedError(
                msg(
                    '"{heading}" in {place} is not a heading of this report. Move its column out of the report, or '
                    "run xladdin renew OLD NEW for a complete workbook",
                    heading=excerpt(cell_text(heading)),
                    place=address,
                )
            )


def _is_player_column(workbook: ClubWorkbook, placed: PlacedRegion, heading: object) -> bool:
    """Return whether a heading may be that of a player's column, regardless of its position."""
    if placed.region.repeated_column is None:
        return False
    return (
        isinstance(heading, (int, float))
        if placed.region.is_numbered
        else _is_repeated_heading(workbook, placed, heading)
    )


class _SheetUpdate:
    """The update of one report sheet."""

    def __init__(
        self,
        workbook: ClubWorkbook,
        report: Report,
        values: Mapping[str, RegionValues],
        language: Language,
        occupied_rows: Mapping[str, int],
    ) -> None:
        self._workbook, self._report, self._language = workbook, report, language
        self._placed = find_regions(workbook, report)
        self._values = {name: values[name] for name in self._placed if name in values}
        self._occupied_rows = occupied_rows
        self.changed_regions = [placed for placed in self._placed.values() if has_changed_columns(workbook, placed)]
        self.ranges: dict[str, CellRange] = {}

    def areas(self) -> Iterator[Area]:
        """Yield the areas to write. Raises NotUpdatedError if a cell of the club's own is in the way."""
        for name, placed in self._placed.items():
            values = self._values.get(name)
            if placed.region.lines:
                (first_row, first_column, *_), lines = placed.cells, placed.region.lines
                if values:
                    yield Area(placed.sheet, first_row, first_column, lines.width, values.rows, lines.most)
                continue
            is_changed = placed in self.changed_regions
            columns = self._count_written_columns(placed, values) if is_changed and values else 0
            if is_changed and not columns:
                self._validate_free_columns(placed)
            last_row = placed.cells.first_row + max(placed.rows, self._occupied_rows.get(name, 0))
            last_column = max(placed.cells.last_column, placed.cells.first_column + columns - 1)
            owned = placed._replace(cells=placed.cells._replace(last_row=last_row, last_column=last_column))
            yield from self._build_heading_areas(owned, values, is_changed)
            if values:
                yield self._build_row_area(owned, values)
                row, column = placed.cells[:2]
                cells = CellRange(row, column, row + len(values.rows), column + _count_columns(values) - 1)
                if cells != placed.cells:
                    self.ranges[name] = cells

    def page_ends(self) -> dict[str, Sequence[int]]:
        """Return the last rows of the printed pages, if the report sets the length of a page."""
        sections = [self._values.get(region.name) for region in list_section_regions(self._report)]
        first = self._placed.get(list_section_regions(self._report)[0].name)
        if not self._report.page.page_rows or first is None or sections[0] is None:
            return {}
        ends = page_ends([values for values in sections if values], self._report.page.page_rows)
        return {first.sheet: [first.cells.first_row + rows for rows in ends]}

    def _count_written_columns(self, placed: PlacedRegion, values: RegionValues) -> int:
        """Return how many columns of a region a host that writes only values has written, or 0."""
        rows, (row, column, *_) = self._workbook.sheet_values(placed.sheet), placed.cells
        headings = [get_cell(rows, row, column + number) for number in range(_count_columns(values))]
        fixed_columns = len(placed.region.headings)
        if not placed._replace(headings=headings).has_expected_headings:
            return 0
        further = takewhile(
            lambda heading: _is_repeated_heading(self._workbook, placed, heading[1], heading[0]),
            enumerate(headings[fixed_columns:], 1),
        )
        return fixed_columns + len(list(further))

    def _build_heading_areas(
        self, placed: PlacedRegion, values: RegionValues | None, is_changed: bool
    ) -> Iterator[Area]:
        """Yield the headings, and the group headings of a region whose columns have changed."""
        row, column = placed.cells[:2]
        texts = [self._language.render_text(heading) if heading else "" for heading in placed.region.headings]
        if not is_changed:  # a heading that differs only in case, and a text above a column that has none, stay
            cells = [*placed.headings, *[None] * len(texts)]
            texts = [
                cell_text(cell) if not word or name_key(cell_text(cell)) == name_key(word) else word
                for word, cell in zip(texts, cells)
            ]
        headings = (*texts, *(values.repeated if values else ()))
        yield Area(placed.sheet, row, column, max(len(headings), placed.columns), [headings], owned_rows=1)
        if is_changed:
            yield from self._build_group_heading_areas(placed)

    def _build_group_heading_areas(self, placed: PlacedRegion) -> Iterator[Area]:
        row, column = placed.cells[:2]
        groups = [column.group for column in placed.region.columns]
        width = max(len(groups), placed.columns)
        rows = self._workbook.sheet_values(placed.sheet)
        keys = {key for group in groups if group for key in _list_translated_keys(group)}
        above = [get_cell(rows, row - 1, column + number) for number in range(width)]
        heading_offsets = [number for number, cell in enumerate(above) if name_key(cell_text(cell)) in keys]
        heading_offsets += [number for number, group in enumerate(groups) if group]
        if heading_offsets:
            first, last = min(heading_offsets), max(heading_offsets)
            texts = [
                self._language.render_text(group) if group and group != before else ""
                for before, group in zip(["", *groups], groups)
            ]
            yield Area(
                placed.sheet, row - 1, column + first, last - first + 1, [tuple(texts[first : last + 1])], owned_rows=1
            )

    def _build_row_area(self, placed: PlacedRegion, values: RegionValues) -> Area:
        row, column = placed.cells.first_row + 1, placed.cells.first_column
        width, high = max(_count_columns(values), placed.columns), max(len(values.rows), placed.rows)
        area = Area(placed.sheet, row, column, width, values.rows, high, values.formulas)
        self._validate_free_cells(area, placed, values.legend_rows)
        return area

    def _validate_free_cells(self, area: Area, placed: PlacedRegion, footer_rows: int) -> None:
        """Raise NotUpdatedError if the headings or rows would overwrite a text of the club's own."""
        legend = {row[0] for row in area.rows[len(area.rows) - footer_rows :]}
        rows = self._workbook.sheet_values(area.sheet)[area.row - 2 : area.row - 1 + (area.owned_rows or 0)]
        for row_offset, cells in enumerate(rows):
            first = placed.columns if row_offset <= placed.rows - placed.footer_rows else int(row_offset <= placed.rows)
            for column_offset, cell in enumerate(cells[area.column - 1 + first : area.column - 1 + area.width], first):
                if not is_blank(cell) and (column_offset or cell not in legend):
                    raise make_obstruction_error(
                        cell, f"{column_letters(area.column + column_offset)}{area.row - 1 + row_offset}"
                    )

    def _validate_free_columns(self, placed: PlacedRegion) -> None:
        """Raise NotUpdatedError if a region with more columns would overwrite another part of its sheet."""
        row, column = placed.cells[:2]
        obstacles = [
            (other_region.sheet, *other_region.cells[:2])
            for other_region in self._placed.values()
            if other_region is not placed
        ]
        choice = self._report.choice
        if choice and (choice_location := self._workbook.locate_name(choice.name)) is not None:
            obstacles.append(choice_location)
        values = self._values.get(placed.region.name)
        end = column + (_count_columns(values) if values else placed.columns)
        for other_sheet, other_row, other_column in obstacles:
            is_in_the_way = other_sheet == placed.sheet and column + placed.columns <= other_column < end
            if is_in_the_way and (other_row >= row - 1 or choice):
                raise NotUpdatedError(
                    msg("there is no room for its new columns. Run xladdin renew OLD NEW for a complete workbook")
                )


def _count_columns(values: RegionValues) -> int:
    """Return the number of columns of a region, including the repeated ones in use."""
    region = values.region
    return len(region.headings) + len(values.repeated) if region.repeated_column else len(region.columns)


def _list_translated_keys(text: str) -> Collection[str]:
    """Return the translations of a text into all languages, as name keys."""
    return _find_translated_keys(text, text.context if isinstance(text, Message) else None)


@cache
def _find_translated_keys(text: str, context: str | None) -> Collection[str]:  # equal messages may differ in context
    return {name_key(translation) for translation in list_translations(text)}


def make_obstruction_error(cell: object, address: str) -> NotUpdatedError:
    """Build the error for a text of the club's own in the cells of a report. `address` is that of its cell."""
    return NotUpdatedError(
        msg(
            '"{cell}" is in {place}, where the report is written. Move it elsewhere',
            cell=excerpt(cell_text(cell)),
            place=address,
        )
    )
