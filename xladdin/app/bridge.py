"""Run commands for the page of the app, and return their results as JSON. The page's worker calls these functions."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from xladdin.app.texts import adapt_for_page, translate_command
from xladdin.commands.main import app
from xladdin.commands.output import FAILED, get_exit_status, make_error_message, outcome_as_data, use_screen
from xladdin.errors import Diagnostic, IncompatibleSchemaError, InvalidRowsError, NotFoundError
from xladdin.files.club_file import ClubFile
from xladdin.files.package import EARLIEST
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.workbook.web_settings import WebSettings, find_page_folder, read_web_settings

if TYPE_CHECKING:
    from xladdin.hosts.workbook_import import Import
    from xladdin.importing.questions import Question
    from xladdin.next_round import TypedEvening
    from xladdin.reports.review import ReviewLine
    from xladdin.systems.system import RatingSystem
    from xladdin.workbook.recalc_result import RecalcResult

# The output of the last command, which can be rendered in another language. It is empty before the first command.
_last_pages: list[Page] = []


def run_command(arguments: str, notify: Callable[[str], object] = lambda step: None, language: str = "en") -> str:
    """Run a command and return its result as JSON.

    `arguments` is a JSON list of the arguments on a command line, `notify` is called with each step, and `language` is
    a code such as fr. The result has the exit `status`, the `output` of the command, and `renews`, which is true if the
    workbook was rejected because of its format version and can be updated.
    """
    return _run(lambda: app.main(json.loads(arguments), prog_name="xladdin", standalone_mode=False), notify, language)


def enter_evening(file: str, evening_json: str, notify: Callable[[str], object], language: str) -> str:
    """Write the games of an evening into a workbook and recalculate it.

    `evening_json` is as in `check_games`, and the result as in `run_command`.
    """
    from datetime import datetime
    from pathlib import Path

    from xladdin.commands.output import show_changes, show_steps
    from xladdin.hosts.file_commands import enter_evening_in_file

    def work() -> None:
        with show_steps(msg("Nothing was written.")) as progress:
            outcome = enter_evening_in_file(Path(file), _parse_evening(evening_json), datetime.now(), progress)
        show_changes(outcome, is_written=True)

    return _run(work, notify, language)


def check_games(file: str, evening_json: str, language: str = "en") -> str:
    """Return the errors that a recalculation would report about entered games, as JSON.

    It is a list of objects: `game`, its position; `heading` of the cell; `message`; `unknown`, a name that is not on
    Players; and `suggestion`, the player whom that name may mean. `evening_json` is JSON: `day` as 2026-05-19,
    `newcomers`, and `games`, each with `cells` by the headings of the log and the `row` of a game that waits in the
    workbook, or null.
    """
    from datetime import date

    from xladdin.next_round import check_evening

    rendered_in = Language(language)
    problems = check_evening(_open_workbook(file), _parse_evening(evening_json), date.today())
    errors = [
        {
            "game": game,
            "heading": problem.column,
            "message": rendered_in.colon.join(
                [rendered_in.render(problem.heading), render_message(problem.message, rendered_in)]
            ),
            "unknown": problem.value if problem.excel_error == NotFoundError.excel_error else "",
            "suggestion": problem.message.values.get("suggestion", ""),
        }
        for game, problem in problems
    ]
    return json.dumps(errors)


def _parse_evening(evening_json: str) -> TypedEvening:
    from datetime import date

    from xladdin.next_round import TypedEvening, TypedGame

    evening = json.loads(evening_json)
    games = [TypedGame(game["cells"], game["row"]) for game in evening["games"]]
    return TypedEvening(date.fromisoformat(evening["day"]), games, evening["newcomers"])


# The open workbook by its path, time and size, so that a key stroke does not read it again.
_open_workbooks: dict[tuple[str, int, int], ClubFile] = {}


def _open_workbook(file: str) -> ClubFile:
    from pathlib import Path

    from xladdin.files.club_file import open_club_file

    stat = Path(file).stat()
    key = file, stat.st_mtime_ns, stat.st_size
    if key not in _open_workbooks:
        _open_workbooks.clear()
        _open_workbooks[key] = open_club_file(Path(file))
    return _open_workbooks[key]


def _run(work: Callable[[], object], notify: Callable[[str], object], language: str) -> str:
    """Run a function that shows its results on the current screen, and return its status and output as JSON."""
    _last_pages.clear()  # its ratings take room that this one needs
    page = Page(notify, Language(language))
    renews = False
    with use_screen(page):
        try:
            status = work() or 0
        except click.ClickException as error:
            page.echo([error.format_message()], err=True)
            status = FAILED
        except click.exceptions.Exit as error:
            status = error.exit_code
        except Exception as error:
            page.echo([make_error_message(error)], err=True)
            status = get_exit_status(error)
            renews = isinstance(error, IncompatibleSchemaError)
    _last_pages.append(page)
    return json.dumps({"status": status, "output": page.as_data(Language(language)), "renews": renews})


def render_last_output(language: str) -> str:
    """Return the output of the last command in a language, as a JSON list. It is empty before the first command."""
    return json.dumps([item for page in _last_pages for item in page.as_data(Language(language))])


def describe_club(file: str) -> str:
    """Return the data of the open workbook that the page shows, as JSON.

    It has the title, system, sheets, players, number of rows of the log, attendance, open games, and the settings of
    the web page. Raises WorkbookError if the file is not a club workbook.
    """
    from xladdin.cells import cell_text, is_blank
    from xladdin.workbook.report_sheets.tonight import read_tonight
    from xladdin.workbook.rules import read_system
    from xladdin.workbook.schema import TITLE_NAME
    from xladdin.workbook.web_settings import read_valid_club_id

    workbook = _open_workbook(file)
    system = read_system(workbook)
    schema = system.log_schema
    log, players = workbook.tables[schema.table], workbook.tables["Players"].column("Player") or []
    names = [cell_text(name) for name in players if not is_blank(name)]
    tonight = read_tonight(workbook, system) if schema.is_paired else []
    sides = zip(*(log.column(heading) or [] for heading in schema.players))
    return json.dumps({
        "title": cell_text(workbook.names.get(TITLE_NAME)) or system.title,
        "system": system.title,
        "counted": schema.count_heading,
        "sheets": [*workbook.visible_sheets],
        "players": names,
        "rows": sum(not all(map(is_blank, row)) for row in sides),
        "paired": schema.is_paired,
        "groups": bool(system.has_groups),
        "tonight": [{"name": name, "present": is_present} for name, is_present in tonight],
        "id": read_valid_club_id(workbook),
        "evening": _describe_evening(workbook, system) if schema.is_paired else None,
        **_describe_web_page(workbook),
    })  # fmt: skip


def _describe_evening(workbook: ClubFile, system: RatingSystem) -> dict[str, object]:
    """Return the games without a result, their date, today's date, and the headings into which a game is entered."""
    from datetime import date

    from xladdin.next_round import find_waiting_games

    schema = system.log_schema
    day, games = find_waiting_games(workbook, system)
    return {
        "day": day.isoformat() if day else "",
        "today": date.today().isoformat(),
        "players": schema.players,
        "results": schema.results,
        "scored": schema.has_scores,
        "games": [{"row": game.row, "cells": game.cells} for game in games],
    }


def _describe_web_page(workbook: ClubFile) -> dict[str, str]:
    """Return the way in which the web page shows players ("" if it is not chosen yet), and the name of its folder."""
    try:
        settings = read_web_settings(workbook)
    except InvalidRowsError:  # a publication names these cells
        settings = WebSettings("", "", "", "")
    return {"names": settings.names, "page": find_page_folder(workbook.path, settings).name}


def render_player(file: str, name: str) -> str:
    """Return the page of a player and its style sheet as JSON, each text by its path."""
    from datetime import datetime

    from xladdin.hosts.publishing import render_player_page

    pages = render_player_page(_open_workbook(file), name, datetime.now())
    return json.dumps({path: content.decode() for path, content in pages.items()})


def zip_folder(folder: str) -> bytes:
    """Return a folder as a zip archive."""
    import io
    import zipfile
    from pathlib import Path

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return stream.getvalue()


# The headings of two kinds of columns: signed numbers, and commands.
CHANGE_HEADING, COMMAND_HEADING = "Change", "Before"
RenderFunction = Callable[[Language], Mapping[str, object]]


class Page:
    """Collect the output of a command.

    `notify` is called with each step, in the current language.
    """

    def __init__(self, notify: Callable[[str], object], language: Language) -> None:
        self._items: list[tuple[str, RenderFunction]] = []
        self._notify, self._language = notify, language

    def as_data(self, language: Language) -> list[dict[str, object]]:
        """Return the output in a language, as data that the page renders."""
        return [{"kind": kind, **render(language)} for kind, render in self._items]

    def echo(self, lines: Sequence[Message | str], err: bool) -> None:
        """Show lines of text."""
        self._show(
            "text", lambda language: {"text": "\n".join(render_message(line, language) for line in lines), "wrong": err}
        )

    def show_table(
        self,
        headings: Sequence[Message | str],
        rows: Sequence[Sequence[Message | str]],
        right_aligned: Collection[int],
        title: Message | str,
    ) -> None:
        """Show a table, in which the page renders signed numbers with ▲ and ▼.

        `right_aligned` has the positions of the columns of numbers.
        """
        signed = [position for position, heading in enumerate(headings) if heading == CHANGE_HEADING]

        def format_cell(cell: Message | str, index: int, language: Language) -> str:
            if isinstance(cell, Message):
                return render_message(cell, language)
            if headings[index] == COMMAND_HEADING:
                return translate_command(cell, language)
            return language.localize_decimals(cell) if index in right_aligned else cell

        def render(language: Language) -> dict[str, object]:
            cells = [[format_cell(cell, index, language) for index, cell in enumerate(row)] for row in rows]
            texts = [render_message(heading, language) for heading in headings]
            return {
                "title": render_message(title, language),
                "headings": texts,
                "rows": cells,
                "right": [*right_aligned],
                "signed": signed,
            }

        self._show("table", render)

    def problems(self, problems: Sequence[Diagnostic], consequence: Message) -> None:
        """Show rows to fix."""

        def render(language: Language) -> dict[str, object]:
            rows = [_problem_as_data(problem, language) for problem in problems]
            return {"problems": rows, "then": render_message(consequence, language)}

        self._show("problems", render)

    def outcome(self, outcome: RecalcResult, is_written: bool) -> None:
        """Show a recalculation: the changed ratings as a table, and the other results as data."""
        from xladdin.commands.output import make_changes_table

        def render(language: Language) -> dict[str, object]:
            corrections = [render_message(correction.as_message(), language) for correction in outcome.corrections]
            questions = [_review_line_as_data(review_line, language) for review_line in outcome.to_review]
            summary = "\n".join(render_message(message, language) for message in outcome.messages)
            data = {**outcome_as_data(outcome, is_written=is_written), "questions": questions, "summary": summary}
            del data["messages"]
            return {**data, "corrections": corrections}

        table = make_changes_table(outcome)
        if table is not None:
            self.show_table(table.headings, table.rows, table.right_aligned, "")
        self._show("outcome", render)

    def sources(self, import_: Import) -> None:
        """Show the tables of an import's sources and the open questions, for which the page offers the answers."""
        tables = [table.preview for table in import_.answers.mapped.values()]
        questions = import_.questions

        def render(language: Language) -> dict[str, object]:
            return {"tables": tables, "questions": [_question_as_data(question, language) for question in questions]}

        self._show("sources", render)

    def step(self, step: Message) -> None:
        """Show the current step at once."""
        self._notify(render_message(step, self._language))

    def _show(self, kind: str, render: RenderFunction) -> None:
        self._items.append((kind, render))


def render_message(message: Message | str, language: Language) -> str:
    """Render a message in a language, with the page's buttons instead of commands. A plain text is unchanged."""
    return language.render(adapt_for_page(message)) if isinstance(message, Message) else message


def _question_as_data(question: Question, language: Language) -> dict[str, object]:
    choices = [{"value": value, "words": language.render_text(texts)} for value, texts in question.choices]
    return {
        "id": [*question.id],
        "text": language.render_text(question.text),
        "choices": choices,
        "default": question.default,
        "samples": [language.render_text(sample) for sample in question.samples],
        "free": question.free_answer,
    }


def _problem_as_data(problem: Diagnostic, language: Language) -> dict[str, object]:
    return {
        "sheet": problem.sheet,
        "table": problem.table,
        "row": problem.row,
        "column": language.render(problem.heading),
        "value": problem.value,
        "message": render_message(problem.message, language),
    }


def _review_line_as_data(review_line: ReviewLine, language: Language) -> dict[str, object]:
    texts = {"title": review_line.title, "location": review_line.location, "reason": review_line.reason}
    return {"number": review_line.number, **{key: render_message(text, language) for key, text in texts.items()}}


# Compiled modules halve the time in which Python starts, but are twice as large. So only the modules that creating and
# recalculating a club workbook loads are compiled.


def compile_library(packages: memoryview) -> bytes:
    """Return the archive of Python's own library and of xladdin's requirements, with byte code of the modules in use.

    Python imports directly from the archive, because unpacking the 500 modules of the requirements would take a second.
    This function runs when the app is built.
    """
    (path,) = (Path(entry) for entry in sys.path if entry.endswith(".zip"))
    modules = _compile_members(bytes(packages), _find_site_packages())
    return _make_archive(
        {
            **_compile_members(path.read_bytes(), path),
            **{name: modules[name] for name in modules if not _is_xladdin(name)},
        }
    )


def compile_packages(packages: memoryview) -> bytes:
    """Return the archive of xladdin, with byte code of the modules in use.

    It is unpacked before use, because xladdin reads data files of its own folder.
    """
    modules = _compile_members(bytes(packages), _find_site_packages())
    return _make_archive({name: modules[name] for name in modules if _is_xladdin(name)})


def _is_xladdin(name: str) -> bool:
    return name.startswith("xladdin/")


def _find_site_packages() -> Path:
    import xladdin

    return Path(xladdin.__file__).parents[1]


def _compile_members(archive: bytes, root: Path) -> dict[str, bytes]:
    """Return the members of an archive by name, with byte code for the source of each module in use."""
    modules_in_use, members = _find_modules_in_use(), {}
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        for name in source.namelist():
            content = source.read(name)
            if name.endswith(".py") and str(root / name) in modules_in_use:
                name, content = f"{name}c", _compile_module(name, content)
            if not name.endswith("/"):
                members[name] = content
    return members


def _make_archive(members: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(members):
            target.writestr(zipfile.ZipInfo(name, EARLIEST), members[name])
    return stream.getvalue()


def _compile_module(name: str, source: bytes) -> bytes:
    import py_compile

    with TemporaryDirectory() as folder:
        text, code = Path(folder, "module.py"), Path(folder, "module.pyc")
        text.write_bytes(source)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(text), str(code), name, doraise=True, invalidation_mode=mode)
        return code.read_bytes()


@cache
def _find_modules_in_use() -> frozenset[str | None]:
    """Return the files of all modules that creating and recalculating a club workbook loads."""
    from xladdin.systems import SYSTEMS

    with TemporaryDirectory() as folder:
        workbook = str(Path(folder, "club.xlsx"))
        for texts in (["new", next(iter(SYSTEMS)), workbook], ["recalc", workbook, "--dry-run"], ["recalc", workbook]):
            run_command(json.dumps(texts))
        describe_club(workbook)
    specs = (getattr(module, "__spec__", None) for module in [*sys.modules.values()])
    return frozenset(spec.origin for spec in specs if spec is not None)
