"""Public side of a lab: the listed shares with their paths and cards, and the DOI of a share.

Revision ID: 0039
Revises: 0038
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("share", sa.Column("doi", sa.Text()))
    op.create_check_constraint(op.f("ck_share_doi_of_published"), "share", "doi is null or state = 'published'")
    op.create_table(
        "share_listing",
        sa.Column("share_id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("listed_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("listed_by", sa.Uuid()),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("title", "author", "finding", "workload", "hardware")
        ),
        sa.Column("controllers", JSONB(), server_default="[]", nullable=False),
        sa.Column("drives", JSONB(), server_default="[]", nullable=False),
        sa.Column("search_text", sa.Text(), nullable=False),
        sa.Column("frozen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("chart_key", sa.Text()),
        sa.Column("chart_width", sa.BigInteger()),
        sa.Column("chart_height", sa.BigInteger()),
        sa.PrimaryKeyConstraint("share_id", name=op.f("pk_share_listing")),
        sa.UniqueConstraint("slug", name=op.f("uq_share_listing_slug")),
        sa.ForeignKeyConstraint(
            ["share_id"], ["share.id"], name=op.f("fk_share_listing_share_id_share"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["listed_by"], ["user.id"], name=op.f("fk_share_listing_listed_by_user"), ondelete="SET NULL"
        ),
    )
    op.create_index("ix_share_listing_listed_at", "share_listing", ["listed_at"])


def downgrade() -> None:
    op.drop_table("share_listing")
    op.drop_constraint(op.f("ck_share_doi_of_published"), "share")
    op.drop_column("share", "doi")
