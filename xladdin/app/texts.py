"""Define the texts of the page, and its replacements for messages that name a command."""

from __future__ import annotations

from collections.abc import Mapping

from xladdin.languages import Language, list_catalogue_codes
from xladdin.messages import Message, msg, pgettext

# The name of a language in that language, and all texts of the page.
LANGUAGE_NAME = pgettext("the language's own name", "English")
TEXTS: tuple[Message, ...] = (
    msg("1 of 3: contents of the files"),
    msg("2 of 3: who is who"),
    msg("3 of 3: preview of the import"),
    msg("A new club"),
    msg("A player's page"),
    msg("Add a game"),
    msg("Adjustments"),
    msg("Accept all"),
    msg("Also import games that are normally left out"),
    msg("Answer"),
    msg("Format"),
    msg("Back to the club"),
    msg("As it is"),
    msg("Back to the columns"),
    msg("Back to the files"),
    msg("Both scores"),
    msg("Restore a dated copy"),
    msg("Import games"),
    msg("Import"),
    msg("CSV"),
    msg("Cancel"),
    msg("Rename a player"),
    msg("Choose"),
    msg("Choose a file with games first."),
    msg("Choose a workbook"),
    msg("Close"),
    msg("Column {heading}"),
    msg("Date"),
    msg("Dated copies"),
    msg("Day of the games for tsh (blank: the last one)"),
    msg("Continue anyway"),
    msg("Download them as a zip"),
    msg("Draw"),
    msg("Drop it here, or choose it. The file is read on this computer only."),
    msg("Elo Club"),
    msg("Enter the evening's games"),
    msg("Event"),
    msg("Events"),
    msg("Export a sheet"),
    msg("Files with games: a table, a form's responses, .t, .tsh, .TOU, TRF, a copied web page"),
    msg("Finish the evening"),
    msg("First letters of the name"),
    msg("First name"),
    msg("First name of player 1"),
    msg("First name of player 2"),
    msg("Fix first ({count})"),
    msg("Fix the row in Excel, save and close the file there, then click Recalculate here."),
    msg("To choose for a single player, use the column Web on Players."),
    msg("Forget a player: there is no undo"),
    msg("Games"),
    msg("Games are logged by"),
    msg("Games with results"),
    msg("Games with scores"),
    msg("Games: winner and loser"),
    msg("Continue"),
    msg("Group"),
    msg("Groups"),
    msg(
        "In this browser, Save downloads the file under the same name. In Chrome and Edge it can "
        "write to the same file."
    ),
    msg("Initial rating"),
    msg("Accept"),
    msg("Number of the copy, from Dated copies"),
    msg("JSON"),
    msg("next season.xlsx"),
    msg("renewed.xlsx"),
    msg("Language of the workbook"),
    msg("Loading Python"),
    msg("View a page"),
    msg("Create the pages"),
    msg("Create the workbook"),
    msg("Merge two spellings"),
    msg("More"),
    msg("Current name"),
    msg("Name of the new workbook"),
    msg("Nation"),
    msg("New name"),
    msg("Next season or camp week"),
    msg("Not saved yet."),
    msg("Nothing leaves this computer."),
    msg("None, leave it out"),
    msg("Number of games"),
    msg("Open its folder"),
    msg("Open your club workbook"),
    msg("Another answer"),
    msg("Other spelling"),
    msg("Other spellings"),
    msg("Our Own Table"),
    msg("Pages"),
    msg("Pair the next round"),
    msg("Place"),
    msg("Places in events"),
    msg("Player"),
    msg("Player 1"),
    msg("Player 2"),
    msg("Players"),
    msg("Players and games from files, if you have any"),
    msg("How the pages show players"),
    msg("Points"),
    msg("Click a name to see every game and how its rating change was calculated."),
    msg("Preview"),
    msg("Preview shows what would be imported. Nothing is saved until you confirm."),
    msg("Print"),
    msg("Print or show a page, then save the workbook."),
    msg("Print the score slips"),
    msg("Print this page"),
    msg("Python does not start in this browser: {reason}. Try a recent Firefox, Chrome, Edge or Safari."),
    msg("Rating"),
    msg("Rating of player 1"),
    msg("Rating of player 2"),
    msg("Rating system"),
    msg(
        "Ratings for a small club: recalculate its workbook, import games, pair a round, and "
        "create pages for the wall and the web."
    ),
    msg("Reason"),
    msg("Recalculate"),
    msg("Redo"),
    msg("Result"),
    msg("Rounds"),
    msg("Initial rules"),
    msg("Save"),
    msg("Save downloads a new copy. Replace the old file with it."),
    msg("Save writes the workbook to its folder, and keeps the previous version in the folder backups."),
    msg("Score 1"),
    msg("Score 2"),
    msg("Sheet"),
    msg("Show large"),
    msg("The workbook has changed since the last recalculation."),
    msg("Remove this game"),
    msg("The club's name"),
    msg("The evening"),
    msg("The evening is finished"),
    msg("Worksheet functions for Excel"),
    msg("The list"),
    msg("The pages are in the folder {name}, next to the workbook."),
    msg("The player to keep"),
    msg("The players"),
    msg("The spelling to remove"),
    msg("There is no workbook in this folder."),
    msg("First tick who is here."),
    msg("To review ({count})"),
    msg("Tonight"),
    msg("Undo"),
    msg("Up to date."),
    msg("Update a workbook of an older version"),
    msg("What a recalculation changes"),
    msg("What changed"),
    msg("Contents of {place}"),
    msg("What you type is kept in this browser until the evening is finished."),
    msg("Who is here?"),
    msg("Who plays whom"),
    msg("Winner"),
    msg(
        "If you open its folder, Save writes to the same file and keeps a dated copy. If you open only the file, "
        "Save downloads a copy."
    ),
    msg("Working"),
    msg("Save them in the folder"),
    msg("a day's games for tsh"),
    msg("by initials"),
    msg("by name"),
    msg("left out"),
    msg("not used"),
    msg("player"),
    msg("players"),
    msg("results"),
    msg("row"),
    msg("rows"),
    msg("scores"),
    msg("tsh"),
    msg("workbook"),
    msg("{count} more"),
    msg("{name} is in your downloads. After editing it, drop it here again."),
    msg("{name} is new: add to Players"),
    msg("Add all {n} new names to Players"),
    msg("Nothing was written. Correct what is marked above, then finish the evening."),
    msg("Games of {day} without a result:"),
    msg("{name} is not saved. Close it anyway?"),
    msg("{name} is open in Excel or LibreOffice. Close it there, then save again."),
    msg("{name} is saved."),
    msg("{name} has changed in the meantime. Nothing was saved: open it again, then recalculate."),
    msg("{name} was saved in Excel since you opened it. Drop it here again, then click Recalculate."),
    msg("{path} could not be written ({reason}). The file is unchanged. Free some disk space, then save again."),
    msg("{sheet}, row {row}, {column}:"),
    msg("{location}:"),
    msg("“{value}”:"),
)


def build_translations() -> dict[str, dict[str, object]]:
    """Return the name and the texts, by their English, of each language except English, by its code."""
    words_by_code: dict[str, dict[str, object]] = {}
    for code in list_catalogue_codes():
        language = Language(code)
        texts = {str(word): language.render(word) for word in TEXTS}
        words_by_code[code] = {"name": language.render(LANGUAGE_NAME), "words": texts}
    return words_by_code


# The buttons for the commands that save a dated copy.
BUTTONS_BY_COMMAND = {
    "evening": "Finish the evening",
    "import": "Import games",
    "merge": "Merge two spellings",
    "pair": "Pair the next round",
    "recalc": "Recalculate",
    "redo": "Redo",
    "rename": "Rename a player",
    "undo": "Undo",
    "undo-to": "Restore a dated copy",
}
_ALL_AGAIN = "xladdin renew OLD NEW makes a workbook that has all again"
# The messages that name a command or an option, by their ids, with the page's replacements.
_REPLACEMENTS: Mapping[str, Message] = {
    '"{heading}" in {place} is no heading of this report; move its column out of the report, or ' + _ALL_AGAIN: msg(
        '"{heading}" in {place} is not a heading of this report. Move its column out of the report, or click Update '
        "a workbook (under More) for a complete workbook"
    ),
    "it has more columns by now, and no room for them; " + _ALL_AGAIN: msg(
        "there is no room for its new columns. Click Update a workbook (under More) for a complete workbook"
    ),
    "its headings ({headings}) are not all there, side by side; put them back, or " + _ALL_AGAIN: msg(
        "some of its headings ({headings}) are missing or no longer side by side. Put them back, or click Update a "
        "workbook (under More) for a complete workbook"
    ),
    "add --as-new": msg('tick "Also import games that are normally left out"'),
    "its name {name} is gone; " + _ALL_AGAIN: msg(
        "its defined name {name} was deleted. Click Update a workbook (under More) for a complete workbook"
    ),
    ('"{other}" is already a player. If they are the same person: xladdin merge FILE "{name}" "{other}"'): msg(
        '"{other}" is already a player. If they are the same person, use Merge two spellings.'
    ),
    'Nothing was changed yet. To merge "{one}" and "{other}", add --yes.': msg(
        'Nothing was changed yet. To merge "{one}" and "{other}", click Continue anyway.'
    ),
    "Review has no row {missing}. For the rows to review, run xladdin recalc FILE --dry-run.": msg(
        "Review has no row {missing}. Click Recalculate for the rows to review."
    ),
    "The list of players is missing from Tonight. Run xladdin renew OLD NEW to restore it.": msg(
        "The list of players is missing from Tonight. To restore it, update the workbook (under More)."
    ),
    "The list of players is missing from {sheet}. Update the workbook: xladdin renew OLD NEW.": msg(
        "The list of players is missing from {sheet}. Update the workbook (under More)."
    ),
    "The table {table} has no column {heading}. Update the workbook: xladdin renew OLD NEW.": msg(
        "The table {table} has no column {heading}. Update the workbook (under More)."
    ),
    "This workbook has no sheet Tonight. Update the workbook: xladdin renew OLD NEW.": msg(
        "This workbook has no sheet Tonight. Update the workbook (under More)."
    ),
    (
        "This club workbook was made by another version of xladdin: its cell {form_name} should contain {form}, but "
        "contains {number}. Run xladdin renew OLD NEW to update it."
    ): msg(
        "This club workbook was made by another version of xladdin: its cell {form_name} should contain {form}, but "
        "contains {number}. Update it with the button below."
    ),
    (
        "{file} is not a club workbook, the Excel file with Players, Games and Rules in which xladdin "
        "calculates ratings. If it was one, the program that saved it, such as Numbers, dropped its named "
        "cells: restore a copy from the folder backups. To create one from your players and games: "
        "`xladdin new SYSTEM FILE SOURCE`."
    ): msg(
        "{file} is not a club workbook, the Excel file with Players, Games and Rules in which xladdin "
        "calculates ratings. If it was one, the program that saved it, such as Numbers, dropped its named "
        "cells: open an earlier copy. Create one from your players and games under A new club."
    ),
    (
        "This workbook has no cell named {name}, which stores what its web page shows. Run "
        "xladdin renew OLD NEW to update it."
    ): msg(
        "This workbook has no cell named {name}, which stores what its web page shows. Update it with the button below."
    ),
    "To restore one: xladdin undo {name} --to NUMBER": msg("To restore one, enter its number in Restore a dated copy."),
    (
        "{name} has changed since xladdin last saved it, and those changes would be lost: "
        "{differs} from {copy}. To continue anyway: xladdin {command} {name} --anyway"
    ): msg(
        "{name} has changed since xladdin last saved it, and those changes would be lost: "
        "{differs} from {copy}. To continue, click Continue anyway."
    ),
    "{name} has no copy {number}. For a list, run xladdin backups {name}.": msg(
        "{name} has no copy {number}. For a list, click Dated copies (under More)."
    ),
    (
        "{name} is back to its state before the change of {day} at {time}. The replaced version is saved as {copy}; "
        "xladdin redo restores it."
    ): msg("{name} is back to its state before the last change. Redo restores the change."),
    (
        "{name} is back to its state before the change of {day} at {time}. The replaced version is saved as {copy}; "
        "xladdin undo restores it."
    ): msg("{name} is back to its state before the change of {day} at {time}. Undo reverses this."),
    "{name} is back to its state before the undo. The replaced version is saved as {copy}.": msg(
        "{name} is back to its state before the undo."
    ),
    (
        "{path} was not changed: {copy} is {defect}. Choose a copy from xladdin backups {name}, "
        "and restore it: xladdin undo {name} --to NUMBER"
    ): msg("{path} was not changed: {copy} is {defect}. Restore another dated copy (under More)."),
    "{place} already exists and was not created by xladdin publish. Move or rename it first.": msg(
        "{place} already exists and was not created by xladdin. Move or rename it first."
    ),
    "{problem}. Use an .xlsx or .xlsm file. To start from a CSV file, use xladdin new.": msg(
        "{problem}. Choose an .xlsx or .xlsm file. To start from a CSV file, use A new club."
    ),
    "Dry run: nothing was saved.": msg("Preview: nothing was saved."),
}


# The labels of buttons by their English, and the message that replaces those about undone changes.
_BUTTONS = {str(word): word for word in TEXTS}
_UNDONE = msg("Undone: {step}. Redo restores it.", step="")


def adapt_for_page(message: Message) -> Message:
    """Return a message with the page's buttons and views instead of commands, in its text and its values."""
    values = {
        name: adapt_for_page(value) if isinstance(value, Message) else value for name, value in message.values.items()
    }
    template = _REPLACEMENTS.get(message.template, message).template
    if button := BUTTONS_BY_COMMAND.get(str(values.get("undone"))):
        template, values["step"] = _UNDONE.template, _BUTTONS[button]
    return Message(template, values, message.plural, message.number, message.context)


def translate_command(command: str, language: Language) -> str:
    """Return the label of the button for a command, or the command itself if it has no button."""
    button = BUTTONS_BY_COMMAND.get(command, command)
    return language.render_text(_BUTTONS.get(button, button))
