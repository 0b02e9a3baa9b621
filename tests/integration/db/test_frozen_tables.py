"""Tables of unchangeable rows, which a TRUNCATE cannot empty either."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import IntegrityError
from tests.services import url_as

_FROZEN = """
select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
join pg_proc p on p.oid = t.tgfoid where p.proname = 'refuse_change' order by 1
"""


@pytest.fixture
def owner(own_database_url: str) -> Iterator[Connection]:
    """Provide a connection of the role that owns the tables."""
    database = create_engine(url_as(own_database_url, "storagelab_migrate"), poolclass=NullPool)
    with database.connect() as connection:
        yield connection


def test_frozen_tables_refuse_truncation_by_their_owner(owner: Connection) -> None:
    tables = owner.scalars(text(_FROZEN)).all()
    assert "audit_event" in tables
    for table in tables:
        with pytest.raises(IntegrityError, match="append-only"), owner.begin_nested():
            owner.execute(text(f"truncate {table} cascade"))
    # Nor by way of a table that they point to.
    with pytest.raises(IntegrityError, match="append-only"), owner.begin_nested():
        owner.execute(text("truncate run cascade"))
