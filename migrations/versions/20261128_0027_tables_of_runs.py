"""Labels of runs as rows, and indexes by which the table of runs is ordered and grouped.

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


def downgrade() -> None:
    for trigger in ("run_labels_changed", "run_labels_added"):
        op.execute(f"drop trigger {trigger} on run")
    for function in ("file_labels_of_run", "file_labels_of_added"):
        op.execute(f"drop function {function}()")
    op.drop_table("run_label")
