"""Loops and sweeps that end early in profiles: their expansion, and everything wrong names its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from storagelab.domain.loops import EndsEarly, LoopRule, Tracked, format_round_name, parse_round_name
from storagelab.domain.profile import ProfileInvalid, StopRule, expand, lay_out, parse_profile
from storagelab.domain.workload import Bursts

FILL: dict[str, Any] = {
    "name": "Fill",
    "kind": "precondition",
    "workload": {"block_size": "128k", "read": 0, "random": 0},
    "stop": {"kind": "volume", "passes": 2},
}
CELL: dict[str, Any] = {
    "name": "{block_size} {read}/{write}",
    "kind": "measure",
    "group": "Cells",
    "workload": {"random": 100},
    "sweep": {"read": [100, 0], "block_size": ["64k", "4k"]},
    "stop": {"kind": "time", "seconds": "$seconds"},
}
LOOP: dict[str, Any] = {
    "loop": "IOPS",
    "max_rounds": "$rounds",
    "window": 3,
    "tracked": [{"phase": "4K 0/100"}, {"phase": "64K 100/0", "metric": "latency"}],
    "phases": [{"name": "Pre-write", "kind": "precondition", **{key: FILL[key] for key in ("workload", "stop")}}, CELL],
}
AFTER = {**CELL, "name": "After {block_size} {read}", "group": "After"}


def document(*phases: dict[str, Any]) -> dict[str, Any]:
    parameters = {
        "seconds": {"title": "Length", "unit": "s", "default": 60, "minimum": 2, "maximum": 600},
        "rounds": {"title": "Rounds", "default": 4, "minimum": 1, "maximum": 100},
    }
    head = {"name": "p", "version": 1, "title": "P", "description": "d", "parameters": parameters}
    return {**head, "phases": list(phases or (FILL, LOOP, AFTER))}


def changed(**changes: Any) -> dict[str, Any]:
    """Return a profile whose loop has these fields; None removes one."""
    loop = {key: value for key, value in {**copy.deepcopy(LOOP), **changes}.items() if value is not None}
    return document(FILL, loop, AFTER)


def test_loop_expands_into_its_maximum_rounds() -> None:
    expansion = lay_out(parse_profile(document()))
    names = ["Pre-write", "64K 100/0", "4K 100/0", "64K 0/100", "4K 0/100"]
    first, *rounds = expansion.phases[:21]
    assert (first.name, first.loop, first.round) == ("Fill", None, None)
    assert [plan.name for plan in rounds] == [f"Round {number}: {name}" for number in range(1, 5) for name in names]
    assert [(plan.loop, plan.round) for plan in rounds] == [("IOPS", number) for number in range(1, 5) for _ in names]
    assert [plan.ordinal for plan in expansion.phases] == list(range(1, 26))
    assert {plan.loop for plan in expansion.phases[21:]} == {None}
    tracked = (Tracked("4K 0/100"), Tracked("64K 100/0", "latency"))
    assert expansion.loops == (LoopRule("IOPS", tracked, max_rounds=4, window=3),)


def test_a_rule_survives_being_stored() -> None:
    (rule,) = lay_out(parse_profile(changed(at_limit="stop", range_limit=0.1, slope_limit=0.05))).loops
    assert LoopRule.from_json(rule.to_json()) == rule
    assert (rule.at_limit, rule.range_limit, rule.slope_limit) == ("stop", 0.1, 0.05)


def test_smoke_scale_adds_one_round_to_the_window() -> None:
    smoke = lay_out(parse_profile(document()), {"rounds": 25}, scale="smoke")
    assert smoke.loops[0].max_rounds == 4
    assert max(plan.round or 0 for plan in smoke.phases) == 4
    assert all(plan.stop.seconds <= 10 for plan in smoke.phases)


def test_names_of_rounds_go_both_ways() -> None:
    assert parse_round_name(format_round_name("4K 0/100", 12), 12) == "4K 0/100"
    assert parse_round_name("Round 1: x", None) == "Round 1: x"
    assert parse_round_name("Round 12: x", 1) == "Round 12: x"


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"loop": ""}, "phases.1.loop"),
        ({"loop": 5}, "phases.1.loop"),
        ({"colour": "red"}, "phases.1"),
        ({"window": 1}, "phases.1.window"),
        ({"window": 5}, "phases.1.max_rounds"),
        ({"window": "many"}, "phases.1.window"),
        ({"range_limit": -0.1}, "phases.1.range_limit"),
        ({"slope_limit": 11}, "phases.1.slope_limit"),
        ({"at_limit": "ask"}, "phases.1.at_limit"),
        ({"tracked": None}, "phases.1.tracked"),
        ({"tracked": []}, "phases.1.tracked"),
        ({"tracked": [{"phase": "4K 0/100"}] * 101}, "phases.1.tracked"),
        ({"tracked": [{"phase": "4K 0/100", "metric": "colour"}]}, "phases.1.tracked.0.metric"),
        ({"tracked": [{"phase": 4}]}, "phases.1.tracked.0.phase"),
        ({"tracked": [{"phase": "8K 0/100"}]}, "phases.1.tracked.0.phase"),
        ({"tracked": [{"phase": "4K 0/100"}, {"phase": "4K 0/100"}]}, "phases.1.tracked.1"),
        ({"tracked": [{"phase": "4K 0/100", "limit": 1}]}, "phases.1.tracked.0"),
        ({"phases": None}, "phases.1.phases"),
        ({"phases": []}, "phases.1.phases"),
        ({"phases": ["x"]}, "phases.1.phases.0"),
        ({"phases": [LOOP]}, "phases.1.phases.0.loop"),
        ({"phases": [{**CELL, "name": "same"}]}, "phases.1.phases"),
        ({"phases": [{**CELL, "stop_when": {"latency_above_ms": 5}}]}, "phases.1.phases.0"),
        ({"phases": [{**CELL, "load": {"of": "max"}}]}, "phases.1.phases.0"),
        ({"phases": [{**CELL, "stop": {"kind": "steady"}}]}, "phases.1.phases.0.stop.kind"),
        ({"max_rounds": 1000}, "phases.1"),
    ],
)
def test_invalid_loop_names_its_place(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(ProfileInvalid) as refused:
        lay_out(parse_profile(changed(**changes)))
    assert refused.value.path == place


def test_two_loops_have_two_names() -> None:
    with pytest.raises(ProfileInvalid) as refused:
        lay_out(parse_profile(document(LOOP, LOOP)))
    assert refused.value.path == "phases.1.loop"


def test_early_ending_points_carry_their_sweep() -> None:
    when = {"latency_above_ms": 5, "gain_below_percent": 2}
    grouped = {**CELL, "group": "Reads {read}", "name": "b {read} {block_size}", "stop_when": when}
    plans = expand(parse_profile(document({**AFTER, "stop_when": when}, grouped)))
    rules = [plan.ends_early for plan in plans]
    assert rules[:4] == [EndsEarly("phases.0: After", 5, 2)] * 4
    assert [rule.sweep for rule in rules[4:] if rule] == ["phases.1: Reads 100"] * 2 + ["phases.1: Reads 0"] * 2
    assert EndsEarly("s", None, 2).to_json() == {"sweep": "s", "gain_below_percent": 2}


@pytest.mark.parametrize(
    ("phase", "place"),
    [
        ({**FILL, "stop_when": {"latency_above_ms": 5}}, "phases.0.stop_when"),
        ({**FILL, "kind": "measure", "stop_when": {"latency_above_ms": 5}}, "phases.0.stop_when"),
        ({**CELL, "stop_when": {}}, "phases.0.stop_when"),
        ({**CELL, "stop_when": {"latency_above_ms": 0}}, "phases.0.stop_when.latency_above_ms"),
        ({**CELL, "stop_when": {"gain_below_percent": "x"}}, "phases.0.stop_when.gain_below_percent"),
        ({**CELL, "stop_when": {"colour": 1}}, "phases.0.stop_when"),
    ],
)
def test_invalid_early_end_names_its_place(phase: dict[str, Any], place: str) -> None:
    with pytest.raises(ProfileInvalid) as refused:
        expand(parse_profile(document(phase)))
    assert refused.value.path == place


def steady(**stop: Any) -> StopRule:
    (plan,) = expand(parse_profile(document({**FILL, "stop": {"kind": "steady", **stop}})))
    return plan.stop


def test_steady_rule_reads_spacing_volume_and_time() -> None:
    rule = steady(spacing=31, passes=4, seconds="24h", metric="latency")
    assert (rule.seconds, rule.max_rounds, rule.spacing, rule.limit_passes) == (86400, 47, 31, 4)
    assert rule.has_volume
    assert rule.compute_volume_bytes(1000) == 4000
    stored = rule.to_json()
    assert (stored["spacing"], stored["passes"], stored["metric"]) == (31, 4, "latency")
    short = rule.shortened()
    assert (short.spacing, short.max_rounds, short.seconds) == (2, 5, 10)
    assert not short.has_volume
    assert steady(spacing=31).seconds == 25 * 31 * 60


def test_plain_steady_rule_preserves_its_stored_form() -> None:
    assert set(steady().to_json()) == {
        *("kind", "seconds", "round_seconds", "window", "max_rounds", "range_limit", "slope_limit", "metric")
    }


@pytest.mark.parametrize(
    ("stop", "place"),
    [
        ({"spacing": 0}, "phases.0.stop"),
        ({"passes": 0}, "phases.0.stop.passes"),
        ({"metric": "colour"}, "phases.0.stop.metric"),
        ({"seconds": 0}, "phases.0.stop.seconds"),
        ({"range_limit": 11}, "phases.0.stop.range_limit"),
    ],
)
def test_invalid_steady_rule_names_its_place(stop: dict[str, Any], place: str) -> None:
    with pytest.raises(ProfileInvalid) as refused:
        steady(**stop)
    assert refused.value.path == place


def test_bursts_are_read_shown_and_stored() -> None:
    workload = {"block_size": "4k", "read": 0, "random": 100, "bursts": {"io": "5s", "wait": "10s"}}
    (plan,) = expand(parse_profile(document({**FILL, "workload": workload})))
    assert plan.workload.bursts == Bursts(5, 10)
    assert plan.workload.describe().endswith("bursts of 5 s every 15 s")
    assert plan.workload.to_json()["bursts"] == {"io_seconds": 5, "wait_seconds": 10}


@pytest.mark.parametrize(
    ("bursts", "place"),
    [
        ({"io": "5s"}, "phases.0.workload.bursts"),
        ({"io": "5s", "wait": 0}, "phases.0.workload.bursts"),
        ({"io": "5s", "wait": "1h"}, "phases.0.workload.bursts"),
        ({"io": "x", "wait": "5s"}, "phases.0.workload.bursts.io"),
        (5, "phases.0.workload.bursts"),
    ],
)
def test_invalid_bursts_name_their_place(bursts: Any, place: str) -> None:
    workload = {"block_size": "4k", "read": 0, "random": 100, "bursts": bursts}
    with pytest.raises(ProfileInvalid) as refused:
        expand(parse_profile(document({**FILL, "workload": workload})))
    assert refused.value.path == place


def test_unknown_report_kind_is_refused() -> None:
    assert parse_profile({**document(), "report": "iops"}).report == "iops"
    with pytest.raises(ProfileInvalid) as refused:
        parse_profile({**document(), "report": "colour"})
    assert refused.value.path == "report"
