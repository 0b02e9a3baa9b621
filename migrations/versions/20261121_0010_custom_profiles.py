"""Profiles of the lab's own, in versions that never change.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "custom_profile",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("latest_version", sa.BigInteger(), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("latest_version >= 1", name=op.f("ck_custom_profile_has_a_version")),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["user.id"], name=op.f("fk_custom_profile_owner_id_user"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_custom_profile")),
        sa.UniqueConstraint("name", name=op.f("uq_custom_profile_name")),
    )
    op.create_table(
        "custom_profile_version",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("based_on", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by"], ["user.id"], name=op.f("fk_custom_profile_version_created_by_user")
        ),
        sa.ForeignKeyConstraint(
            ["profile_id"], ["custom_profile.id"], name=op.f("fk_custom_profile_version_profile_id_custom_profile")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_custom_profile_version")),
        sa.UniqueConstraint("profile_id", "version", name=op.f("uq_custom_profile_version_profile_id_version")),
    )
    op.execute(
        "create trigger custom_profile_version_frozen before update or delete on custom_profile_version "
        "for each row execute function refuse_change()"
    )


def downgrade() -> None:
    op.drop_table("custom_profile_version")
    op.drop_table("custom_profile")
