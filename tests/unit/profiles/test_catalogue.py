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
TARGET_BYTES = 256 << 20


def phase(plan: PhasePlan) -> dict[str, Any]:
    return {
        "ordinal": plan.ordinal,
        "name": plan.name,
        "kind": plan.kind,
        "workload": plan.workload.as_json(),
        "stop": plan.stop.as_json(),
        "ramp_seconds": plan.ramp_seconds,
        "status_interval_seconds": plan.status_interval_seconds,
        "job_file": get_engine("fio").render(plan, target_bytes=TARGET_BYTES).splitlines(),
    }


def expanded(profile: Profile) -> str:
    """The plan on a target of 256 MiB with the default parameters, as it is pinned."""
    plans = expand(profile)
    value = {"name": profile.name, "version": profile.version, "phases": [phase(plan) for plan in plans]}
    return json.dumps(value, indent=1) + "\n"


def test_every_profile_expands_into_its_pinned_plan() -> None:
    assert {path.stem for path in PLANS.glob("*.json")} == set(load_catalogue())
    for profile in load_catalogue().values():
        assert expanded(profile) == (PLANS / f"{profile.name}.json").read_text(), profile.name


def test_the_catalogue_is_in_order_of_names() -> None:
    assert list(load_catalogue()) == ["four-corners", "quick-4k", "read-sweep", "steady-4k-write"]


@pytest.mark.parametrize("name", ["four-corners", "quick-4k", "read-sweep", "steady-4k-write"])
def test_every_profile_says_what_it_does_and_where_it_comes_from(name: str) -> None:
    profile = get_profile(name)
    assert profile.name == name
    assert len(profile.description) > 100
    assert profile.source
    assert all(item.minimum <= item.default <= item.maximum and item.title for item in profile.parameters)


def test_only_the_read_sweep_leaves_the_target_as_it_is() -> None:
    assert {name for name, profile in load_catalogue().items() if not profile.writes} == {"read-sweep"}


def test_the_quick_look_takes_about_a_minute() -> None:
    typical, _ = estimate(expand(get_profile("quick-4k")), TARGET_BYTES)
    assert 45 <= typical <= 75


def test_both_ends_of_every_parameter_can_be_run() -> None:
    for profile in load_catalogue().values():
        for end in ("minimum", "maximum"):
            plans = expand(profile, {item.name: getattr(item, end) for item in profile.parameters})
            assert all(get_engine("fio").render(plan, target_bytes=TARGET_BYTES) for plan in plans)


def test_an_unknown_profile_names_those_that_exist() -> None:
    with pytest.raises(InvalidInput, match=r"there is no profile 'x' \(there are: four-corners, quick-4k") as refused:
        get_profile("x")
    assert refused.value.path == "profile.name"


if __name__ == "__main__":
    for each in load_catalogue().values():
        (PLANS / f"{each.name}.json").write_text(expanded(each))
