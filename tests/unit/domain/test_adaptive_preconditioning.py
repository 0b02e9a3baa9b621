"""Preconditioning that ends at steady state: never on a fresh drive's plateau, never after its time."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.profile import ProfileDefinition, ProfileInvalid, expand, parse_profile

HOURS_6 = 6 * 3600


def profile(read: float = 0, until_steady: Any = "$until_steady", **stop: Any) -> ProfileDefinition:
    """Return a profile with preconditioning of six hours and a point of five minutes."""
    rule = {"kind": "time", "seconds": "$hours", "judged": True, "until_steady": until_steady} | stop
    return parse_profile(
        {
            "name": "example",
            "version": 1,
            "title": "Example",
            "description": "An example.",
            "parameters": {
                "hours": {"title": "Length", "unit": "s", "default": HOURS_6, "minimum": 60, "maximum": 1e6},
                "until_steady": {"title": "Until steady", "default": 1, "minimum": 0, "maximum": 2},
                "point": {"title": "Length", "unit": "s", "default": 300, "minimum": 2, "maximum": 1e6},
            },
            "phases": [
                {
                    "name": "Precondition",
                    "kind": "precondition",
                    "workload": {"block_size": "4k", "read": read, "random": 100, "queue_depth": 16},
                    "ramp": "10s",
                    "stop": rule,
                },
                {
                    "name": "Measure",
                    "kind": "measure",
                    "workload": {"block_size": "4k", "read": 100, "random": 100},
                    "stop": {"kind": "time", "seconds": "$point"},
                },
            ],
        }
    )


def test_capacity_is_written_twice_before_rounds() -> None:
    volume, steady, measure = expand(profile())
    assert (volume.stop.kind, volume.stop.passes, volume.ramp_seconds) == ("volume", 2, 10)
    assert (steady.stop.kind, steady.stop.window, steady.stop.max_rounds, steady.ramp_seconds) == ("steady", 5, 25, 0)
    assert [phase.ordinal for phase in (volume, steady, measure)] == [1, 2, 3]
    assert (volume.name, steady.name) == ("Precondition: 2 times the capacity", "Precondition: until steady")
    assert volume.workload == steady.workload


def test_adaptive_preconditioning_never_exceeds_the_fixed_time() -> None:
    for hours in (601, 3600, HOURS_6):
        fixed = expand(profile(), {"until_steady": 0, "hours": hours})
        early = expand(profile(), {"hours": hours})
        assert sum(plan.maximum_seconds for plan in early) <= sum(plan.maximum_seconds for plan in fixed)


def test_reads_do_not_count_as_written() -> None:
    volume, *_ = expand(profile(read=80))
    assert volume.stop.passes == pytest.approx(10)
    assert [plan.stop.kind for plan in expand(profile(read=100))] == ["steady", "time"]


def test_fixed_time_applies_when_disabled_or_too_short() -> None:
    whole = expand(profile(), {"until_steady": 0})
    assert whole[0].stop.to_json() == {"kind": "time", "seconds": HOURS_6, "judged": True}
    assert len(expand(profile(), {"hours": 599})) == 2


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"until_steady": 2}, "neither 0"),
        ({"judged": False}, "is for preconditioning"),
        ({"kind": "volume"}, "is for preconditioning"),
        ({"kind": "steady"}, "is for phases that end by time"),
    ],
)
def test_stop_that_cannot_become_adaptive_is_refused(given: dict[str, Any], words: str) -> None:
    if given.get("kind") == "steady":
        given = given | {"seconds": 600}
    with pytest.raises(ProfileInvalid, match=words) as wrong:
        expand(profile(**given))
    assert wrong.value.path.startswith("phases.0.stop.")


def test_only_times_of_points_are_made_shorter() -> None:
    assert [point.name for point in profile().list_point_times()] == ["point"]
    assert profile().until_steady == "until_steady"
    assert profile(until_steady=1).until_steady is None
