"""Profiles that come with the product, and the plans they expand into.

The plans are pinned in tests/data/plans. After an intended change, `python tests/unit/profiles/test_catalogue.py`
writes them again. The difference is then part of the review, and the version of the profile must rise with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from storagelab.domain.profile import PhasePlan, ProfileDefinition, estimate, expand, lay_out
from storagelab.engines import vdbench
from storagelab.engines.base import Engine
from storagelab.engines.registry import ENGINES, get_engine
from storagelab.errors import InvalidInput
from storagelab.profiles.catalogue import get_profile, load_catalogue

PLANS = Path(__file__).parents[2] / "data" / "plans"
#: Room for every range that a profile names.
TARGET_BYTES = 64 << 30

NAMES = [
    "crystaldiskmark-3",
    "crystaldiskmark-8",
    "fc-test",
    "fc-test-across",
    "four-corners",
    "h730p-block-sizes",
    "iometer-database",
    "iometer-file-server",
    "iometer-random-sizes",
    "iometer-response-time",
    "iometer-sequential-sizes",
    "iometer-streams",
    "iometer-web-server",
    "iometer-workstation",
    "iometer-workstation-32g",
    "perc12-fio",
    "perc12-vdbench",
    "quick-4k",
    "read-sweep",
    "snia-dirth",
    "snia-hir",
    "snia-iops",
    "snia-latency",
    "snia-throughput",
    "snia-wsat",
    "snia-wsat-cbw",
    "snia-xsr",
    "steady-4k-write",
    "storagereview-4k",
    "storagereview-8k-70-30",
    "storagereview-file-server",
    "storagereview-web-server",
    "transfer-rate",
]


def expanded(profile: ProfileDefinition) -> str:
    """Return the plan on a target of 64 GiB with the default parameters, in pinned form: one phase per line.

    Options that all job files share come first, and once.
    """
    plans, loops = lay_out(profile).phases, lay_out(profile).loops
    # Every round is as the first one, which is pinned with the last.
    plans = tuple(plan for plan in plans if plan.round is None or plan.round in (1, 25))
    jobs = [_engine_of(plans).render(plan, target_bytes=TARGET_BYTES).splitlines() for plan in plans]
    shared = [line for line in jobs[0] if all(line in job for job in jobs)]
    head: dict[str, Any] = {"name": profile.name, "version": profile.version, "job_files": shared}
    if profile.purge:
        head["purge"] = True
    if loops:
        head["loops"] = [rule.to_json() for rule in loops]
    lines = [json.dumps(head, indent=1).removesuffix("\n}"), ' "phases": [']
    phases = [json.dumps(phase(plan, job, shared)) for plan, job in zip(plans, jobs, strict=True)]
    return ",\n".join((lines[0], lines[1])) + "\n  " + ",\n  ".join(phases) + "\n ]\n}\n"


def _engine_of(plans: Sequence[PhasePlan]) -> Engine:
    """Return fio, or the engine of files for sets of files."""
    return get_engine("files" if plans[0].workload.file_set is not None else "fio")


def phase(plan: PhasePlan, job: list[str], shared: list[str]) -> dict[str, Any]:
    return {
        "ordinal": plan.ordinal,
        "name": plan.name,
        "kind": plan.kind,
        "group": plan.group,
        "workload": plan.workload.to_json(),
        "stop": plan.stop.to_json(),
        "ramp_seconds": plan.ramp_seconds,
        **({"loop": plan.loop, "round": plan.round} if plan.loop is not None else {}),
        "status_interval_seconds": plan.status_interval_seconds,
        "job_file": [line for line in job if line not in shared],
        **({} if plan.load_of is None else {"load_of": plan.load_of}),
    }


def test_every_profile_expands_into_its_pinned_plan() -> None:
    assert {path.stem for path in PLANS.glob("*.json")} == set(load_catalogue())
    for profile in load_catalogue().values():
        assert expanded(profile) == (PLANS / f"{profile.name}.json").read_text(), profile.name


def test_the_catalogue_is_in_order_of_names() -> None:
    assert list(load_catalogue()) == NAMES == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_profile_has_description_and_source(name: str) -> None:
    profile = get_profile(name)
    assert profile.name == name
    assert len(profile.description) > 100
    assert profile.source
    assert all(item.minimum <= item.default <= item.maximum and item.title for item in profile.parameters)


def test_only_two_profiles_are_read_only() -> None:
    assert {name for name, profile in load_catalogue().items() if not profile.writes} == {"read-sweep", "transfer-rate"}


def test_writing_profiles_write_in_first_phase() -> None:
    for profile in load_catalogue().values():
        assert profile.writes == expand(profile)[0].workload.writes


def test_phase_names_of_a_plan_are_unique() -> None:
    for profile in load_catalogue().values():
        names = [plan.name for plan in expand(profile)]
        assert len(set(names)) == len(names), profile.name
        assert not any("{" in name for name in names)


def test_smoke_scale_has_all_phases_but_fewer_rounds() -> None:
    for profile in load_catalogue().values():
        full, smoke = expand(profile), expand(profile, scale="smoke")
        smoke_plans = [plan for plan in full if plan.round is None or plan.round <= 6]
        assert [(plan.name, plan.at("smoke").workload, plan.group) for plan in smoke_plans] == [
            (plan.name, plan.workload, plan.group) for plan in smoke
        ]
        assert all(plan.maximum_seconds <= 10 for plan in smoke)


def test_storagereview_grids_have_all_16_thread_depth_pairs() -> None:
    pairs = [(threads, depth) for threads in (2, 4, 8, 16) for depth in (2, 4, 8, 16)]
    for name in ("storagereview-8k-70-30", "storagereview-file-server", "storagereview-web-server"):
        first, *points = expand(get_profile(name))
        assert (first.workload.threads, first.workload.queue_depth, first.stop.seconds) == (16, 16, 6 * 3600)
        assert first.stop.judged
        assert [(plan.workload.threads, plan.workload.queue_depth) for plan in points] == pairs


def test_the_database_surface_has_99_points() -> None:
    _, *points = expand(get_profile("iometer-database"))
    assert [(100 - plan.workload.read_percent, plan.workload.queue_depth) for plan in points] == [
        (writes, depth) for writes in range(0, 101, 10) for depth in (1, 2, 4, 8, 16, 32, 64, 128, 256)
    ]


def test_transfer_rate_ranges_cover_target_without_gaps() -> None:
    target_bytes = 1_000_204_886_016
    parts = [
        plan.workload.address_range.resolve(target_bytes, plan.workload.alignment_bytes)
        for plan in expand(get_profile("transfer-rate"))
    ]
    assert len(parts) == 100
    end = 0
    for part in parts:
        assert part.offset_bytes == end
        end = part.offset_bytes + (part.size_bytes or 0)
    assert target_bytes - end < 65536


def test_crystaldiskmark_groups_five_runs_per_test() -> None:
    plans = [plan for plan in expand(get_profile("crystaldiskmark-8")) if plan.kind == "measure"]
    groups = {plan.group: [member.name for member in plans if member.group == plan.group] for plan in plans}
    assert len(groups) == 8
    assert groups["SEQ1M Q8T1 read"] == [f"SEQ1M Q8T1 read, run {run}" for run in range(1, 6)]
    assert all(len(names) == 5 for names in groups.values())


def test_perc12_load_curves_match_review_to_120_percent() -> None:
    fill, *points = expand(get_profile("perc12-vdbench"))
    assert (fill.kind, fill.workload.address_range.size_percent) == ("fill", None)
    curves = [points[first : first + 13] for first in range(0, 6 * 13, 13)]
    assert len(points) == 6 * 13
    assert [(curve[0].group, curve[0].workload.outstanding_ios) for curve in curves] == [
        ("64K sequential read", 32),
        ("64K sequential write", 16),
        ("4K random read", 128),
        ("4K random 90/10", 64),
        ("4K random 70/30", 64),
        ("4K random write", 128),
    ]
    for maximum, *shares in curves:
        assert maximum.load_percent is None
        assert [plan.load_percent for plan in shares] == list(range(10, 121, 10))
        assert {plan.load_of for plan in shares} == {maximum.ordinal}
    assert {plan.workload.address_range.size_percent for plan in points} == {25}


def test_vdbench_renders_every_perc12_load_curve() -> None:
    for plan in expand(get_profile("perc12-vdbench")):
        assert vdbench.list_unsupported_settings(plan.workload) == []
        assert vdbench.render(plan, target_bytes=TARGET_BYTES).count("@RATE@") == (plan.load_percent is not None)


def test_each_profile_runs_on_every_capable_engine() -> None:
    only = {"fc-test": ["files"], "fc-test-across": ["files"], "snia-hir": ["fio"], "snia-wsat-cbw": ["fio"]}
    for name, profile in load_catalogue().items():
        plans = expand(profile)
        able = [
            engine.name
            for engine in ENGINES.values()
            if not any(engine.list_unsupported_settings(plan.workload) for plan in plans)
        ]
        assert able == only.get(name, ["fio", "vdbench"]), name
        for engine in able:
            texts = [get_engine(engine).render(plan, target_bytes=TARGET_BYTES) for plan in plans]
            assert len(texts) == len(plans)


def test_copies_across_use_file_sets_of_copies_within() -> None:
    def sets(name: str, operation: str) -> list[object]:
        file_sets = [plan.workload.file_set for plan in expand(get_profile(name))]
        return [file_set.groups for file_set in file_sets if file_set is not None and file_set.operation == operation]

    assert sets("fc-test-across", "copy_across") == sets("fc-test", "copy_within")
    assert len(sets("fc-test-across", "copy_across")) == len(expand(get_profile("fc-test-across"))) == 5
    assert sets("fc-test", "copy_across") == []


def test_vdbench_gets_all_outstanding_ios_and_size_pairs() -> None:
    for name, profile in load_catalogue().items():
        for plan in expand(profile):
            if vdbench.list_unsupported_settings(plan.workload):
                continue
            text = vdbench.render(plan, target_bytes=TARGET_BYTES)
            assert f"threads={plan.workload.outstanding_ios}" in text, (name, plan.name)
            sizes = re.findall(r"xfersize=\(([^)]*)\)", text)
            assert bool(sizes) == (plan.workload.block_bytes is None), (name, plan.name)
            for pairs in (size_list.split(",") for size_list in sizes):
                # Three numbers would be a minimum, a maximum and an alignment.
                assert len(pairs) % 2 == 0
                assert sum(map(float, pairs[1::2])) == 100


def test_only_snia_profiles_begin_on_purged_drives() -> None:
    wanted = {name for name, profile in load_catalogue().items() if profile.purge}
    assert wanted == {name for name in NAMES if name.startswith("snia-")}


def test_snia_iops_loop_has_56_points_in_order() -> None:
    expansion = lay_out(get_profile("snia-iops"))
    (rule,) = expansion.loops
    first, *cells = expansion.phases
    assert (first.kind, first.workload.block_bytes, first.stop.passes) == ("precondition", 128 << 10, 2)
    assert len(cells) == 56 * 25
    assert [cell.ordinal for cell in cells] == list(range(2, 1402))
    sizes = [1024, 128, 64, 32, 16, 8, 4, 0.5]
    for number in (1, 25):
        round_ = cells[56 * (number - 1) : 56 * number]
        assert {(cell.loop, cell.round) for cell in round_} == {("IOPS", number)}
        assert [(cell.workload.read_percent, (cell.workload.block_bytes or 0) / 1024) for cell in round_] == [
            (read, size) for read in (100, 95, 65, 50, 35, 5, 0) for size in sizes
        ]
    assert all((cell.stop.seconds, cell.workload.outstanding_ios) == (60, 128) for cell in cells)
    tracked = {series.name_in_round for series in rule.tracked}
    assert tracked == {"4K 0/100", "64K 65/35", "1M 100/0"}
    assert (rule.window, rule.max_rounds, rule.range_limit, rule.slope_limit) == (5, 25, 0.2, 0.1)


def test_other_snia_loops_have_points_of_specification() -> None:
    latency = lay_out(get_profile("snia-latency"))
    cells = [plan for plan in latency.phases if plan.round == 1]
    assert [(plan.workload.read_percent, plan.workload.block_bytes) for plan in cells] == [
        (read, size) for read in (100, 65, 0) for size in (8192, 4096, 512)
    ]
    assert {plan.workload.outstanding_ios for plan in cells} == {1}
    assert [series.metric for series in latency.loops[0].tracked] == ["latency"]
    assert latency.phases[-1].stop.seconds == 20 * 60
    throughput = lay_out(get_profile("snia-throughput"))
    assert [rule.tracked[0].metric for rule in throughput.loops] == ["bytes_per_s", "bytes_per_s"]
    dirth = lay_out(get_profile("snia-dirth"))
    pre_write, *pairs = [plan for plan in dirth.phases if plan.round == 1]
    assert (pre_write.stop.seconds, pre_write.workload.outstanding_ios) == (300, 1024)
    demand = (32, 16, 8, 6, 4, 2, 1)
    assert [(plan.workload.threads, plan.workload.queue_depth) for plan in pairs] == [
        (threads, depth) for threads in demand for depth in demand
    ]


def test_write_saturation_ends_in_three_ways() -> None:
    for name in ("snia-wsat", "snia-wsat-cbw"):
        rule = expand(get_profile(name))[0].stop
        assert (rule.kind, rule.round_seconds, rule.spacing, rule.window) == ("steady", 60, 31, 5)
        assert rule.seconds == 86400
        assert rule.max_rounds * rule.spacing * rule.round_seconds > 86400
    assert expand(get_profile("snia-wsat"))[0].stop.limit_passes == 4
    # Four capacities of writes, at 60 % of what is moved.
    assert (expand(get_profile("snia-wsat-cbw"))[0].stop.limit_passes or 0) * 0.6 == pytest.approx(4, abs=0.01)


def test_host_idle_recovery_has_360_bursts_per_wait() -> None:
    _, *parts = expand(get_profile("snia-hir"))
    for wait, burst, baseline in zip((5, 10, 15, 25, 50), parts[::2], parts[1::2], strict=True):
        assert burst.workload.bursts is not None
        assert (burst.workload.bursts.io_seconds, burst.workload.bursts.wait_seconds) == (5, wait)
        assert burst.stop.seconds == 360 * (5 + wait)
        assert baseline.stop.seconds == 360 * 5
        assert baseline.workload.bursts is None


def test_the_quick_look_takes_about_a_minute() -> None:
    typical, _ = estimate(expand(get_profile("quick-4k")), 256 << 20)
    assert 45 <= typical <= 75


def test_profiles_render_at_both_ends_of_every_parameter() -> None:
    for profile in load_catalogue().values():
        for end in ("minimum", "maximum"):
            plans = expand(profile, {item.name: getattr(item, end) for item in profile.parameters})
            assert all(_engine_of(plans).render(plan, target_bytes=TARGET_BYTES) for plan in plans)


def test_unknown_profile_error_lists_available_profiles() -> None:
    with pytest.raises(InvalidInput, match=r"unknown profile 'x'\. Available: crystaldiskmark-3, ") as refused:
        get_profile("x")
    assert refused.value.path == "profile.name"


if __name__ == "__main__":
    for built_in in load_catalogue().values():
        (PLANS / f"{built_in.name}.json").write_text(expanded(built_in))
