"""Published shares stay fixed: no run or part joins one, and no withdrawn one comes back.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# No path of the program does any of this; the database refuses it to every other one, too. A restore is the exception
# to the first rule: it loads tables one after the other, and announces it by `storagelab.restoring`.
REFUSED = """
create function refuse_joining_published() returns trigger language plpgsql as $$
begin
    if exists (select from share where id = new.share_id and state = 'published')
        and coalesce(current_setting('storagelab.restoring', true), '') <> 'on'
    then
        raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end
$$;
create trigger share_run_complete before insert on share_run
    for each row execute function refuse_joining_published();
create trigger share_part_use_complete before insert on share_part_use
    for each row execute function refuse_joining_published();

create function refuse_reopening() returns trigger language plpgsql as $$
begin
    if old.id is distinct from new.id or old.number is distinct from new.number then
        raise exception 'a share keeps its number' using errcode = 'integrity_constraint_violation';
    end if;
    if old.revoked_at is not null
        and (old.revoked_at, old.revoked_reason) is distinct from (new.revoked_at, new.revoked_reason)
    then
        raise exception 'what was withdrawn stays so' using errcode = 'integrity_constraint_violation';
    end if;
    if old.state = 'published' and old.published_at is distinct from new.published_at then
        raise exception 'what was published stays' using errcode = 'integrity_constraint_violation';
    end if;
    if old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at) then
        raise exception 'a share may end sooner and never later' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end
$$;
create trigger share_stays_closed
    before update of id, number, revoked_at, revoked_reason, published_at, expires_at on share
    for each row execute function refuse_reopening();
"""
AS_BEFORE = """
drop trigger share_stays_closed on share;
drop function refuse_reopening();
drop trigger share_part_use_complete on share_part_use;
drop trigger share_run_complete on share_run;
drop function refuse_joining_published();
"""


def upgrade() -> None:
    op.execute(REFUSED)


def downgrade() -> None:
    op.execute(AS_BEFORE)
