"""The phase that the figure of a campaign's cell is of.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('campaign_cell', sa.Column('phase_name', sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column('campaign_cell', 'phase_name')
