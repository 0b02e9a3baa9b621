"""Several configurations side by side, judged against one of them."""

from __future__ import annotations

from tests.unit.domain.configuration_samples import make_array, make_controller, make_member, make_snapshot

from storagelab.domain.configuration_facts import Fact
from storagelab.domain.configuration_table import (
    ConfigurationColumn,
    ConfigurationFactorRow,
    build_table,
    find_only_factor,
)


def by_key(rows: list[ConfigurationFactorRow]) -> dict[str, ConfigurationFactorRow]:
    return {row.key: row for row in rows}


def words(row: ConfigurationFactorRow) -> list[tuple[str | None, str]]:
    return [(cell.value, cell.state) for cell in row.cells]


def test_every_column_is_judged_against_the_baseline() -> None:
    levels = ["raid5", "raid6", "raid5"]
    columns = [ConfigurationColumn(make_snapshot(arrays=[make_array(level=level)])) for level in levels]
    rows = by_key(build_table(columns))
    assert words(rows["array.level"]) == [("RAID 5", "same"), ("RAID 6", "differs"), ("RAID 5", "same")]
    assert rows["array.strip"].state == "same"
    only = find_only_factor(list(rows.values()))
    assert only is not None
    assert only.label == "RAID level"

    turned = by_key(build_table(columns, baseline=1))
    assert [cell.state for cell in turned["array.level"].cells] == ["differs", "same", "differs"]


def test_two_factors_are_not_one() -> None:
    other = make_snapshot(arrays=[make_array(level="raid6")], controllers=[make_controller(firmware="8.5")])
    rows = build_table([ConfigurationColumn(make_snapshot()), ConfigurationColumn(other)])
    assert {row.key for row in rows if row.state == "differs"} == {"array.level", "controllers.firmware"}
    assert find_only_factor(rows) is None


def test_unknown_values_of_different_sources_are_not_equal() -> None:
    snapshots = [{"source": source, "controllers": None, "drives": None} for source in ("one", "one", "another")]
    rows = by_key(build_table([ConfigurationColumn(snapshot) for snapshot in snapshots]))
    assert words(rows["drives"]) == [(None, "same"), (None, "same"), (None, "unknown")]
    assert rows["drives"].state == "unknown"


def test_inapplicable_value_is_not_unknown() -> None:
    none = make_snapshot(arrays=[])
    rows = by_key(build_table([ConfigurationColumn(make_snapshot()), ConfigurationColumn(none)]))
    assert rows["array.strip"].cells[1].state == "not_applicable"


def test_observed_array_condition_replaces_the_snapshot() -> None:
    rows = by_key(
        build_table([ConfigurationColumn(make_snapshot()), ConfigurationColumn(make_snapshot(), "rebuilding")])
    )
    assert words(rows["array.condition"])[1] == ("rebuilding", "differs")


def test_facts_beside_the_snapshot_are_rows_too() -> None:
    columns = [
        ConfigurationColumn(make_snapshot(), more={"profile": Fact("Profile", "profile", name)})
        for name in ("a, 1", "a, 2", None)
    ]
    row = by_key(build_table(columns))["profile"]
    assert words(row) == [("a, 1", "same"), ("a, 2", "differs"), (None, "unknown")]


def test_unknown_baseline_hides_no_difference() -> None:
    unknown, optimal, rebuilding, again = (
        ConfigurationColumn(make_snapshot(arrays=[make_array(level="raid10", condition=condition)]))
        for condition in (None, "optimal", "rebuilding", "optimal")
    )
    row = by_key(build_table([unknown, optimal, rebuilding, again]))["array.condition"]
    assert row.state == "differs"
    assert words(row) == [(None, "unknown"), ("optimal", "same"), ("rebuilding", "differs"), ("optimal", "same")]
    assert by_key(build_table([unknown, optimal, again]))["array.condition"].state == "unknown"


def test_baseline_without_array_hides_no_array_difference() -> None:
    none = ConfigurationColumn(make_snapshot(arrays=[]))
    arrays = [ConfigurationColumn(make_snapshot(arrays=[make_array(strip_bytes=strip)])) for strip in (65536, 131072)]
    row = by_key(build_table([none, *arrays]))["array.strip"]
    assert words(row) == [(None, "not_applicable"), ("64 KiB", "same"), ("128 KiB", "differs")]


def test_unknown_extra_fact_hides_no_difference() -> None:
    names = (None, "a, 1", "a, 2")
    rows = build_table(
        [ConfigurationColumn(make_snapshot(), more={"profile": Fact("Profile", "profile", name)}) for name in names]
    )
    assert by_key(rows)["profile"].state == "differs"


def test_missing_member_does_not_hide_a_third_difference() -> None:
    """Check that a side with a missing member leaves a third side different.

    A value that equals the baseline only because a member is missing may still differ from a third side.
    """
    lacking = make_array(members=[make_member(1), make_member(2, state="missing")], member_count=2)
    whole = [
        make_array(members=[make_member(1), make_member(2, model=model)], member_count=2)
        for model in ("PM1653", "PM9A3")
    ]
    columns = [ConfigurationColumn(make_snapshot(arrays=[array])) for array in (lacking, *whole)]
    row = by_key(build_table(columns))["drives"]
    assert [cell.state for cell in row.cells] == ["same", "same", "differs"]


def test_spellings_of_a_model_are_one_value() -> None:
    models = ["Dell PERC H730P", "PERC H730P", "PERC H740P"]
    columns = [
        ConfigurationColumn(make_snapshot(controllers=[make_controller(model=model)], source="a review"))
        for model in models
    ]

    rows = by_key(build_table(columns[:2]))
    assert words(rows["controllers"]) == [("Dell PERC H730P", "same"), ("PERC H730P", "same")]
    rows = by_key(build_table(columns))
    assert [cell.state for cell in rows["controllers"].cells] == ["same", "same", "differs"]
