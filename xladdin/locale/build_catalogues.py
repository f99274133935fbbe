"""Compile the catalogues (.po) into what the program reads (.mo), as a build hook of the wheel and by tests/setup."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).parent
# Babel would write the time of compiling. Equal sources must give equal bytes, of which pages note a digest.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


class CatalogueBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put compiled catalogues into the wheel, and beside their sources for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all catalogues. They are not committed, so hatchling has to be told of them."""
        build_data["artifacts"] += [compiled.relative_to(self.root).as_posix() for compiled in compile_catalogues()]


def compile_catalogues(folder: Path = LOCALE) -> list[Path]:
    """Compile each catalogue under a folder and return the compiled files."""
    compiled_files = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as stream:
            catalogue = read_po(stream)
        catalogue.creation_date = DATE
        compiled, content = source.with_suffix(".mo"), BytesIO()
        write_mo(content, catalogue)
        if not compiled.exists() or compiled.read_bytes() != content.getvalue():  # a running xladdin may be reading it
            compiled.write_bytes(content.getvalue())
        compiled_files.append(compiled)
    return compiled_files


if __name__ == "__main__":
    compile_catalogues()
