"""The profiles that come with the product, and the plans they expand into.

The plans are pinned in tests/data/plans. After a change that is meant, `python tests/unit/profiles/test_catalogue.py`
writes them anew: the difference is then part of the review, and the version of the profile must rise with it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.domain.profile import PhasePlan, Profile, estimate, expand
from storagelab.engines.registry import get_engine
from storagelab.errors import InvalidInput
from storagelab.profiles.catalogue import get_profile, load_catalogue

PLANS = Path(__file__).parents[2] / "data" / "plans"
#: Room for every range that a profile names.
TARGET_BYTES = 64 << 30

NAMES = [
    "crystaldiskmark-3",
    "crystaldiskmark-8",
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
    "quick-4k",
    "read-sweep",
    "snia-wsat",
    "snia-xsr",
    "steady-4k-write",
    "storagereview-4k",
    "storagereview-8k-70-30",
    "storagereview-file-server",
    "storagereview-web-server",
    "transfer-rate",
]


def expanded(profile: Profile) -> str:
    """The plan on a target of 64 GiB with the default parameters, as it is pinned: a phase a line.

    Options that all job files share come first, and once.
    """
    plans = expand(profile)
    jobs = [get_engine("fio").render(plan, target_bytes=TARGET_BYTES).splitlines() for plan in plans]
    shared = [line for line in jobs[0] if all(line in job for job in jobs)]
    head = {"name": profile.name, "version": profile.version, "job_files": shared}
    lines = [json.dumps(head, indent=1).removesuffix("\n}"), ' "phases": [']
    phases = [json.dumps(phase(plan, job, shared)) for plan, job in zip(plans, jobs, strict=True)]
    return ",\n".join((lines[0], lines[1])) + "\n  " + ",\n  ".join(phases) + "\n ]\n}\n"


def phase(plan: PhasePlan, job: list[str], shared: list[str]) -> dict[str, Any]:
    return {
        "ordinal": plan.ordinal,
        "name": plan.name,
        "kind": plan.kind,
        "group": plan.group,
        "workload": plan.workload.as_json(),
        "stop": plan.stop.as_json(),
        "ramp_seconds": plan.ramp_seconds,
        "status_interval_seconds": plan.status_interval_seconds,
        "job_file": [line for line in job if line not in shared],
    }


def test_every_profile_expands_into_its_pinned_plan() -> None:
    assert {path.stem for path in PLANS.glob("*.json")} == set(load_catalogue())
    for profile in load_catalogue().values():
        assert expanded(profile) == (PLANS / f"{profile.name}.json").read_text(), profile.name


def test_the_catalogue_is_in_order_of_names() -> None:
    assert list(load_catalogue()) == NAMES == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_profile_says_what_it_does_and_where_it_comes_from(name: str) -> None:
    profile = get_profile(name)
    assert profile.name == name
    assert len(profile.description) > 100
    assert profile.source
    assert all(item.minimum <= item.default <= item.maximum and item.title for item in profile.parameters)


def test_two_profiles_leave_the_target_as_it_is() -> None:
    assert {name for name, profile in load_catalogue().items() if not profile.writes} == {"read-sweep", "transfer-rate"}


def test_every_other_profile_writes_first_so_that_it_can_run_on_a_new_file() -> None:
    for profile in load_catalogue().values():
        assert profile.writes == expand(profile)[0].workload.writes


def test_every_phase_of_a_plan_has_a_name_of_its_own() -> None:
    for profile in load_catalogue().values():
        names = [plan.name for plan in expand(profile)]
        assert len(set(names)) == len(names), profile.name
        assert not any("{" in name for name in names)


def test_the_smoke_scale_of_every_profile_has_the_same_phases() -> None:
    for profile in load_catalogue().values():
        full, smoke = expand(profile), expand(profile, scale="smoke")
        assert [(plan.name, plan.workload, plan.group) for plan in full] == [
            (plan.name, plan.workload, plan.group) for plan in smoke
        ]
        assert all(plan.maximum_seconds <= 10 for plan in smoke)


def test_the_storagereview_grids_have_sixteen_points_of_every_pair() -> None:
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


def test_the_parts_of_the_transfer_rate_lie_end_to_end_over_the_whole_target() -> None:
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


def test_the_runs_of_crystaldiskmark_are_one_group_each() -> None:
    plans = [plan for plan in expand(get_profile("crystaldiskmark-8")) if plan.kind == "measure"]
    groups = {plan.group: [each.name for each in plans if each.group == plan.group] for plan in plans}
    assert len(groups) == 8
    assert groups["SEQ1M Q8T1 read"] == [f"SEQ1M Q8T1 read, run {run}" for run in range(1, 6)]
    assert all(len(names) == 5 for names in groups.values())


def test_the_quick_look_takes_about_a_minute() -> None:
    typical, _ = estimate(expand(get_profile("quick-4k")), 256 << 20)
    assert 45 <= typical <= 75


def test_both_ends_of_every_parameter_can_be_run() -> None:
    for profile in load_catalogue().values():
        for end in ("minimum", "maximum"):
            plans = expand(profile, {item.name: getattr(item, end) for item in profile.parameters})
            assert all(get_engine("fio").render(plan, target_bytes=TARGET_BYTES) for plan in plans)


def test_an_unknown_profile_names_those_that_exist() -> None:
    with pytest.raises(InvalidInput, match=r"there is no profile 'x' \(there are: crystaldiskmark-3, ") as refused:
        get_profile("x")
    assert refused.value.path == "profile.name"


if __name__ == "__main__":
    for each in load_catalogue().values():
        (PLANS / f"{each.name}.json").write_text(expanded(each))
