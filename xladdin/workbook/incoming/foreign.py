"""Files with rows for another kind of system."""

from xladdin.cells.text import name_key
from xladdin.errors import FileProblem
from xladdin.imports.material import Incoming
from xladdin.log.checking import key_columns
from xladdin.systems import SYSTEMS
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of


def refuse_foreign(system: RatingSystem, incoming: Incoming) -> None:
    """Raises FileProblem for a file with rows for another kind of system."""
    kind = system.log_kind
    theirs = incoming.tables.get(kind.table)
    missing = [heading for heading in kind.keys if theirs is not None and heading not in theirs.columns]
    columns = f" with {', '.join(theirs.columns)}" if theirs is not None else ""
    elsewhere = _kept_elsewhere(system, incoming)
    if missing or elsewhere or not set(incoming.tables) & set(tables_of(system)):
        holds = elsewhere or f"{' and '.join(incoming.tables)}{columns}"
        raise FileProblem(
            f"{incoming.file}: is a {incoming.format}; it holds {holds}, and a workbook of {system.title} "
            f"keeps {kind.table} with {', '.join(kind.keys)}. Import it where it belongs."
        )


def _kept_elsewhere(system: RatingSystem, incoming: Incoming) -> str:
    """A table that only other systems keep, with its columns, if the file was taken for players by one of them."""
    if set(incoming.tables) != {"Players"}:
        return ""
    rows = incoming.tables["Players"]
    there = {name_key(rows.columns_there.get(heading, heading)) for heading in rows.columns}
    for other in SYSTEMS.values():
        for name in tables_of(other):
            keys = key_columns(other, name)
            if name not in tables_of(system) and len(keys) > 1 and there.issuperset(map(name_key, keys)):
                return f"{name} with {', '.join(keys)}"
    return ""
