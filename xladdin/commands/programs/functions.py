"""`xladdin functions`: the catalogue of worksheet functions."""

from pathlib import Path

import click

from xladdin.commands.shell.for_programs import as_json, say_functions
from xladdin.commands.shell.parameters import A_PATH
from xladdin.commands.shell.terminal import say, show_table


@click.command(epilog="Example: xladdin functions LEXCHANGE")
@click.argument("name", metavar="[NAME]", default="", help="One function; all of them if left out.")
@as_json
@click.option("--excel-labs", metavar="FILE", type=A_PATH, help="Write them as a text module for Excel Labs.")
@click.option("--html", metavar="FILE", type=A_PATH, help="Write them as a web page, to which xlwings Lite can link.")
def functions(name: str, for_program: bool, excel_labs: Path | None, html: Path | None) -> None:
    """Show the worksheet functions, each with its help and an example."""
    from xladdin.errors import NotFound
    from xladdin.functions.catalogue import CATALOGUE
    from xladdin.log.suggestions import did_you_mean

    if excel_labs is not None:
        from xladdin.hosts.office_js.excel_labs import write_module

        say(write_module(excel_labs))
        return
    if html is not None:
        from xladdin.hosts.office_js.help_page import write_page

        say(write_page(html))
        return
    if not name and for_program:
        say_functions(list(CATALOGUE.values()))
        return
    if not name:
        rows = [[function.syntax, function.description] for function in CATALOGUE.values()]
        show_table(["Function", "What it gives"], rows)
        return
    if name.upper() not in CATALOGUE:
        suggestion = did_you_mean(name.upper(), {known: known for known in CATALOGUE})
        raise NotFound(f"function {name}: no such function{suggestion}; xladdin functions lists them")
    function = CATALOGUE[name.upper()]
    if for_program:
        say_functions([function])
        return
    say(f"{function.syntax}\n{function.description}\n")
    show_table(["Argument", "Meaning"], [[argument, kind.help] for argument, kind in function.arguments.items()])
    say(f"={function.example} gives {function.gives}")
