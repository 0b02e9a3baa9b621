"""Tables and sequences as text, in and out through COPY: the same on every PostgreSQL from 15 to 18.

`pg_dump` is not used: an archive of a newer server cannot be read by an older one's `pg_restore`, another lab's
database may lie where no such program is, and rows without their schema can be loaded into the schema of the revision
they come from and then migrated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from graphlib import TopologicalSorter

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from storagelab.backup.manifest import SequenceRecord, TableRecord
from storagelab.db.base import Base

#: As `pg_dump` sets them: what a value looks like as text must not depend on the settings of a server or a role.
_PLAIN_TEXT = (
    "set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; "
    "set bytea_output = 'hex'; set timezone = 'UTC'; set statement_timeout = 0; "
    "set idle_in_transaction_session_timeout = 0"
)
_TABLES = """
    select c.oid, c.relname, array_agg(a.attname::text order by a.attnum)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attgenerated = ''
    group by c.oid, c.relname order by c.relname
"""
_REFERENCES = "select conrelid, confrelid from pg_constraint where contype = 'f' and conrelid <> confrelid"
#: A sequence belongs to the column it counts for, or to the column whose default uses it.
_SEQUENCES = """
    select distinct s.relname from pg_class s join pg_depend d on d.objid = s.oid or d.refobjid = s.oid
    left join pg_attrdef f on d.classid = 'pg_attrdef'::regclass and f.oid = d.objid
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace
      and (f.adrelid = any(%(tables)s)
           or (d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refobjid = any(%(tables)s)))
    order by s.relname
"""


@dataclass(frozen=True, slots=True)
class BackupTable:
    """One table and its columns that can be written."""

    oid: int
    name: str
    columns: list[str]


def connect(database_url: str) -> psycopg.Connection:
    """Open an autocommit connection for copying tables, without a time limit.

    Raises psycopg.OperationalError.
    """
    url = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = psycopg.connect(url, autocommit=True, connect_timeout=10)
    speak_plainly(connection)
    return connection


def speak_plainly(connection: psycopg.Connection) -> None:
    """Set the session's text format of values to a fixed one, and lift its time limits."""
    connection.execute(_PLAIN_TEXT)


def list_lab_tables(connection: psycopg.Connection) -> list[BackupTable]:
    """Return the lab's tables in the current schema, each after those it refers to."""
    return [table for table in list_schema_tables(connection) if table.name in Base.metadata.tables]


def list_schema_tables(connection: psycopg.Connection) -> list[BackupTable]:
    """Return all tables of the current schema, the lab's or not, each after those it refers to."""
    tables = {row[0]: BackupTable(*row) for row in connection.execute(_TABLES)}
    order: TopologicalSorter[int] = TopologicalSorter(dict.fromkeys(tables, ()))
    for referring, referred in connection.execute(_REFERENCES):
        if referring in tables and referred in tables:
            order.add(referring, referred)
    return [tables[oid] for oid in order.static_order()]


def read_sequences(connection: psycopg.Connection, tables: Iterable[BackupTable]) -> list[SequenceRecord]:
    """Return the positions of the sequences of these tables. They are never behind the rows of an open snapshot."""
    names = [row[0] for row in connection.execute(_SEQUENCES, {"tables": [table.oid for table in tables]})]
    records = []
    for name in names:
        query = sql.SQL("select last_value, is_called from {}").format(sql.Identifier(name))
        row = connection.execute(query).fetchone()
        if row is not None:
            records.append(SequenceRecord(name, row[0], row[1]))
    return records


def copy_out(
    connection: psycopg.Connection, table: BackupTable, block_bytes: int, keep: Callable[[bytes], object]
) -> int:
    """Pass the rows of a table to `keep` as COPY text; return the number of rows.

    Blocks have about `block_bytes` and may end anywhere in a row.
    """
    query = sql.SQL("copy {} ({}) to stdout").format(sql.Identifier(table.name), _build_column_list(table.columns))
    block = bytearray()
    with connection.cursor() as cursor:
        with cursor.copy(query) as copy:
            for data in copy:
                block += data
                if len(block) >= block_bytes:
                    keep(bytes(block))
                    block.clear()
        if block:
            keep(bytes(block))
        return cursor.rowcount


def copy_in(connection: psycopg.Connection, record: TableRecord, blocks: Iterable[bytes]) -> int:
    """Load the rows of a table from blocks of COPY text; return their number. Raises psycopg.Error."""
    query = sql.SQL("copy {} ({}) from stdin").format(sql.Identifier(record.name), _build_column_list(record.columns))
    # A published share takes no more runs and parts, unless it is all being loaded.
    connection.execute("set local storagelab.restoring = 'on'")
    with connection.cursor() as cursor:
        with cursor.copy(query) as copy:
            for block in blocks:
                copy.write(block)
        return cursor.rowcount


def set_sequence(connection: psycopg.Connection, record: SequenceRecord) -> None:
    """Set a sequence to continue at its stored position. Unlike `setval`, this is undone with its transaction."""
    following = record.last_value + 1 if record.is_called else record.last_value
    connection.execute(
        sql.SQL("alter sequence {} restart with {}").format(sql.Identifier(record.name), sql.Literal(following))
    )


def has_rows(connection: psycopg.Connection, table: BackupTable) -> bool:
    """Return whether a table has rows."""
    query = sql.SQL("select exists (select from {})").format(sql.Identifier(table.name))
    row = connection.execute(query).fetchone()
    return row is not None and bool(row[0])


def empty(connection: psycopg.Connection, tables: Iterable[BackupTable]) -> None:
    """Remove every row of these tables, which must include all tables that refer to one of them.

    Append-only tables such as the audit log are included: only the owner of a table can bypass their triggers.
    """
    identifiers = [sql.Identifier(table.name) for table in tables]
    for name in identifiers:
        connection.execute(sql.SQL("alter table {} disable trigger user").format(name))
    connection.execute(sql.SQL("truncate {}").format(sql.SQL(", ").join(identifiers)))
    for name in identifiers:
        connection.execute(sql.SQL("alter table {} enable trigger user").format(name))


def _build_column_list(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))
