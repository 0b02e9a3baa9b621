"""Series as a client reads them.

Every extreme is preserved and gaps are null. Polling has no overlap and no hole. Zooming leads to the source.
"""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import RunWithSeries, add_chunk, make_run_with_series, make_samples

from storagelab.db.models import LiveChunk
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.results.compaction import fold_phase
from storagelab.results.telemetry import fold_telemetry
from storagelab.series.schemas import SeriesData

ADDRESS = "/api/v1/series"


def get(client: TestClient, run: Any, metric: str = "iops", **query: Any) -> dict[str, Any]:
    """Return the series of a run, checked against the documented form."""
    answer = client.get(ADDRESS, params={"run_id": str(run.id), "metric": metric, **query})
    assert answer.status_code == 200, answer.text
    SeriesData.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    assert len(body["min"]) == len(body["mean"]) == len(body["max"])
    return body


def five_digits(value: float) -> float:
    return float(f"{value:.5g}")


def rates(made: RunWithSeries, phase: int = 0) -> list[float]:
    return [five_digits(sample["ios"] * 1000 / sample["dt_ms"]) for sample in made.samples[phase]]


def tallest_bucket(body: dict[str, Any]) -> float:
    """Return the middle of the bucket with the largest maximum."""
    middle: float = body["t0_ms"] + (body["max"].index(max(body["max"])) + 0.5) * body["step_ms"]
    return middle


def test_short_series_is_returned_sample_by_sample(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(60,))

    body = get(viewer, made.run)

    assert (body["t0_ms"], body["step_ms"], body["points"], body["last_ms"]) == (0, 1000, 60, 60_000)
    assert body["min"] == body["mean"] == body["max"] == rates(made)
    assert (body["unit"], body["source"], body["estimated"], body["complete"]) == ("1/s", "status", False, True)


@pytest.mark.parametrize(
    ("metric", "field", "estimated"),
    [("latency_mean_ns", "mean", False), ("latency_stddev_ns", "stddev", False), ("latency_max_ns", "max", True)],
)
def test_latency_series_equals_its_samples(
    viewer: TestClient, make: Factory, metric: str, field: str, estimated: bool
) -> None:
    made = make_run_with_series(make, points=(20,))

    body = get(viewer, made.run, metric)

    assert body["max"] == [five_digits(round(sample["latency"][field])) for sample in made.samples[0]]
    assert (body["unit"], body["estimated"]) == ("ns", estimated)


@pytest.mark.parametrize("max_points", [10, 100, 1500])
def test_the_extremes_survive_down_sampling(viewer: TestClient, make: Factory, max_points: int) -> None:
    made = make_run_with_series(make, points=(3000,), spike=1234)
    values = [sample["latency"]["max"] for sample in made.samples[0]]

    latency = get(viewer, made.run, "latency_max_ns", max_points=max_points)
    rate = get(viewer, made.run, "iops", max_points=max_points)

    assert len(latency["max"]) <= max_points
    assert max(latency["max"]) == five_digits(max(values))
    assert min(rate["min"]) == 10.0
    place = latency["max"].index(max(latency["max"]))
    assert (
        latency["t0_ms"] + place * latency["step_ms"]
        < 1234 * 1000
        <= latency["t0_ms"] + (place + 1) * latency["step_ms"]
    )


def test_overview_of_long_phase_preserves_extremes(viewer: TestClient, make: Factory, connection: Connection) -> None:
    made = make_run_with_series(make, points=(7000,), spike=5000)

    with counted_queries(connection) as queries:
        body = get(viewer, made.run, "latency_max_ns", phase="1")

    assert not any("series.data" in query for query in queries), "the packed series is not read for an overview"
    assert (len(body["max"]), body["points"], body["last_ms"]) == (1500, 7000, 7_000_000)
    assert max(body["max"]) == five_digits(max(sample["latency"]["max"] for sample in made.samples[0]))
    assert tallest_bucket(body) == pytest.approx(4_999_500, abs=body["step_ms"])


def test_late_reading_counts_for_its_time_in_overview(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(1,), folded=False, state="running")
    samples = make_samples(7000, first=2)
    late = samples[3000]
    late |= {"dt_ms": 20_000, "ios": 2000}
    for sample in samples[3000:]:
        sample["t_ms"] += 19_000
    add_chunk(make, made.attempt, made.phases[0], samples)
    live = get(viewer, made.run, phase="1")
    fold_phase(make.session, phase=made.phases[0], attempt_id=made.attempt.id, now=LONG_AGO)
    make.session.flush()

    stored = get(viewer, made.run, phase="1")

    assert (stored["t0_ms"], stored["step_ms"], stored["points"]) == (live["t0_ms"], live["step_ms"], 7001)
    assert stored["mean"] == pytest.approx(live["mean"], rel=1e-4)
    assert live["mean"].count(100.0) >= 3
    assert None not in stored["mean"]


def test_mean_latency_of_bucket_is_weighted_by_io(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(100,), spike=50)
    weighed = [
        sum(sample["latency"]["mean"] * sample["ios"] for sample in group) / sum(sample["ios"] for sample in group)
        for group in (made.samples[0][start : start + 10] for start in range(0, 100, 10))
    ]

    body = get(viewer, made.run, "latency_mean_ns", max_points=10)

    assert body["mean"] == pytest.approx(weighed, rel=1e-4)


def spans(body: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the start and end of each bucket of an answer, in ms."""
    if body["intervals"]:
        return list(zip(body["intervals"]["start_ms"], body["intervals"]["end_ms"], strict=True))
    begin, step = body["t0_ms"], body["step_ms"]
    return [(begin + place * step, begin + (place + 1) * step) for place in range(len(body["mean"]))]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "query",
    [
        {},
        {"max_points": 10},
        {"max_points": 97},
        {"from_ms": 1_000_000, "to_ms": 1_700_000, "max_points": 30},
        {"from_ms": 1_651_700, "to_ms": 1_656_000, "max_points": 10},
        {"after": 1_600_000, "max_points": 13},
        {"phase": "precondition", "max_points": 10},
    ],
)
@pytest.mark.parametrize(("folded", "state"), [(True, "finished"), (False, "running")])
def test_no_bucket_holds_samples_of_two_phases(
    viewer: TestClient, make: Factory, query: dict[str, Any], folded: bool, state: str
) -> None:
    kinds = ("precondition", "precondition", "measure")
    made = make_run_with_series(
        make, points=(1653, 2, 845), kinds=kinds, pause_ms=400, spike=1, folded=folded, state=state
    )
    samples = [
        (phase.ordinal, phase.t0_ms + sample["t_ms"] - 500, sample["ios"])
        for phase, rows in zip(made.phases, made.samples, strict=True)
        for sample in rows
    ]

    body = get(viewer, made.run, resolution="stored", **query)

    buckets = list(zip(spans(body), body["min"], body["mean"], body["max"], strict=True))
    assert 0 < len(buckets) <= query.get("max_points", 1500)
    for (start, end), low, mean, high in buckets[1:-1]:
        inside = [(ordinal, ios) for ordinal, middle, ios in samples if start <= middle < end]
        assert len({ordinal for ordinal, _ in inside}) <= 1
        rows = [ios for _, ios in inside]
        assert (low, high) == ((min(rows), max(rows)) if rows else (None, None))
        assert mean == (pytest.approx(sum(rows) / len(rows), rel=1e-4) if rows else None)


def test_buckets_have_equal_length_by_default(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(65, 35), kinds=("precondition", "measure"))

    body = get(viewer, made.run, max_points=10)

    assert (body["intervals"], body["resolution"], len(body["mean"])) == (None, "buckets", 10)
    assert body["t0_ms"] + 10 * body["step_ms"] == body["last_ms"]


def test_answer_marks_buckets_of_stored_samples(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(33, 28), kinds=("precondition", "measure"))

    resolutions = [
        (body["resolution"], body["intervals"] is not None)
        for body in (
            get(viewer, made.run, **query)
            for query in ({"resolution": "stored"}, {}, {"resolution": "stored", "max_points": 10})
        )
    ]

    assert resolutions == [("stored", True), ("buckets", False), ("buckets", True)]


def test_between_phases_there_is_a_gap(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(5, 5), kinds=("precondition", "precondition"), pause_ms=3000)

    body = get(viewer, made.run, phase="precondition")

    assert body["mean"] == [*rates(made, 0), None, None, None, *rates(made, 1)]
    assert [(phase["t0_ms"], phase["t1_ms"]) for phase in body["phases"]] == [(0, 5000), (8000, 13_000)]


def test_phase_series_uses_time_axis_of_its_run(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(5, 7), kinds=("precondition", "measure"))

    body = get(viewer, made.run, phase="2")

    assert (body["t0_ms"], body["last_ms"], body["mean"]) == (5000, 12_000, rates(made, 1))
    assert [phase["ordinal"] for phase in body["phases"]] == [2]


@pytest.mark.parametrize(("wanted", "ordinals"), [("measure", [2, 3]), ("Round 2: 4K", [3]), ("4K", [2, 3])])
def test_phases_are_chosen_by_kind_or_name(viewer: TestClient, make: Factory, wanted: str, ordinals: list[int]) -> None:
    made = make_run_with_series(make, points=(5, 5, 5), kinds=("precondition", "measure", "measure"))
    for number, phase in enumerate(made.phases[1:], start=1):
        phase.name, phase.loop, phase.round = f"Round {number}: 4K", "write", number
    make.session.flush()

    body = get(viewer, made.run, phase=wanted)

    assert [phase["ordinal"] for phase in body["phases"]] == ordinals


def test_stall_has_zero_iops_and_null_latency(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(1,), folded=False, state="running")
    stall = make_samples(1, first=2)[0] | {"ios": 0, "bytes": 0, "p99_ns": None}
    stall["latency"] = {"n": 0, "mean": None, "stddev": None, "min": None, "max": None}
    add_chunk(make, made.attempt, made.phases[0], [stall, *make_samples(1, first=3)])

    assert get(viewer, made.run, "iops")["mean"][1] == 0.0
    assert get(viewer, made.run, "latency_mean_ns")["mean"][1] is None


def test_live_and_stored_samples_look_alike(viewer: TestClient, make: Factory) -> None:
    live = make_run_with_series(make, points=(50,), folded=False, state="running", spike=20)
    stored = make_run_with_series(make, points=(50,), spike=20)

    for metric in (
        "iops",
        "throughput_bytes_per_s",
        "latency_mean_ns",
        "latency_max_ns",
        "latency_stddev_ns",
        "latency_p99_ns",
    ):
        before, after = get(viewer, live.run, metric), get(viewer, stored.run, metric)
        assert (before["mean"], before["estimated"]) == (after["mean"], after["estimated"]), metric
    assert get(viewer, live.run)["complete"] is False


def test_polling_gives_every_sample_once(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(4,), folded=False, state="running")
    seen: list[float] = []
    after = 0
    for first in (5, 9, 13):
        body = get(viewer, made.run, after=after)
        assert body["t0_ms"] == after
        seen += body["mean"]
        after = body["last_ms"]
        add_chunk(make, made.attempt, made.phases[0], make_samples(4, first=first))
    body = get(viewer, made.run, after=after)

    assert seen + body["mean"] == [five_digits(sample["ios"]) for sample in make_samples(16)]


def test_polling_may_begin_anywhere(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(4,), folded=False, state="running")
    add_chunk(make, made.attempt, made.phases[0], make_samples(4, first=5))

    body = get(viewer, made.run, after=3000)

    assert body["mean"] == [five_digits(sample["ios"]) for sample in make_samples(5, first=4)]
    assert get(viewer, made.run, after=7000)["mean"] == body["mean"][4:]


def test_polling_continues_when_a_phase_is_folded(viewer: TestClient, make: Factory) -> None:
    live = make_run_with_series(make, points=(30,), folded=False, state="running")
    stored = make_run_with_series(make, points=(60,), state="running")

    first = get(viewer, live.run, after=0)
    rest = get(viewer, stored.run, after=first["last_ms"])

    assert first["mean"] + rest["mean"] == rates(stored)
    assert (rest["t0_ms"], rest["points"]) == (30_000, 30)


def test_polling_without_new_samples_returns_no_points(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(4,), folded=False, state="running")

    body = get(viewer, made.run, after=4000)

    assert (body["mean"], body["points"], body["last_ms"], body["t0_ms"]) == ([], 0, 4000, 4000)


def test_zoom_equals_the_source(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(7000,), spike=3210)

    body = get(viewer, made.run, from_ms=3_000_000, to_ms=3_600_000)

    assert (body["t0_ms"], body["step_ms"], body["points"]) == (3_000_000, 1000, 600)
    assert body["min"] == body["max"] == rates(made)[3000:3600]


def test_short_range_is_returned_in_stored_intervals(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(7000,), spike=3210)
    # Neither end lies between two samples: those that are cut belong to the range.
    query = {"from_ms": 3_000_400, "to_ms": 3_600_200, "resolution": "stored"}

    rate, latency = get(viewer, made.run, **query), get(viewer, made.run, "latency_max_ns", **query)

    assert rate["intervals"] == latency["intervals"]
    assert rate["intervals"]["end_ms"] == list(range(3_001_000, 3_602_000, 1000))
    assert rate["intervals"]["start_ms"] == list(range(3_000_000, 3_601_000, 1000))
    assert rate["min"] == rate["mean"] == rate["max"] == rates(made)[3000:3601]
    highest = [five_digits(round(sample["latency"]["max"])) for sample in made.samples[0][3000:3601]]
    assert latency["max"] == highest
    assert (rate["points"], rate["t0_ms"], rate["step_ms"]) == (601, 3_000_000, 1000)


def test_too_many_samples_are_answered_as_buckets(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(7000,))

    whole = get(viewer, made.run, resolution="stored")
    part = get(viewer, made.run, resolution="stored", from_ms=0, to_ms=100_000, max_points=50)

    assert whole["intervals"] is None
    assert len(whole["mean"]) == 1500
    assert part["intervals"] is None
    assert (len(part["mean"]), part["step_ms"], part["points"]) == (50, 2000, 100)


def test_stored_intervals_leave_pause_between_phases_open(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(5, 5), kinds=("precondition", "measure"), pause_ms=3000)

    body = get(viewer, made.run, resolution="stored")

    assert body["mean"] == [*rates(made, 0), *rates(made, 1)]
    assert body["intervals"]["end_ms"][4:6] == [5000, 9000]
    assert body["intervals"]["start_ms"][5] == 8000


def test_zoom_beyond_the_run_ends_with_it(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(20,))

    body = get(viewer, made.run, from_ms=15_000, to_ms=10**12)

    assert (body["t0_ms"], body["mean"]) == (15_000, rates(made)[15:])
    assert get(viewer, made.run, from_ms=10**12)["mean"] == []
    assert get(viewer, made.run, from_ms=10**12, resolution="stored")["intervals"] is None


def test_the_window_of_the_verdict_is_named(viewer: TestClient, make: Factory) -> None:
    verdict = {"status": "steady", "window": [2, 4], "t0_ms": 10_000, "t1_ms": 40_000, "phase_ordinal": 1}
    made = make_run_with_series(make, points=(60, 10), kinds=("precondition", "measure"), verdict=verdict)

    window = get(viewer, made.run, phase="precondition")["steady_window"]

    assert window == {"t0_ms": 10_000, "t1_ms": 40_000, "label": "Measurement window, rounds 2 to 4"}
    assert get(viewer, made.run, phase="2")["steady_window"] is None


def test_run_without_samples_has_an_empty_series(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job())
    make.phase(run)

    body = get(viewer, run)

    assert (body["mean"], body["points"], body["last_ms"], body["phases"]) == ([], 0, None, [])


def test_clients_cache_ended_runs_but_not_live_ones(viewer: TestClient, make: Factory) -> None:
    ended = make_run_with_series(make, points=(20,))
    live = make_run_with_series(make, points=(20,), folded=False, state="running")
    query = {"run_id": str(ended.run.id), "metric": "iops"}

    first = viewer.get(ADDRESS, params=query)
    again = viewer.get(ADDRESS, params=query, headers={"If-None-Match": first.headers["etag"]})
    other = viewer.get(ADDRESS, params=query, headers={"If-None-Match": '"other"'})
    moving = viewer.get(ADDRESS, params={"run_id": str(live.run.id), "metric": "iops"})

    # Raw files can be read again: a browser that did not revalidate would show the earlier reading for ever.
    assert first.headers["cache-control"] == "private, no-cache"
    assert not first.headers["etag"].startswith("W/")
    assert (again.status_code, again.content) == (304, b"")
    assert (other.status_code, other.content) == (200, first.content)
    assert moving.headers["cache-control"] == "no-store"
    assert "etag" not in moving.headers


@pytest.mark.parametrize("phase_count", [1, 12])
def test_the_number_of_queries_does_not_grow(
    viewer: TestClient, make: Factory, connection: Connection, phase_count: int
) -> None:
    made = make_run_with_series(make, points=(10,) * phase_count, kinds=("measure",) * phase_count)

    with counted_queries(connection) as queries:
        get(viewer, made.run, "latency_mean_ns")

    assert len(queries) <= 6, "\n".join(queries)


@pytest.mark.parametrize(
    ("query", "status", "place"),
    [
        ({"metric": "temperature"}, 422, "metric"),
        ({"metric": "iops", "phase": "warm-up"}, 404, None),
        ({"metric": "iops", "phase": "x" * 301}, 422, "phase"),
        ({"metric": "iops", "phase": "7"}, 404, None),
        ({"metric": "iops", "phase": "precondition"}, 404, None),
        ({"metric": "iops", "direction": "sideways"}, 422, "direction"),
        ({"metric": "iops", "max_points": 9}, 422, "max_points"),
        ({"metric": "iops", "max_points": 5001}, 422, "max_points"),
        ({"metric": "iops", "from_ms": 5, "to_ms": 5}, 422, "to_ms"),
        ({"metric": "iops", "from_ms": 9000, "to_ms": 5, "resolution": "stored"}, 422, "to_ms"),
        ({"metric": "iops", "resolution": "all"}, 422, "resolution"),
        ({"metric": "iops", "after": -1}, 422, "after"),
        ({"metric": "cpu"}, 422, "metric"),
        ({"metric": "latency_p99_ns", "source": "telemetry"}, 422, "metric"),
        ({"metric": "iops", "run_id": "r-999999"}, 404, None),
        ({}, 422, "metric"),
    ],
)
def test_invalid_request_names_its_fault(
    viewer: TestClient, make: Factory, query: dict[str, Any], status: int, place: str | None
) -> None:
    made = make_run_with_series(make, points=(5,))

    answer = viewer.get(ADDRESS, params={"run_id": str(made.run.id), **query})

    problem = answer.json()
    assert (answer.status_code, problem["responsible"]) == (status, "request")
    assert [error["path"] for error in problem["errors"]] == ([place] if place else [])


def add_telemetry(make: Factory, made: RunWithSeries, *, seconds: int) -> None:
    """Add readings of a drive that finishes 500 reads of 4 KiB a second, at 2 ms each, on a host that is 10 % busy."""
    samples = [
        {
            "t_ms": second * 1000, "dt_ms": 1000, "queue": 1.0, "utilisation_percent": 40.0, "cpu_percent": 10.0,
            "temperature_mc": 41_850 if second % 10 == 0 else None, "interrupts_per_s": 9000.0,
            "traffic": {
                "read": {"ios": 500, "bytes": 500 * 4096, "busy_ns": 10**9},
                "write": {"ios": 0, "bytes": 0, "busy_ns": 0},
            },
        }
        for second in range(1, seconds + 1)
    ]  # fmt: skip
    phase_id, attempt_id = made.phases[0].id, made.attempt.id
    make.session.add(
        LiveChunk(
            attempt_id=attempt_id, phase_id=phase_id, stream=TELEMETRY_STREAM, start_offset=0, end_offset=1,
            samples=samples,
        )
    )  # fmt: skip
    make.session.flush()


@pytest.mark.parametrize("folded", [False, True])
def test_telemetry_is_a_separate_source_live_and_stored(viewer: TestClient, make: Factory, folded: bool) -> None:
    made = make_run_with_series(make, points=(30,), folded=folded, state="finished" if folded else "running")
    engine = get(viewer, made.run)
    add_telemetry(make, made, seconds=30)
    if folded:
        fold_telemetry(make.session, phase=made.phases[0], attempt_id=made.attempt.id)
        make.session.flush()
        assert make.session.scalars(select(LiveChunk)).all() == []

    assert get(viewer, made.run)["mean"] == engine["mean"]
    expected = {
        "iops": (500.0, "1/s"), "throughput_bytes_per_s": (500 * 4096.0, "bytes/s"),
        "latency_mean_ns": (2_000_000.0, "ns"),
        "queue": (1.0, "1"), "utilisation": (40.0, "percent"), "cpu": (10.0, "percent"),
        "interrupts": (9000.0, "1/s"),
    }  # fmt: skip
    for metric, (value, unit) in expected.items():
        body = get(viewer, made.run, metric, source="telemetry")
        assert (body["mean"], body["unit"], body["source"]) == ([value] * 30, unit, "telemetry"), metric
    assert get(viewer, made.run, source="telemetry", direction="read")["points"] == 30
    same = {"run_id": str(made.run.id), "metric": "cpu", "source": "telemetry"}
    assert viewer.get("/api/v1/curves", params=same).json()["curves"] == [
        get(viewer, made.run, "cpu", source="telemetry")
    ]
    drawn = viewer.get("/api/v1/comparison", params={"run_id": [f"r-{made.run.number}"] * 2}).json()["runs"]
    assert set(drawn[0]["readings"]) == {"queue", "utilisation", "cpu", "temperature", "interrupts"}
    warm = get(viewer, made.run, "temperature", source="telemetry")
    assert (warm["points"], set(warm["mean"]) - {None}) == (3, {41.85})


def test_a_run_without_telemetry_has_none(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(5,))
    body = get(viewer, made.run, "cpu", source="telemetry")
    assert (body["points"], body["source"]) == (0, "none")
