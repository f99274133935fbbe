"""Club ratings in Excel: worksheet functions, club workbooks and recalculation for the rating systems of clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xladdin.api import (
        Diagnostic,
        Explanation,
        InvalidRowsError,
        Language,
        Message,
        Published,
        RatingPoint,
        Ratings,
        RatingSystem,
        RecalcResult,
        Standing,
        Workbook,
        WorkbookError,
        XladdinError,
        create_file,
        delete_files,
        join_messages,
        msg,
        name_key,
        ngettext,
        open_workbook,
        pgettext,
        publish,
        rate,
        recalculate,
        system,
        write_file,
    )

__version__ = "1.0.0rc1"
__all__ = [
    "Diagnostic",
    "Explanation",
    "InvalidRowsError",
    "Language",
    "Message",
    "Published",
    "RatingPoint",
    "RatingSystem",
    "Ratings",
    "RecalcResult",
    "Standing",
    "Workbook",
    "WorkbookError",
    "XladdinError",
    "create_file",
    "delete_files",
    "join_messages",
    "msg",
    "name_key",
    "ngettext",
    "open_workbook",
    "pgettext",
    "publish",
    "rate",
    "recalculate",
    "system",
    "write_file",
]


def __getattr__(name: str) -> Any:
    """Import the public API on first access, since commands and worksheet functions do not need it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from xladdin import api

    return globals().setdefault(name, getattr(api, name))
