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
from storagelab.domain.workload import AddressRange, BlockSize, CpuPolicy, RequestDistribution, Workload

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
    """Return the document with one place replaced; a value of None removes it."""
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


def test_profile_expands_in_axis_order() -> None:
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


def test_steady_phase_time_limit_covers_all_rounds() -> None:
    stop = {"kind": "steady", "round": "2s", "window": 5, "max_rounds": 10}
    (plan, *_) = expand(parse_profile(changed("phases.0.stop", stop)))
    assert plan.maximum_seconds == 20
    assert plan.stop.to_json() == {
        "kind": "steady",
        "seconds": 20,
        "round_seconds": 2,
        "window": 5,
        "max_rounds": 10,
        "range_limit": 0.2,
        "slope_limit": 0.1,
        "metric": "iops",
    }


def test_rule_has_only_fields_of_its_kind() -> None:
    assert StopRule("time", 5).to_json() == {"kind": "time", "seconds": 5}
    assert StopRule("volume", 5, passes=2).to_json() == {"kind": "volume", "seconds": 5, "passes": 2}


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
        ("parameters.seconds.title", None, "parameters.seconds.title"),
        ("parameters.seconds.default", "five", "parameters.seconds.default"),
        ("parameters", ["seconds"], "parameters"),
        ("version", 1.5, "version"),
        ("phases.0.workload", "4k random", "phases.0.workload"),
        ("phases.0.workload.block_size", "1000", "phases.0.workload.block_size"),
        ("phases.0.workload.block_size", None, "phases.0.workload.block_size"),
        ("phases.0.workload.block_sizes", [{"size": "4k", "percent": 100}], "phases.0.workload.block_sizes"),
        ("phases.0.workload.read", None, "phases.0.workload.read"),
        ("phases.0.workload.read", True, "phases.0.workload.read"),
        ("phases.0.workload.threads", 1.5, "phases.0.workload.threads"),
        ("phases.0.workload.queue_depth", 0, "phases.0.workload.queue_depth"),
        ("phases.0.workload.range", {"offset": "10%", "end": "20%"}, "phases.0.workload.range"),
        ("phases.0.workload.range", {"offset": "x%"}, "phases.0.workload.range.offset"),
        ("phases.0.workload.range", {"size": "101%"}, "phases.0.workload.range"),
        ("phases.0.workload.distribution", {"kind": "zipf", "parameter": 1}, "phases.0.workload.distribution"),
        ("phases.0.workload.distribution", {"kind": "zoned", "zones": [1]}, "phases.0.workload.distribution.zones"),
        ("phases.0.workload.arrival", "poisson", "phases.0.workload.arrival"),
        ("phases.0.workload.per_device", 1, "phases.0.workload.per_device"),
        ("phases.0.workload.cpu_policy", {}, "phases.0.workload.cpu_policy"),
        ("phases.0.workload.cpu_policy", {"cpus": 1}, "phases.0.workload.cpu_policy.cpus"),
        ("phases.0.group", "one", "phases.0.group"),
        ("phases.1.repeat", 0, "phases.1.repeat"),
        ("phases.1.repeat", "$unknown", "phases.1.repeat"),
        ("phases.1.points", [], "phases.1.points"),
        ("phases.1.points", [1], "phases.1.points.0"),
        ("phases.1.points", [{"colour": 1}], "phases.1.workload"),
        ("phases.1.points", [{"threads": 0}], "phases.1.points"),
        ("phases.1.sweep.queue_depth", [0], "phases.1.sweep.queue_depth"),
        ("phases.0.workload.read", "$unknown", "phases.0.workload.read"),
        ("phases.0.workload.colour", "red", "phases.0.workload"),
        ("phases.0.workload.threads", 5000, "phases.0.workload.threads"),
        ("phases.0.stop.kind", "never", "phases.0.stop.kind"),
        ("phases.0.stop", None, "phases.0.stop.kind"),
        ("phases.0.stop.passes", 0, "phases.0.stop.passes"),
        ("phases.0.stop.colour", "red", "phases.0.stop"),
        ("phases.0.stop.judged", "yes", "phases.0.stop.judged"),
        ("phases.1.stop", {"kind": "steady", "judged": True}, "phases.1.stop.judged"),
        ("phases.1.stop.seconds", None, "phases.1.stop.seconds"),
        ("phases.1.stop.seconds", 0.5, "phases.1.stop.seconds"),
        ("phases.1.stop.seconds", "soon", "phases.1.stop.seconds"),
        ("phases.1.stop", {"kind": "steady", "window": 1}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "round": 0.1}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "max_rounds": 4}, "phases.1.stop"),
        # What the runner would refuse when the job has waited for its server.
        ("phases.1.stop", {"kind": "steady", "window": 1001, "max_rounds": 1001}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "round": 1, "max_rounds": 100_001}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "round": 1, "spacing": 100_001}, "phases.1.stop"),
        ("phases.1.stop", {"kind": "steady", "round": "25h"}, "phases.1.stop"),
        ("phases.1.ramp", "soon", "phases.1.ramp"),
        ("phases.1.sweep.queue_depth", [], "phases.1.sweep.queue_depth"),
        ("phases.1.sweep.queue_depth", 5, "phases.1.sweep.queue_depth"),
        ("phases.1.sweep.colour", ["red"], "phases.1.sweep.colour"),
        ("phases.1.sweep", ["red"], "phases.1.sweep"),
        ("phases.1.sweep.threads", list(range(1, 502)), "phases.1"),
    ],
)
def test_invalid_value_names_its_place(path: str, value: Any, place: str) -> None:
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
        ({"minutes": 1}, r"unknown parameter of p\. Available: seconds"),
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


MIX = [{"size": "512", "percent": 10}, {"size": "4k", "percent": 89}]


def test_invalid_mix_reports_the_sum_of_shares() -> None:
    document = changed("phases.0.workload", {"block_sizes": MIX, "read": 0, "random": 100})
    with pytest.raises(ProfileInvalid, match="the shares sum to 99 %, not to 100 %") as refused:
        expand(parse_profile(document))
    assert refused.value.path == "phases.0.workload.block_sizes"


def test_every_workload_field_is_parsed() -> None:
    written = {
        "block_size": "4k",
        "block_align": "8k",
        "read": 50,
        "random": 100,
        "distribution": {"kind": "zoned", "zones": [[50, 5], [30, 15], [20, 80]]},
        "range": {"offset": "10%", "size": "1g"},
        "threads": 2,
        "queue_depth": 8,
        "per_device": True,
        "offered_iops": 1000,
        "arrival": "poisson",
        "compress": 40,
        "cpu_policy": {"numa_node": 1, "polling": True},
    }
    (plan, *_) = expand(parse_profile(changed("phases.0.workload", written)))
    assert plan.workload == Workload(
        block_sizes=(BlockSize(4096),),
        read_percent=50,
        random_percent=100,
        threads=2,
        queue_depth=8,
        address_range=AddressRange(offset_percent=10, size_bytes=1 << 30),
        offered_iops=1000,
        distribution=RequestDistribution("zoned", zones=((50, 5), (30, 15), (20, 80))),
        arrival="poisson",
        block_align_bytes=8192,
        compress_percent=40,
        per_device=True,
        cpu_policy=CpuPolicy(numa_node=1, polling=True),
    )


def test_expansion_order_is_points_sweep_repeats() -> None:
    document = changed("phases.1.points", [{"threads": 4, "block_size": "8k"}, {"threads": 2}])
    document["phases"][1] |= {"sweep": {"read": "100..70 -30"}, "repeat": 2, "name": "{threads}T {read} % #{repeat}"}
    document["phases"][1]["group"] = "{threads} threads"
    plans = expand(parse_profile(document))[1:]
    assert [plan.name for plan in plans] == [
        *("4T 100 % #1", "4T 100 % #2", "4T 70 % #1", "4T 70 % #2"),
        *("2T 100 % #1", "2T 100 % #2", "2T 70 % #1", "2T 70 % #2"),
    ]
    assert [plan.workload.block_bytes for plan in plans] == [8192] * 4 + [4096] * 4
    assert [plan.group for plan in plans] == ["4 threads"] * 4 + ["2 threads"] * 4
    assert expand(parse_profile(DOCUMENT))[1].group is None


def test_swept_block_size_replaces_the_mix() -> None:
    document = changed("phases.1.workload", {"block_sizes": [{"size": "4k", "percent": 100}], "random": 100})
    document["phases"][1]["sweep"] = {"read": [100], "block_size": "512..1k x2"}
    assert [plan.workload.block_bytes for plan in expand(parse_profile(document))[1:]] == [512, 1024]


def test_streams_default_to_one_thread_each() -> None:
    written = {"block_size": "64k", "read": 100, "random": 0, "streams": 4}
    (plan, *_) = expand(parse_profile(changed("phases.0.workload", written)))
    assert (plan.workload.streams, plan.workload.threads) == (4, 4)


def test_smoke_scale_shortens_only_times() -> None:
    document = copy.deepcopy(DOCUMENT)
    document["phases"].append(
        {
            "kind": "precondition",
            "workload": {"block_size": "4k", "read": 0, "random": 100},
            "stop": {"kind": "steady", "round": 60, "window": 5, "max_rounds": 25},
        }
    )
    profile = parse_profile(document)
    full, smoke = expand(profile), expand(profile, scale="smoke")
    assert [(plan.name, plan.workload, plan.kind, plan.stop.kind) for plan in full] == [
        (plan.name, plan.workload, plan.kind, plan.stop.kind) for plan in smoke
    ]
    assert smoke[0].stop == StopRule("volume", 10, passes=1, limit_bytes=64 << 20)
    assert {(plan.stop.seconds, plan.ramp_seconds) for plan in smoke[1:5]} == {(2, 0)}
    assert (smoke[5].stop.round_seconds, smoke[5].stop.max_rounds, smoke[5].stop.seconds) == (1, 10, 10)
    assert smoke[0].stop.to_json() == {"kind": "volume", "seconds": 10, "passes": 1, "limit_bytes": 64 << 20}
    assert estimate(smoke, 1 << 40)[0] == pytest.approx(1 + (64 << 20) / 200e6 + 4 * 2 + 10)


def test_partial_fill_estimate_follows_the_range_size() -> None:
    document = changed("phases.0.workload.range", {"size": "200m"})
    plan = expand(parse_profile(document))[0]
    assert plan.estimated_seconds(1 << 40) == pytest.approx(1 + 2 * (200 << 20) / 200e6)
    assert plan.addressed_bytes(1 << 40) == 200 << 20
    assert plan.addressed_bytes(1 << 20) == 1 << 20


def test_smoke_scale_limits_volume_bound_rounds_to_window() -> None:
    saturation = StopRule("steady", 86_400, round_seconds=60, window=5, max_rounds=46, spacing=31, limit_passes=4)
    smoke = saturation.shortened()
    assert (smoke.has_volume, smoke.spacing, smoke.max_rounds) == (False, 2, 5)
    assert smoke.seconds == smoke.max_rounds * smoke.spacing * smoke.round_seconds
