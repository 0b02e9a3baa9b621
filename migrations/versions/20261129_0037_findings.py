"""One table of findings, with the printed figures that are no measurements.

Revision ID: 0037
Revises: 0036
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

#: Keys of a workload by the columns of a table of figures.
_WORKLOAD = {"workload": "pattern", "block_size": "block", "rw_mix": "read", "qd": "qd", "threads": "threads"}
_RANKS = {"leaders": "leads", "laggards": "lags"}
_LEVEL = re.compile(r"(?P<test>.+?) (?P<level>RAID\d+|all arrays)")


def upgrade() -> None:
    op.execute("create sequence finding_number")
    op.create_table(
        "finding",
        sa.Column("number", sa.BigInteger(), server_default=sa.text("nextval('finding_number')"), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("source_title", sa.Text(), nullable=True),
        sa.Column("ordinal", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Text(), nullable=True),
        sa.Column("test", sa.Text(), nullable=True),
        sa.Column("workload", sa.JSON(), nullable=False),
        sa.Column("raid_level", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("object", sa.Text(), nullable=True),
        sa.Column("value", sa.Float(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=True),
        sa.Column("value_kind", sa.Text(), nullable=True),
        sa.Column("printed", sa.Text(), nullable=True),
        sa.Column("source_reads", sa.Text(), nullable=True),
        sa.Column("strength", sa.Text(), server_default="stated", nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("run_id", sa.Uuid(), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("edited_by", sa.Uuid(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("origin in ('published', 'written', 'computed')", name=op.f("ck_finding_origin_known")),
        sa.CheckConstraint(
            "strength in ('clear', 'slight', 'stated', 'tested', 'untested')", name=op.f("ck_finding_strength_known")
        ),
        sa.ForeignKeyConstraint(
            ["created_by"], ["user.id"], name=op.f("fk_finding_created_by_user"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["edited_by"], ["user.id"], name=op.f("fk_finding_edited_by_user"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_finding_run_id_run"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_finding")),
        sa.UniqueConstraint("number", name=op.f("uq_finding_number")),
    )
    op.create_index("ix_finding_recent", "finding", ["created_at", "id"], unique=False)
    op.create_index("ix_finding_run_id", "finding", ["run_id", "ordinal"], unique=False)
    op.create_index("ix_finding_source_title", "finding", ["source_title", "ordinal"], unique=False)
    op.create_table(
        "finding_run",
        sa.Column("finding_id", sa.Uuid(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("run_id", sa.Uuid(), nullable=True),
        sa.Column("run_number", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.CheckConstraint("side in ('subject', 'object')", name=op.f("ck_finding_run_side_known")),
        sa.ForeignKeyConstraint(
            ["finding_id"], ["finding.id"], name=op.f("fk_finding_run_finding_id_finding"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_finding_run_run_id_run"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_finding_run")),
        sa.UniqueConstraint("finding_id", "side", "run_number", name=op.f("uq_finding_run_finding_id_side_run_number")),
    )
    op.create_index(op.f("ix_finding_run_run_id"), "finding_run", ["run_id"], unique=False)
    _copy_claims()
    op.drop_table("claim")


def downgrade() -> None:
    """Keep the findings that belong to a run; those of a source alone, or of a person, have no place before."""
    op.create_table(
        "claim",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("metric", sa.Text(), nullable=False),
        sa.Column("value", sa.Float(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=True),
        sa.Column("value_kind", sa.Text(), nullable=False),
        sa.Column("printed", sa.Text(), nullable=False),
        sa.Column("conditions", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_claim_run_id_run"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
        sa.UniqueConstraint("run_id", "ordinal", name=op.f("uq_claim_run_id_ordinal")),
    )
    op.execute("""
        insert into claim (id, run_id, ordinal, subject, metric, value, unit, value_kind, printed, conditions, note)
        select id, run_id, row_number() over (partition by run_id order by ordinal, number), subject,
               coalesce(workload ->> 'metric', relation), value, unit, coalesce(value_kind, 'exact'),
               coalesce(printed, object, ''),
               jsonb_strip_nulls(jsonb_build_object('test', test, 'raid_level', raid_level, 'state', state)), note
        from finding where run_id is not null
    """)
    op.drop_table("finding_run")
    op.drop_table("finding")
    op.execute("drop sequence finding_number")


def _copy_claims() -> None:
    """File each printed figure as a finding that states it, and each leader and laggard as one of its own."""
    claims = (
        op.get_bind()
        .execute(
            sa.text(
                "select claim.*, run.source_title, run.created_at from claim join run on run.id = claim.run_id "
                "order by run.created_at, claim.run_id, claim.ordinal"
            )
        )
        .mappings()
        .all()
    )
    rows = [
        {
            **{
                name: None
                for name in ("object", "value", "unit", "value_kind", "printed", "note", "test", "raid_level", "state")
            },
            "workload": {},
            "run_id": claim["run_id"],
            "source_title": claim["source_title"],
            "created_at": claim["created_at"],
            **finding,
            "id": uuid.uuid4(),
        }
        for claim in claims
        for finding in _build_findings(claim)
    ]
    ordinals: dict[uuid.UUID, int] = {}
    for row in rows:
        row["ordinal"] = ordinals[row["run_id"]] = ordinals.get(row["run_id"], 0) + 1
        row["workload"] = json.dumps(row["workload"], ensure_ascii=False)
    if rows:
        names = [*rows[0]]
        columns = ", ".join(f'"{name}"' for name in names)
        values = ", ".join(f"cast(:{name} as json)" if name == "workload" else f":{name}" for name in names)
        op.get_bind().execute(sa.text(f"insert into finding (origin, {columns}) values ('published', {values})"), rows)


def _build_findings(claim: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    conditions = {str(key): str(value) for key, value in (claim["conditions"] or {}).items() if value not in (None, "")}
    if claim["metric"] in _RANKS and claim["value"] is None:
        match = _LEVEL.fullmatch(claim["subject"])
        level = match["level"] if match else None
        for name in filter(None, (part.strip() for part in claim["printed"].split(";"))):
            yield {
                "subject": name,
                "relation": _RANKS[claim["metric"]],
                "test": match["test"] if match else claim["subject"],
                "raid_level": "all" if level == "all arrays" else level,
                "note": claim["note"],
            }
        return
    workload = {key: conditions.pop(column) for column, key in _WORKLOAD.items() if column in conditions}
    if mix := re.fullmatch(r"(\d{1,3})/\d{1,3}", workload.get("read", "")):
        workload["read"] = mix[1]
    level, state = conditions.pop("raid_level", None), conditions.pop("state", None)
    others = "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in conditions.items())
    yield {
        "subject": claim["subject"],
        "relation": "states",
        "object": claim["printed"] if claim["value"] is None else None,
        "value": claim["value"],
        "unit": claim["unit"],
        "value_kind": claim["value_kind"],
        "printed": claim["printed"],
        "raid_level": level,
        "state": state,
        "workload": {**workload, "metric": claim["metric"]},
        "note": ". ".join(filter(None, (claim["note"], others))) or None,
    }
