"""Results and facts as columns for queries, and what of them is to be filed.

Revision ID: 0026
Revises: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

PLAIN_FIGURES = (
    "iops",
    "latency_mean_ns",
    "latency_p50_ns",
    "latency_p90_ns",
    "latency_p99_ns",
    "latency_p999_ns",
    "latency_p9999_ns",
)
THROUGHPUT = "bandwidth_bytes_per_s"
NOT_RESTORING = "coalesce(current_setting('storagelab.restoring', true), '') <> 'on'"
# A row that is there is locked, not left alone: what files it must not take it away before this transaction ends.
# A run that is being deleted takes its measurements with it, and is not there any more.
TRIGGERS = f"""
create function file_results_of_changed() returns trigger language plpgsql as $$
begin
  if {NOT_RESTORING} then
    insert into run_result_due (run_id)
      select distinct run_id from changed where exists (select from run where run.id = changed.run_id) order by run_id
      on conflict (run_id) do update set run_id = excluded.run_id;
  end if;
  return null;
end $$;
create trigger measurement_added after insert on measurement referencing new table as changed
  for each statement execute function file_results_of_changed();
create trigger measurement_changed after update on measurement referencing new table as changed
  for each statement execute function file_results_of_changed();
create trigger measurement_removed after delete on measurement referencing old table as changed
  for each statement execute function file_results_of_changed();

create function file_results_of_phase() returns trigger language plpgsql as $$
begin
  if {NOT_RESTORING} and exists (select from measurement where phase_id = new.id) then
    insert into run_result_due (run_id) values (new.run_id)
      on conflict (run_id) do update set run_id = excluded.run_id;
  end if;
  return null;
end $$;
create trigger phase_result_changed after update of kind, name, state, loop, in_measurement_window, ordinal on phase
  for each row when ((old.kind, old.name, old.state, old.loop, old.in_measurement_window, old.ordinal)
    is distinct from (new.kind, new.name, new.state, new.loop, new.in_measurement_window, new.ordinal))
  execute function file_results_of_phase();

create function file_facts_of_changed() returns trigger language plpgsql as $$
begin
  if {NOT_RESTORING} then
    insert into configuration_fact_due (configuration_id) select id from changed order by id
      on conflict (configuration_id) do update set configuration_id = excluded.configuration_id;
  end if;
  return null;
end $$;
create trigger configuration_added after insert on configuration referencing new table as changed
  for each statement execute function file_facts_of_changed();
"""


def upgrade() -> None:
    op.create_table(
        "run_result",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("block_bytes", sa.BigInteger()),
        sa.Column("read_percent", sa.Float()),
        sa.Column("random_percent", sa.Float()),
        sa.Column("threads", sa.BigInteger()),
        sa.Column("queue_depth", sa.BigInteger()),
        sa.Column("outstanding_ios", sa.BigInteger()),
        sa.Column("iops", sa.Float()),
        sa.Column(THROUGHPUT, sa.Float()),
        *(sa.Column(name, sa.Float()) for name in PLAIN_FIGURES if name != "iops"),
        sa.Column("is_main", sa.Boolean(), nullable=False),
        sa.Column("is_best_throughput", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_result_run_id_run", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id", "ordinal", name="pk_run_result"),
    )
    for flag, names in (("is_main", PLAIN_FIGURES), ("is_best_throughput", (THROUGHPUT,))):
        for name in names:
            op.create_index(f"ix_run_result_{flag}_{name}", "run_result", [name], postgresql_where=sa.text(flag))
    op.create_index(
        "ix_run_result_pattern", "run_result", ["block_bytes", "read_percent", "outstanding_ios", "iops"]
    )
    op.create_table(
        "run_result_due",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_result_due_run_id_run", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id", name="pk_run_result_due"),
    )
    op.create_table(
        "configuration_fact",
        sa.Column("configuration_id", sa.Uuid(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text_value", sa.Text(), nullable=False),
        sa.Column("number_value", sa.Float()),
        sa.ForeignKeyConstraint(
            ["configuration_id"], ["configuration.id"],
            name="fk_configuration_fact_configuration_id_configuration", ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("configuration_id", "field", "ordinal", name="pk_configuration_fact"),
    )
    op.create_index("ix_configuration_fact_text", "configuration_fact", ["field", sa.text("lower(text_value)")])
    op.create_index("ix_configuration_fact_number", "configuration_fact", ["field", "number_value"])
    op.create_table(
        "configuration_fact_due",
        sa.Column("configuration_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["configuration_id"], ["configuration.id"],
            name="fk_configuration_fact_due_configuration_id_configuration", ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("configuration_id", name="pk_configuration_fact_due"),
    )
    op.create_index("ix_run_started_at", "run", ["started_at"])
    op.create_index("ix_run_finished_at", "run", ["finished_at"])
    op.create_index("ix_run_duration", "run", [sa.text("(finished_at - started_at)")])
    op.create_index("ix_run_verdict_status", "run", [sa.text("(verdict ->> 'status')")])
    op.execute(TRIGGERS)
    op.execute("insert into run_result_due (run_id) select distinct run_id from measurement")
    op.execute("insert into configuration_fact_due (configuration_id) select id from configuration")


def downgrade() -> None:
    for trigger, table in (
        ("configuration_added", "configuration"),
        ("phase_result_changed", "phase"),
        ("measurement_removed", "measurement"),
        ("measurement_changed", "measurement"),
        ("measurement_added", "measurement"),
    ):
        op.execute(f"drop trigger {trigger} on {table}")
    for function in ("file_facts_of_changed", "file_results_of_phase", "file_results_of_changed"):
        op.execute(f"drop function {function}()")
    for index in ("ix_run_verdict_status", "ix_run_duration", "ix_run_finished_at", "ix_run_started_at"):
        op.drop_index(index, table_name="run")
    for table in ("configuration_fact_due", "configuration_fact", "run_result_due", "run_result"):
        op.drop_table(table)
