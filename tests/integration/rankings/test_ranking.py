"""Rankings: which runs and figures take a place, and which are left out with their reason."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, func, select
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import Job, Phase, Profile, Run
from storagelab.demo.load import ensure_demo_data
from storagelab.domain.access import AddressRange, RequestDistribution
from storagelab.domain.workload import BlockSize, Workload

ADDRESS = "/api/v1/rankings"
NOW = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)


class Shootout:
    """Runs of one profile on named configurations."""

    def __init__(self, make: Factory) -> None:
        self.make = make
        self.profile: Profile = make.profile(name="shoot-out", version=2)
        self.name = "shoot-out@2"

    def configuration(self, name: str) -> Any:
        return make_configuration(self.make, name, array={"level": name})

    def run(
        self,
        configuration: Any,
        figures: dict[str, float],
        *,
        measured: dict[str, Any] | None = None,
        phased: dict[str, Any] | None = None,
        **values: Any,
    ) -> Run:
        run = self.make.run(
            self.make.job(),
            **{"state": "finished", "profile_id": self.profile.id, "configuration_id": configuration.id, **values},
        )
        for ordinal, (name, iops) in enumerate(figures.items(), start=1):
            phase = self.make.phase(run, **{"ordinal": ordinal, "name": name, "state": "finished", **(phased or {})})
            conditions = {
                "block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0, "outstanding_ios": 32,
            }  # fmt: skip
            make_measurement(self.make, phase, **{"iops": iops, **conditions, **(measured or {})})
        return run


@pytest.fixture
def shootout(make: Factory) -> Shootout:
    return Shootout(make)


def rank(client: TestClient, **query: Any) -> dict[str, Any]:
    answer = client.get(ADDRESS, params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def ratings(ranking: dict[str, Any]) -> dict[str, float | None]:
    return {item["configuration"]["name"]: item["rating"] for item in ranking["configurations"]}


def reasons(ranking: dict[str, Any]) -> dict[str, int]:
    return {item["reason"]: item["figures"] for item in ranking["left_out"]}


def figures_of(ranking: dict[str, Any], configuration: str) -> dict[str, tuple[float, int]]:
    """Return the value and `n` of each workload of a configuration, and check that every run is counted once in a
    figure.
    """
    labels = {workload["key"]: workload["label"] for workload in ranking["workloads"]}
    entry = next(item for item in ranking["configurations"] if item["configuration"]["name"] == configuration)
    assert all(len(set(item["runs"])) == len(item["runs"]) == item["n"] for item in entry["figures"])
    return {labels[item["workload"]]: (item["value"], item["n"]) for item in entry["figures"]}


def measure(shootout: Shootout, run: Run, name: str, iops: float, **phased: Any) -> None:
    """Add one more phase to a run that `Shootout.run` made."""
    ordinal = 1 + (shootout.make.session.scalar(select(func.max(Phase.ordinal)).where(Phase.run_id == run.id)) or 0)
    phase = shootout.make.phase(run, **{"ordinal": ordinal, "name": name, "state": "finished", **phased})
    conditions = {"block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0, "outstanding_ios": 32}
    make_measurement(shootout.make, phase, **{"iops": iops, **conditions})


def test_configurations_are_ranked_over_all_workloads(viewer: TestClient, shootout: Shootout) -> None:
    slow, fast = shootout.configuration("raid5"), shootout.configuration("raid10")
    shootout.run(slow, {"read": 100.0, "write": 100.0})
    shootout.run(fast, {"read": 400.0, "write": 100.0})

    ranking = rank(viewer, profile=shootout.name)

    assert ratings(ranking) == {"raid10": 100.0, "raid5": pytest.approx(50.0)}
    assert [item["podium_rank"] for item in ranking["configurations"]] == [1, 2]
    assert ranking["reference"] == f"c-{fast.number}"
    assert [(item["label"], item["metric"], item["counted"]) for item in ranking["workloads"]] == [
        ("read", "iops", True),
        ("write", "iops", True),
    ]
    assert (ranking["runs_considered"], ranking["more_runs"], ranking["left_out"]) == (2, False, [])


def test_order_is_independent_of_the_reference(viewer: TestClient, shootout: Shootout) -> None:
    for name, iops in (("raid0", 900.0), ("raid5", 100.0), ("raid6", 50.0)):
        shootout.run(shootout.configuration(name), {"w": iops})
    best = rank(viewer, profile=shootout.name)
    last = best["configurations"][-1]["configuration"]["number"]
    other = rank(viewer, profile=shootout.name, reference=last)
    assert list(ratings(other)) == list(ratings(best))
    assert list(ratings(other).values()) == pytest.approx([1800.0, 200.0, 100.0])


def test_runs_of_one_class_share_a_median(viewer: TestClient, shootout: Shootout) -> None:
    one = shootout.configuration("raid5")
    again = shootout.configuration("raid5")
    again.name = "after the update of its name"
    runs = [shootout.run(where, {"w": iops}) for where, iops in ((one, 10.0), (again, 20.0), (one, 90.0))]
    shootout.run(shootout.configuration("raid0"), {"w": 20.0})

    entry = rank(viewer, profile=shootout.name)["configurations"]
    figure = next(item for item in entry if "update" in item["configuration"]["name"])["figures"][0]
    assert (figure["value"], figure["n"], figure["min"], figure["max"]) == (20.0, 3, 10.0, 90.0)
    assert sorted(figure["runs"]) == sorted(f"r-{run.number}" for run in runs)


@pytest.mark.parametrize(
    ("values", "measured", "reason"),
    [
        ({"rankable": False}, {}, None),
        ({}, {"badges": [{"code": "array_not_optimal", "label": "x", "level": "warn"}]}, "the array was not optimal"),
        ({}, {"steady": False}, "not measured in steady state"),
        ({}, {"preconditioned": False}, "measured on drives that were not preconditioned"),
        ({}, {"offered_iops": 500.0}, "measured at a rate that was asked for"),
        ({}, {"value_kind": "upper_bound"}, "a bound, a ratio or the end of a range"),
    ],
)
def test_unrepresentative_figures_are_not_ranked(
    viewer: TestClient, shootout: Shootout, values: dict[str, Any], measured: dict[str, Any], reason: str | None
) -> None:
    good, doubtful = shootout.configuration("raid5"), shootout.configuration("raid0")
    shootout.run(good, {"w": 100.0})
    shootout.run(doubtful, {"w": 9000.0}, measured=measured, **values)

    ranking = rank(viewer, profile=shootout.name)
    assert list(ratings(ranking)) == ["raid5"]
    assert reasons(ranking) == ({reason: 1} if reason else {})
    everything = rank(viewer, profile=shootout.name, all=True)
    never = reason in ("measured at a rate that was asked for", "a bound, a ratio or the end of a range")
    assert list(ratings(everything)) == (["raid5"] if never else ["raid0", "raid5"])


def test_shortened_runs_are_a_separate_workload(viewer: TestClient, shootout: Shootout) -> None:
    shootout.run(shootout.configuration("raid5"), {"w": 100.0})
    shootout.run(shootout.configuration("raid0"), {"w": 9000.0}, scale="smoke", rankable=False)
    assert list(ratings(rank(viewer, profile=shootout.name))) == ["raid5"]
    everything = rank(viewer, profile=shootout.name, all=True)
    assert sorted(item["label"] for item in everything["workloads"]) == ["w, full scale", "w, smoke scale"]
    assert ratings(everything) == {"raid5": None, "raid0": None}


@pytest.mark.parametrize(
    "values",
    [
        {"state": "failed"},
        {"invalid_at": NOW, "invalid_reason": "the wrong cable"},
        {"trashed_at": NOW, "trashed_reason": "a trial"},
    ],
)
def test_failed_invalid_or_trashed_runs_are_never_ranked(
    viewer: TestClient, shootout: Shootout, values: dict[str, Any]
) -> None:
    one, two = shootout.configuration("raid5"), shootout.configuration("raid0")
    valid = shootout.run(one, {"w": 100.0})
    invalid = shootout.run(two, {"w": 9000.0}, **values)
    assert list(ratings(rank(viewer, profile=shootout.name, all=True))) == ["raid5"]
    chosen = rank(viewer, run_id=[f"r-{valid.number}", f"r-{invalid.number}"], all=True)
    assert list(ratings(chosen)) == ["raid5"]
    assert reasons(chosen) == {"the run is invalid, unfinished or in the trash": 1}


def test_only_chosen_and_shared_workloads_count(viewer: TestClient, shootout: Shootout) -> None:
    shootout.run(shootout.configuration("raid5"), {"read": 100.0, "write": 900.0, "extra": 1.0})
    shootout.run(shootout.configuration("raid0"), {"read": 200.0, "write": 100.0})
    ranking = rank(viewer, profile=shootout.name)
    assert {item["label"]: item["counted"] for item in ranking["workloads"]} == {
        "read": True, "write": True, "extra": False,
    }  # fmt: skip
    assert list(ratings(ranking)) == ["raid5", "raid0"]
    write = next(item["key"] for item in ranking["workloads"] if item["label"] == "write")
    without = rank(viewer, profile=shootout.name, without=[write])
    assert list(ratings(without)) == ["raid0", "raid5"]
    assert [(item["label"], item["chosen"]) for item in without["workloads"]] == [
        ("read", True), ("write", False), ("extra", True),
    ]  # fmt: skip


def test_other_conditions_make_another_workload(viewer: TestClient, shootout: Shootout) -> None:
    shootout.run(shootout.configuration("raid5"), {"w": 100.0})
    shootout.run(shootout.configuration("raid0"), {"w": 200.0}, measured={"outstanding_ios": 1})
    ranking = rank(viewer, profile=shootout.name)
    assert [item["counted"] for item in ranking["workloads"]] == [False, False]
    assert set(ratings(ranking).values()) == {None}


def test_other_load_makes_another_workload(viewer: TestClient, shootout: Shootout) -> None:
    usual = Workload((BlockSize(4096),), 100, 100, threads=1, queue_depth=32)
    hot = replace(usual, distribution=RequestDistribution("zipf", 1.2))
    part = replace(usual, address_range=AddressRange(size_percent=10))
    for level, workload in (("raid5", usual), ("raid0", hot), ("raid6", part)):
        shootout.run(shootout.configuration(level), {"w": 100.0}, phased={"workload": workload.to_json()})
    ranking = rank(viewer, profile=shootout.name)
    assert [item["counted"] for item in ranking["workloads"]] == [False, False, False]


def test_groups_of_one_run_are_separate_workloads(viewer: TestClient, shootout: Shootout) -> None:
    both, one = shootout.configuration("raid5"), shootout.configuration("raid0")
    run = shootout.run(both, {"w": 100.0, "alone": 1.0}, phased={"group": "before"})
    measure(shootout, run, "w", 20.0, group="after")
    # A run that has one of the groups alone did the work of that group.
    shootout.run(one, {"w": 50.0, "alone": 1.0}, phased={"group": "before"})

    ranking = rank(viewer, profile=shootout.name)

    assert figures_of(ranking, "raid5") == {"w (before)": (100.0, 1), "w (after)": (20.0, 1), "alone": (1.0, 1)}
    assert figures_of(ranking, "raid0") == {"w (before)": (50.0, 1), "alone": (1.0, 1)}


def test_single_group_does_not_split_a_workload(viewer: TestClient, shootout: Shootout) -> None:
    keys = []
    for group in (None, "Grid", "Panel"):
        shootout.run(shootout.configuration(f"in {group}"), {"w": 100.0}, phased={"group": group})
        keys.append([item["key"] for item in rank(viewer, profile=shootout.name)["workloads"]])
    assert keys == [keys[0]] * 3
    # Awards and addresses hold this key.
    assert keys[0] == ["3a546edc9bc5"]


def test_loops_and_repeated_phases_are_separate_workloads(viewer: TestClient, shootout: Shootout) -> None:
    run = shootout.run(shootout.configuration("raid5"), {"w": 100.0})
    measure(shootout, run, "w", 20.0)
    measure(shootout, run, "w (2)", 30.0)
    measure(shootout, run, "w", 40.0)
    for loop, iops in (("first", 7.0), ("second", 9.0)):
        measure(shootout, run, "Round 1: x", iops, loop=loop, round=1, in_measurement_window=True)
    shootout.run(shootout.configuration("raid0"), {"w": 50.0})

    ranking = rank(viewer, profile=shootout.name)

    assert figures_of(ranking, "raid5") == {
        "w": (100.0, 1), "w (2)": (20.0, 1), "w (2) (2)": (30.0, 1), "w (3)": (40.0, 1),
        "first: x": (7.0, 1), "second: x": (9.0, 1),
    }  # fmt: skip
    assert {item["label"] for item in ranking["workloads"] if item["counted"]} == {"w"}


def test_whole_targets_of_different_sizes_share_a_workload(viewer: TestClient, shootout: Shootout) -> None:
    for level, size in (("raid5", 2**30), ("raid0", 2**40)):
        run = shootout.run(shootout.configuration(level), {"w": 100.0})
        shootout.make.session.get_one(Job, run.job_id).target = {"kind": "file", "path": None, "size_bytes": size}
    shootout.make.session.flush()
    assert [item["counted"] for item in rank(viewer, profile=shootout.name)["workloads"]] == [True]


def test_a_phase_that_failed_takes_no_place(viewer: TestClient, shootout: Shootout) -> None:
    shootout.run(shootout.configuration("raid5"), {"w": 100.0})
    shootout.run(shootout.configuration("raid0"), {"w": 900.0}, phased={"state": "failed"})
    ranking = rank(viewer, profile=shootout.name, all=True)
    assert list(ratings(ranking)) == ["raid5"]
    assert reasons(ranking) == {"the phase did not end as planned": 1}


def test_reference_without_a_counted_figure_is_refused(viewer: TestClient, shootout: Shootout) -> None:
    for level in ("raid5", "raid6"):
        shootout.run(shootout.configuration(level), {"w": 100.0})
    slow = shootout.configuration("raid0")
    shootout.run(slow, {"w": 0.0}, measured={"iops": None, "latency_mean_ns": 1e6})
    answer = viewer.get(ADDRESS, params={"profile": shootout.name, "reference": f"c-{slow.number}"})
    assert answer.status_code == 422
    assert [item["path"] for item in answer.json()["errors"]] == ["reference"]


def test_profiles_that_can_be_ranked(viewer: TestClient, shootout: Shootout) -> None:
    one = shootout.configuration("raid5")
    shootout.run(one, {"w": 1.0})
    shootout.run(one, {"w": 1.0})
    assert viewer.get(ADDRESS).json()["profiles"] == []
    shootout.run(shootout.configuration("raid0"), {"w": 1.0})
    assert viewer.get(ADDRESS).json()["profiles"] == [
        {"profile": "shoot-out@2", "title": shootout.profile.title, "configurations": 2, "runs": 3}
    ]


@pytest.mark.in_turn
def test_published_figures_are_ranked_on_request(viewer: TestClient, make: Factory) -> None:
    ensure_demo_data(make.session)
    listed = viewer.get("/api/v1/runs", params={"origin": "published", "limit": 60}).json()["items"]
    numbers = [run["number"] for run in listed]
    assert numbers
    assert ratings(rank(viewer, run_id=numbers)) == {}
    assert ratings(rank(viewer, run_id=numbers, all=True))


@pytest.mark.in_turn
def test_published_table_shares_workloads_per_load_generator(viewer: TestClient, make: Factory) -> None:
    ensure_demo_data(make.session)
    listed = viewer.get("/api/v1/runs", params={"origin": "published", "limit": 60}).json()["items"]
    drives = {"Direct Drives JBOD", "JBOD 1x PERC 12", "JBOD 2x PERC 12", "RAID5 1x PERC 12", "RAID5 2x PERC 12"}
    ranking = rank(viewer, run_id=[run["number"] for run in listed if run["title"] in drives], all=True)
    rated = ratings(ranking)
    assert set(rated) == drives
    assert all(rating is not None for rating in rated.values())
    labels = [item["label"] for item in ranking["workloads"]]
    assert [label for label in labels if label.startswith("fio")] == [
        "fio Max sequential reads",
        "fio Max sequential writes",
        "fio Max 50:50 sequential reads:writes",
        "fio 4 KB random reads",
        "fio 4 KB random writes",
        "fio 4 KB OLTP",
    ]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"profile": "x@1", "run_id": "r-1"}, "profile"),
        ({"profile": "x"}, "profile"),
        ({"profile": "x@y"}, "profile"),
        ({"profile": "x\x00@1"}, "profile"),
        ({"profile": "x@1", "reference": "c-9"}, "reference"),
    ],
)
def test_invalid_query_is_refused_with_its_place(viewer: TestClient, query: dict[str, str], path: str) -> None:
    answer = viewer.get(ADDRESS, params=query)
    assert answer.status_code == 422
    assert [item["path"] for item in answer.json()["errors"]] == [path]


def test_an_unknown_run_is_not_found(viewer: TestClient) -> None:
    assert viewer.get(ADDRESS, params={"run_id": "r-999"}).status_code == 404


def test_the_number_of_queries_does_not_grow(viewer: TestClient, shootout: Shootout, connection: Connection) -> None:
    def count_queries() -> int:
        with counted_queries(connection) as queries:
            rank(viewer, profile=shootout.name)
        return len(queries)

    shootout.run(shootout.configuration("raid5"), {"w": 1.0})
    few = count_queries()
    for level in ("raid0", "raid1", "raid6"):
        shootout.run(shootout.configuration(level), {"w": 1.0, "x": 2.0})
    assert count_queries() == few
