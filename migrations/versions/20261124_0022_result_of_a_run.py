"""Identity of a received result in every share, so that it is filed once.

It therefore never confirms itself.

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('run', sa.Column('result_id', sa.Text(), nullable=True))
    op.create_index('uq_run_result_id', 'run', ['result_id'], unique=True,
                    postgresql_where=sa.text('result_id is not null'))


def downgrade() -> None:
    op.drop_index('uq_run_result_id', table_name='run')
    op.drop_column('run', 'result_id')
