"""Configurations with names given by users, and an index for a fast first page of many drives.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('configuration', sa.Column('found_name', sa.Text(), nullable=True))
    op.create_index('ix_drive_created', 'drive', ['created_at', 'id'], unique=False)


def downgrade() -> None:
    op.drop_index('ix_drive_created', table_name='drive')
    op.drop_column('configuration', 'found_name')
