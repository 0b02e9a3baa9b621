"""Tables whose rows nobody may change cannot be emptied at one stroke either."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

_FROZEN = """
select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
join pg_proc p on p.oid = t.tgfoid where p.proname = 'refuse_change' order by 1
"""


def test_no_frozen_table_can_be_truncated(connection: Connection) -> None:
    tables = connection.scalars(text(_FROZEN)).all()
    assert "audit_event" in tables
    for table in tables:
        with pytest.raises(IntegrityError, match="append-only"), connection.begin_nested():
            connection.execute(text(f"truncate {table} cascade"))
    # Nor by way of a table that they point to.
    with pytest.raises(IntegrityError, match="append-only"), connection.begin_nested():
        connection.execute(text("truncate run cascade"))
