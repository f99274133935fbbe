"""What the page shows in place of the messages that name a command or an option."""

from collections.abc import Mapping

from xladdin.app.words import WORDS
from xladdin.languages.language import Language
from xladdin.messages import Message, msg

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
_ALL_AGAIN = "xladdin renew OLD NEW makes a workbook that has all again"
# The messages that name a command or an option, by their ids, and what the page shows in their place.
_ON_PAGE: Mapping[str, Message] = {
    '"{heading}" in {place} is no heading of this report; move its column out of the report, or ' + _ALL_AGAIN: msg(
        '"{heading}" in {place} is no heading of this report; move its column out of the report, or Update a workbook, '
        "under More, makes a workbook that has all again"
    ),
    "it has more columns by now, and no room for them; " + _ALL_AGAIN: msg(
        "it has more columns by now, and no room for them; Update a workbook, under More, makes a workbook that has "
        "all again"
    ),
    "its headings ({headings}) are not all there, side by side; put them back, or " + _ALL_AGAIN: msg(
        "its headings ({headings}) are not all there, side by side; put them back, or Update a workbook, under More, "
        "makes a workbook that has all again"
    ),
    "add --as-new": msg('tick "Also take games that would be left out"'),
    "its name {name} is gone; " + _ALL_AGAIN: msg(
        "its name {name} is gone; Update a workbook, under More, makes a workbook that has all again"
    ),
    '"{other}" is a player too. To make one player of both: xladdin merge FILE "{name}" "{other}"': msg(
        '"{other}" is a player too. To make one player of both: Make two spellings one player.'
    ),
    'Nothing was changed yet. To make "{one}" and "{other}" one player, add --yes.': msg(
        'Nothing was changed yet. To make "{one}" and "{other}" one player, press Do it all the same.'
    ),
    "Review has no row {missing}. xladdin recalc FILE --dry-run lists those that are open.": msg(
        "Review has no row {missing}. Recalculate lists those that are open."
    ),
    "The list of players is gone from Tonight. Run xladdin renew OLD NEW, which brings it back.": msg(
        "The list of players is gone from Tonight. Update the workbook, under More, which brings it back."
    ),
    "The list of players is gone from {sheet}. Update the workbook: xladdin renew OLD NEW.": msg(
        "The list of players is gone from {sheet}. Update the workbook, under More."
    ),
    "The table {table} has no column {heading}. Update the workbook: xladdin renew OLD NEW.": msg(
        "The table {table} has no column {heading}. Update the workbook, under More."
    ),
    "This workbook has no sheet Tonight. Update the workbook: xladdin renew OLD NEW.": msg(
        "This workbook has no sheet Tonight. Update the workbook, under More."
    ),
    (
        "This club workbook is of another form: its cell named {form_name} holds {held} instead of {form}. Run xladdin "
        "renew OLD NEW to update it."
    ): msg(
        "This club workbook is of another form: its cell named {form_name} holds {held} instead of {form}. Update "
        "it by "
        "the button below."
    ),
    (
        "This is not a club workbook: it has no cell named {system_name} (Numbers drops names and tables when it "
        "exports). Make one with `xladdin new SYSTEM FILE`."
    ): msg(
        "This is not a club workbook: it has no cell named {system_name} (Numbers drops names and tables when it "
        "exports). Make one under A new club."
    ),
    (
        "This workbook has no cell named {name}, which keeps what its web page shows. Run xladdin renew OLD NEW to "
        "update it."
    ): msg(
        "This workbook has no cell named {name}, which keeps what its web page shows. Update it by the button below."
    ),
    "To bring one back: xladdin undo {name} --to NUMBER": msg(
        "To bring one back, give its number in Bring back a dated copy."
    ),
    (
        "{name} has changed since xladdin last wrote it, and you would lose that: {differs} from {copy}. To do it "
        "anyway: xladdin {command} {name} --anyway"
    ): msg(
        "{name} has changed since xladdin last wrote it, and you would lose that: {differs} from {copy}. To do it "
        "anyway, press Do it all the same."
    ),
    "{name} has no copy {number}. xladdin backups {name} lists those that are there.": msg(
        "{name} has no copy {number}. Dated copies, under More, lists those that are there."
    ),
    (
        "{name} is again as it was before its change of {day} at {time}. What it held until now is kept as {copy}; "
        "xladdin redo brings it back."
    ): msg(
        "{name} is again as it was before its change of {day} at {time}. What it held until now is kept as {copy}; "
        "Redo it brings it back."
    ),
    (
        "{name} is again as it was before its change of {day} at {time}. What it held until now is kept as {copy}; "
        "xladdin undo brings it back."
    ): msg(
        "{name} is again as it was before its change of {day} at {time}. What it held until now is kept as {copy}; "
        "Undo the last step brings it back."
    ),
    (
        "{path} was not changed: {copy} is {defect}. Choose a copy from xladdin backups {name}, and bring it back: "
        "xladdin undo {name} --to NUMBER"
    ): msg("{path} was not changed: {copy} is {defect}. Bring back another of the dated copies, under More."),
    "{place} is there and was not made by xladdin publish. Move it away first.": msg(
        "{place} is there and was not made by xladdin. Move it away first."
    ),
    "{what}. Give an .xlsx or .xlsm file; `xladdin new` reads a CSV file.": msg(
        "{what}. Give an .xlsx or .xlsm file; A new club reads a CSV file."
    ),
    "Nothing was written; xladdin recalc writes it.": msg("Nothing was written; Recalculate writes it."),
}


def for_page(message: Message) -> Message:
    """Return a message with the page's buttons and views in place of commands, in it and in its values."""
    values = {name: for_page(value) if isinstance(value, Message) else value for name, value in message.values.items()}
    shown = _ON_PAGE.get(message.template, message)
    return Message(shown.template, values, message.plural, message.number, message.context)


_BUTTONS = {str(word): word for word in WORDS}


def step_named(command: str, say: Language) -> str:
    """Return the button for a command, in the language. A command without a button stays as it is."""
    button = STEPS.get(command, command)
    return say.render_text(_BUTTONS.get(button, button))
