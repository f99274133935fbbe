"""Excel's refusals and silences, in words that say what to do."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from xladdin.errors import FileProblem, WrittenInPart, XladdinError

_BRIDGES = ("pywintypes", "pythoncom", "win32com", "appscript", "aem", "xlwings")
"""The modules whose exceptions carry Excel's words."""
_BUSY = "Finish the cell that is being edited, close what Excel asks, and press again."


@contextmanager
def in_words(what: str = "Excel does not answer", remedy: str = _BUSY) -> Iterator[None]:
    """Turns an error of Excel into a FileProblem that says what was not done and what to do."""
    try:
        yield
    except Exception as error:
        if isinstance(error, XladdinError) or not _is_excels(error):
            raise
        raise FileProblem(f"{what} ({_said(error)}). {remedy}") from error


def _is_excels(error: Exception) -> bool:
    """Whether an exception comes from Excel through one of xlwings' bridges, and is no fault of ours."""
    return type(error).__module__.partition(".")[0] in _BRIDGES


def _said(error: Exception) -> str:
    """The words in the value from COM or AppleScript: (number, words, (…, …, details, …), …)."""
    details = error.args[2] if len(error.args) > 2 and isinstance(error.args[2], tuple) else ()
    words = [text for text in (*details[2:3], *error.args[1:2]) if isinstance(text, str) and text.strip()]
    return " ".join((words[0] if words else str(error)).split()).removesuffix(".")


def in_part(error: Exception, sheet: str, written: Sequence[str], left: Sequence[str]) -> Exception:
    """The exception for a failure to write on a sheet. It says what is written by then, and what is not."""
    if not _is_excels(error) and not isinstance(error, (XladdinError, OSError)):
        return error
    why = f"Excel refused to write on the sheet {sheet} ({_said(error)})."
    done = [name for name in dict.fromkeys(written) if name not in left]
    return WrittenInPart(
        f"{why} Written: {', '.join(done) or 'no sheet whole'}. Not written: {', '.join(dict.fromkeys(left))}. "
        "Press again when that is fixed; the workbook as it was before is the latest in the folder backups beside it."
    )
