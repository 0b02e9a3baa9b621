"""Self-filling inventory: controllers, enclosures, arrays, changes, health, states, reservations.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_SEQUENCES = ("array_number", "controller_number", "drive_number")


def upgrade() -> None:
    # The tables array and controller were there before anything filled them, so new columns need no values for old rows.
    for name in _SEQUENCES:
        op.execute(sa.schema.CreateSequence(sa.Sequence(name)))
    op.create_table('hardware_model',
    sa.Column('component', sa.Text(), nullable=False),
    sa.Column('model', sa.Text(), nullable=False),
    sa.Column('vendor', sa.Text(), nullable=True),
    sa.Column('alias', sa.Text(), nullable=True),
    sa.Column('firmware_aliases', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('price', sa.Double(), nullable=True),
    sa.Column('currency', sa.Text(), nullable=True),
    sa.Column('power_limit_watts', sa.Double(), nullable=True),
    sa.Column('rated_endurance_bytes', sa.BigInteger(), nullable=True),
    sa.Column('drive_writes_per_day', sa.Double(), nullable=True),
    sa.Column('warranty_years', sa.Double(), nullable=True),
    sa.Column('nand', sa.Text(), nullable=True),
    sa.Column('claims', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('note', sa.Text(), server_default='', nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("component in ('server', 'controller', 'drive')", name=op.f('ck_hardware_model_component_known')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_hardware_model')),
    sa.UniqueConstraint('component', 'model', name=op.f('uq_hardware_model_component_model'))
    )
    op.create_table('published_hardware',
    sa.Column('source', sa.Text(), nullable=False),
    sa.Column('component', sa.Text(), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('attributes', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('search_text', sa.Text(), server_default='', nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_published_hardware')),
    sa.UniqueConstraint('source', 'component', 'name', name=op.f('uq_published_hardware_source_component_name'))
    )
    op.create_table('photo',
    sa.Column('component', sa.Text(), nullable=False),
    sa.Column('piece_id', sa.Uuid(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('media_type', sa.Text(), nullable=False),
    sa.Column('size_bytes', sa.BigInteger(), nullable=False),
    sa.Column('sha256', sa.Text(), nullable=False),
    sa.Column('storage_key', sa.Text(), nullable=False),
    sa.Column('added_by', sa.Uuid(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("component in ('server', 'controller', 'drive', 'array')", name=op.f('ck_photo_component_known')),
    sa.ForeignKeyConstraint(['added_by'], ['user.id'], name=op.f('fk_photo_added_by_user'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_photo'))
    )
    op.create_index('ix_photo_of', 'photo', ['component', 'piece_id'], unique=False)
    op.create_table('reservation',
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('user_id', sa.Uuid(), nullable=False),
    sa.Column('starts_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('ends_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('reason', sa.Text(), nullable=False),
    sa.Column('released_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint('ends_at > starts_at', name=op.f('ck_reservation_ends_after_start')),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_reservation_server_id_server'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_reservation_user_id_user'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_reservation'))
    )
    op.create_index(op.f('ix_reservation_server_id'), 'reservation', ['server_id'], unique=False)
    op.create_index(op.f('ix_reservation_user_id'), 'reservation', ['user_id'], unique=False)
    op.create_table('saved_filter',
    sa.Column('user_id', sa.Uuid(), nullable=False),
    sa.Column('page', sa.Text(), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('query', sa.Text(), nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['user.id'], name=op.f('fk_saved_filter_user_id_user'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_saved_filter')),
    sa.UniqueConstraint('user_id', 'page', 'name', name=op.f('uq_saved_filter_user_id_page_name'))
    )
    op.create_table('enclosure',
    sa.Column('server_id', sa.Uuid(), nullable=False),
    sa.Column('controller_id', sa.Uuid(), nullable=True),
    sa.Column('key', sa.Text(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('product', sa.Text(), nullable=True),
    sa.Column('slot_count', sa.BigInteger(), nullable=True),
    sa.Column('settings', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('present', sa.Boolean(), server_default=sa.text('true'), nullable=False),
    sa.Column('first_seen_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['controller_id'], ['controller.id'], name=op.f('fk_enclosure_controller_id_controller'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_enclosure_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_enclosure')),
    sa.UniqueConstraint('server_id', 'key', name=op.f('uq_enclosure_server_id_key'))
    )
    op.create_index(op.f('ix_enclosure_controller_id'), 'enclosure', ['controller_id'], unique=False)
    op.create_index(op.f('ix_enclosure_server_id'), 'enclosure', ['server_id'], unique=False)
    op.create_table('health_reading',
    sa.Column('identity', sa.Text(), nullable=False),
    sa.Column('drive_id', sa.Uuid(), nullable=True),
    sa.Column('run_id', sa.Uuid(), nullable=True),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('occasion', sa.Text(), nullable=False),
    sa.Column('values', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("occasion in ('discovery', 'before_run', 'during_run', 'after_run')", name=op.f('ck_health_reading_occasion_known')),
    sa.ForeignKeyConstraint(['drive_id'], ['drive.id'], name=op.f('fk_health_reading_drive_id_drive'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_health_reading_run_id_run'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_health_reading'))
    )
    op.create_index(op.f('ix_health_reading_drive_id'), 'health_reading', ['drive_id'], unique=False)
    op.create_index('ix_health_reading_identity', 'health_reading', ['identity', 'at'], unique=False)
    op.create_index(op.f('ix_health_reading_run_id'), 'health_reading', ['run_id'], unique=False)
    op.create_table('inventory_change',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.Column('server_id', sa.Uuid(), nullable=True),
    sa.Column('component', sa.Text(), nullable=False),
    sa.Column('piece_id', sa.Uuid(), nullable=False),
    sa.Column('identity', sa.Text(), nullable=True),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('field', sa.Text(), nullable=True),
    sa.Column('before', postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
    sa.Column('after', postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
    sa.Column('how', sa.Text(), nullable=False),
    sa.Column('by_user_id', sa.Uuid(), nullable=True),
    sa.Column('run_id', sa.Uuid(), nullable=True),
    sa.CheckConstraint("component in ('server', 'controller', 'enclosure', 'drive', 'array')", name=op.f('ck_inventory_change_component_known')),
    sa.CheckConstraint("how in ('discovery', 'run', 'person', 'import')", name=op.f('ck_inventory_change_how_known')),
    sa.ForeignKeyConstraint(['by_user_id'], ['user.id'], name=op.f('fk_inventory_change_by_user_id_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_inventory_change_run_id_run'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['server_id'], ['server.id'], name=op.f('fk_inventory_change_server_id_server'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_inventory_change'))
    )
    op.create_index('ix_inventory_change_identity', 'inventory_change', ['identity', 'id'], unique=False)
    op.create_index('ix_inventory_change_piece', 'inventory_change', ['component', 'piece_id', 'id'], unique=False)
    op.create_index(op.f('ix_inventory_change_server_id'), 'inventory_change', ['server_id'], unique=False)
    op.create_table('drive_state_entry',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.Column('identity', sa.Text(), nullable=False),
    sa.Column('drive_id', sa.Uuid(), nullable=True),
    sa.Column('run_id', sa.Uuid(), nullable=True),
    sa.Column('phase_id', sa.Uuid(), nullable=True),
    sa.Column('state', sa.Text(), nullable=False),
    sa.Column('workload', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('written_bytes', sa.BigInteger(), nullable=True),
    sa.Column('reason', sa.Text(), nullable=False),
    sa.CheckConstraint("state in ('unknown', 'purged', 'filled', 'random_conditioned', 'steady', 'dirty')", name=op.f('ck_drive_state_entry_state_known')),
    sa.ForeignKeyConstraint(['drive_id'], ['drive.id'], name=op.f('fk_drive_state_entry_drive_id_drive'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['phase_id'], ['phase.id'], name=op.f('fk_drive_state_entry_phase_id_phase'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_drive_state_entry_run_id_run'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_drive_state_entry'))
    )
    op.create_index(op.f('ix_drive_state_entry_drive_id'), 'drive_state_entry', ['drive_id'], unique=False)
    op.create_index('ix_drive_state_entry_identity', 'drive_state_entry', ['identity', 'id'], unique=False)
    op.create_index(op.f('ix_drive_state_entry_run_id'), 'drive_state_entry', ['run_id'], unique=False)
    op.add_column('array', sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('array_number')"), nullable=False))
    op.add_column('array', sa.Column('drive_id', sa.Uuid(), nullable=True))
    op.add_column('array', sa.Column('key', sa.Text(), nullable=False))
    op.add_column('array', sa.Column('kernel_name', sa.Text(), nullable=True))
    op.add_column('array', sa.Column('implementation', sa.Text(), nullable=False))
    op.add_column('array', sa.Column('progress_percent', sa.Double(), nullable=True))
    op.add_column('array', sa.Column('policies', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('array', sa.Column('members', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('array', sa.Column('settings', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('array', sa.Column('present', sa.Boolean(), server_default=sa.text('true'), nullable=False))
    op.add_column('array', sa.Column('first_seen_at', sa.DateTime(timezone=True), nullable=False))
    op.add_column('array', sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=False))
    op.add_column('array', sa.Column('standing', sa.Text(), server_default='in_service', nullable=False))
    op.add_column('array', sa.Column('note', sa.Text(), server_default='', nullable=False))
    op.add_column('array', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('array', sa.Column('manual', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('array', sa.Column('search_text', sa.Text(), server_default='', nullable=False))
    op.alter_column('array', 'server_id',
               existing_type=sa.UUID(),
               nullable=False)
    op.create_index(op.f('ix_array_drive_id'), 'array', ['drive_id'], unique=False)
    op.create_unique_constraint(op.f('uq_array_number'), 'array', ['number'])
    op.create_unique_constraint(op.f('uq_array_server_id_key'), 'array', ['server_id', 'key'])
    op.create_foreign_key(op.f('fk_array_drive_id_drive'), 'array', 'drive', ['drive_id'], ['id'], ondelete='SET NULL')
    op.drop_column('array', 'facts')
    op.add_column('controller', sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('controller_number')"), nullable=False))
    op.add_column('controller', sa.Column('key', sa.Text(), nullable=False))
    op.add_column('controller', sa.Column('kind', sa.Text(), nullable=False))
    op.add_column('controller', sa.Column('link_speed_gts', sa.Double(), nullable=True))
    op.add_column('controller', sa.Column('link_width', sa.BigInteger(), nullable=True))
    op.add_column('controller', sa.Column('max_link_speed_gts', sa.Double(), nullable=True))
    op.add_column('controller', sa.Column('max_link_width', sa.BigInteger(), nullable=True))
    op.add_column('controller', sa.Column('numa_node', sa.BigInteger(), nullable=True))
    op.add_column('controller', sa.Column('cache_bytes', sa.BigInteger(), nullable=True))
    op.add_column('controller', sa.Column('battery', sa.Text(), nullable=True))
    op.add_column('controller', sa.Column('cache_module', sa.Text(), nullable=True))
    op.add_column('controller', sa.Column('settings', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('controller', sa.Column('present', sa.Boolean(), server_default=sa.text('true'), nullable=False))
    op.add_column('controller', sa.Column('first_seen_at', sa.DateTime(timezone=True), nullable=False))
    op.add_column('controller', sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=False))
    op.add_column('controller', sa.Column('standing', sa.Text(), server_default='in_service', nullable=False))
    op.add_column('controller', sa.Column('note', sa.Text(), server_default='', nullable=False))
    op.add_column('controller', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('controller', sa.Column('manual', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('controller', sa.Column('search_text', sa.Text(), server_default='', nullable=False))
    op.alter_column('controller', 'server_id',
               existing_type=sa.UUID(),
               nullable=False)
    op.alter_column('controller', 'model',
               existing_type=sa.TEXT(),
               nullable=True)
    op.create_unique_constraint(op.f('uq_controller_number'), 'controller', ['number'])
    op.create_unique_constraint(op.f('uq_controller_server_id_key'), 'controller', ['server_id', 'key'])
    op.drop_column('controller', 'facts')
    op.add_column('drive', sa.Column('number', sa.BigInteger(), server_default=sa.text("nextval('drive_number')"), nullable=False))
    op.add_column('drive', sa.Column('controller_id', sa.Uuid(), nullable=True))
    op.add_column('drive', sa.Column('enclosure_id', sa.Uuid(), nullable=True))
    op.add_column('drive', sa.Column('identity', sa.Text(), nullable=True))
    op.add_column('drive', sa.Column('location', sa.Text(), nullable=True))
    op.add_column('drive', sa.Column('slot', sa.Text(), nullable=True))
    op.add_column('drive', sa.Column('vendor', sa.Text(), nullable=True))
    op.add_column('drive', sa.Column('medium', sa.Text(), nullable=True))
    op.add_column('drive', sa.Column('rotation_rpm', sa.BigInteger(), nullable=True))
    op.add_column('drive', sa.Column('drive_state', sa.Text(), nullable=True))
    op.add_column('drive', sa.Column('link_speed_gts', sa.Double(), nullable=True))
    op.add_column('drive', sa.Column('link_width', sa.BigInteger(), nullable=True))
    op.add_column('drive', sa.Column('health', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('drive', sa.Column('settings', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('drive', sa.Column('standing', sa.Text(), server_default='in_service', nullable=False))
    op.add_column('drive', sa.Column('note', sa.Text(), server_default='', nullable=False))
    op.add_column('drive', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('drive', sa.Column('manual', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('drive', sa.Column('search_text', sa.Text(), server_default='', nullable=False))
    op.alter_column('drive', 'kernel_name',
               existing_type=sa.TEXT(),
               nullable=True)
    op.alter_column('drive', 'path',
               existing_type=sa.TEXT(),
               nullable=True)
    op.drop_constraint(op.f('uq_drive_server_id_kernel_name_stable_id'), 'drive', type_='unique')
    op.create_index(op.f('ix_drive_controller_id'), 'drive', ['controller_id'], unique=False)
    op.create_index(op.f('ix_drive_enclosure_id'), 'drive', ['enclosure_id'], unique=False)
    op.create_index(op.f('ix_drive_identity'), 'drive', ['identity'], unique=False)
    op.create_index(op.f('ix_drive_serial'), 'drive', ['serial'], unique=False)
    op.create_unique_constraint(op.f('uq_drive_number'), 'drive', ['number'])
    op.create_unique_constraint(op.f('uq_drive_server_id_kernel_name_location_stable_id_identity'), 'drive', ['server_id', 'kernel_name', 'location', 'stable_id', 'identity'], postgresql_nulls_not_distinct=True)
    op.create_foreign_key(op.f('fk_drive_controller_id_controller'), 'drive', 'controller', ['controller_id'], ['id'], ondelete='SET NULL')
    op.create_foreign_key(op.f('fk_drive_enclosure_id_enclosure'), 'drive', 'enclosure', ['enclosure_id'], ['id'], ondelete='SET NULL')
    op.add_column('server', sa.Column('board_name', sa.Text(), nullable=True))
    op.add_column('server', sa.Column('bios_version', sa.Text(), nullable=True))
    op.add_column('server', sa.Column('owner', sa.Text(), nullable=True))
    op.add_column('server', sa.Column('note', sa.Text(), server_default='', nullable=False))
    op.add_column('server', sa.Column('tags', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.add_column('server', sa.Column('manual', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('server', sa.Column('tools', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False))
    op.add_column('server', sa.Column('health_check_hours', sa.BigInteger(), nullable=True))
    op.add_column('server', sa.Column('health_check_due_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('server', sa.Column('search_text', sa.Text(), server_default='', nullable=False))


def downgrade() -> None:
    # Before this revision there were no drives without a name of the kernel, and one row for each name and stable id.
    op.execute('delete from drive where kernel_name is null or path is null')
    op.execute(
        'delete from drive a using drive b where a.server_id = b.server_id and a.kernel_name = b.kernel_name'
        ' and a.stable_id is not distinct from b.stable_id and (a.last_seen_at, a.id) < (b.last_seen_at, b.id)'
    )
    op.drop_column('server', 'search_text')
    op.drop_column('server', 'health_check_due_at')
    op.drop_column('server', 'health_check_hours')
    op.drop_column('server', 'tools')
    op.drop_column('server', 'manual')
    op.drop_column('server', 'tags')
    op.drop_column('server', 'note')
    op.drop_column('server', 'owner')
    op.drop_column('server', 'bios_version')
    op.drop_column('server', 'board_name')
    op.drop_constraint(op.f('fk_drive_enclosure_id_enclosure'), 'drive', type_='foreignkey')
    op.drop_constraint(op.f('fk_drive_controller_id_controller'), 'drive', type_='foreignkey')
    op.drop_constraint(op.f('uq_drive_server_id_kernel_name_location_stable_id_identity'), 'drive', type_='unique')
    op.drop_constraint(op.f('uq_drive_number'), 'drive', type_='unique')
    op.drop_index(op.f('ix_drive_serial'), table_name='drive')
    op.drop_index(op.f('ix_drive_identity'), table_name='drive')
    op.drop_index(op.f('ix_drive_enclosure_id'), table_name='drive')
    op.drop_index(op.f('ix_drive_controller_id'), table_name='drive')
    op.create_unique_constraint(op.f('uq_drive_server_id_kernel_name_stable_id'), 'drive', ['server_id', 'kernel_name', 'stable_id'], postgresql_nulls_not_distinct=True)
    op.alter_column('drive', 'path',
               existing_type=sa.TEXT(),
               nullable=False)
    op.alter_column('drive', 'kernel_name',
               existing_type=sa.TEXT(),
               nullable=False)
    op.drop_column('drive', 'search_text')
    op.drop_column('drive', 'manual')
    op.drop_column('drive', 'tags')
    op.drop_column('drive', 'note')
    op.drop_column('drive', 'standing')
    op.drop_column('drive', 'settings')
    op.drop_column('drive', 'health')
    op.drop_column('drive', 'link_width')
    op.drop_column('drive', 'link_speed_gts')
    op.drop_column('drive', 'drive_state')
    op.drop_column('drive', 'rotation_rpm')
    op.drop_column('drive', 'medium')
    op.drop_column('drive', 'vendor')
    op.drop_column('drive', 'slot')
    op.drop_column('drive', 'location')
    op.drop_column('drive', 'identity')
    op.drop_column('drive', 'enclosure_id')
    op.drop_column('drive', 'controller_id')
    op.drop_column('drive', 'number')
    op.add_column('controller', sa.Column('facts', postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), autoincrement=False, nullable=False))
    op.drop_constraint(op.f('uq_controller_server_id_key'), 'controller', type_='unique')
    op.drop_constraint(op.f('uq_controller_number'), 'controller', type_='unique')
    op.alter_column('controller', 'model',
               existing_type=sa.TEXT(),
               nullable=False)
    op.alter_column('controller', 'server_id',
               existing_type=sa.UUID(),
               nullable=True)
    op.drop_column('controller', 'search_text')
    op.drop_column('controller', 'manual')
    op.drop_column('controller', 'tags')
    op.drop_column('controller', 'note')
    op.drop_column('controller', 'standing')
    op.drop_column('controller', 'last_seen_at')
    op.drop_column('controller', 'first_seen_at')
    op.drop_column('controller', 'present')
    op.drop_column('controller', 'settings')
    op.drop_column('controller', 'cache_module')
    op.drop_column('controller', 'battery')
    op.drop_column('controller', 'cache_bytes')
    op.drop_column('controller', 'numa_node')
    op.drop_column('controller', 'max_link_width')
    op.drop_column('controller', 'max_link_speed_gts')
    op.drop_column('controller', 'link_width')
    op.drop_column('controller', 'link_speed_gts')
    op.drop_column('controller', 'kind')
    op.drop_column('controller', 'key')
    op.drop_column('controller', 'number')
    op.add_column('array', sa.Column('facts', postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), autoincrement=False, nullable=False))
    op.drop_constraint(op.f('fk_array_drive_id_drive'), 'array', type_='foreignkey')
    op.drop_constraint(op.f('uq_array_server_id_key'), 'array', type_='unique')
    op.drop_constraint(op.f('uq_array_number'), 'array', type_='unique')
    op.drop_index(op.f('ix_array_drive_id'), table_name='array')
    op.alter_column('array', 'server_id',
               existing_type=sa.UUID(),
               nullable=True)
    op.drop_column('array', 'search_text')
    op.drop_column('array', 'manual')
    op.drop_column('array', 'tags')
    op.drop_column('array', 'note')
    op.drop_column('array', 'standing')
    op.drop_column('array', 'last_seen_at')
    op.drop_column('array', 'first_seen_at')
    op.drop_column('array', 'present')
    op.drop_column('array', 'settings')
    op.drop_column('array', 'members')
    op.drop_column('array', 'policies')
    op.drop_column('array', 'progress_percent')
    op.drop_column('array', 'implementation')
    op.drop_column('array', 'kernel_name')
    op.drop_column('array', 'key')
    op.drop_column('array', 'drive_id')
    op.drop_column('array', 'number')
    op.drop_index(op.f('ix_drive_state_entry_run_id'), table_name='drive_state_entry')
    op.drop_index('ix_drive_state_entry_identity', table_name='drive_state_entry')
    op.drop_index(op.f('ix_drive_state_entry_drive_id'), table_name='drive_state_entry')
    op.drop_table('drive_state_entry')
    op.drop_index(op.f('ix_inventory_change_server_id'), table_name='inventory_change')
    op.drop_index('ix_inventory_change_piece', table_name='inventory_change')
    op.drop_index('ix_inventory_change_identity', table_name='inventory_change')
    op.drop_table('inventory_change')
    op.drop_index(op.f('ix_health_reading_run_id'), table_name='health_reading')
    op.drop_index('ix_health_reading_identity', table_name='health_reading')
    op.drop_index(op.f('ix_health_reading_drive_id'), table_name='health_reading')
    op.drop_table('health_reading')
    op.drop_index(op.f('ix_enclosure_server_id'), table_name='enclosure')
    op.drop_index(op.f('ix_enclosure_controller_id'), table_name='enclosure')
    op.drop_table('enclosure')
    op.drop_table('saved_filter')
    op.drop_index(op.f('ix_reservation_user_id'), table_name='reservation')
    op.drop_index(op.f('ix_reservation_server_id'), table_name='reservation')
    op.drop_table('reservation')
    op.drop_index('ix_photo_of', table_name='photo')
    op.drop_table('photo')
    op.drop_table('published_hardware')
    op.drop_table('hardware_model')
    for name in _SEQUENCES:
        op.execute(sa.schema.DropSequence(sa.Sequence(name)))
