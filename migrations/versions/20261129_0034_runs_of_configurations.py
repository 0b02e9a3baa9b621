"""Runs of configurations: their newest from one index, and how many configurations a fact finds.

Revision ID: 0034
Revises: 0033
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


NEWEST_OF_EACH = ["configuration_id", sa.text("created_at desc"), sa.text("id desc")]


def upgrade() -> None:
    op.drop_index("ix_run_configuration_id", table_name="run")
    op.create_index("ix_run_configuration_id", "run", NEWEST_OF_EACH, postgresql_include=["trashed_at"])
    # A value belongs to one field: without this the planner expects a tenth of the configurations that a query finds.
    op.execute("create statistics st_configuration_fact_value (mcv) on field, (lower(text_value)) from configuration_fact")
    op.execute("analyze configuration_fact")


def downgrade() -> None:
    op.execute("drop statistics st_configuration_fact_value")
    op.drop_index("ix_run_configuration_id", table_name="run")
    op.create_index("ix_run_configuration_id", "run", ["configuration_id"])
