"""Roles of the processes: they own nothing, and can do no more than read and write rows."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from sqlalchemy import Connection, NullPool, create_engine, make_url, text
from sqlalchemy.exc import ProgrammingError
from tests.services import url_as

from storagelab.config import DatabaseRole, Settings
from storagelab.db.roles import LOGINS, OWNER, PROGRAM, get_role_name, prepare_roles

#: Every kind of object that a migration makes.
_OBJECTS = """
select relname, relowner::regrole::text from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
union all
select proname, proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace
"""
_PROGRAMS: list[DatabaseRole] = [short for short, group in LOGINS.items() if group == PROGRAM]


@pytest.fixture(params=_PROGRAMS)
def program(own_database_url: str, request: pytest.FixtureRequest) -> Iterator[Connection]:
    """Provide a connection of a process."""
    database = create_engine(url_as(own_database_url, get_role_name(request.param)), poolclass=NullPool)
    with database.connect() as connection:
        yield connection


def test_owner_role_owns_all_objects_without_login(program: Connection) -> None:
    assert {owner for _, owner in program.execute(text(_OBJECTS))} == {OWNER}
    role_query = (
        "select rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = :name"
    )
    assert set(program.execute(text(role_query), {"name": OWNER}).one()) == {False}
    mine = program.scalar(text("select current_user"))
    assert tuple(program.execute(text(role_query), {"name": mine}).one()) == (True, False, False, False, False)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "statement",
    [
        "truncate audit_event cascade",
        "alter table audit_event disable trigger all",
        "drop table audit_event cascade",
        "alter table run add column more text",
        "create table mine (id int)",
        "create function mine() returns int language sql as 'select 1'",
        "set session_replication_role = replica",
        "set role storagelab_owner",
        "create role mine",
        "copy run to program 'cat'",
        "select pg_read_file('/etc/passwd')",
    ],
)
def test_process_role_only_reads_and_writes_rows(program: Connection, statement: str) -> None:
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner|to COPY to or from"):
        program.execute(text(statement))


def test_migrated_tables_belong_to_owner_and_serve_processes(own_database_url: str) -> None:
    migrate = create_engine(url_as(own_database_url, get_role_name("migrate")), poolclass=NullPool)
    with migrate.begin() as connection:
        connection.execute(text("create table added (id int generated always as identity, word text)"))
    api = create_engine(url_as(own_database_url, get_role_name("api")), poolclass=NullPool)
    with api.begin() as connection:
        connection.execute(text("insert into added (word) values ('new')"))
        assert ("added", OWNER) in {tuple(row) for row in connection.execute(text(_OBJECTS))}


def test_earlier_database_is_transferred_to_the_owner_role(own_database_url: str) -> None:
    superuser = make_url(url_as(own_database_url, "storagelab")).set(drivername="postgresql")
    with psycopg.connect(superuser.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute("create table earlier (id serial, kind text)")
        connection.execute("create view seen as select * from earlier")
        connection.execute("create function told() returns int language sql as 'select 1'")
        prepare_roles(connection)
        prepare_roles(connection)
    api = create_engine(url_as(own_database_url, get_role_name("api")), poolclass=NullPool)
    with api.begin() as connection:
        connection.execute(text("insert into earlier (kind) values ('kept')"))
        assert {owner for _, owner in connection.execute(text(_OBJECTS))} == {OWNER}


def test_databases_of_one_server_are_prepared_concurrently(services: Settings) -> None:
    """Check that two labs that share a server can be started together."""
    names = [f"t_{uuid.uuid4().hex[:12]}" for _ in range(4)]
    server = make_url(services.database_url).set(drivername="postgresql", database="postgres")
    with psycopg.connect(server.render_as_string(hide_password=False), autocommit=True) as admin:
        for name in names:
            admin.execute(f"create database {name} template template0")  # type: ignore[arg-type]  # our own word

        def prepare(name: str) -> None:
            url = server.set(database=name).render_as_string(hide_password=False)
            with psycopg.connect(url, autocommit=True) as connection:
                for _ in range(5):
                    prepare_roles(connection)

        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(prepare, names))
        for name in names:
            admin.execute(f"drop database {name} with (force)")  # type: ignore[arg-type]  # our own word
