"""Name columns plainly; rows stay, and checks and indexes are named alike.

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

COLUMNS = (
    ("attempt", "desired", "requested_state"),
    ("attempt", "reach", "connectivity"),
    ("attempt", "drive_until", "claimed_until"),
    ("attempt", "rung_at", "enqueued_at"),
    ("import", "rung_at", "enqueued_at"),
    ("attempt", "ended_at", "finished_at"),
    ("import", "ended_at", "finished_at"),
    ("run", "data", "completeness"),
    ("run", "ranked", "rankable"),
    ("phase", "in_window", "in_measurement_window"),
    ("campaign", "is_whole", "has_children"),
    ("campaign", "part_of", "parent_id"),
    ("campaign", "question", "pending_decision"),
    ("campaign", "look_at", "next_check_at"),
    ("campaign", "fresh_after", "inventory_not_before"),
    ("server", "strangers", "unknown_attempts"),
    ("configuration", "found_name", "derived_name"),
    ("inventory_change", "how", "source"),
    ("health_reading", "occasion", "taken_during"),
)
# PostgreSQL rewrites the expressions of checks and indexes itself; only their names would still contain the old word.
CONSTRAINTS = (
    ("attempt", "ck_attempt_desired_known", "ck_attempt_requested_state_known"),
    ("attempt", "ck_attempt_reach_known", "ck_attempt_connectivity_known"),
    ("run", "ck_run_data_known", "ck_run_completeness_known"),
    ("campaign", "ck_campaign_whole_has_no_server", "ck_campaign_parent_has_no_server"),
    ("campaign", "fk_campaign_part_of_campaign", "fk_campaign_parent_id_campaign"),
    ("inventory_change", "ck_inventory_change_how_known", "ck_inventory_change_source_known"),
    ("health_reading", "ck_health_reading_occasion_known", "ck_health_reading_taken_during_known"),
)
INDEXES = (("ix_campaign_part_of", "ix_campaign_parent_id"),)


def upgrade() -> None:
    for table, old, new in COLUMNS:
        op.alter_column(table, old, new_column_name=new)
    for table, old, new in CONSTRAINTS:
        op.execute(f'alter table "{table}" rename constraint {old} to {new}')
    for old, new in INDEXES:
        op.execute(f"alter index {old} rename to {new}")


def downgrade() -> None:
    for old, new in INDEXES:
        op.execute(f"alter index {new} rename to {old}")
    for table, old, new in CONSTRAINTS:
        op.execute(f'alter table "{table}" rename constraint {new} to {old}')
    for table, old, new in COLUMNS:
        op.alter_column(table, new, new_column_name=old)
