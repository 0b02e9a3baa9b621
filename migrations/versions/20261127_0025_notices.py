"""Notices that people have read, jobs they follow, their own settings and their visits.

Revision ID: 0025
Revises: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notice_read",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("notice_id", sa.Text(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user.id"], name="fk_notice_read_user_id_user", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "notice_id", name="pk_notice_read"),
    )
    op.create_table(
        "job_follower",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("job_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["job.id"], name="fk_job_follower_job_id_job", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["user.id"], name="fk_job_follower_user_id_user", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "job_id", name="pk_job_follower"),
    )
    op.create_index("ix_job_follower_job_id", "job_follower", ["job_id"])
    op.add_column(
        "user", sa.Column("settings", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False)
    )
    op.add_column("user", sa.Column("visited_at", sa.DateTime(timezone=True)))
    op.add_column("user", sa.Column("previous_visit_at", sa.DateTime(timezone=True)))
    op.create_index("ix_live_chunk_phase_id_id", "live_chunk", ["phase_id", "id"])
    op.drop_index("ix_live_chunk_phase_id", table_name="live_chunk")


def downgrade() -> None:
    op.create_index("ix_live_chunk_phase_id", "live_chunk", ["phase_id"])
    op.drop_index("ix_live_chunk_phase_id_id", table_name="live_chunk")
    for column in ("previous_visit_at", "visited_at", "settings"):
        op.drop_column("user", column)
    op.drop_index("ix_job_follower_job_id", table_name="job_follower")
    op.drop_table("job_follower")
    op.drop_table("notice_read")
