"""Files with rows for another kind of system."""

from xladdin.errors import FileProblem
from xladdin.imports.material import Incoming
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of


def refuse_foreign(system: RatingSystem, incoming: Incoming) -> None:
    """Raises FileProblem for a file with rows for another kind of system."""
    kind = system.log_kind
    theirs = incoming.tables.get(kind.table)
    missing = [heading for heading in kind.keys if theirs is not None and heading not in theirs.columns]
    if missing or not set(incoming.tables) & set(tables_of(system)):
        holds = " and ".join(incoming.tables)
        columns = f" with {', '.join(theirs.columns)}" if theirs is not None else ""
        raise FileProblem(
            f"{incoming.file}: is a {incoming.format}; it holds {holds}{columns}, and a workbook of {system.title} "
            f"keeps {kind.table} with {', '.join(kind.keys)}. Import it where it belongs."
        )
