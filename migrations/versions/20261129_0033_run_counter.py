"""A counter of runs outside of the trash and an index of live attempts, for counts on every page.

Revision ID: 0033
Revises: 0032
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

NOT_TERMINAL = "state not in ('succeeded', 'failed', 'cancelled', 'lost', 'refused')"
NOT_RESTORING = "coalesce(current_setting('storagelab.restoring', true), '') <> 'on'"
# Connections that write at once hold rows of their own: none waits for another one.
TRIGGERS = f"""
create function add_to_run_counter(change bigint) returns void language plpgsql as $$
begin
  if change <> 0 and {NOT_RESTORING} then
    insert into run_counter (shard, run_count) values (pg_backend_pid() % 1024, change)
      on conflict (shard) do update set run_count = run_counter.run_count + excluded.run_count;
  end if;
end $$;

create function count_runs_added() returns trigger language plpgsql as $$
begin
  perform add_to_run_counter((select count(*) from added where trashed_at is null));
  return null;
end $$;
create trigger runs_added_counted after insert on run referencing new table as added
  for each statement execute function count_runs_added();

create function count_runs_removed() returns trigger language plpgsql as $$
begin
  perform add_to_run_counter(-(select count(*) from removed where trashed_at is null));
  return null;
end $$;
create trigger runs_removed_counted after delete on run referencing old table as removed
  for each statement execute function count_runs_removed();

create function count_run_trashed() returns trigger language plpgsql as $$
begin
  perform add_to_run_counter(case when new.trashed_at is null then 1 else -1 end);
  return null;
end $$;
create trigger run_trashed_counted after update of trashed_at on run
  for each row when ((old.trashed_at is null) is distinct from (new.trashed_at is null))
  execute function count_run_trashed();
"""
NAMES = {
    "run_trashed_counted": "count_run_trashed()",
    "runs_removed_counted": "count_runs_removed()",
    "runs_added_counted": "count_runs_added()",
}


def upgrade() -> None:
    op.create_table(
        "run_counter",
        sa.Column("shard", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("run_count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_run_counter"),
    )
    op.execute(TRIGGERS)
    op.execute(
        "insert into run_counter (shard, run_count) "
        "select 0, count(*) from run where trashed_at is null having count(*) > 0"
    )


    op.create_index(
        "ix_attempt_live", "attempt", ["state", "server_id"], postgresql_where=sa.text(NOT_TERMINAL)
    )


def downgrade() -> None:
    op.drop_index("ix_attempt_live", table_name="attempt")
    for trigger, function in NAMES.items():
        op.execute(f"drop trigger {trigger} on run")
        op.execute(f"drop function {function}")
    op.execute("drop function add_to_run_counter(bigint)")
    op.drop_table("run_counter")
