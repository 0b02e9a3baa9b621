"""Tables whose rows are never changed refuse TRUNCATE as well.

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TABLES = (
    "audit_event",
    "attempt_event",
    "share",
    "share_run",
    "share_part",
    "share_part_use",
    "received_share",
    "received_run",
    "configuration",
    "custom_profile_version",
)


def upgrade() -> None:
    for table in TABLES:
        op.execute(
            f"create trigger {table}_not_emptied before truncate on {table} "
            "for each statement execute function refuse_change()"
        )


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"drop trigger {table}_not_emptied on {table}")
