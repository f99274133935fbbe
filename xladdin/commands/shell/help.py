"""The help of a group: the whole sentence of each command, under headings."""

from collections.abc import Mapping, Sequence

import click

LONGEST = 200
"""More characters than any sentence has, so that none is cut."""


class HelpByHeading(click.Group):
    """A group whose help lists its commands under headings."""

    def headings(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """The names of commands by heading."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes a section for each heading."""
        for heading, names in self.headings(ctx).items():
            commands = [(name, command) for name in names if (command := self.get_command(ctx, name))]
            with formatter.section(heading):
                formatter.write_dl([(name, command.get_short_help_str(LONGEST)) for name, command in commands])
