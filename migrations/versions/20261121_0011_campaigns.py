"""Campaigns: one plan over many configurations, cell by cell.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(sa.Sequence("campaign_number")))
    op.create_table('campaign_cell',
    sa.Column('campaign_id', sa.Uuid(), nullable=False),
    sa.Column('row', sa.BigInteger(), nullable=True),
    sa.Column('column', sa.BigInteger(), nullable=True),
    sa.Column('generation', sa.BigInteger(), server_default='1', nullable=False),
    sa.Column('position', sa.BigInteger(), nullable=True),
    sa.Column('title', sa.Text(), nullable=True),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('reason', sa.Text(), nullable=True),
    sa.Column('superseded', sa.Boolean(), server_default=sa.text('false'), nullable=False),
    sa.Column('estimated_seconds', sa.Double(), nullable=True),
    sa.Column('drives', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('metric', sa.Text(), nullable=True),
    sa.Column('value', sa.Double(), nullable=True),
    sa.Column('unit', sa.Text(), nullable=True),
    sa.Column('condition', sa.Text(), nullable=True),
    sa.Column('rebuild_seconds', sa.Double(), nullable=True),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("state in ('impossible', 'planned', 'waiting', 'running', 'measured', 'failed', 'not_measured', 'withheld')", name=op.f('ck_campaign_cell_state_known')),
    sa.CheckConstraint('"column" is null or row is not null', name=op.f('ck_campaign_cell_whole_place')),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_campaign_cell_campaign_id_campaign'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_campaign_cell')),
    sa.UniqueConstraint('campaign_id', 'row', 'column', 'generation', name=op.f('uq_campaign_cell_campaign_id_row_column_generation'))
    )
    op.create_index(op.f('ix_campaign_cell_campaign_id'), 'campaign_cell', ['campaign_id'], unique=False)
    op.add_column('campaign', sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('campaign_number')"), nullable=False))
    op.add_column('campaign', sa.Column('labels', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('campaign', sa.Column('server_id', sa.Uuid(), nullable=True))
    op.add_column('campaign', sa.Column('engine', sa.Text(), server_default='fio', nullable=False))
    op.add_column('campaign', sa.Column('state', sa.Text(), server_default='planned', nullable=False))
    op.add_column('campaign', sa.Column('request', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('campaign', sa.Column('confirm_serials', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('campaign', sa.Column('rows', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('campaign', sa.Column('columns', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('campaign', sa.Column('drives', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('campaign', sa.Column('controllers', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('campaign', sa.Column('array', postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column('campaign', sa.Column('proposals', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('campaign', sa.Column('deadline', sa.DateTime(timezone=True), nullable=True))
    op.add_column('campaign', sa.Column('priority', sa.BigInteger(), server_default='50', nullable=False))
    op.add_column('campaign', sa.Column('repeats', sa.BigInteger(), server_default='1', nullable=False))
    op.add_column('campaign', sa.Column('waiting_reason', sa.Text(), nullable=True))
    op.add_column('campaign', sa.Column('question', postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column('campaign', sa.Column('look_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('campaign', sa.Column('fresh_after', sa.DateTime(timezone=True), nullable=True))
    op.add_column('campaign', sa.Column('submitted_by', sa.Uuid(), nullable=True))
    op.add_column('campaign', sa.Column('started_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('campaign', sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True))
    # What there was before campaigns were carried out has no cells and is over.
    op.execute("update campaign set state = 'finished'")
    op.create_index('ix_campaign_open', 'campaign', ['look_at'], unique=False, postgresql_where=sa.text("state not in ('finished', 'cancelled')"))
    op.create_index('ix_campaign_recent', 'campaign', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False)
    op.create_index(op.f('ix_campaign_server_id'), 'campaign', ['server_id'], unique=False)
    op.create_check_constraint(op.f('ck_campaign_state_known'), 'campaign', "state in ('planned', 'running', 'waiting_for_decision', 'paused', 'finished', 'cancelled')")
    op.create_unique_constraint(op.f('uq_campaign_number'), 'campaign', ['number'])
    op.create_foreign_key(op.f('fk_campaign_server_id_server'), 'campaign', 'server', ['server_id'], ['id'], ondelete='RESTRICT')
    op.create_foreign_key(op.f('fk_campaign_submitted_by_user'), 'campaign', 'user', ['submitted_by'], ['id'], ondelete='SET NULL')
    op.add_column('job', sa.Column('campaign_cell_id', sa.Uuid(), nullable=True))
    op.create_unique_constraint(op.f('uq_job_campaign_cell_id'), 'job', ['campaign_cell_id'])
    op.create_foreign_key(op.f('fk_job_campaign_cell_id_campaign_cell'), 'job', 'campaign_cell', ['campaign_cell_id'], ['id'], ondelete='SET NULL')


def downgrade() -> None:
    op.drop_constraint(op.f('fk_job_campaign_cell_id_campaign_cell'), 'job', type_='foreignkey')
    op.drop_constraint(op.f('uq_job_campaign_cell_id'), 'job', type_='unique')
    op.drop_column('job', 'campaign_cell_id')
    op.drop_constraint(op.f('fk_campaign_submitted_by_user'), 'campaign', type_='foreignkey')
    op.drop_constraint(op.f('fk_campaign_server_id_server'), 'campaign', type_='foreignkey')
    op.drop_constraint(op.f('ck_campaign_state_known'), 'campaign', type_='check')
    op.drop_constraint(op.f('uq_campaign_number'), 'campaign', type_='unique')
    op.drop_index(op.f('ix_campaign_server_id'), table_name='campaign')
    op.drop_index('ix_campaign_recent', table_name='campaign')
    op.drop_index('ix_campaign_open', table_name='campaign', postgresql_where=sa.text("state not in ('finished', 'cancelled')"))
    op.drop_column('campaign', 'finished_at')
    op.drop_column('campaign', 'started_at')
    op.drop_column('campaign', 'submitted_by')
    op.drop_column('campaign', 'fresh_after')
    op.drop_column('campaign', 'look_at')
    op.drop_column('campaign', 'question')
    op.drop_column('campaign', 'waiting_reason')
    op.drop_column('campaign', 'repeats')
    op.drop_column('campaign', 'priority')
    op.drop_column('campaign', 'deadline')
    op.drop_column('campaign', 'proposals')
    op.drop_column('campaign', 'array')
    op.drop_column('campaign', 'controllers')
    op.drop_column('campaign', 'drives')
    op.drop_column('campaign', 'columns')
    op.drop_column('campaign', 'rows')
    op.drop_column('campaign', 'confirm_serials')
    op.drop_column('campaign', 'request')
    op.drop_column('campaign', 'state')
    op.drop_column('campaign', 'engine')
    op.drop_column('campaign', 'server_id')
    op.drop_column('campaign', 'labels')
    op.drop_column('campaign', 'number')
    op.drop_index(op.f('ix_campaign_cell_campaign_id'), table_name='campaign_cell')
    op.drop_table('campaign_cell')
    op.execute(sa.schema.DropSequence(sa.Sequence("campaign_number")))
