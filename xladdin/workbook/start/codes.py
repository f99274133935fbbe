"""The check codes that Start shows: of the workbook, of its printed list, and of its page on the web."""

from collections.abc import Mapping

from xladdin.cells.numbers import number_in
from xladdin.cells.table import CellValue, ClubBook
from xladdin.errors import RowsToMend
from xladdin.reports.public.check_codes import check_code, code_of_page, printed
from xladdin.reports.public.names_shown import shown_of
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.web_words import web_words

CODES_NAME, PAGE_CODE_NAME = "start_codes", "start_page_code"
"""The cells of the check codes of the workbook and its printed list, and of the code of its page on the web."""


def check_codes(digest: int, material: Material) -> dict[str, CellValue]:
    """The codes of the workbook, of all inputs, Rules and ratings, and of the list that it prints.

    `digest` covers everything that was read. The result is by the name of its cell.
    """
    ratings = [(printed(number_in(rating), material.system.rating_decimals),) for rating in material.facts.ratings]
    workbook = check_code([(str(digest),), *ratings])
    told = material.say.text(
        "Check codes: workbook {workbook} · printed list {list}", workbook=workbook, list=material.list_code
    )
    return {CODES_NAME: told}


def page_code(book: ClubBook, material: Material, private: Mapping[str, str]) -> dict[str, CellValue]:
    """The code of the list on the club's page, or a question mark if the column Web has an unknown word.

    `private` is as in `Beside`. The result is by the name of its cell.
    """
    log = material.replay.log
    try:
        code = code_of_page(material.replay, shown_of(log.players, web_words(book, log), private))
    except RowsToMend:  # which `publish` tells
        code = "?"
    return {PAGE_CODE_NAME: material.say.text("Web page {code}", code=code)}
