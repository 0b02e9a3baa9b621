"""Jobs that are repeated until they are repeatable.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job", sa.Column("repeat_until", postgresql.JSONB(), nullable=True))
    op.add_column("job", sa.Column("repeat_verdict", postgresql.JSONB(), nullable=True))


def downgrade() -> None:
    op.drop_column("job", "repeat_verdict")
    op.drop_column("job", "repeat_until")
