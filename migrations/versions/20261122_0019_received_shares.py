"""Shares that another lab froze: where they come from, and what their runs were filed as.

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

# The origin of a share is shown to its readers, so it never changes. The run that it was filed as may be removed.
FROZEN = """
create trigger share_origin_frozen before update of origin on share
    for each row execute function refuse_change();
create trigger received_share_frozen before update of share_id, address, product, lineage_id, version, received_at
    on received_share for each row execute function refuse_change();
create trigger received_run_number_frozen before update of share_id, run_number on received_run
    for each row execute function refuse_change();
create trigger received_run_run_frozen before update of run_id on received_run
    for each row execute function refuse_other_run();
"""


def upgrade() -> None:
    op.create_table('received_run',
    sa.Column('share_id', sa.Uuid(), nullable=False),
    sa.Column('run_number', sa.Text(), nullable=False),
    sa.Column('run_id', sa.Uuid(), nullable=True),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_received_run_run_id_run'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['share_id'], ['share.id'], name=op.f('fk_received_run_share_id_share'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('share_id', 'run_number', name=op.f('pk_received_run'))
    )
    op.create_index(op.f('ix_received_run_run_id'), 'received_run', ['run_id'], unique=False)
    op.create_table('received_share',
    sa.Column('share_id', sa.Uuid(), nullable=False),
    sa.Column('address', sa.Text(), nullable=True),
    sa.Column('product', sa.Text(), nullable=False),
    sa.Column('lineage_id', sa.Uuid(), nullable=False),
    sa.Column('version', sa.BigInteger(), nullable=False),
    sa.Column('received_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('received_by', sa.Uuid(), nullable=True),
    sa.ForeignKeyConstraint(['received_by'], ['user.id'], name=op.f('fk_received_share_received_by_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['share_id'], ['share.id'], name=op.f('fk_received_share_share_id_share'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('share_id', name=op.f('pk_received_share'))
    )
    op.add_column('share', sa.Column('origin', sa.Text(), server_default='frozen', nullable=False))
    op.create_check_constraint('origin_known', 'share', "origin in ('frozen', 'received')")
    op.create_index('uq_share_received_document', 'share', ['document_sha256'], unique=True,
                    postgresql_where=sa.text("origin = 'received'"))
    op.execute(FROZEN)


def downgrade() -> None:
    # The release before takes every share for one of its own: those of other labs go, also those that readers can open.
    op.execute('alter table share disable trigger share_stays')
    op.execute('alter table share_part_use disable trigger share_part_use_stays')
    op.execute("delete from share where origin = 'received'")
    op.execute('delete from share_part where sha256 not in (select sha256 from share_part_use)')
    op.execute('alter table share_part_use enable trigger share_part_use_stays')
    op.execute('alter table share enable trigger share_stays')
    op.execute('drop trigger share_origin_frozen on share')
    op.drop_index('uq_share_received_document', table_name='share')
    op.drop_constraint(op.f('ck_share_origin_known'), 'share', type_='check')
    op.drop_column('share', 'origin')
    op.drop_table('received_share')
    op.drop_index(op.f('ix_received_run_run_id'), table_name='received_run')
    op.drop_table('received_run')
