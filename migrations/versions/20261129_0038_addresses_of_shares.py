"""Addresses of shares: several per share, found again by those who manage it, with their own views.

Revision ID: 0038
Revises: 0037
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

# An address never leads to another share, a withdrawn one never opens again, and a published share loses none.
FROZEN = """
create trigger share_stays_published before update of state on share
    for each row execute function refuse_unpublishing();
create trigger share_address_frozen before update of id, share_id, number, token_sha256, created_at on share_address
    for each row execute function refuse_change();
create function refuse_reopening_address() returns trigger language plpgsql as $$
begin
    if old.revoked_at is not null
        and (old.revoked_at, old.revoked_reason) is distinct from (new.revoked_at, new.revoked_reason)
    then
        raise exception 'what was withdrawn stays so' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end
$$;
create trigger share_address_stays_closed before update of revoked_at, revoked_reason on share_address
    for each row execute function refuse_reopening_address();
create trigger share_address_stays before delete on share_address
    for each row execute function refuse_losing_part();
create trigger share_address_not_emptied before truncate on share_address
    for each statement execute function refuse_change();
"""
AS_BEFORE = """
create trigger share_stays_published before update of state, token_sha256 on share
    for each row execute function refuse_unpublishing();
"""


def upgrade() -> None:
    op.create_table('share_address',
    sa.Column('share_id', sa.Uuid(), nullable=False),
    sa.Column('number', sa.BigInteger(), nullable=False),
    sa.Column('audience', sa.Text(), nullable=False),
    sa.Column('token_sha256', sa.LargeBinary(), nullable=False),
    sa.Column('token_encrypted', sa.LargeBinary(), nullable=True),
    sa.Column('raw_files', sa.Boolean(), server_default=sa.text('true'), nullable=False),
    sa.Column('created_by', sa.Uuid(), nullable=True),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('revoked_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('revoked_reason', sa.Text(), nullable=True),
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['created_by'], ['user.id'], name=op.f('fk_share_address_created_by_user'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['share_id'], ['share.id'], name=op.f('fk_share_address_share_id_share'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_share_address')),
    sa.UniqueConstraint('share_id', 'number', name=op.f('uq_share_address_share_id_number')),
    sa.UniqueConstraint('token_sha256', name=op.f('uq_share_address_token_sha256'))
    )
    # The id of the first address is that of its share: no other row has it, and views find it.
    op.execute("insert into share_address (id, share_id, number, audience, token_sha256, created_by, created_at) "
               "select id, id, 1, 'Public', token_sha256, created_by, coalesce(published_at, created_at) "
               "from share where token_sha256 is not null")
    op.add_column('share_view', sa.Column('address_id', sa.Uuid(), nullable=True))
    op.execute('update share_view set address_id = share_id')
    op.drop_constraint(op.f('pk_share_view'), 'share_view', type_='primary')
    op.alter_column('share_view', 'address_id', existing_type=sa.Uuid(), nullable=False)
    op.create_primary_key(op.f('pk_share_view'), 'share_view', ['share_id', 'address_id', 'day'])
    op.create_foreign_key(op.f('fk_share_view_address_id_share_address'), 'share_view', 'share_address',
                          ['address_id'], ['id'], ondelete='CASCADE')
    op.create_index(op.f('ix_share_view_address_id'), 'share_view', ['address_id'], unique=False)
    op.execute('drop trigger share_stays_published on share')
    op.drop_constraint(op.f('ck_share_token_of_published'), 'share', type_='check')
    op.drop_constraint(op.f('uq_share_token_sha256'), 'share', type_='unique')
    op.drop_column('share', 'token_sha256')
    op.execute(FROZEN)


def downgrade() -> None:
    """Leave each share its first open address with its limits; the release before knows one address without limits."""
    op.add_column('share', sa.Column('token_sha256', sa.LargeBinary(), nullable=True))
    op.execute('drop trigger share_stays_published on share')
    op.execute("""
        update share set
            token_sha256 = first.token_sha256,
            expires_at = least(share.expires_at, first.expires_at),
            revoked_reason = case
                when share.revoked_at is not null then share.revoked_reason
                when first.revoked_at is not null then first.revoked_reason
                when not first.raw_files then 'This release cannot withhold raw output. Ask for a new permalink.'
            end,
            revoked_at = coalesce(share.revoked_at, first.revoked_at, case when not first.raw_files then now() end)
        from (
            select distinct on (share_id) * from share_address
            order by share_id, revoked_at is not null, not raw_files, number
        ) as first
        where first.share_id = share.id
    """)
    # The program publishes nothing without an address; a row without one gets a hash that no token has.
    op.execute("update share set token_sha256 = sha256(uuid_send(gen_random_uuid())) "
               "where state = 'published' and token_sha256 is null")
    op.create_unique_constraint(op.f('uq_share_token_sha256'), 'share', ['token_sha256'])
    op.create_check_constraint('token_of_published', 'share', "(state = 'draft') = (token_sha256 is null)")
    op.execute(AS_BEFORE)
    op.execute('create temporary table views_of_shares on commit drop as '
               'select share_id, day, sum(views) as views, max(last_at) as last_at from share_view group by share_id, day')
    op.execute('delete from share_view')
    op.drop_constraint(op.f('pk_share_view'), 'share_view', type_='primary')
    op.drop_index(op.f('ix_share_view_address_id'), table_name='share_view')
    op.drop_column('share_view', 'address_id')
    op.create_primary_key(op.f('pk_share_view'), 'share_view', ['share_id', 'day'])
    op.execute('insert into share_view (share_id, day, views, last_at) select * from views_of_shares')
    op.drop_table('share_address')
    op.execute('drop function refuse_reopening_address()')
