"""Notes that are pinned to the time axis of runs.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('run_note',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('metric', sa.Text(), nullable=True),
    sa.Column('from_ms', sa.BigInteger(), nullable=False),
    sa.Column('to_ms', sa.BigInteger(), nullable=True),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('user_id', sa.Uuid(), nullable=True),
    sa.Column('edited_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint('from_ms >= 0 and (to_ms is null or to_ms > from_ms)', name=op.f('ck_run_note_stretch')),
    sa.CheckConstraint('length(text) between 1 and 2000', name=op.f('ck_run_note_text_length')),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_run_note_run_id_run'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_run_note_user_id_user'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_run_note'))
    )
    op.create_index(op.f('ix_run_note_run_id'), 'run_note', ['run_id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_run_note_run_id'), table_name='run_note')
    op.drop_table('run_note')
