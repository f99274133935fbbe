"""A group of commands: its help has the whole sentence of each, and each refuses an option that is given twice."""

from collections import Counter
from collections.abc import Mapping, Sequence

import click

LONGEST = 200
"""More characters than any sentence has, so that none is cut."""


class CommandGroup(click.Group):
    """A group whose help lists its commands under headings, and that looks at their options first."""

    def headings(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """The names of commands by heading."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes a section for each heading."""
        for heading, names in self.headings(ctx).items():
            commands = [(name, command) for name in names if (command := self.get_command(ctx, name))]
            with formatter.section(heading):
                formatter.write_dl([(name, command.get_short_help_str(LONGEST)) for name, command in commands])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names, and what is left for it. Refuses an option given twice."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:  # as where a shell completes
            _refuse_twice(click.Context(command, parent=ctx, info_name=name), rest)
        return name, command, rest


def _refuse_twice(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Raises BadParameter for an option that takes one value and is given more. Only the last would count."""
    _, _, given = ctx.command.make_parser(ctx).parse_args(list(arguments))
    for option, times in Counter(given).items():
        if times > 1 and isinstance(option, click.Option) and not option.multiple and not option.is_flag:
            raise click.BadParameter("is given more than once. Keep one.", ctx, option)
