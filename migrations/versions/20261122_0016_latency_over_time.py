"""Histograms of response times over time.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('latency_over_time',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('phase_id', sa.Uuid(), nullable=False),
    sa.Column('direction', sa.Text(), nullable=False),
    sa.Column('n', sa.BigInteger(), nullable=False),
    sa.Column('ios', sa.BigInteger(), nullable=False),
    sa.Column('times', sa.LargeBinary(), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['phase_id'], ['phase.id'], name=op.f('fk_latency_over_time_phase_id_phase'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_latency_over_time_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('run_id', 'phase_id', 'direction', name=op.f('pk_latency_over_time'))
    )
    op.create_index('ix_latency_over_time_phase_id', 'latency_over_time', ['phase_id'], unique=False)
    op.add_column('live_chunk', sa.Column('histograms', sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column('live_chunk', 'histograms')
    op.drop_index('ix_latency_over_time_phase_id', table_name='latency_over_time')
    op.drop_table('latency_over_time')
