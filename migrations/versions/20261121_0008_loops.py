"""The loops that phases are parts of, and which of their rounds count.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phase", sa.Column("loop", sa.Text(), nullable=True))
    op.add_column("phase", sa.Column("in_window", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("phase", "in_window")
    op.drop_column("phase", "loop")
