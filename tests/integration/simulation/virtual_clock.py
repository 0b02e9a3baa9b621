"""Database whose clock is moved by hand.

The product's `clock_timestamp()` resolves to ours before PostgreSQL's own.
"""

from __future__ import annotations

from sqlalchemy import create_engine, text
from tests.services import url_as

_SETUP = """
create schema virtual;
create table virtual.clock (ahead interval not null);
insert into virtual.clock values (interval '0');
create function virtual.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + ahead from virtual.clock';
grant usage on schema virtual to public;
grant select on virtual.clock to public;
"""


class VirtualClock:
    """The clock of one database; it goes on by itself and is put forward by `advance`."""

    def __init__(self, url: str) -> None:
        """Install it; connections opened from now on see it."""
        self._database = create_engine(url_as(url, "storagelab"))
        with self._database.begin() as connection:
            connection.execute(text(_SETUP))
            name = connection.execute(text("select current_database()")).scalar_one()
            connection.execute(text(f'alter database "{name}" set search_path = virtual, pg_catalog, public'))
        self._database.dispose()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        with self._database.begin() as connection:
            connection.execute(
                text("update virtual.clock set ahead = ahead + make_interval(secs => :seconds)"), {"seconds": seconds}
            )

    def close(self) -> None:
        """Let go of the database."""
        self._database.dispose()
