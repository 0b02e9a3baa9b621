"""Badges of a run that was read from files."""

from __future__ import annotations

from storagelab.domain.results import ObservedMeasurement
from storagelab.imports.badges import NOT_STEADY, run_badges


def _details(*marked: bool) -> list[str]:
    entries = [
        ObservedMeasurement(name=f"IOPS {place}", phase=place, badges=(NOT_STEADY,) if is_marked else ())
        for place, is_marked in enumerate(marked)
    ]
    return [badge["detail"] for badge in run_badges(entries)]


def test_phases_that_never_became_steady_are_named() -> None:
    """Check a run of several tests, some of them steady: the others are named, and not all are blamed."""
    assert _details(False, True, False) == ["The rounds of IOPS 1 never became steady."]
    assert _details(True, True, True, True, False) == [
        "The rounds of IOPS 0, IOPS 1, IOPS 2 and 1 more never became steady."
    ]


def test_run_without_steady_phases_has_one_badge() -> None:
    assert _details(True, True) == ["The rounds of the test never became steady."]
    assert _details(False, False) == []
