"""Imports: uploads, what was read in them, statements, and results that do not state everything.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None

PART_COLUMNS = (
    ('ios', sa.BigInteger()),
    ('bytes', sa.BigInteger()),
    ('iops', sa.Double()),
    ('bandwidth_bytes_per_s', sa.Double()),
    ('runtime_ms', sa.BigInteger()),
    ('latency_n', sa.BigInteger()),
)

# A share may lose its run, when that is removed, and never get another one.
SHARE_MAY_LOSE_ITS_RUN = """
create function refuse_other_run() returns trigger language plpgsql as $$
begin
    if new.run_id is not null or exists (select from run where id = old.run_id) then
        raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end
$$;
drop trigger share_frozen on share;
create trigger share_frozen before update of document, document_sha256, title, author, created_at on share
    for each row execute function refuse_change();
create trigger share_run_frozen before update of run_id on share
    for each row execute function refuse_other_run();
"""
SHARE_KEEPS_ITS_RUN = """
drop trigger share_run_frozen on share;
drop trigger share_frozen on share;
create trigger share_frozen before update of document, document_sha256, run_id, title, author, created_at on share
    for each row execute function refuse_change();
drop function refuse_other_run();
"""


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(sa.Sequence('import_number')))
    op.create_table('import',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('import_number')"), nullable=False),
    sa.Column('created_by', sa.Uuid(), nullable=True),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('format', sa.Text(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('configuration_id', sa.Uuid(), nullable=True),
    sa.Column('store_when_read', sa.Boolean(), server_default=sa.text('false'), nullable=False),
    sa.Column('file_count', sa.BigInteger(), nullable=False),
    sa.Column('size_bytes', sa.BigInteger(), nullable=False),
    sa.Column('progress', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('preview', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('selection', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('error_message', sa.Text(), nullable=True),
    sa.Column('error_kept', sa.Text(), nullable=True),
    sa.Column('claimed_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('rung_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('tries', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("state in ('reading', 'ready', 'storing', 'stored', 'failed', 'discarded')", name=op.f('ck_import_state_known')),
    sa.ForeignKeyConstraint(['configuration_id'], ['configuration.id'], name=op.f('fk_import_configuration_id_configuration'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['created_by'], ['user.id'], name=op.f('fk_import_created_by_user'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_import')),
    sa.UniqueConstraint('number', name=op.f('uq_import_number'))
    )
    op.create_index('ix_import_recent', 'import', [sa.text('created_at desc'), sa.text('id desc')], unique=False)
    op.create_index('ix_import_working', 'import', ['claimed_until'], unique=False, postgresql_where=sa.text("state in ('reading', 'storing')"))
    op.create_table('claim',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('ordinal', sa.BigInteger(), nullable=False),
    sa.Column('subject', sa.Text(), nullable=False),
    sa.Column('metric', sa.Text(), nullable=False),
    sa.Column('value', sa.Double(), nullable=True),
    sa.Column('unit', sa.Text(), nullable=True),
    sa.Column('value_kind', sa.Text(), nullable=False),
    sa.Column('printed', sa.Text(), nullable=False),
    sa.Column('conditions', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('note', sa.Text(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_claim_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_claim')),
    sa.UniqueConstraint('run_id', 'ordinal', name=op.f('uq_claim_run_id_ordinal'))
    )
    op.add_column('run', sa.Column('import_id', sa.Uuid(), nullable=True))
    op.add_column('run', sa.Column('import_index', sa.BigInteger(), nullable=True))
    op.add_column('run', sa.Column('source_sha256', sa.Text(), nullable=True))
    op.add_column('run', sa.Column('ranked', sa.Boolean(), server_default=sa.text('true'), nullable=False))
    op.create_foreign_key(op.f('fk_run_import_id_import'), 'run', 'import', ['import_id'], ['id'], ondelete='SET NULL')
    op.create_unique_constraint(op.f('uq_run_import_id_import_index'), 'run', ['import_id', 'import_index'])
    op.create_index('uq_run_source_sha256', 'run', ['source_sha256'], unique=True, postgresql_where=sa.text('source_sha256 is not null'))
    op.execute("update run set ranked = false where origin <> 'measured'")
    op.add_column('series', sa.Column('member', sa.Text(), nullable=True))
    op.add_column('series', sa.Column('host', sa.Text(), nullable=True))
    op.add_column('measurement', sa.Column('latency_n', sa.BigInteger(), nullable=True))
    op.add_column('measurement_part', sa.Column('name', sa.Text(), nullable=True))
    op.add_column('measurement_part', sa.Column('host', sa.Text(), nullable=True))
    for name, kind in PART_COLUMNS:
        op.alter_column('measurement_part', name, existing_type=kind, nullable=True)
    op.add_column('artifact', sa.Column('layout', postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.alter_column('artifact', 'storage_key', existing_type=sa.Text(), nullable=True)
    op.alter_column('share', 'run_id', existing_type=sa.Uuid(), nullable=True)
    op.drop_constraint(op.f('fk_share_run_id_run'), 'share', type_='foreignkey')
    op.create_foreign_key(op.f('fk_share_run_id_run'), 'share', 'run', ['run_id'], ['id'], ondelete='SET NULL')
    op.execute(SHARE_MAY_LOSE_ITS_RUN)


def downgrade() -> None:
    op.execute(SHARE_KEEPS_ITS_RUN)
    op.drop_constraint(op.f('fk_share_run_id_run'), 'share', type_='foreignkey')
    op.execute('delete from share where run_id is null')
    op.create_foreign_key(op.f('fk_share_run_id_run'), 'share', 'run', ['run_id'], ['id'], ondelete='RESTRICT')
    op.alter_column('share', 'run_id', existing_type=sa.Uuid(), nullable=False)
    op.execute('delete from artifact where storage_key is null')
    op.alter_column('artifact', 'storage_key', existing_type=sa.Text(), nullable=False)
    op.drop_column('artifact', 'layout')
    for name, kind in PART_COLUMNS:
        op.execute(f'delete from measurement_part where {name} is null')
        op.alter_column('measurement_part', name, existing_type=kind, nullable=False)
    op.drop_column('measurement_part', 'host')
    op.drop_column('measurement_part', 'name')
    op.drop_column('measurement', 'latency_n')
    op.drop_column('series', 'host')
    op.drop_column('series', 'member')
    op.drop_index('uq_run_source_sha256', table_name='run', postgresql_where=sa.text('source_sha256 is not null'))
    op.drop_constraint(op.f('uq_run_import_id_import_index'), 'run', type_='unique')
    op.drop_constraint(op.f('fk_run_import_id_import'), 'run', type_='foreignkey')
    for name in ('ranked', 'source_sha256', 'import_index', 'import_id'):
        op.drop_column('run', name)
    op.drop_table('claim')
    op.drop_index('ix_import_working', table_name='import', postgresql_where=sa.text("state in ('reading', 'storing')"))
    op.drop_index('ix_import_recent', table_name='import')
    op.drop_table('import')
    op.execute(sa.schema.DropSequence(sa.Sequence('import_number')))
