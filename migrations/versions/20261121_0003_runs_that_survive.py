"""Safeguards for destroying drives: enrolments, checks of targets, maintenance, resumed attempts.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('enrolment',
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('stable_id', sa.Text(), nullable=False),
    sa.Column('serial', sa.Text(), nullable=False),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('void_reason', sa.Text(), nullable=True),
    sa.Column('pins', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('proposed_by', sa.Uuid(), nullable=True),
    sa.Column('enrolled_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("state in ('proposed', 'active', 'void', 'withdrawn')", name=op.f('ck_enrolment_state_known')),
    sa.ForeignKeyConstraint(['proposed_by'], ['user.id'], name=op.f('fk_enrolment_proposed_by_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_enrolment_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_enrolment')),
    sa.UniqueConstraint('server_id', 'stable_id', name=op.f('uq_enrolment_server_id_stable_id'))
    )
    op.create_index(op.f('ix_enrolment_server_id'), 'enrolment', ['server_id'], unique=False)
    op.create_table('maintenance_window',
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('starts_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('ends_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('reason', sa.Text(), nullable=False),
    sa.Column('created_by', sa.Uuid(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint('ends_at > starts_at', name=op.f('ck_maintenance_window_ends_after_start')),
    sa.ForeignKeyConstraint(['created_by'], ['user.id'], name=op.f('fk_maintenance_window_created_by_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_maintenance_window_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_maintenance_window'))
    )
    op.create_index(op.f('ix_maintenance_window_server_id'), 'maintenance_window', ['server_id'], unique=False)
    op.create_table('target_check',
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('requested_by', sa.Uuid(), nullable=True),
    sa.Column('question', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('results', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('refused', sa.Boolean(), nullable=True),
    sa.Column('error_kind', sa.Text(), nullable=True),
    sa.Column('error_message', sa.Text(), nullable=True),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("state in ('requested', 'done', 'failed')", name=op.f('ck_target_check_state_known')),
    sa.ForeignKeyConstraint(['requested_by'], ['user.id'], name=op.f('fk_target_check_requested_by_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_target_check_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_target_check'))
    )
    op.create_index(op.f('ix_target_check_server_id'), 'target_check', ['server_id'], unique=False)
    op.create_index('ix_target_check_working', 'target_check', ['due_at'], unique=False, postgresql_where=sa.text("state = 'requested'"))
    op.add_column('attempt', sa.Column('cancel_when', sa.Text(), server_default='now', nullable=False))
    op.add_column('attempt', sa.Column('resumed_from_id', sa.Uuid(), nullable=True))
    op.add_column('attempt', sa.Column('checks', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.create_check_constraint(op.f('ck_attempt_cancel_when_known'), 'attempt', "cancel_when in ('now', 'after_phase')")
    op.create_foreign_key(op.f('fk_attempt_resumed_from_id_attempt'), 'attempt', 'attempt', ['resumed_from_id'], ['id'], ondelete='SET NULL')
    op.add_column('drive', sa.Column('protected', sa.Boolean(), server_default=sa.text('false'), nullable=False))
    op.add_column('drive', sa.Column('resources', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('job', sa.Column('preparation', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('job', sa.Column('queue_position', sa.Double(), server_default='0', nullable=False))
    op.add_column('server', sa.Column('strangers', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('server', sa.Column('resync_requested', sa.Boolean(), server_default=sa.text('false'), nullable=False))


def downgrade() -> None:
    op.drop_column('server', 'resync_requested')
    op.drop_column('server', 'strangers')
    op.drop_column('job', 'queue_position')
    op.drop_column('job', 'preparation')
    op.drop_column('drive', 'resources')
    op.drop_column('drive', 'protected')
    op.drop_constraint(op.f('fk_attempt_resumed_from_id_attempt'), 'attempt', type_='foreignkey')
    op.drop_constraint(op.f('ck_attempt_cancel_when_known'), 'attempt')
    op.drop_column('attempt', 'checks')
    op.drop_column('attempt', 'resumed_from_id')
    op.drop_column('attempt', 'cancel_when')
    op.drop_index('ix_target_check_working', table_name='target_check', postgresql_where=sa.text("state = 'requested'"))
    op.drop_index(op.f('ix_target_check_server_id'), table_name='target_check')
    op.drop_table('target_check')
    op.drop_index(op.f('ix_maintenance_window_server_id'), table_name='maintenance_window')
    op.drop_table('maintenance_window')
    op.drop_index(op.f('ix_enrolment_server_id'), table_name='enrolment')
    op.drop_table('enrolment')
