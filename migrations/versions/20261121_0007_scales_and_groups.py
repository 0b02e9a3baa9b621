"""Runs at a scale, and the groups of their measuring points.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phase", sa.Column("group", sa.Text(), nullable=True))
    op.add_column("run", sa.Column("scale", sa.Text(), server_default="full", nullable=False))
    op.create_check_constraint(op.f("ck_run_scale_known"), "run", "scale in ('full', 'smoke')")


def downgrade() -> None:
    op.drop_constraint(op.f("ck_run_scale_known"), "run", type_="check")
    op.drop_column("run", "scale")
    op.drop_column("phase", "group")
