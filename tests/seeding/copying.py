"""Rows as lines of text for COPY, and ids that are the same for the same seed."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from psycopg import sql
from sqlalchemy import text
from sqlalchemy.orm import Session

NULL = r"\N"
_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


#: By type; anything else is its text.
_WRITERS: dict[type, Callable[[Any], str]] = {
    type(None): lambda _: NULL,
    bool: lambda value: "t" if value else "f",
    int: str,
    float: repr,
    dict: _as_json,
    list: _as_json,
    dt.datetime: dt.datetime.isoformat,
    uuid.UUID: str,
}


def as_field(value: Any) -> str:
    """Return a value as COPY reads it in its text format."""
    write = _WRITERS.get(type(value))
    return str(value).translate(_ESCAPES) if write is None else write(value)


def as_line(*values: Any) -> str:
    """Return one row."""
    return "\t".join(map(as_field, values)) + "\n"


def copy_lines(session: Session, table: str, columns: Sequence[str], lines: Iterable[str]) -> None:
    """Append rows to a table; they have been made with `as_line`."""
    statement = sql.SQL("copy {} ({}) from stdin").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    cursor = session.connection().connection.cursor()
    with cursor.copy(statement) as copy:
        for line in lines:
            copy.write(line)


def take_time(session: Session) -> None:
    """Let this transaction and its statements last as long as they need, on a busy machine as well."""
    session.execute(text("set local statement_timeout = 0"))
    session.execute(text("set local idle_in_transaction_session_timeout = 0"))


def copy_tables(session: Session, tables: Mapping[str, Sequence[str]], lines: Mapping[str, Iterable[str]]) -> None:
    """Append the lines of all tables. Their results are among them, so that no measurement marks its run as due."""
    for table, columns in tables.items():
        is_filed = table == "measurement"
        session.execute(text(f"set local storagelab.restoring = '{'on' if is_filed else 'off'}'"))
        copy_lines(session, table, columns, lines[table])


def made_id(seconds: float, kind: int, number: int) -> str:
    """Return a version 7 UUID of a moment, made unique by the kind of row and its number."""
    return f"{int(seconds * 1000):012x}7{kind:03x}8{number:015x}"
