"""Values that a foreign file may hold and a database may not."""

from __future__ import annotations

import math
from typing import Any

import pytest

from storagelab.imports.storable import make_storable


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        ("plain \u6f22", "plain \u6f22"),
        ("a\x00b\ud800c", "a\ufffdb\ufffdc"),
        (2**63 - 1, 2**63 - 1),
        (2**63, None),
        (-(2**70), None),
        (1.5, 1.5),
        (math.nan, None),
        (-math.inf, None),
        (True, True),
        (None, None),
        (b"\x00", b"\x00"),
        ({"a\x00": [math.inf, {"b": 2**80}]}, {"a\ufffd": [None, {"b": None}]}),
        ((1, "x"), [1, "x"]),
    ],
)
def test_unstorable_value_is_unknown(value: Any, stored: Any) -> None:
    assert make_storable(value) == stored
    assert type(make_storable(value)) is type(stored)
