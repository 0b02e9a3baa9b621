"""Free-text facts of another lab: recognised values are compared, others stay unknown."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.domain.configuration_samples import make_snapshot

from storagelab.analysis.pivot_snapshot import read_configuration_factors
from storagelab.domain.configuration_diff import diff_snapshots
from storagelab.domain.configuration_facts import collect_facts


def free_text_snapshot(
    snapshot: dict[str, Any], changed: dict[str, str] | None = None, *, blind: bool = False
) -> dict[str, Any]:
    """Return the snapshot as free text of a document, with some values changed by their labels."""
    rows = {fact.label: str(fact.value) for fact in collect_facts(snapshot).values() if fact.value is not None}
    return {"told": rows | (changed or {}), "blind": blind, "source": "https://lab.example.org", "stable_id": "x"}


def test_equal_free_text_system_has_no_known_difference() -> None:
    factors = diff_snapshots(make_snapshot(), free_text_snapshot(make_snapshot()))
    assert [factor for factor in factors if factor.is_known] == []


def test_free_text_facts_equal_snapshot_facts() -> None:
    own, parsed = collect_facts(make_snapshot()), collect_facts(free_text_snapshot(make_snapshot()))
    understood = {key for key, fact in parsed.items() if fact.value is not None}
    assert {"drives", "array.level", "server.cpu", "controllers", "drives.firmware"} <= understood
    for key in understood:
        assert str(parsed[key].value) == str(own[key].value), key


def test_one_other_value_is_the_one_factor() -> None:
    other = free_text_snapshot(make_snapshot(), {"Firmware of the drives": "B2"})
    (factor,) = [factor for factor in diff_snapshots(make_snapshot(), other) if factor.is_known]
    assert (factor.key, factor.b) == ("drives.firmware", "B2")


def test_blinded_models_leave_all_facts_unknown() -> None:
    blind = free_text_snapshot(make_snapshot(), {"Drives": "4 x Drive A"}, blind=True)
    assert all(fact.value is None for fact in collect_facts(blind).values())


def test_only_drives_of_one_model_are_counted() -> None:
    factors = read_configuration_factors(free_text_snapshot({}, {"Drives": "4 x PM1653 3.84 TB"})).factors
    assert (factors["drives.count"], factors["drives.model"]) == ("4", "PM1653 3.84 TB")
    degraded = read_configuration_factors(free_text_snapshot({}, {"Drives": "3 x PM1653 3.84 TB, 1 missing"})).factors
    assert (degraded["drives.count"], degraded["drives.model"]) == ("4", "PM1653 3.84 TB")
    mixed = read_configuration_factors(free_text_snapshot({}, {"Drives": "3 x PM1653 3.84 TB, P5800X 1.6 TB"})).factors
    assert mixed["drives.count"] is None


@pytest.mark.parametrize("label", ["Rebuild rate of the controller", "Something new", "<script>"])
def test_unknown_fact_labels_are_left_out(label: str) -> None:
    assert {fact.label for fact in collect_facts(free_text_snapshot({}, {label: "30 %"})).values()}.isdisjoint({label})


def test_a_setting_is_known_by_its_name() -> None:
    assert collect_facts(free_text_snapshot({}, {"vm.dirty_ratio": "20"}))["settings.vm.dirty_ratio"].value == "20"
