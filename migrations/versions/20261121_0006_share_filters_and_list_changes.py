"""Saved filters that the lab shares, and an index that finds the changes of the last days.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index('ix_inventory_change_at', 'inventory_change', ['at'], unique=False)
    op.add_column('saved_filter', sa.Column('shared', sa.Boolean(), server_default=sa.text('false'), nullable=False))


def downgrade() -> None:
    op.drop_column('saved_filter', 'shared')
    op.drop_index('ix_inventory_change_at', table_name='inventory_change')
