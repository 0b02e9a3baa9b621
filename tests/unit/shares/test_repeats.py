"""Tests of the runs that count as repeats of one another, on pages and in caveats."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.shares.completed import complete
from tests.unit.shares.page.documents import a_run

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenConfiguration
from storagelab.shares.repeats import count_repeats, is_valid, map_configuration_classes

CLASSES = map_configuration_classes(
    complete(
        list[FrozenConfiguration],
        [{"key": "c1", "class_hash": "aa"}, {"key": "c2", "class_hash": "aa"}, {"key": "c3", "class_hash": ""}],
    )
)


def frozen(number: str = "r-7", **changes: Any) -> FrozenRun:
    return complete(FrozenRun, a_run(number, **changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"state": "failed"},
        {"data": "partial"},
        {"scale": "smoke"},
        {"invalid": {"at": "2026-11-20T12:00:00+00:00", "reason": "The fan had failed."}},
    ],
)
def test_invalid_run_is_not_a_repeat(changes: dict[str, Any]) -> None:
    assert not is_valid(frozen("r-8", **changes))
    assert count_repeats([frozen("r-7"), frozen("r-8", **changes)], CLASSES) == [1]
    assert count_repeats([frozen("r-8", **changes)], CLASSES) == [0]


def test_published_run_with_partial_data_is_valid() -> None:
    assert is_valid(frozen(origin="published", state="finished", scale="full", data="partial"))


def test_configurations_of_equal_class_share_repeats() -> None:
    runs = [frozen("r-7", configuration="c1"), frozen("r-8", configuration="c2"), frozen("r-9", configuration="c3")]
    assert count_repeats(runs, CLASSES) == [2, 1]


def test_unrecorded_configuration_has_no_repeats() -> None:
    assert count_repeats([frozen("r-7", configuration=None), frozen("r-8", configuration=None)], CLASSES) == [1, 1]
