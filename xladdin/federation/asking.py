"""Questions to the tables of a federation in SQL: DuckDB over the Parquet files, which it reads and never writes."""

from collections.abc import Sequence
from typing import NamedTuple

from xladdin.errors import WorkbookError
from xladdin.federation.folder import Federation
from xladdin.federation.store import TABLES
from xladdin.messages import msg


class Answer(NamedTuple):
    """The answer to a question: headings and rows."""

    headings: Sequence[str]
    rows: Sequence[Sequence[object]]


def asked(federation: Federation, question: str) -> Answer:
    """Return the answer to a question in SQL. Raises WorkbookError if nothing was read yet, or it is no question."""
    import duckdb
    from pyarrow import dataset

    if not (federation.data / "clubs").is_dir():
        raise federation.not_yet_read()
    with duckdb.connect(config={"enable_external_access": "false", "python_enable_replacements": "false"}) as database:
        for name in TABLES:
            if (federation.data / name).is_dir():
                database.register(name, dataset.dataset(federation.data / name, partitioning="hive"))
        database.execute("SET lock_configuration = true")
        try:
            found = database.execute(question)
            if found is not None:
                return Answer([column[0] for column in found.description or ()], found.fetchall())
        except duckdb.Error as error:
            raise WorkbookError(
                msg(
                    "{error}\nThe tables: {tables}. Their columns are in the README.",
                    error=str(error),
                    tables=", ".join(TABLES),
                )
            ) from None
        raise WorkbookError(
            msg('This asks nothing. Write a question, as "SELECT club, count(*) FROM games GROUP BY club".')
        )
