"""Database roles: one owns everything and cannot log in; the logins of processes own nothing.

`python -m storagelab.db.roles` makes them in the database of STORAGELAB_DATABASE_URL, as a superuser. It gives them the
passwords in MIGRATE_PASSWORD, API_PASSWORD, WORKER_PASSWORD and RECONCILER_PASSWORD. It can be repeated at any time.
"""

from __future__ import annotations

from collections.abc import Mapping

import psycopg
from psycopg import sql
from pydantic import ValidationError

from storagelab.config import DatabaseRole, RolePasswords, get_settings

OWNER = "storagelab_owner"
#: May read and write rows of every table, and change no table.
PROGRAM = "storagelab_program"
#: What logs in, by its short name, and the role whose rights it has.
LOGINS: dict[DatabaseRole, str] = {"migrate": OWNER, "api": PROGRAM, "worker": PROGRAM, "reconciler": PROGRAM}

_ACTS_AS_OWNER = """
select from pg_db_role_setting
where setdatabase = 0 and setrole = 'storagelab_migrate'::regrole and 'role=storagelab_owner' = any (setconfig)
"""
_OWN = """
do $$
declare item record;
begin
  for item in
    select format('alter %s %s owner to storagelab_owner',
                  case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
                               else 'table' end, oid::regclass) as statement
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and relowner <> 'storagelab_owner'::regrole
      -- A sequence of a column follows its table.
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
                      and deptype in ('a', 'i', 'e'))
    union all
    select format('alter routine %s owner to storagelab_owner', oid::regprocedure) from pg_proc p
    where pronamespace = 'public'::regnamespace and proowner <> 'storagelab_owner'::regrole
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union all
    select format('alter type %s owner to storagelab_owner', oid::regtype) from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and typowner <> 'storagelab_owner'::regrole
  loop
    execute item.statement;
  end loop;
end
$$
"""
_GRANTS = (
    "alter schema public owner to storagelab_owner",
    "revoke create on schema public from public",
    "grant usage on schema public to storagelab_program",
    "grant select, insert, update, delete on all tables in schema public to storagelab_program",
    "grant usage, select, update on all sequences in schema public to storagelab_program",
    "alter default privileges for role storagelab_owner in schema public "
    "grant select, insert, update, delete on tables to storagelab_program",
    "alter default privileges for role storagelab_owner in schema public "
    "grant usage, select, update on sequences to storagelab_program",
)


def get_role_name(short: DatabaseRole) -> str:
    """Return the login name of a database role."""
    return f"storagelab_{short}"


def prepare_roles(connection: psycopg.Connection, passwords: Mapping[DatabaseRole, str] | None = None) -> None:
    """Create missing database roles, and make the owner role the owner of the lab's objects in this database.

    The connection is a superuser's. The keys of `passwords` are role names without the prefix of the lab. A role
    without a password can log in only where the server requires none. Roles that are already right remain unchanged.
    """
    with connection.transaction():
        # Roles belong to the whole server, and advisory locks to one database: the table of roles is locked itself.
        connection.execute("lock table pg_catalog.pg_authid in share row exclusive mode")
        existing = {row[0] for row in connection.execute("select rolname from pg_roles").fetchall()}
        for name in (OWNER, PROGRAM):
            if name not in existing:
                connection.execute(sql.SQL("create role {} nologin").format(sql.Identifier(name)))
        for short, group in LOGINS.items():
            role = sql.Identifier(get_role_name(short))
            if get_role_name(short) not in existing:
                connection.execute(sql.SQL("create role {} login in role {}").format(role, sql.Identifier(group)))
            if passwords is not None:
                connection.execute(sql.SQL("alter role {} password {}").format(role, sql.Literal(passwords[short])))
        # What migrations make belongs to the owner from the start.
        if connection.execute(_ACTS_AS_OWNER).fetchone() is None:
            connection.execute("alter role storagelab_migrate set role to storagelab_owner")
        database = sql.Identifier(connection.info.dbname)
        connection.execute(sql.SQL("alter database {} owner to storagelab_owner").format(database))
        connection.execute(_OWN)
        for statement in _GRANTS:
            connection.execute(statement)


def main() -> None:
    """Create the roles and set the owner in the database that the environment names."""
    try:
        passwords = RolePasswords()
    except ValidationError as wrong:
        names = ", ".join(str(error["loc"][0]).upper() for error in wrong.errors())
        raise SystemExit(
            f"Passwords are missing in .env: set {names}, or run deploy/make-env.sh, which creates them."
        ) from None
    # SQLAlchemy is not loaded: every command of the command line loads this module.
    url = get_settings().database_url.replace("postgresql+psycopg:", "postgresql:", 1)
    with psycopg.connect(url, connect_timeout=30) as connection:
        prepare_roles(connection, {short: passwords.of(short) for short in LOGINS})


if __name__ == "__main__":
    main()
