"""Facts of shares for lists and searches; older shares get them in the background.

Revision ID: 0040
Revises: 0039
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "share_summary",
        sa.Column("share_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("figures", sa.BigInteger(), nullable=False),
        sa.Column("badges", JSONB(), server_default="[]", nullable=False),
        sa.Column("finding", sa.Text(), nullable=False),
        sa.Column("search_text", sa.Text(), nullable=False),
        sa.Column("hidden", JSONB(), server_default="[]", nullable=False),
        sa.Column("picture", sa.Text()),
        sa.Column("chart_key", sa.Text()),
        sa.PrimaryKeyConstraint("share_id", name=op.f("pk_share_summary")),
        sa.ForeignKeyConstraint(
            ["share_id"], ["share.id"], name=op.f("fk_share_summary_share_id_share"), ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("share_summary")
