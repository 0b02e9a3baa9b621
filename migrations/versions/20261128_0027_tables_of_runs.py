"""Labels of runs as rows, and columns and indexes by which the table of runs is ordered and grouped.

Revision ID: 0027
Revises: 0026
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

NOT_RESTORING = "coalesce(current_setting('storagelab.restoring', true), '') <> 'on'"
# Of keys that differ in case alone one is filed: they are one label.
LABELS_OF = """
    select distinct on (run.id, lower(label.key)) run.id, lower(label.key), label.value
    from {runs} run, jsonb_each_text(run.labels) label order by run.id, lower(label.key), label.key
"""
FIGURES = (
    "iops",
    "bandwidth_bytes_per_s",
    "latency_mean_ns",
    "latency_p50_ns",
    "latency_p90_ns",
    "latency_p99_ns",
    "latency_p999_ns",
    "latency_p9999_ns",
)
THROUGHPUT = "bandwidth_bytes_per_s"
LOADS = ("block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios")
LOAD_TEXTS = " || ' ' || ".join(f"coalesce({name}::text, '')" for name in LOADS)
OF_RUN = (
    *("trashed_at", "state", "origin", "completeness", "scale", "engine", "engine_version", "verdict_status"),
    *("invalid_at", "server_id", "configuration_id", "profile_id", "job_id", "started_at", "finished_at"),
)
NEWEST_FIRST = [sa.text("created_at desc"), sa.text("id desc")]
TRIGGERS = f"""
create function file_labels_of_added() returns trigger language plpgsql as $$
begin
  if {NOT_RESTORING} then
    insert into run_label (run_id, key, value) {LABELS_OF.format(runs="added")};
  end if;
  return null;
end $$;
create trigger run_labels_added after insert on run referencing new table as added
  for each statement execute function file_labels_of_added();

create function file_labels_of_run() returns trigger language plpgsql as $$
begin
  if {NOT_RESTORING} then
    delete from run_label where run_id = new.id;
    insert into run_label (run_id, key, value) {LABELS_OF.format(runs="(select new.id, new.labels)")};
  end if;
  return null;
end $$;
create trigger run_labels_changed after update of labels on run
  for each row when (old.labels is distinct from new.labels) execute function file_labels_of_run();
"""


def upgrade() -> None:
    op.create_table(
        "run_label",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text()),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_label_run_id_run", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id", "key", name="pk_run_label"),
    )
    op.execute(f"insert into run_label (run_id, key, value) {LABELS_OF.format(runs='run')}")
    op.create_index("ix_run_label_key", "run_label", ["key", "run_id"], postgresql_include=["value"])
    op.execute(TRIGGERS)

    op.drop_index("ix_run_verdict_status", table_name="run")
    op.add_column("run", sa.Column("verdict_status", sa.Text(), sa.Computed("verdict ->> 'status'", persisted=True)))
    op.create_index("ix_run_verdict_status", "run", ["verdict_status"])
    op.drop_index("ix_run_recent", table_name="run")
    op.create_index("ix_run_recent", "run", NEWEST_FIRST, postgresql_include=OF_RUN)

    key = sa.Computed(f"hashtextextended({LOAD_TEXTS} || ' ' || name, 0)", persisted=True)
    op.add_column("run_result", sa.Column("workload_key", sa.BigInteger(), key, nullable=False))
    op.create_index(
        "ix_run_result_workload_key", "run_result", ["workload_key", "run_id"], postgresql_include=FIGURES
    )
    for flag, figures in (
        ("is_main", [name for name in FIGURES if name != THROUGHPUT]), ("is_best_throughput", [THROUGHPUT])
    ):
        op.create_index(
            f"ix_run_result_{flag}", "run_result", ["run_id"], postgresql_include=figures,
            postgresql_where=sa.text(flag),
        )


def downgrade() -> None:
    for index in ("ix_run_result_is_best_throughput", "ix_run_result_is_main", "ix_run_result_workload_key"):
        op.drop_index(index, table_name="run_result")
    op.drop_column("run_result", "workload_key")
    op.drop_index("ix_run_recent", table_name="run")
    op.create_index("ix_run_recent", "run", NEWEST_FIRST)
    op.drop_index("ix_run_verdict_status", table_name="run")
    op.drop_column("run", "verdict_status")
    op.create_index("ix_run_verdict_status", "run", [sa.text("(verdict ->> 'status')")])
    for trigger in ("run_labels_changed", "run_labels_added"):
        op.execute(f"drop trigger {trigger} on run")
    for function in ("file_labels_of_run", "file_labels_of_added"):
        op.execute(f"drop function {function}()")
    op.drop_table("run_label")
