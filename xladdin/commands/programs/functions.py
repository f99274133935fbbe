"""`xladdin functions`: the catalogue of worksheet functions."""

import click

from xladdin.commands.shell.for_programs import as_json, say_functions
from xladdin.commands.shell.terminal import say, show_table


@click.command(epilog="Example: xladdin functions LEXCHANGE")
@click.argument("name", metavar="[NAME]", default="", help="One function; all of them if left out.")
@as_json
def functions(name: str, for_program: bool) -> None:
    """Show the worksheet functions, each with its help and an example."""
    from xladdin.errors import NotFoundError
    from xladdin.functions.catalogue import CATALOGUE
    from xladdin.game_log.suggestions import did_you_mean

    if not name and for_program:
        say_functions(list(CATALOGUE.values()))
        return
    if not name:
        rows = [[function.syntax, function.description] for function in CATALOGUE.values()]
        show_table(["Function", "What it gives"], rows)
        return
    if name.upper() not in CATALOGUE:
        suggestion = did_you_mean(name.upper(), {known: known for known in CATALOGUE})
        raise NotFoundError(f"function {name}: no such function{suggestion}; xladdin functions lists them")
    function = CATALOGUE[name.upper()]
    if for_program:
        say_functions([function])
        return
    say(f"{function.syntax}\n{function.description}\n")
    show_table(["Argument", "Meaning"], [[argument, kind.help] for argument, kind in function.arguments.items()])
    say(f"={function.example} gives {function.gives}")
