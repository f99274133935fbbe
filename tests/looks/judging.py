"""What a printed workbook looks like: its pages in words and boxes, and what is wrong with them."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from html import unescape
from itertools import takewhile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.dimensions import ColumnDimension
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image, ImageFont

from tests.helpers.clubs import load_values
from tests.helpers.programs.chromium import open_pages, publish_page
from tests.helpers.programs.finding import find_program, run_program
from tests.helpers.programs.printing import print_workbook
from tests.helpers.suite.length import usual_or_long
from tests.looks.states import NO_GAMES, State
from xladdin.cells import LAST_ROW
from xladdin.renderers.sheet_layout import HEADING_ROW, SUBTITLE_ROW
from xladdin.systems import SYSTEMS
from xladdin.systems.adapter import load_adapter
from xladdin.workbook import styles
from xladdin.workbook.sheets import list_report_sheets

FOOT, EDGE = 50.0, 15.0
"""Points: the room of the footer, and what no printer reaches."""
MAX_PAGES, MAX_EVENING_PAGES, MAX_RECORDS_PAGES = 12, 3, 1
"""For all sheets and for those that we print after an evening, of a club of 30, and for Records."""
CROSSED = ((20, 1), (30, 3), (LAST_ROW, 4))
"""The most pages of a crosstable for up to so many players. It shows the forty who played most."""
MIN_TYPE_SIZE, MIN_PLAYERS = 9.45, 45
"""Points, and up to how many players. It is 10 less a twentieth, as LibreOffice's columns are wider than Excel's."""
HEADED = 150.0
"""Points from the edge of the paper to the first row of a list, at most."""
MIN_SHRUNK_SCALE, MIN_FILLED_SHARE = 0.9, 0.3
FILLING = 30
"""The players of a club whose shortest list must fill its page that far, too."""
AT_THE_KEYBOARD = ("Tonight", "Player")
ENGLISH_DAYS = {form for name in (*day_name, *month_name[1:]) for form in (name, name[:3])}
LAPTOP, BESIDE_THE_CELLS = 1366, 52
"""Pixels: the width of a laptop, and what row numbers and scroll bar take of it."""
INDENT, POINTS_OF_A_PIXEL = 12, 0.75
"""Pixels before and after a name in its cell. Four pixels are three points."""


class Page(NamedTuple):
    """A printed page: its words above the footer, and its width and height [points]."""

    words: Sequence[Word]
    size: tuple[float, float]


class Printed(NamedTuple):
    """All report sheets of a workbook, with their pages by sheet."""

    path: Path
    pdf: Path
    pages: Mapping[str, Sequence[Page]]


def printed(state: State, path: Path) -> Printed:
    """Return the report sheets of a workbook, as `xladdin print --all` prints them."""
    pdf = print_workbook(path)
    pages: dict[str, list[Page]] = defaultdict(list)
    sheets = list_report_sheets(SYSTEMS[state.key])
    for words, size in zip(pdf_words(pdf), pdf_page_sizes(pdf), strict=True):
        foot = " ".join(word.text for word in words if word.top > size[1] - FOOT)
        sheet = next(sheet for sheet in sheets if f"· {sheet}" in foot)
        pages[sheet].append(Page([word for word in words if word.top <= size[1] - FOOT], size))
    return Printed(path, pdf, pages)


def findings(state: State, document: Printed) -> list[str]:
    """Everything that is wrong with the paper, in a sentence each."""
    workbook = load_values(document.path)
    players = {str(cell.value) for (cell,) in workbook["Players"].iter_rows(4, max_col=1) if cell.value}
    names = {word for player in players for word in player.split()}
    defects = [*_pages(state, document), *_colours(document)]
    for name in (name for name in AT_THE_KEYBOARD if name in workbook.sheetnames):
        defects += [f"{name}: {problem}" for problem in _on_a_laptop(workbook[name], change_paper=False)]
        defects += [f"{name}: {problem}" for problem in _narrow(workbook[name], players)]
    for sheet, pages in document.pages.items():
        problems = (
            *_sizes(state, pages, names),
            *_filled(state, _lists(workbook[sheet], pages)),
            *_over_each_other(pages),
            *_english(state, pages),
            *_cut(workbook[sheet], pages),
            *_on_a_laptop(workbook[sheet]),
        )
        defects += [f"{sheet}: {problem}" for problem in problems]
    return defects


def _pages(state: State, document: Printed) -> Iterator[str]:
    crossed = len(document.pages["Crosstable"])
    if crossed > next(most for players, most in CROSSED if state.players <= players):
        yield f"Crosstable takes {crossed} pages"
    if len(document.pages["Records"]) > MAX_RECORDS_PAGES:
        yield f"Records takes {len(document.pages['Records'])} pages"
    if state.players > 30:
        return
    number = sum(map(len, document.pages.values()))
    if number > MAX_PAGES:
        yield f"all sheets take {number} pages: { {sheet: len(pages) for sheet, pages in document.pages.items()} }"
    evening = sum(len(document.pages[sheet]) for sheet in load_adapter(SYSTEMS[state.key]).evening_sheets)
    if evening > MAX_EVENING_PAGES:
        yield f"an evening takes {evening} pages"


def _colours(document: Printed) -> Iterator[str]:
    """Cells to type in are yellow on the screen. None of that yellow may be on paper."""
    yellow = tuple(bytes.fromhex(styles.INPUT_GROUND))
    drawings = pdf_pictures(document.pdf, document.pdf.with_suffix(""), dots_per_inch=24)
    for number, drawn in enumerate(drawings, 1):
        with Image.open(drawn) as picture:
            counted = picture.convert("RGB").getcolors(picture.width * picture.height) or []
        if any(colour == yellow for _, colour in counted):
            yield f"page {number} shows the colour of cells to type in"


def _sizes(state: State, pages: Sequence[Page], names: AbstractSet[str]) -> Iterator[str]:
    """Yield where type is too small, or a name much smaller than its column."""
    for page in pages:
        body = [word for word in page.words if any(map(str.isalnum, word.text))]
        if state.players <= MIN_PLAYERS and state.club != "long names":
            smallest = min(body, key=lambda word: word.size, default=None)
            if smallest and smallest.size < MIN_TYPE_SIZE:
                yield f'type of {smallest.size:.1f} points, "{smallest.text}"'
        columns: dict[int, list[Word]] = defaultdict(list)
        for word in (word for word in body if word.top > HEADED and word.text in names):
            columns[round(word.left)].append(word)
        for words in columns.values():
            usual = median(word.size for word in words)
            small = [word for word in words if word.size < MIN_SHRUNK_SCALE * usual - 0.05]
            if len(words) > 4 and small:
                yield f'"{small[0].text}" has {small[0].size:.1f} points in a column of {usual:.1f}'


def _filled(state: State, lists: Sequence[Sequence[Page]]) -> Iterator[str]:
    """Yield where the last page of a list is nearly empty, and it has several or the club many players and games."""
    for pages in lists:
        words, (_, height) = pages[-1]
        filled = max((word.bottom for word in words), default=0) / (height - FOOT)
        is_measured = len(pages) > 1 or (state.players >= FILLING and state.club != NO_GAMES)
        if state.players and is_measured and filled < MIN_FILLED_SHARE:
            yield f"the last page of a list is filled to {filled:.0%}"


def _lists(sheet: Worksheet, pages: Sequence[Page]) -> Sequence[Sequence[Page]]:
    """Return the pages of each list, which has a print area of its own and repeats its title in the first column."""
    titles = [str(sheet.cell(SUBTITLE_ROW, area.min_col).value) for area in _areas(sheet)[1:]]
    texts = [" ".join(word.text for word in page.words) for page in pages]
    begins = [0, *(next(number for number, text in enumerate(texts) if title in text) for title in titles)]
    return [pages[first:last] for first, last in zip(begins, [*begins[1:], None])]


def _over_each_other(pages: Sequence[Page]) -> Iterator[str]:
    for words, (width, height) in pages:
        upright = [word for word in words if word.right - word.left > 0.6 * (word.bottom - word.top)]
        for number, word in enumerate(upright):
            if word.left < EDGE or word.right > width - EDGE or word.bottom > height - EDGE:
                yield f'"{word.text}" reaches over the edge'
            for other in upright[number + 1 :]:
                if word.overlaps(other):
                    yield f'"{word.text}" and "{other.text}" are printed over each other'


def _english(state: State, pages: Sequence[Page]) -> Iterator[str]:
    """No French page names a day or month in English."""
    if state.language == "fr":
        printed_words = {word.text for page in pages for word in page.words}
        yield from (f'"{word}" is English' for word in sorted(printed_words & ENGLISH_DAYS))


def _areas(sheet: Worksheet) -> list[CellRange]:
    return [CellRange(area.rpartition("!")[2].replace("$", "")) for area in sheet.print_area.split(",")]


def _cut(sheet: Worksheet, pages: Sequence[Page]) -> Iterator[str]:
    """Every word of the printed cells is on the paper, and every chart is within them."""
    areas = _areas(sheet)
    for chart in sheet._charts:
        first, last = chart.anchor._from, chart.anchor.to
        if not any(area.max_row >= last.row + bool(last.rowOff) and area.max_col >= last.col for area in areas):
            yield f"a chart from row {first.row + 1} on is cut"
    if sheet.title == "Crosstable" and len(pages) > 1:  # further pages repeat its first columns alone
        repeated = CellRange(sheet.print_title_cols.replace("$", "").replace(":", "1:") + "1").max_col
        for row in sheet.iter_rows(HEADING_ROW + 1, max_col=repeated):
            yield from _clipped(sheet, row)
        return
    printed_words = {word.text for page in pages for word in page.words}
    yield from (f"{text} stands for a figure that has no room" for text in printed_words if "##" in text)
    for area in areas:
        for row in sheet.iter_rows(1, sheet.max_row, area.min_col, area.max_col):
            if not row or row[0].row > area.max_row:
                continue
            visible = [cell for cell in row if not sheet.column_dimensions[get_column_letter(cell.column)].hidden]
            yield from _clipped(sheet, visible)
            words = {word for cell in visible if isinstance(cell.value, str) for word in cell.value.split()}
            if row[0].row <= HEADING_ROW:  # headings, and a legend above them, go on where a dash ends
                parts = {part for word in words for part in re.split("[–-]", word)}
                words = {part for part in parts if not any(part in word for word in printed_words)}
            yield from (f'"{word}" of row {row[0].row} is not printed whole' for word in words - printed_words)


def _clipped(sheet: Worksheet, cells: Sequence[Cell]) -> Iterator[str]:
    """Words of a row that run on past the next filled cell or the page. In a PDF they are whole all the same."""
    rooms = [pixels(sheet.column_dimensions[get_column_letter(cell.column)]) for cell in cells]
    for number, cell in enumerate(cells):
        looks = cell.alignment
        if isinstance(cell.value, str) and looks.horizontal == "left" and cell.coordinate not in sheet.merged_cells:
            beyond = takewhile(lambda index: cells[index].value is None, range(number + 1, len(cells)))
            room = sum(rooms[index] for index in (number, *beyond)) - INDENT * int(looks.indent)
            if not (looks.wrap_text or looks.shrink_to_fit) and _wide(cell) > room:
                yield f'"{cell.value}" of row {cell.row} has {room} of {_wide(cell):.0f} pixels'


def _narrow(sheet: Worksheet, players: AbstractSet[str]) -> Iterator[str]:
    """Yield the names that their column does not hold, even at nine tenths of their size."""
    for cell in (cell for row in sheet.iter_rows() for cell in row if cell.value in players):
        room = pixels(sheet.column_dimensions[get_column_letter(cell.column)]) - INDENT
        if MIN_SHRUNK_SCALE * _wide(cell) > room:
            yield f'"{cell.value}" has {room} of {_wide(cell):.0f} pixels'


def _on_a_laptop(sheet: Worksheet, *, change_paper: bool = True) -> Iterator[str]:
    """Yield what is out of sight of what a director chooses, the charts and, with `change_paper`, the first page."""
    controls = [cell for rule in sheet.data_validations.dataValidation for cell in rule.sqref.ranges]
    charts = [chart.anchor.to.col for chart in sheet._charts]
    last = max([_areas(sheet)[0].max_col if change_paper else 1, *charts, *(cells.max_col for cells in controls)])
    columns = [sheet.column_dimensions[get_column_letter(number)] for number in range(1, last + 1)]
    wide = sum(pixels(column) for column in columns if not column.hidden)
    if sheet.title not in ("Crosstable",) and wide + BESIDE_THE_CELLS > LAPTOP:
        yield f"it is {wide} pixels wide with what is chosen on it"


def pixels(column: ColumnDimension) -> int:
    """Return the width of a column in a workbook in Arial [pixels]."""
    return int(column.width * 7 + 5)


def _wide(cell: Cell) -> float:
    """Return the width of the words in a cell [pixels]."""
    return text_width(str(cell.value), bold=bool(cell.font.b)) * float(cell.font.sz) / POINTS_OF_A_PIXEL


DIGIT = 0.556
"""Width of a digit in Liberation Sans in relation to its size. The font replaces Arial, bold or not."""
_SIZE = 1000
"""Size of type at which the fonts are measured."""


class Word(NamedTuple):
    """A word of a page and the room it takes, in points from the upper left corner. `size` is that of its print."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float

    def overlaps(self, other: Word) -> bool:
        """Return whether two words are printed over each other, by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.5 * min(self.bottom - self.top, other.bottom - other.top)


def pdf_words(pdf: Path) -> list[list[Word]]:
    """Return the words of each page with the room they take, cut off or not."""
    xml = run_program([find_program("pdftotext"), "-bbox", pdf, "-"])
    pattern = r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>'
    pages = [
        [(unescape(text), *map(float, edges)) for *edges, text in re.findall(pattern, page)]
        for page in xml.split("<page ")[1:]
    ]
    box = _box(word for page in pages for word in page)
    return [
        [Word(text, left, top, right, bottom, (bottom - top) / box) for text, left, top, right, bottom in page]
        for page in pages
    ]


def _box(words: Iterable[tuple[str, float, float, float, float]]) -> float:
    """Return ratio of a word box to its size of print, measured on digits, because releases of poppler differ in it."""
    lines = [
        (bottom - top) * len(text) * DIGIT / (right - left)
        for text, left, top, right, bottom in words
        if text.isdigit() and len(text) > 2 and right - left > bottom - top
    ]
    return median(lines) if lines else 1.0


def pdf_page_sizes(pdf: Path) -> list[tuple[float, float]]:
    """Return width and height of each page in points (1/72 inch)."""
    lines = run_program([find_program("pdfinfo"), "-l", "-1", pdf]).splitlines()
    sizes = [line.split() for line in lines if line.startswith("Page ") and " size:" in line]
    return [(float(match[3]), float(match[5])) for match in sizes]


def pdf_pictures(pdf: Path, into: Path, *, dots_per_inch: int = 80) -> list[Path]:
    """Return each page as a PNG file in the folder `into`, in order."""
    into.mkdir(parents=True, exist_ok=True)
    stem = into / pdf.stem
    run_program([find_program("pdftoppm"), "-png", "-r", str(dots_per_inch), pdf, stem])
    return sorted(into.glob(f"{pdf.stem}-*.png"))


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, as a multiple of the type's size."""
    return _font("Bold" if bold else "Regular").getlength(text) / _SIZE


@cache
def _font(style: str) -> ImageFont.FreeTypeFont:
    path = run_program([find_program("fc-match"), "--format=%{file}", f"Liberation Sans:style={style}"])
    return ImageFont.truetype(path.strip(), _SIZE)


MAX_PAGES_OPENED = usual_or_long(1, 20)
"""How many pages of evenings and of players we look at. The others are alike."""
SCREENS = {"phone": (390, 844), "laptop": (1366, 768)}
"""Width and height in pixels."""
BROKEN_WORDS = """(() => {
  const broken = [], range = document.createRange();
  for (const cell of document.querySelectorAll("td, th, .box, .best b")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/[^\\s\\p{Pd}]+/gu)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) { broken.push(word[0]); }
      }
    }
  }
  return broken;
})()"""
"""Words of tables and boxes that begin on one line and end on another. Words with a dash may do that."""
SMALL_ON_CHARTS = """[...document.querySelectorAll("svg text")].filter((text) => text.checkVisibility()).map((text) => {
  const drawing = text.ownerSVGElement, size = parseFloat(getComputedStyle(text).fontSize);
  return [text.textContent, size * drawing.clientWidth / drawing.viewBox.baseVal.width];
}).filter(([, size]) => size < 11)"""
"""Words of drawings that are too small to read, with their size in CSS pixels."""
SMALL_IN_BOXES = """[...document.querySelectorAll(".best b")].map((name) => [
  name.textContent, parseFloat(getComputedStyle(name).fontSize)
]).filter(([, size]) => size < 12)"""
"""Names of the poster that are much smaller than the others, with their size in CSS pixels."""
PAGES = ("index.html", "evening.html", "players.html", "records.html", "crosstable.html")
PAGES += ("ladder.html", "wall/slips.html", "player/player-005.html")


def problems_on_screens(path: Path) -> list[str]:
    """Return what Chromium finds at both widths on the page of a club."""
    page = path.with_name("page")
    publish_page(path, page)
    phone_last = [width for width, _ in SCREENS.values()][::-1]  # what is asked is asked on the last
    asked = {page / name: [BROKEN_WORDS, SMALL_ON_CHARTS, SMALL_IN_BOXES] for name in PAGES if (page / name).exists()}
    assert len(asked) > 3
    reports = open_pages(
        [page], widths=phone_last, scripts=asked, most=MAX_PAGES_OPENED, axe=usual_or_long(False, True)
    )
    return [f"{Path(report['url']).name}: {problem}" for report in reports for problem in _problems(report)]


def _problems(report: dict[str, Any]) -> Iterator[str]:
    yield from (f"wider than its screen, {sizes}" for sizes in report["wide"])
    yield from (f"said {message}" for message in report["said"])
    yield from report["violations"]
    for broken, small, names in [report["answers"]] if "answers" in report else []:
        yield from (f'"{word}" is broken inside' for word in broken)
        yield from (f'"{word}" of a drawing has {size:.0f} pixels' for word, size in small)
        yield from (f'"{name}" of the poster has {size:.0f} pixels' for name, size in names)
