"""Runs that are invalid or in the trash, and labels.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('run_mark',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.Column('user_id', sa.Uuid(), nullable=True),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('reason', sa.Text(), nullable=True),
    sa.CheckConstraint("kind in ('invalid', 'valid', 'trashed', 'restored')", name=op.f('ck_run_mark_kind_known')),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_run_mark_run_id_run'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_run_mark_user_id_user'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_run_mark'))
    )
    op.create_index(op.f('ix_run_mark_run_id'), 'run_mark', ['run_id'], unique=False)
    op.add_column('campaign', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('configuration', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('job', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.create_index('ix_job_tagged', 'job', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False, postgresql_where=sa.text("tags <> '[]'::jsonb"))
    op.add_column('run', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('run', sa.Column('invalid_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('run', sa.Column('invalid_reason', sa.Text(), nullable=True))
    op.add_column('run', sa.Column('invalid_by_id', sa.Uuid(), nullable=True))
    op.add_column('run', sa.Column('trashed_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('run', sa.Column('trashed_reason', sa.Text(), nullable=True))
    op.add_column('run', sa.Column('trashed_by_id', sa.Uuid(), nullable=True))
    op.create_index('ix_run_invalid', 'run', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False, postgresql_where=sa.text('invalid_at is not null'))
    op.create_index('ix_run_tagged', 'run', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False, postgresql_where=sa.text("tags <> '[]'::jsonb"))
    op.create_index('ix_run_trash', 'run', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False, postgresql_where=sa.text('trashed_at is not null'))
    op.create_check_constraint(op.f('ck_run_invalid_has_reason'), 'run', '(invalid_at is null) = (invalid_reason is null)')
    op.create_foreign_key(op.f('fk_run_invalid_by_id_user'), 'run', 'user', ['invalid_by_id'], ['id'], ondelete='SET NULL')
    op.create_foreign_key(op.f('fk_run_trashed_by_id_user'), 'run', 'user', ['trashed_by_id'], ['id'], ondelete='SET NULL')


def downgrade() -> None:
    op.drop_constraint(op.f('fk_run_trashed_by_id_user'), 'run', type_='foreignkey')
    op.drop_constraint(op.f('fk_run_invalid_by_id_user'), 'run', type_='foreignkey')
    op.drop_constraint(op.f('ck_run_invalid_has_reason'), 'run', type_='check')
    op.drop_index('ix_run_trash', table_name='run', postgresql_where=sa.text('trashed_at is not null'))
    op.drop_index('ix_run_tagged', table_name='run', postgresql_where=sa.text("tags <> '[]'::jsonb"))
    op.drop_index('ix_run_invalid', table_name='run', postgresql_where=sa.text('invalid_at is not null'))
    op.drop_column('run', 'trashed_by_id')
    op.drop_column('run', 'trashed_reason')
    op.drop_column('run', 'trashed_at')
    op.drop_column('run', 'invalid_by_id')
    op.drop_column('run', 'invalid_reason')
    op.drop_column('run', 'invalid_at')
    op.drop_column('run', 'tags')
    op.drop_index('ix_job_tagged', table_name='job', postgresql_where=sa.text("tags <> '[]'::jsonb"))
    op.drop_column('job', 'tags')
    op.drop_column('configuration', 'tags')
    op.drop_column('campaign', 'tags')
    op.drop_index(op.f('ix_run_mark_run_id'), table_name='run_mark')
    op.drop_table('run_mark')
