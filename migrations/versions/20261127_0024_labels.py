"""Labels of one kind, keys with an optional value, in place of tags beside labels.

Revision ID: 0024
Revises: 0023
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

#: Tables that had tags alone, and those that had labels beside them.
TAGGED = ("run", "configuration", "server", "controller", "drive", "array")
LABELLED = ("job", "campaign")
INDEXED = ("job", "run")
RECENT = (sa.literal_column("created_at desc"), sa.literal_column("id desc"))
#: Keys that a label of a job or campaign could have before.
EARLIER_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]{0,62}")
OWN = "storagelab/"
#: Rows with labels beside those that the lab itself gives to many jobs.
WRITTEN = "(labels - '{storagelab/campaign,storagelab/health-check}'::text[]) <> '{}'::jsonb"

Labels = dict[str, str | None]


def merge(labels: Mapping[str, str | None], tags: Sequence[str]) -> Labels:
    """Return labels with tags as labels: `a=b` has the key a, a word is a key without value.

    A label retains its key. A tag becomes the value of `tag`, `tag-2` and so on when it cannot have its own key:
    another label has that key, it does not count as one, or only the lab sets it.
    """
    merged = dict(labels)
    others = []
    for tag in tags:
        key, sign, text = (part.strip() for part in tag.partition("="))
        value = text if sign else None
        same = find_key(merged, key)
        if not key or key.startswith(OWN) or (same is not None and fold(merged[same]) != fold(value)):
            others.append(tag)
        elif same is None:
            merged[key] = value
    for tag in others:
        number = 1
        while find_key(merged, key := "tag" if number == 1 else f"tag-{number}") is not None:
            number += 1
        merged[key] = tag
    return merged


def split(labels: Mapping[str, str | None], *, has_labels: bool) -> tuple[Labels, list[str]]:
    """Return labels and tags as they were before: what could not be a label then, or has no place, is a tag."""
    retained = {
        key: value
        for key, value in labels.items()
        if has_labels and value is not None and EARLIER_KEY.fullmatch(key) is not None
    }
    others = sorted((key, value) for key, value in labels.items() if key not in retained)
    return retained, [key if value is None else f"{key}={value}" for key, value in others]


def find_key(labels: Iterable[str], key: str) -> str | None:
    return next((candidate for candidate in labels if candidate.casefold() == key.casefold()), None)


def fold(value: str | None) -> str | None:
    return None if value is None else value.casefold()


def upgrade() -> None:
    for table in INDEXED:
        op.drop_index(f"ix_{table}_tagged", table_name=table)
    for table in TAGGED:
        op.add_column(
            table, sa.Column("labels", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False)
        )
    for table in (*TAGGED, *LABELLED):
        rows = op.get_bind().execute(sa.text(f"select id, labels, tags from \"{table}\" where tags <> '[]'")).all()
        store(table, [{"id": row.id, "labels": json.dumps(merge(row.labels, row.tags))} for row in rows], "labels")
        op.drop_column(table, "tags")
    for table in INDEXED:
        op.create_index(f"ix_{table}_labelled", table, [*RECENT], postgresql_where=sa.text(WRITTEN))
    # The parameter of the pages by which lists of hardware are narrowed.
    op.execute("update saved_filter set query = regexp_replace(query, '(^|&)tag=', '\\1label=') where page like '/inventory%'")


def downgrade() -> None:
    op.execute("update saved_filter set query = regexp_replace(query, '(^|&)label=', '\\1tag=') where page like '/inventory%'")
    for table in INDEXED:
        op.drop_index(f"ix_{table}_labelled", table_name=table)
    for table in (*TAGGED, *LABELLED):
        op.add_column(
            table, sa.Column("tags", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False)
        )
        rows = op.get_bind().execute(sa.text(f"select id, labels from \"{table}\" where labels <> '{{}}'")).all()
        values = []
        for row in rows:
            labels, tags = split(row.labels, has_labels=table in LABELLED)
            values.append({"id": row.id, "labels": json.dumps(labels), "tags": json.dumps(tags)})
        store(table, values, "labels", "tags")
    for table in TAGGED:
        op.drop_column(table, "labels")
    for table in INDEXED:
        op.create_index(f"ix_{table}_tagged", table, [*RECENT], postgresql_where=sa.text("tags <> '[]'::jsonb"))


def store(table: str, rows: list[dict[str, object]], *columns: str) -> None:
    changes = ", ".join(f"{column} = cast(:{column} as jsonb)" for column in columns)
    if rows:
        op.get_bind().execute(sa.text(f'update "{table}" set {changes} where id = :id'), rows)
