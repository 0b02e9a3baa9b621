"""Awards by hand.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('award',
    sa.Column('ranking_key', sa.Text(), nullable=False),
    sa.Column('ranking', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('class_hash', sa.Text(), nullable=False),
    sa.Column('configuration_id', sa.Uuid(), nullable=True),
    sa.Column('configuration_name', sa.Text(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('reason', sa.Text(), nullable=False),
    sa.Column('author_id', sa.Uuid(), nullable=True),
    sa.Column('withdrawn_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('withdrawn_by_id', sa.Uuid(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint('withdrawn_at is not null or withdrawn_by_id is null', name=op.f('ck_award_withdrawn_has_time')),
    sa.ForeignKeyConstraint(['author_id'], ['user.id'], name=op.f('fk_award_author_id_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['configuration_id'], ['configuration.id'], name=op.f('fk_award_configuration_id_configuration'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['withdrawn_by_id'], ['user.id'], name=op.f('fk_award_withdrawn_by_id_user'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_award'))
    )
    op.create_index(op.f('ix_award_configuration_id'), 'award', ['configuration_id'], unique=False)
    op.create_index('ix_award_ranking_key', 'award', ['ranking_key', 'created_at', 'id'], unique=False)


def downgrade() -> None:
    op.drop_index('ix_award_ranking_key', table_name='award')
    op.drop_index(op.f('ix_award_configuration_id'), table_name='award')
    op.drop_table('award')
