"""The English of the page where that of the command line names a command or an option.

The French of every message names what the page has, because the command line speaks English alone.
"""

import re

from xladdin.app.words import WORDS
from xladdin.languages.language import Language

STEPS = {
    "import": "Bring in games",
    "merge": "Make two spellings one player",
    "pair": "Pair the next round",
    "recalc": "Recalculate",
    "redo": "Redo it",
    "rename": "Change a player's name",
    "undo": "Undo the last step",
    "undo --to": "Bring back a dated copy",
}
"""The buttons by their commands, of those before which a dated copy is kept."""
_FOR_COMMANDS = {
    r"xladdin backups .+? lists": "Dated copies, under More, lists",
    r"Choose a copy from xladdin backups .+ --to NUMBER": "Bring back another of the dated copies, under More.",
    r"To bring one back: xladdin undo .+ --to NUMBER": "To bring one back, give its number in Bring back a dated copy.",
    r"To do it anyway: xladdin .+ --anyway": "To do it anyway, press Do it all the same.",
    r"xladdin redo brings it back": "Redo it brings it back",
    r"xladdin undo brings it back": "Undo the last step brings it back",
    r"xladdin recalc FILE --dry-run lists": "Recalculate lists",
    r'To make (".+" and ".+" one player), add --yes': r"To make \1, press Do it all the same",
    r"To make one player of both: xladdin merge FILE .+": "To make one player of both: Make two spellings one player.",
    r"Update the workbook: xladdin renew OLD NEW": "Update the workbook, under More",
    r"Run xladdin renew OLD NEW, which brings it back": "Update the workbook, under More, which brings it back",
    r"Run xladdin renew OLD NEW to update it": "Update it by the button below",
    r"xladdin renew OLD NEW makes": "Update a workbook, under More, makes",
    r"`xladdin new` reads a CSV file": "A new club reads a CSV file",
    r"Make one with `xladdin new SYSTEM FILE`": "Make one under A new club",
    r"made by xladdin publish": "made by xladdin",
    r"give the number: --start-games N, or Start games on Players": "give the number, here or on Players",
}
_BUTTONS = {str(word): word for word in WORDS}
_WORDS = [(re.compile(pattern), words) for pattern, words in _FOR_COMMANDS.items()]


def with_buttons(line: str) -> str:
    """A line in English that names the buttons and views of the page, not commands."""
    for pattern, words in _WORDS:
        line = pattern.sub(words, line)
    return line


def step_named(command: str, say: Language) -> str:
    """The button for a command, in the language. A command without a button stays as it is."""
    button = STEPS.get(command, command)
    return say.render_text(_BUTTONS.get(button, button))
