"""Campaigns over several servers, and over devices in their present condition.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('campaign', sa.Column('is_whole', sa.Boolean(), server_default=sa.text('false'), nullable=False))
    op.add_column('campaign', sa.Column('part_of', sa.Uuid(), nullable=True))
    op.add_column('campaign', sa.Column('devices', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False))
    op.create_index(op.f('ix_campaign_part_of'), 'campaign', ['part_of'], unique=False)
    op.create_foreign_key(op.f('fk_campaign_part_of_campaign'), 'campaign', 'campaign', ['part_of'], ['id'], ondelete='CASCADE')
    op.create_check_constraint(op.f('ck_campaign_whole_has_no_server'), 'campaign', 'not is_whole or (part_of is null and server_id is null)')


def downgrade() -> None:
    op.drop_constraint(op.f('ck_campaign_whole_has_no_server'), 'campaign', type_='check')
    op.drop_constraint(op.f('fk_campaign_part_of_campaign'), 'campaign', type_='foreignkey')
    op.drop_index(op.f('ix_campaign_part_of'), table_name='campaign')
    op.drop_column('campaign', 'devices')
    op.drop_column('campaign', 'part_of')
    op.drop_column('campaign', 'is_whole')
