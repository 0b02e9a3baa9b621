"""The last author of a dashboard.

Revision ID: 0030
Revises: 0029
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("dashboard", sa.Column("updated_by", sa.Uuid()))
    op.create_foreign_key(
        "fk_dashboard_updated_by_user", "dashboard", "user", ["updated_by"], ["id"], ondelete="SET NULL"
    )


def downgrade() -> None:
    op.drop_column("dashboard", "updated_by")
