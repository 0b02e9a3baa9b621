"""Dashboards, and who has pinned them.

Revision ID: 0028
Revises: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(sa.Sequence("dashboard_number")))
    op.create_table(
        "dashboard",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column(
            "number", sa.BigInteger(), server_default=sa.text("nextval('dashboard_number')"), nullable=False
        ),
        sa.Column("user_id", sa.Uuid()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("colour", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("document", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("shared", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("trashed_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("colour between 0 and 7", name="ck_dashboard_colour_known"),
        sa.CheckConstraint("user_id is not null or shared", name="ck_dashboard_owner_of_private"),
        sa.ForeignKeyConstraint(["user_id"], ["user.id"], name="fk_dashboard_user_id_user", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_dashboard"),
        sa.UniqueConstraint("number", name="uq_dashboard_number"),
    )
    op.create_index(
        "uq_dashboard_user_id_name", "dashboard", ["user_id", "name"], unique=True,
        postgresql_where=sa.text("trashed_at is null"),
    )
    op.create_table(
        "dashboard_pin",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("dashboard_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["dashboard_id"], ["dashboard.id"], name="fk_dashboard_pin_dashboard_id_dashboard", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user.id"], name="fk_dashboard_pin_user_id_user", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "dashboard_id", name="pk_dashboard_pin"),
    )
    op.create_index("ix_dashboard_pin_dashboard_id", "dashboard_pin", ["dashboard_id"])


def downgrade() -> None:
    op.drop_table("dashboard_pin")
    op.drop_table("dashboard")
    op.execute(sa.schema.DropSequence(sa.Sequence("dashboard_number")))
