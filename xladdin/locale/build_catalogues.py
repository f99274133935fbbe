"""Compile the catalogues (.po) into what the program reads (.mo), as a build hook of the wheel and by tests/setup.

The hook compiles the templates of the pages as well, for the wheel alone: in a checkout they are edited.
"""

import sys
import tempfile
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


class CompilingBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put compiled catalogues and templates into the wheel, and catalogues next to their sources in a checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile everything. It is not committed, so hatchling has to be told of it."""
        build_data["artifacts"] += [compiled.relative_to(self.root).as_posix() for compiled in compile_catalogues()]
        if self.target_name == "wheel" and version == "standard":
            self._folder = tempfile.TemporaryDirectory()
            build_data["force_include"] |= compile_templates(Path(self.root), Path(self._folder.name))


def compile_catalogues() -> list[Path]:
    """Compile each catalogue and return the compiled files."""
    compiled_files = []
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as stream:
            catalogue = read_po(stream)
        catalogue.creation_date = DATE
        compiled, content = source.with_suffix(".mo"), BytesIO()
        write_mo(content, catalogue)
        if not compiled.exists() or compiled.read_bytes() != content.getvalue():  # a running xladdin may be reading it
            compiled.write_bytes(content.getvalue())
        compiled_files.append(compiled)
    return compiled_files


def compile_templates(root: Path, folder: Path) -> dict[str, str]:
    """Compile the templates of a checkout into a folder, and return the place of each compiled file in the wheel."""
    sys.path.insert(0, str(root))
    from jinja2 import FileSystemLoader

    from xladdin.renderers.web import COMPILED, templates_in
    from xladdin.web_pages.site import TEMPLATES

    environment = templates_in(TEMPLATES).overlay(loader=FileSystemLoader(TEMPLATES))
    environment.compile_templates(folder, ["j2"], zip=None, ignore_errors=False)
    target = TEMPLATES.relative_to(root) / COMPILED
    return {str(path): (target / path.name).as_posix() for path in sorted(folder.iterdir())}


if __name__ == "__main__":
    compile_catalogues()
