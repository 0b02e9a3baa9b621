"""Profiles: parsing, parameters, expansion; everything wrong names its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from storagelab.domain.profile import (
    MAX_PHASES,
    ProfileInvalid,
    StopRule,
    estimate,
    expand,
    parse_profile,
    resolve_parameters,
)

DOCUMENT: dict[str, Any] = {
    "name": "p",
    "version": 1,
    "title": "P",
    "description": "d",
    "parameters": {"seconds": {"title": "Length", "unit": "s", "default": 5, "minimum": 2, "maximum": 60}},
    "phases": [
        {
            "name": "Fill",
            "kind": "fill",
            "workload": {"block_size": "128k", "read": 0, "random": 0},
            "stop": {"kind": "volume", "passes": 2, "seconds": "10m"},
        },
        {
            "name": "{read} at {queue_depth}",
            "kind": "measure",
            "workload": {"block_size": "4k", "random": 100, "threads": 2},
            "sweep": {"read": [100, 70], "queue_depth": [1, 4]},
            "ramp": "2s",
            "stop": {"kind": "time", "seconds": "$seconds"},
        },
    ],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The document with one place replaced; a value of None removes it."""
    document = copy.deepcopy(DOCUMENT)
    node: Any = document
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in way:
        node = node[step]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return document


def test_a_profile_expands_in_order_of_its_axes() -> None:
    plans = expand(parse_profile(DOCUMENT), {"seconds": 7})
    assert [plan.ordinal for plan in plans] == [1, 2, 3, 4, 5]
    assert [plan.name for plan in plans] == ["Fill", "100 at 1", "100 at 4", "70 at 1", "70 at 4"]
    assert [plan.workload.queue_depth for plan in plans] == [1, 1, 4, 1, 4]
    assert plans[0].stop == StopRule("volume", 600, passes=2)
    assert plans[4].stop == StopRule("time", 7)
    assert plans[4].ramp_seconds == 2
    assert plans[4].workload.threads == 2


def test_expansion_is_repeatable() -> None:
    profile = parse_profile(DOCUMENT)
    assert expand(profile) == expand(profile)
    assert profile.writes


def test_estimates_add_up() -> None:
    plans = expand(parse_profile(DOCUMENT))
    typical, longest = estimate(plans, 200_000_000)
    assert typical == pytest.approx(1 + 2 + 4 * 7)
    assert longest == 600 + 4 * 7
    assert [plan.status_interval_seconds for plan in plans] == [10, 1, 1, 1, 1]


def test_a_steady_phase_lasts_all_its_rounds_at_most() -> None:
    stop = {"kind": "steady", "round": "2s", "window": 5, "max_rounds": 10}
    (plan, *_) = expand(parse_profile(changed("phases.0.stop", stop)))
    assert plan.maximum_seconds == 20
    assert plan.stop.as_json() == {
        "kind": "steady",
        "seconds": 20,
        "round_seconds": 2,
        "window": 5,
        "max_rounds": 10,
        "range_limit": 0.2,
        "slope_limit": 0.1,
        "metric": "iops",
    }


def test_a_rule_shows_only_what_its_kind_uses() -> None:
    assert StopRule("time", 5).as_json() == {"kind": "time", "seconds": 5}
    assert StopRule("volume", 5, passes=2).as_json() == {"kind": "volume", "seconds": 5, "passes": 2}


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("name", None, "name"),
        ("phases", None, "phases"),
        ("phases", [], "phases"),
        ("phases", "text", "phases"),
        ("colour", "red", "profile"),
        ("parameters.seconds.step", 1, "parameters.seconds"),
        ("phases.0.colour", "red", "phases.0"),
        ("phases.0.kind", "warm-up", "phases.0.kind"),
        ("phases.0.workload.block_size", "4x", "phases.0.workload.block_size"),
        ("phases.0.workload.block_size", "1000", "phases.0.workload"),
        ("phases.0.workload.read", None, "phases.0.workload"),
        ("phases.0.workload.read", "$unknown", "phases.0.workload.read"),
        ("phases.0.workload.colour", "red", "phases.0.workload"),
        ("phases.0.workload.threads", 5000, "phases.0.workload"),
        ("phases.0.stop.kind", "never", "phases.0.stop.kind"),
        ("phases.0.stop", None, "phases.0.stop.kind"),
        ("phases.0.stop.passes", 0, "phases.0.stop.passes"),
        ("phases.0.stop.colour", "red", "phases.0.stop"),
        ("phases.1.stop.seconds", None, "phases.1.stop.seconds"),
        ("phases.1.stop.seconds", 0.5, "phases.1.stop.seconds"),
        ("phases.1.stop.seconds", "soon", "phases.1.stop.seconds"),
        ("phases.1.stop", {"kind": "steady", "window": 1}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "round": 0.1}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "max_rounds": 4}, "phases.1.stop"),
        ("phases.1.ramp", "soon", "phases.1.ramp"),
        ("phases.1.sweep.queue_depth", [], "phases.1.sweep.queue_depth"),
        ("phases.1.sweep.queue_depth", 5, "phases.1.sweep.queue_depth"),
        ("phases.1.sweep.colour", ["red"], "phases.1.workload"),
        ("phases.1.sweep.threads", list(range(1, 502)), "phases.1"),
    ],
)
def test_what_is_wrong_names_its_place(path: str, value: Any, place: str) -> None:
    with pytest.raises(ProfileInvalid) as refused:
        expand(parse_profile(changed(path, value)))
    assert refused.value.path == place
    assert str(refused.value) == f"{place}: {refused.value.message}"


def test_a_plan_has_an_end() -> None:
    document = changed("phases.1.sweep", {"read": [100, 0], "queue_depth": list(range(1, MAX_PHASES))})
    with pytest.raises(ProfileInvalid, match=f"more than {MAX_PHASES} phases"):
        expand(parse_profile(document))


def test_parameters_take_their_defaults() -> None:
    assert resolve_parameters(parse_profile(DOCUMENT), {}) == {"seconds": 5}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"minutes": 1}, r"p has no such parameter \(it has: seconds\)"),
        ({"seconds": 1}, "1 is not between 2 and 60 s"),
        ({"seconds": 61}, "61 is not between"),
        ({"seconds": "5"}, "'5' is not a number"),
        ({"seconds": True}, "True is not a number"),
        ({"seconds": float("nan")}, "nan is not a number"),
    ],
)
def test_wrong_parameters_are_refused_by_name(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ProfileInvalid, match=message) as refused:
        expand(parse_profile(DOCUMENT), given)
    assert refused.value.path == f"parameters.{next(iter(given))}"
