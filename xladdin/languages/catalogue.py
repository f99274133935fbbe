"""Read the compiled catalogues, one for each language but English."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from xladdin.messages import Message

if TYPE_CHECKING:
    from gettext import NullTranslations
    from importlib.resources.abc import Traversable


def locale_folder() -> Traversable:
    """Return the folder that holds a folder for each language."""
    return resources.files("xladdin").joinpath("locale")


@cache
def catalogue_codes() -> tuple[str, ...]:
    """Return the codes of the languages that have a catalogue."""
    folders = locale_folder().iterdir()
    return tuple(sorted(one.name for one in folders if one.joinpath("LC_MESSAGES", "xladdin.mo").is_file()))


@cache
def load_catalogue(code: str) -> NullTranslations:
    """Load the catalogue of a language. It is package data, so that wheels, zip files and Pyodide read it alike.

    Raises FileNotFoundError when it was not compiled: the build hook of the wheel and tests/setup do that.
    """
    import gettext  # English needs no catalogue, and the import takes 7 ms

    with locale_folder().joinpath(code, "LC_MESSAGES", "xladdin.mo").open("rb") as stream:
        return gettext.GNUTranslations(stream)


def translate_template(message: Message, code: str, occasion: str) -> str:
    """Return the template of a message in a language other than English; the English one if the catalogue lacks it.

    `occasion` is the context of words that a camp or a tournament has of its own.
    """
    if not message.template:  # for which gettext has the header of the catalogue
        return ""
    catalogue = load_catalogue(code)
    if message.plural is not None:
        return catalogue.ngettext(message.template, message.plural, message.number)
    if message.context is not None:
        return catalogue.pgettext(message.context, message.template)
    translated = catalogue.pgettext(occasion, message.template)
    return catalogue.gettext(message.template) if translated == message.template else translated
