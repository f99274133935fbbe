"""The help: commands under headings with whole sentences, each with an example that you can type."""

from __future__ import annotations

import shlex

import click
import pytest

from tests.helpers.programs.command_line import run_here
from xladdin.commands.main import COMMANDS, HEADINGS, app

FIRST = ["new", "import", "evening", "pair", "publish", "undo", "rename"]


def every_command() -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = app.get_command(click.Context(app), name)
        assert command is not None
        own = command.commands if isinstance(command, click.Group) else {}
        found |= {f"{name} {one}": each for one, each in own.items()} or {name: command}
    return found


EVERY = every_command()


def test_what_a_director_uses_comes_first() -> None:
    assert list(HEADINGS) == ["Commands", "More commands"]
    assert list(COMMANDS)[: len(FIRST)] == FIRST
    said = run_here("--help").out
    places = [said.index(f"\n{heading}:\n") for heading in HEADINGS]
    assert places == sorted(places)


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_an_example_that_can_be_typed(name: str) -> None:
    command = EVERY[name]
    words = (command.epilog or "").removeprefix("Example: ")
    assert (command.epilog or "").startswith("Example: ")
    assert words.startswith(f"xladdin {name}")
    assert len(f"  {command.epilog}") <= 78
    command.make_context(name, shlex.split(words)[1 + len(name.split()) :])
