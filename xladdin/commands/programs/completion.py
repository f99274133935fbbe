"""`xladdin completion`: the script that a shell needs to complete our commands."""

import click

from xladdin.commands.shell.terminal import say

SHELLS = ("bash", "zsh", "fish")


@click.command(epilog='Example: eval "$(xladdin completion bash)"')
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS), help="bash, zsh or fish.")
def completion(shell: str) -> None:
    """Print what a shell needs to complete the commands."""
    from click.shell_completion import get_completion_class

    from xladdin.commands.main import app

    found = get_completion_class(shell)
    assert found is not None
    say(found(app, {}, "xladdin", "_XLADDIN_COMPLETE").source())
