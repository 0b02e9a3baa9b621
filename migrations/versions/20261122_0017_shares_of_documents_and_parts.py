"""Shares of every subject: drafts, versions, runs in use, parts under their hashes, and view counts.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

# Frozen content never changes. A published share is never a draft again and retains its token. A part that a share
# names and a run with a share open to readers cannot be removed.
FROZEN = """
drop trigger share_frozen on share;
create trigger share_frozen before update of
    kind, schema, lineage_id, version, title, author, licence, contact, embargo_until, closed_until_embargo,
    document, document_sha256, created_at on share
    for each row execute function refuse_change();

create function refuse_unpublishing() returns trigger language plpgsql as $$
begin
    if old.state = 'published' then
        raise exception 'what was published stays' using errcode = 'integrity_constraint_violation';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger share_stays_published before update of state, token_sha256 on share
    for each row execute function refuse_unpublishing();
create trigger share_stays before delete on share
    for each row execute function refuse_unpublishing();

create trigger share_run_run_frozen before update of run_id on share_run
    for each row execute function refuse_other_run();
create trigger share_run_number_frozen before update of share_id, run_number on share_run
    for each row execute function refuse_change();

create trigger share_part_frozen before update on share_part
    for each row execute function refuse_change();
create function refuse_losing_part() returns trigger language plpgsql as $$
begin
    if exists (select from share where id = old.share_id and state = 'published') then
        raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
    end if;
    return old;
end
$$;
create trigger share_part_use_frozen before update on share_part_use
    for each row execute function refuse_change();
create trigger share_part_use_stays before delete on share_part_use
    for each row execute function refuse_losing_part();
create trigger share_run_stays before delete on share_run
    for each row execute function refuse_losing_part();

create function refuse_losing_shared_run() returns trigger language plpgsql as $$
begin
    if exists (
        select from share left join share_run on share_run.share_id = share.id and share_run.run_id = old.id
        where (share.run_id = old.id or share_run.run_id = old.id) and share.state = 'published'
            and share.revoked_at is null and (share.expires_at is null or share.expires_at > now())
    ) then
        raise exception 'a live share uses this run' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
end
$$;
create trigger run_held_by_share before delete on run
    for each row execute function refuse_losing_shared_run();
alter table share_part alter column content set storage external;
"""
AS_BEFORE = """
drop trigger run_held_by_share on run;
drop function refuse_losing_shared_run();
drop trigger share_run_stays on share_run;
drop trigger share_part_use_stays on share_part_use;
drop trigger share_part_use_frozen on share_part_use;
drop function refuse_losing_part();
drop trigger share_part_frozen on share_part;
drop trigger share_run_number_frozen on share_run;
drop trigger share_run_run_frozen on share_run;
drop trigger share_stays on share;
drop trigger share_stays_published on share;
drop function refuse_unpublishing();
drop trigger share_frozen on share;
create trigger share_frozen before update of document, document_sha256, title, author, created_at on share
    for each row execute function refuse_change();
"""


def upgrade() -> None:
    op.create_table('share_part',
    sa.Column('sha256', sa.Text(), nullable=False),
    sa.Column('content', sa.LargeBinary(), nullable=False),
    sa.Column('size_bytes', sa.BigInteger(), nullable=False),
    sa.Column('media_type', sa.Text(), nullable=False),
    sa.PrimaryKeyConstraint('sha256', name=op.f('pk_share_part'))
    )
    op.create_table('share_part_use',
    sa.Column('share_id', sa.Uuid(), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('sha256', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['sha256'], ['share_part.sha256'], name=op.f('fk_share_part_use_sha256_share_part'), ondelete='RESTRICT'),
    sa.ForeignKeyConstraint(['share_id'], ['share.id'], name=op.f('fk_share_part_use_share_id_share'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('share_id', 'name', name=op.f('pk_share_part_use'))
    )
    op.create_index(op.f('ix_share_part_use_sha256'), 'share_part_use', ['sha256'], unique=False)
    op.create_table('share_run',
    sa.Column('share_id', sa.Uuid(), nullable=False),
    sa.Column('run_number', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('run_id', sa.Uuid(), nullable=True),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_share_run_run_id_run'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['share_id'], ['share.id'], name=op.f('fk_share_run_share_id_share'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('share_id', 'run_number', name=op.f('pk_share_run'))
    )
    op.create_index(op.f('ix_share_run_run_id'), 'share_run', ['run_id'], unique=False)
    op.create_table('share_view',
    sa.Column('share_id', sa.Uuid(), nullable=False),
    sa.Column('day', sa.Date(), nullable=False),
    sa.Column('views', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('last_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['share_id'], ['share.id'], name=op.f('fk_share_view_share_id_share'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('share_id', 'day', name=op.f('pk_share_view'))
    )
    op.add_column('share', sa.Column('kind', sa.Text(), server_default='run', nullable=False))
    op.add_column('share', sa.Column('schema', sa.BigInteger(), server_default='1', nullable=False))
    op.add_column('share', sa.Column('lineage_id', sa.Uuid(), nullable=True))
    op.add_column('share', sa.Column('version', sa.BigInteger(), server_default='1', nullable=False))
    op.add_column('share', sa.Column('state', sa.Text(), server_default='published', nullable=False))
    op.add_column('share', sa.Column('licence', sa.Text(), nullable=True))
    op.add_column('share', sa.Column('contact', sa.Text(), nullable=True))
    op.add_column('share', sa.Column('embargo_until', sa.DateTime(timezone=True), nullable=True))
    op.add_column('share', sa.Column('closed_until_embargo', sa.Boolean(), server_default=sa.text('false'), nullable=False))
    op.add_column('share', sa.Column('published_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('share', sa.Column('revoked_reason', sa.Text(), nullable=True))
    op.add_column('share', sa.Column('correction', sa.Text(), nullable=True))
    op.add_column('share', sa.Column('corrected_at', sa.DateTime(timezone=True), nullable=True))
    op.execute('update share set lineage_id = id, published_at = created_at')
    op.execute('insert into share_run (share_id, run_number, run_id) '
               'select share.id, run.number, run.id from share join run on run.id = share.run_id')
    op.alter_column('share', 'lineage_id', existing_type=sa.Uuid(), nullable=False)
    op.alter_column('share', 'token_sha256', existing_type=postgresql.BYTEA(), nullable=True)
    op.create_unique_constraint(op.f('uq_share_lineage_id_version'), 'share', ['lineage_id', 'version'])
    op.create_check_constraint('kind_known', 'share', "kind in ('run', 'comparison', 'ranking', 'campaign')")
    op.create_check_constraint('state_known', 'share', "state in ('draft', 'published')")
    op.create_check_constraint('token_of_published', 'share', "(state = 'draft') = (token_sha256 is null)")
    op.execute(FROZEN)


def downgrade() -> None:
    op.execute(AS_BEFORE)
    # What the release before cannot show goes: drafts, and documents of a schema that it does not know.
    op.execute('delete from share where schema > 1 or token_sha256 is null')
    op.drop_constraint(op.f('ck_share_token_of_published'), 'share', type_='check')
    op.drop_constraint(op.f('ck_share_state_known'), 'share', type_='check')
    op.drop_constraint(op.f('ck_share_kind_known'), 'share', type_='check')
    op.drop_constraint(op.f('uq_share_lineage_id_version'), 'share', type_='unique')
    op.alter_column('share', 'token_sha256', existing_type=postgresql.BYTEA(), nullable=False)
    for column in ('corrected_at', 'correction', 'revoked_reason', 'published_at', 'closed_until_embargo', 'embargo_until',
                   'contact', 'licence', 'state', 'version', 'lineage_id', 'schema', 'kind'):
        op.drop_column('share', column)
    op.drop_table('share_view')
    op.drop_index(op.f('ix_share_run_run_id'), table_name='share_run')
    op.drop_table('share_run')
    op.drop_index(op.f('ix_share_part_use_sha256'), table_name='share_part_use')
    op.drop_table('share_part_use')
    op.drop_table('share_part')
