"""Values reach the database as they are, and ids are possible."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from tests.seeding.copying import as_line, made_id


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, r"\N"),
        (True, "t"),
        (0.1, "0.1"),
        ("a\tb\\c\nd", r"a\tb\\c\nd"),
        ({"text": 'a "b"\n'}, r'{"text":"a \\"b\\"\\n"}'),
        (dt.datetime(2026, 11, 28, tzinfo=dt.UTC), "2026-11-28T00:00:00+00:00"),
    ],
)
def test_values_are_escaped(value: object, field: str) -> None:
    assert as_line(value, 1) == f"{field}\t1\n"


def test_ids_sort_by_their_moment() -> None:
    early, late = uuid.UUID(made_id(1_700_000_000.0, 2, 9)), uuid.UUID(made_id(1_700_000_001.0, 2, 1))
    assert early < late
    assert early.version == late.version == 7
    assert early.variant == uuid.RFC_4122
    assert made_id(1_700_000_000.0, 3, 9) != str(early).replace("-", "")
