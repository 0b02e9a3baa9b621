"""The first tables: inventory, jobs, results, shares, users.

Revision ID: 0001
Revises: none
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0001'
down_revision = None
branch_labels = None
depends_on = None

SEQUENCES = (
    "server_number",
    "configuration_number",
    "job_number",
    "run_number",
    "attempt_number",
    "share_number",
)

# Published and audited rows can never be changed by any client: the database itself refuses.
FROZEN = """
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_event_append_only before update or delete on audit_event
    for each row execute function refuse_change();
create trigger attempt_event_append_only before update on attempt_event
    for each row execute function refuse_change();
create trigger share_frozen before update of document, document_sha256, run_id, title, author, created_at on share
    for each row execute function refuse_change();
create trigger configuration_frozen before update of snapshot, class_hash, instance_hash, origin on configuration
    for each row execute function refuse_change();
alter table series alter column data set storage external;
alter table series alter column overview set storage external;
"""


def upgrade() -> None:
    for sequence in SEQUENCES:
        op.execute(sa.schema.CreateSequence(sa.Sequence(sequence)))
    op.create_table('campaign',
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('note', sa.Text(), server_default='', nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_campaign'))
    )
    op.create_table('lab_setting',
    sa.Column('key', sa.Text(), nullable=False),
    sa.Column('value', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('updated_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_lab_setting'))
    )
    op.create_table('outbox',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('topic', sa.Text(), nullable=False),
    sa.Column('payload', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('sent_at', sa.DateTime(timezone=True), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_outbox'))
    )
    op.create_table('profile',
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('version', sa.BigInteger(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('description', sa.Text(), nullable=False),
    sa.Column('source', sa.Text(), nullable=False),
    sa.Column('definition', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('sha256', sa.Text(), nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_profile')),
    sa.UniqueConstraint('name', 'version', 'sha256', name=op.f('uq_profile_name_version_sha256'))
    )
    op.create_table('server',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('server_number')"), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('transport', sa.Text(), nullable=False),
    sa.Column('address', sa.Text(), nullable=True),
    sa.Column('port', sa.BigInteger(), nullable=True),
    sa.Column('username', sa.Text(), nullable=True),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('state_reason', sa.Text(), nullable=True),
    sa.Column('host_key', sa.Text(), nullable=True),
    sa.Column('host_key_fingerprint', sa.Text(), nullable=True),
    sa.Column('offered_host_key', sa.Text(), nullable=True),
    sa.Column('offered_host_key_fingerprint', sa.Text(), nullable=True),
    sa.Column('fence', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('machine_id', sa.Text(), nullable=True),
    sa.Column('boot_id', sa.Text(), nullable=True),
    sa.Column('runner_version', sa.Text(), nullable=True),
    sa.Column('runner_sha256', sa.Text(), nullable=True),
    sa.Column('fio_version', sa.Text(), nullable=True),
    sa.Column('os_name', sa.Text(), nullable=True),
    sa.Column('kernel', sa.Text(), nullable=True),
    sa.Column('architecture', sa.Text(), nullable=True),
    sa.Column('product_name', sa.Text(), nullable=True),
    sa.Column('cpu_model', sa.Text(), nullable=True),
    sa.Column('cpu_sockets', sa.BigInteger(), nullable=True),
    sa.Column('cpu_cores', sa.BigInteger(), nullable=True),
    sa.Column('cpu_threads', sa.BigInteger(), nullable=True),
    sa.Column('memory_bytes', sa.BigInteger(), nullable=True),
    sa.Column('clock_offset_ms', sa.Double(), nullable=True),
    sa.Column('warnings', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('facts', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('discovery', sa.Text(), server_default='idle', nullable=False),
    sa.Column('discovery_due_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('discovered_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('last_error_kind', sa.Text(), nullable=True),
    sa.Column('last_error', sa.Text(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("transport = 'local' or address is not null", name=op.f('ck_server_ssh_has_address')),
    sa.CheckConstraint("transport in ('local', 'ssh')", name=op.f('ck_server_transport_known')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_server')),
    sa.UniqueConstraint('number', name=op.f('uq_server_number'))
    )
    op.create_index('uq_server_name_live', 'server', ['name'], unique=True, postgresql_where=sa.text("state <> 'retired'"))
    op.create_table('user',
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('role', sa.Text(), nullable=False),
    sa.Column('disabled_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("role in ('viewer', 'operator', 'admin')", name=op.f('ck_user_role_known')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_user')),
    sa.UniqueConstraint('name', name=op.f('uq_user_name'))
    )
    op.create_table('api_token',
    sa.Column('user_id', sa.Uuid(), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('role', sa.Text(), nullable=False),
    sa.Column('token_sha256', sa.LargeBinary(), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('revoked_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('last_used_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("role in ('viewer', 'operator', 'admin')", name=op.f('ck_api_token_role_known')),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_api_token_user_id_user'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_api_token')),
    sa.UniqueConstraint('token_sha256', name=op.f('uq_api_token_token_sha256'))
    )
    op.create_index(op.f('ix_api_token_user_id'), 'api_token', ['user_id'], unique=False)
    op.create_table('audit_event',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.Column('user_id', sa.Uuid(), nullable=True),
    sa.Column('action', sa.Text(), nullable=False),
    sa.Column('subject', sa.Text(), nullable=False),
    sa.Column('detail', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_audit_event_user_id_user'), ondelete='RESTRICT'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_audit_event'))
    )
    op.create_table('configuration',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('configuration_number')"), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('origin', sa.Text(), nullable=False),
    sa.Column('server_id', sa.Uuid(), nullable=True),
    sa.Column('class_hash', sa.Text(), nullable=False),
    sa.Column('instance_hash', sa.Text(), nullable=False),
    sa.Column('snapshot', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("origin in ('discovered', 'published', 'imported')", name=op.f('ck_configuration_origin_known')),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_configuration_server_id_server'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_configuration')),
    sa.UniqueConstraint('number', name=op.f('uq_configuration_number'))
    )
    op.create_index(op.f('ix_configuration_class_hash'), 'configuration', ['class_hash'], unique=False)
    op.create_index(op.f('ix_configuration_instance_hash'), 'configuration', ['instance_hash'], unique=False)
    op.create_index(op.f('ix_configuration_server_id'), 'configuration', ['server_id'], unique=False)
    op.create_table('controller',
    sa.Column('server_id', sa.Uuid(), nullable=True),
    sa.Column('vendor', sa.Text(), nullable=True),
    sa.Column('model', sa.Text(), nullable=False),
    sa.Column('serial', sa.Text(), nullable=True),
    sa.Column('firmware', sa.Text(), nullable=True),
    sa.Column('driver', sa.Text(), nullable=True),
    sa.Column('driver_version', sa.Text(), nullable=True),
    sa.Column('pci_address', sa.Text(), nullable=True),
    sa.Column('facts', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_controller_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_controller'))
    )
    op.create_index(op.f('ix_controller_server_id'), 'controller', ['server_id'], unique=False)
    op.create_table('drive',
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('kernel_name', sa.Text(), nullable=False),
    sa.Column('path', sa.Text(), nullable=False),
    sa.Column('stable_id', sa.Text(), nullable=True),
    sa.Column('stable_ids', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('model', sa.Text(), nullable=True),
    sa.Column('serial', sa.Text(), nullable=True),
    sa.Column('wwn', sa.Text(), nullable=True),
    sa.Column('firmware', sa.Text(), nullable=True),
    sa.Column('size_bytes', sa.BigInteger(), nullable=True),
    sa.Column('logical_block_bytes', sa.BigInteger(), nullable=True),
    sa.Column('physical_block_bytes', sa.BigInteger(), nullable=True),
    sa.Column('rotational', sa.Boolean(), nullable=True),
    sa.Column('transport', sa.Text(), nullable=True),
    sa.Column('mountpoints', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('filesystem', sa.Text(), nullable=True),
    sa.Column('in_use_reasons', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('present', sa.Boolean(), server_default=sa.text('true'), nullable=False),
    sa.Column('first_seen_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_drive_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_drive')),
    sa.UniqueConstraint('server_id', 'kernel_name', 'stable_id', name=op.f('uq_drive_server_id_kernel_name_stable_id'), postgresql_nulls_not_distinct=True)
    )
    op.create_index(op.f('ix_drive_server_id'), 'drive', ['server_id'], unique=False)
    op.create_index(op.f('ix_drive_stable_id'), 'drive', ['stable_id'], unique=False)
    op.create_table('idempotency',
    sa.Column('user_id', sa.Uuid(), nullable=False),
    sa.Column('key', sa.Text(), nullable=False),
    sa.Column('body_sha256', sa.LargeBinary(), nullable=False),
    sa.Column('resource_id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_idempotency_user_id_user'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('user_id', 'key', name=op.f('pk_idempotency'))
    )
    op.create_table('job',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('job_number')"), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('labels', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('campaign_id', sa.Uuid(), nullable=True),
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('profile_id', sa.Uuid(), nullable=False),
    sa.Column('engine', sa.Text(), nullable=False),
    sa.Column('parameters', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('target', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('configuration_name', sa.Text(), nullable=True),
    sa.Column('repeats', sa.BigInteger(), nullable=False),
    sa.Column('priority', sa.BigInteger(), nullable=False),
    sa.Column('start_after', sa.DateTime(timezone=True), nullable=True),
    sa.Column('start_before', sa.DateTime(timezone=True), nullable=True),
    sa.Column('on_lost', sa.Text(), nullable=False),
    sa.Column('confirm_serials', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('note', sa.Text(), nullable=False),
    sa.Column('plan', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('estimated_seconds', sa.Double(), nullable=False),
    sa.Column('maximum_seconds', sa.Double(), nullable=False),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('submitted_by', sa.Uuid(), nullable=True),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('cancel_requested_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('watched_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_job_campaign_id_campaign'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['profile_id'], ['profile.id'], name=op.f('fk_job_profile_id_profile'), ondelete='RESTRICT'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_job_server_id_server'), ondelete='RESTRICT'),
    sa.ForeignKeyConstraint(['submitted_by'], ['user.id'], name=op.f('fk_job_submitted_by_user'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_job')),
    sa.UniqueConstraint('number', name=op.f('uq_job_number'))
    )
    op.create_index(op.f('ix_job_campaign_id'), 'job', ['campaign_id'], unique=False)
    op.create_index(op.f('ix_job_profile_id'), 'job', ['profile_id'], unique=False)
    op.create_index('ix_job_recent', 'job', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False)
    op.create_index(op.f('ix_job_server_id'), 'job', ['server_id'], unique=False)
    op.create_index(op.f('ix_job_state'), 'job', ['state'], unique=False)
    op.create_table('sign_in_link',
    sa.Column('token_sha256', sa.LargeBinary(), nullable=False),
    sa.Column('user_id', sa.Uuid(), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('used_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_sign_in_link_user_id_user'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('token_sha256', name=op.f('pk_sign_in_link'))
    )
    op.create_table('user_session',
    sa.Column('token_sha256', sa.LargeBinary(), nullable=False),
    sa.Column('user_id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('last_used_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_user_session_user_id_user'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('token_sha256', name=op.f('pk_user_session'))
    )
    op.create_index(op.f('ix_user_session_user_id'), 'user_session', ['user_id'], unique=False)
    op.create_table('array',
    sa.Column('server_id', sa.Uuid(), nullable=True),
    sa.Column('controller_id', sa.Uuid(), nullable=True),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('stable_id', sa.Text(), nullable=True),
    sa.Column('level', sa.Text(), nullable=True),
    sa.Column('drive_count', sa.BigInteger(), nullable=True),
    sa.Column('strip_bytes', sa.BigInteger(), nullable=True),
    sa.Column('size_bytes', sa.BigInteger(), nullable=True),
    sa.Column('condition', sa.Text(), nullable=True),
    sa.Column('activity', sa.Text(), nullable=True),
    sa.Column('facts', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['controller_id'], ['controller.id'], name=op.f('fk_array_controller_id_controller'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_array_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_array'))
    )
    op.create_index(op.f('ix_array_controller_id'), 'array', ['controller_id'], unique=False)
    op.create_index(op.f('ix_array_server_id'), 'array', ['server_id'], unique=False)
    op.create_index(op.f('ix_array_stable_id'), 'array', ['stable_id'], unique=False)
    op.create_table('run',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('run_number')"), nullable=False),
    sa.Column('job_id', sa.Uuid(), nullable=True),
    sa.Column('repeat_index', sa.BigInteger(), server_default='1', nullable=False),
    sa.Column('server_id', sa.Uuid(), nullable=True),
    sa.Column('configuration_id', sa.Uuid(), nullable=True),
    sa.Column('profile_id', sa.Uuid(), nullable=True),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('origin', sa.Text(), nullable=False),
    sa.Column('engine', sa.Text(), nullable=True),
    sa.Column('engine_version', sa.Text(), nullable=True),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('data', sa.Text(), server_default='partial', nullable=False),
    sa.Column('verdict', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('badges', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('failure_kind', sa.Text(), nullable=True),
    sa.Column('failure_message', sa.Text(), nullable=True),
    sa.Column('failure_kept', sa.Text(), nullable=True),
    sa.Column('source_title', sa.Text(), nullable=True),
    sa.Column('source_note', sa.Text(), nullable=True),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("data in ('complete', 'partial')", name=op.f('ck_run_data_known')),
    sa.CheckConstraint("origin in ('measured', 'imported', 'published')", name=op.f('ck_run_origin_known')),
    sa.ForeignKeyConstraint(['configuration_id'], ['configuration.id'], name=op.f('fk_run_configuration_id_configuration'), ondelete='RESTRICT'),
    sa.ForeignKeyConstraint(['job_id'], ['job.id'], name=op.f('fk_run_job_id_job'), ondelete='RESTRICT'),
    sa.ForeignKeyConstraint(['profile_id'], ['profile.id'], name=op.f('fk_run_profile_id_profile'), ondelete='RESTRICT'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_run_server_id_server'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_run')),
    sa.UniqueConstraint('job_id', 'repeat_index', name=op.f('uq_run_job_id_repeat_index')),
    sa.UniqueConstraint('number', name=op.f('uq_run_number'))
    )
    op.create_index(op.f('ix_run_configuration_id'), 'run', ['configuration_id'], unique=False)
    op.create_index(op.f('ix_run_job_id'), 'run', ['job_id'], unique=False)
    op.create_index(op.f('ix_run_profile_id'), 'run', ['profile_id'], unique=False)
    op.create_index('ix_run_recent', 'run', [sa.literal_column('created_at desc'), sa.literal_column('id desc')], unique=False)
    op.create_index(op.f('ix_run_server_id'), 'run', ['server_id'], unique=False)
    op.create_index(op.f('ix_run_state'), 'run', ['state'], unique=False)
    op.create_table('attempt',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('attempt_number')"), nullable=False),
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('ordinal', sa.BigInteger(), nullable=False),
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('desired', sa.Text(), server_default='run', nullable=False),
    sa.Column('reach', sa.Text(), server_default='ok', nullable=False),
    sa.Column('unreachable_since', sa.DateTime(timezone=True), nullable=True),
    sa.Column('waiting_reason', sa.Text(), nullable=True),
    sa.Column('version', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('fence', sa.BigInteger(), nullable=True),
    sa.Column('drive_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('next_step_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('rung_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('poll_failures', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('spec', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('boot_id', sa.Text(), nullable=True),
    sa.Column('started_boottime_ns', sa.BigInteger(), nullable=True),
    sa.Column('io_started', sa.Boolean(), server_default=sa.text('false'), nullable=False),
    sa.Column('status', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('exit_record', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('failure_kind', sa.Text(), nullable=True),
    sa.Column('failure_message', sa.Text(), nullable=True),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("desired in ('run', 'cancel')", name=op.f('ck_attempt_desired_known')),
    sa.CheckConstraint("reach in ('ok', 'unreachable')", name=op.f('ck_attempt_reach_known')),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_attempt_run_id_run'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_attempt_server_id_server'), ondelete='RESTRICT'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_attempt')),
    sa.UniqueConstraint('number', name=op.f('uq_attempt_number')),
    sa.UniqueConstraint('run_id', 'ordinal', name=op.f('uq_attempt_run_id_ordinal'))
    )
    op.create_index('ix_attempt_due', 'attempt', ['next_step_at'], unique=False, postgresql_where=sa.text("state not in ('succeeded', 'failed', 'cancelled', 'lost', 'refused')"))
    op.create_index(op.f('ix_attempt_server_id'), 'attempt', ['server_id'], unique=False)
    op.create_index('uq_attempt_live_run', 'attempt', ['run_id'], unique=True, postgresql_where=sa.text("state not in ('succeeded', 'failed', 'cancelled', 'lost', 'refused')"))
    op.create_table('phase',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('ordinal', sa.BigInteger(), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('round', sa.BigInteger(), nullable=True),
    sa.Column('workload', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('block_bytes', sa.BigInteger(), nullable=True),
    sa.Column('read_percent', sa.Double(), nullable=True),
    sa.Column('random_percent', sa.Double(), nullable=True),
    sa.Column('threads', sa.BigInteger(), nullable=True),
    sa.Column('queue_depth', sa.BigInteger(), nullable=True),
    sa.Column('outstanding_ios', sa.BigInteger(), nullable=True),
    sa.Column('offered_iops', sa.Double(), nullable=True),
    sa.Column('stop', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('ramp_seconds', sa.Double(), server_default='0', nullable=False),
    sa.Column('planned_seconds', sa.Double(), nullable=True),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('stop_reason', sa.Text(), nullable=True),
    sa.Column('message', sa.Text(), nullable=True),
    sa.Column('exit_code', sa.BigInteger(), nullable=True),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('t0_ms', sa.BigInteger(), nullable=True),
    sa.Column('t1_ms', sa.BigInteger(), nullable=True),
    sa.Column('folded_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.CheckConstraint("kind in ('fill', 'precondition', 'measure', 'published')", name=op.f('ck_phase_kind_known')),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_phase_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_phase')),
    sa.UniqueConstraint('run_id', 'ordinal', name=op.f('uq_phase_run_id_ordinal'))
    )
    op.create_table('share',
    sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('share_number')"), nullable=False),
    sa.Column('token_sha256', sa.LargeBinary(), nullable=False),
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('author', sa.Text(), nullable=False),
    sa.Column('document', sa.LargeBinary(), nullable=False),
    sa.Column('document_sha256', sa.Text(), nullable=False),
    sa.Column('created_by', sa.Uuid(), nullable=True),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('revoked_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['created_by'], ['user.id'], name=op.f('fk_share_created_by_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_share_run_id_run'), ondelete='RESTRICT'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_share')),
    sa.UniqueConstraint('number', name=op.f('uq_share_number')),
    sa.UniqueConstraint('token_sha256', name=op.f('uq_share_token_sha256'))
    )
    op.create_index(op.f('ix_share_run_id'), 'share', ['run_id'], unique=False)
    op.create_table('artifact',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('attempt_id', sa.Uuid(), nullable=True),
    sa.Column('phase_id', sa.Uuid(), nullable=True),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('media_type', sa.Text(), nullable=False),
    sa.Column('size_bytes', sa.BigInteger(), nullable=False),
    sa.Column('sha256', sa.Text(), nullable=False),
    sa.Column('storage_key', sa.Text(), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['attempt_id'], ['attempt.id'], name=op.f('fk_artifact_attempt_id_attempt'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['phase_id'], ['phase.id'], name=op.f('fk_artifact_phase_id_phase'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_artifact_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_artifact')),
    sa.UniqueConstraint('attempt_id', 'name', name=op.f('uq_artifact_attempt_id_name'))
    )
    op.create_index(op.f('ix_artifact_run_id'), 'artifact', ['run_id'], unique=False)
    op.create_table('attempt_event',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('attempt_id', sa.Uuid(), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.Column('who', sa.Text(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('from_state', sa.Text(), nullable=True),
    sa.Column('to_state', sa.Text(), nullable=True),
    sa.Column('fence', sa.BigInteger(), nullable=True),
    sa.Column('message', sa.Text(), nullable=False),
    sa.Column('evidence', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('evidence_sha256', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['attempt_id'], ['attempt.id'], name=op.f('fk_attempt_event_attempt_id_attempt'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_attempt_event'))
    )
    op.create_index(op.f('ix_attempt_event_attempt_id'), 'attempt_event', ['attempt_id'], unique=False)
    op.create_table('lease',
    sa.Column('resource', sa.Text(), nullable=False),
    sa.Column('attempt_id', sa.Uuid(), nullable=False),
    sa.Column('fence', sa.BigInteger(), nullable=False),
    sa.Column('acquired_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['attempt_id'], ['attempt.id'], name=op.f('fk_lease_attempt_id_attempt'), ondelete='RESTRICT'),
    sa.PrimaryKeyConstraint('resource', name=op.f('pk_lease'))
    )
    op.create_index(op.f('ix_lease_attempt_id'), 'lease', ['attempt_id'], unique=False)
    op.create_table('live_chunk',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('attempt_id', sa.Uuid(), nullable=False),
    sa.Column('phase_id', sa.Uuid(), nullable=False),
    sa.Column('stream', sa.Text(), nullable=False),
    sa.Column('start_offset', sa.BigInteger(), nullable=False),
    sa.Column('end_offset', sa.BigInteger(), nullable=False),
    sa.Column('samples', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.ForeignKeyConstraint(['attempt_id'], ['attempt.id'], name=op.f('fk_live_chunk_attempt_id_attempt'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['phase_id'], ['phase.id'], name=op.f('fk_live_chunk_phase_id_phase'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_live_chunk')),
    sa.UniqueConstraint('attempt_id', 'stream', 'start_offset', name=op.f('uq_live_chunk_attempt_id_stream_start_offset'))
    )
    op.create_index(op.f('ix_live_chunk_phase_id'), 'live_chunk', ['phase_id'], unique=False)
    op.create_table('measurement',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('phase_id', sa.Uuid(), nullable=False),
    sa.Column('engine', sa.Text(), nullable=True),
    sa.Column('block_bytes', sa.BigInteger(), nullable=True),
    sa.Column('read_percent', sa.Double(), nullable=True),
    sa.Column('random_percent', sa.Double(), nullable=True),
    sa.Column('threads', sa.BigInteger(), nullable=True),
    sa.Column('queue_depth', sa.BigInteger(), nullable=True),
    sa.Column('outstanding_ios', sa.BigInteger(), nullable=True),
    sa.Column('offered_iops', sa.Double(), nullable=True),
    sa.Column('runtime_ms', sa.BigInteger(), nullable=True),
    sa.Column('ios', sa.BigInteger(), nullable=True),
    sa.Column('bytes', sa.BigInteger(), nullable=True),
    sa.Column('iops', sa.Double(), nullable=True),
    sa.Column('bandwidth_bytes_per_s', sa.Double(), nullable=True),
    sa.Column('latency_mean_ns', sa.Double(), nullable=True),
    sa.Column('latency_stddev_ns', sa.Double(), nullable=True),
    sa.Column('latency_min_ns', sa.Double(), nullable=True),
    sa.Column('latency_max_ns', sa.Double(), nullable=True),
    sa.Column('latency_p50_ns', sa.Double(), nullable=True),
    sa.Column('latency_p90_ns', sa.Double(), nullable=True),
    sa.Column('latency_p99_ns', sa.Double(), nullable=True),
    sa.Column('latency_p999_ns', sa.Double(), nullable=True),
    sa.Column('latency_p9999_ns', sa.Double(), nullable=True),
    sa.Column('percentiles_of', sa.Text(), nullable=True),
    sa.Column('little_ratio', sa.Double(), nullable=True),
    sa.Column('preconditioned', sa.Boolean(), nullable=True),
    sa.Column('steady', sa.Boolean(), nullable=True),
    sa.Column('estimated', sa.Boolean(), nullable=False),
    sa.Column('value_kind', sa.Text(), nullable=False),
    sa.Column('badges', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('source_note', sa.Text(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("value_kind in ('exact', 'approximate', 'range_low', 'range_high', 'lower_bound', 'upper_bound', 'ratio')", name=op.f('ck_measurement_value_kind_known')),
    sa.ForeignKeyConstraint(['phase_id'], ['phase.id'], name=op.f('fk_measurement_phase_id_phase'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_measurement_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_measurement')),
    sa.UniqueConstraint('phase_id', name=op.f('uq_measurement_phase_id'))
    )
    op.create_index('ix_measurement_pattern', 'measurement', ['block_bytes', 'read_percent', 'outstanding_ios', sa.literal_column('iops desc')], unique=False)
    op.create_index(op.f('ix_measurement_run_id'), 'measurement', ['run_id'], unique=False)
    op.create_table('series',
    sa.Column('run_id', sa.Uuid(), nullable=False),
    sa.Column('phase_id', sa.Uuid(), nullable=False),
    sa.Column('source', sa.Text(), nullable=False),
    sa.Column('metric', sa.Text(), nullable=False),
    sa.Column('direction', sa.Text(), nullable=False),
    sa.Column('job', sa.BigInteger(), nullable=False),
    sa.Column('unit', sa.Text(), nullable=False),
    sa.Column('factor', sa.Double(), nullable=False),
    sa.Column('estimated', sa.Boolean(), nullable=False),
    sa.Column('n', sa.BigInteger(), nullable=False),
    sa.Column('t0_ms', sa.BigInteger(), nullable=False),
    sa.Column('t1_ms', sa.BigInteger(), nullable=False),
    sa.Column('value_min', sa.Double(), nullable=True),
    sa.Column('value_max', sa.Double(), nullable=True),
    sa.Column('value_mean', sa.Double(), nullable=True),
    sa.Column('overview', sa.LargeBinary(), nullable=True),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['phase_id'], ['phase.id'], name=op.f('fk_series_phase_id_phase'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_series_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('run_id', 'phase_id', 'source', 'metric', 'direction', 'job', name=op.f('pk_series'))
    )
    op.create_index('ix_series_phase_id', 'series', ['phase_id'], unique=False)
    op.create_table('stream_cursor',
    sa.Column('attempt_id', sa.Uuid(), nullable=False),
    sa.Column('stream', sa.Text(), nullable=False),
    sa.Column('offset', sa.BigInteger(), nullable=False),
    sa.Column('state', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.ForeignKeyConstraint(['attempt_id'], ['attempt.id'], name=op.f('fk_stream_cursor_attempt_id_attempt'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('attempt_id', 'stream', name=op.f('pk_stream_cursor'))
    )
    op.create_table('measurement_part',
    sa.Column('measurement_id', sa.Uuid(), nullable=False),
    sa.Column('direction', sa.Text(), nullable=False),
    sa.Column('group', sa.BigInteger(), nullable=False),
    sa.Column('ios', sa.BigInteger(), nullable=False),
    sa.Column('bytes', sa.BigInteger(), nullable=False),
    sa.Column('iops', sa.Double(), nullable=False),
    sa.Column('bandwidth_bytes_per_s', sa.Double(), nullable=False),
    sa.Column('runtime_ms', sa.BigInteger(), nullable=False),
    sa.Column('latency_n', sa.BigInteger(), nullable=False),
    sa.Column('latency_mean_ns', sa.Double(), nullable=True),
    sa.Column('latency_stddev_ns', sa.Double(), nullable=True),
    sa.Column('latency_min_ns', sa.Double(), nullable=True),
    sa.Column('latency_max_ns', sa.Double(), nullable=True),
    sa.Column('percentiles_of', sa.Text(), nullable=True),
    sa.Column('bins', sa.LargeBinary(), nullable=True),
    sa.ForeignKeyConstraint(['measurement_id'], ['measurement.id'], name=op.f('fk_measurement_part_measurement_id_measurement'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('measurement_id', 'direction', 'group', name=op.f('pk_measurement_part'))
    )
    op.execute(FROZEN)


def downgrade() -> None:
    op.drop_table('measurement_part')
    op.drop_table('stream_cursor')
    op.drop_index('ix_series_phase_id', table_name='series')
    op.drop_table('series')
    op.drop_index(op.f('ix_measurement_run_id'), table_name='measurement')
    op.drop_index('ix_measurement_pattern', table_name='measurement')
    op.drop_table('measurement')
    op.drop_index(op.f('ix_live_chunk_phase_id'), table_name='live_chunk')
    op.drop_table('live_chunk')
    op.drop_index(op.f('ix_lease_attempt_id'), table_name='lease')
    op.drop_table('lease')
    op.drop_index(op.f('ix_attempt_event_attempt_id'), table_name='attempt_event')
    op.drop_table('attempt_event')
    op.drop_index(op.f('ix_artifact_run_id'), table_name='artifact')
    op.drop_table('artifact')
    op.drop_index(op.f('ix_share_run_id'), table_name='share')
    op.drop_table('share')
    op.drop_table('phase')
    op.drop_index('uq_attempt_live_run', table_name='attempt', postgresql_where=sa.text("state not in ('succeeded', 'failed', 'cancelled', 'lost', 'refused')"))
    op.drop_index(op.f('ix_attempt_server_id'), table_name='attempt')
    op.drop_index('ix_attempt_due', table_name='attempt', postgresql_where=sa.text("state not in ('succeeded', 'failed', 'cancelled', 'lost', 'refused')"))
    op.drop_table('attempt')
    op.drop_index(op.f('ix_run_state'), table_name='run')
    op.drop_index(op.f('ix_run_server_id'), table_name='run')
    op.drop_index('ix_run_recent', table_name='run')
    op.drop_index(op.f('ix_run_profile_id'), table_name='run')
    op.drop_index(op.f('ix_run_job_id'), table_name='run')
    op.drop_index(op.f('ix_run_configuration_id'), table_name='run')
    op.drop_table('run')
    op.drop_index(op.f('ix_array_stable_id'), table_name='array')
    op.drop_index(op.f('ix_array_server_id'), table_name='array')
    op.drop_index(op.f('ix_array_controller_id'), table_name='array')
    op.drop_table('array')
    op.drop_index(op.f('ix_user_session_user_id'), table_name='user_session')
    op.drop_table('user_session')
    op.drop_table('sign_in_link')
    op.drop_index(op.f('ix_job_state'), table_name='job')
    op.drop_index(op.f('ix_job_server_id'), table_name='job')
    op.drop_index('ix_job_recent', table_name='job')
    op.drop_index(op.f('ix_job_profile_id'), table_name='job')
    op.drop_index(op.f('ix_job_campaign_id'), table_name='job')
    op.drop_table('job')
    op.drop_table('idempotency')
    op.drop_index(op.f('ix_drive_stable_id'), table_name='drive')
    op.drop_index(op.f('ix_drive_server_id'), table_name='drive')
    op.drop_table('drive')
    op.drop_index(op.f('ix_controller_server_id'), table_name='controller')
    op.drop_table('controller')
    op.drop_index(op.f('ix_configuration_server_id'), table_name='configuration')
    op.drop_index(op.f('ix_configuration_instance_hash'), table_name='configuration')
    op.drop_index(op.f('ix_configuration_class_hash'), table_name='configuration')
    op.drop_table('configuration')
    op.drop_table('audit_event')
    op.drop_index(op.f('ix_api_token_user_id'), table_name='api_token')
    op.drop_table('api_token')
    op.drop_table('user')
    op.drop_index('uq_server_name_live', table_name='server', postgresql_where=sa.text("state <> 'retired'"))
    op.drop_table('server')
    op.drop_table('profile')
    op.drop_table('outbox')
    op.drop_table('lab_setting')
    op.drop_table('campaign')
    op.execute("drop function refuse_change()")
    for sequence in SEQUENCES:
        op.execute(sa.schema.DropSequence(sa.Sequence(sequence)))
