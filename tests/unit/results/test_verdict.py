"""The verdict on a phase that was to become steady, as the API shows it."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.db.models import Phase, Run
from storagelab.evaluate.phase_samples import PhaseCurve, PhaseInterval
from storagelab.results.measure import judge_steady_state, run_badges

RULE = {
    "kind": "steady",
    "seconds": 25.0,
    "round_seconds": 1.0,
    "window": 5,
    "max_rounds": 25,
    "range_limit": 0.2,
    "slope_limit": 0.1,
    "metric": "iops",
}


def phase(**rule: Any) -> Phase:
    return Phase(ordinal=2, kind="precondition", t0_ms=10_000, stop={**RULE, **rule})


def curve(*iops: int, last_ms: int | None = None) -> PhaseCurve:
    """Return a curve with one interval a second; the last may end early, at the same rate."""
    ends = [1000 * number for number in range(1, len(iops) + 1)]
    if last_ms is not None:
        ends[-1] = last_ms
    starts = [0, *ends[:-1]]
    return PhaseCurve(
        tuple(
            PhaseInterval(end, end - start, round(rate * (end - start) / 1000))
            for end, start, rate in zip(ends, starts, iops, strict=True)
        )
    )


def test_steady_window_is_on_time_axis_of_run() -> None:
    verdict = judge_steady_state(phase(), curve(5000, 1000, 1000, 1010, 1000, 990))
    assert verdict is not None
    assert (verdict["status"], verdict["window"], verdict["first_steady_round"]) == ("steady", [2, 6], 6)
    assert (verdict["t0_ms"], verdict["t1_ms"]) == (11_000, 16_000)
    assert verdict["average"] == pytest.approx(1000.0)
    assert verdict["range_pct"] == pytest.approx(2.0)
    assert (verdict["range_limit_pct"], verdict["slope_limit_pct"]) == (20.0, 10.0)
    assert verdict["rounds"] == [5000.0, 1000.0, 1000.0, 1010.0, 1000.0, 990.0]


def test_steady_state_ignores_temporary_first_level() -> None:
    """Check a fresh drive that is level for eight minutes and then falls: the lower level is the result."""
    conditioning = Phase(
        ordinal=2, kind="precondition", t0_ms=10_000, stop={"kind": "time", "seconds": 7200, "judged": True}
    )
    verdict = judge_steady_state(conditioning, curve(*[404] * 480, *[151] * 6720))
    assert verdict is not None
    assert (verdict["status"], verdict["average"]) == ("steady", pytest.approx(151.0))
    assert (verdict["window"], verdict["passing_window"]) == ([9, 13], [1, 5])
    assert (verdict["t0_ms"], verdict["t1_ms"]) == (10_000 + 480_000, 10_000 + 780_000)


def test_one_round_in_many_counts() -> None:
    verdict = judge_steady_state(phase(spacing=2, window=2), curve(1, 5000, 1, 1000, 1, 1010))
    assert verdict is not None
    assert verdict["rounds"] == [5000.0, 1000.0, 1010.0]
    assert (verdict["status"], verdict["window"], verdict["round_spacing_seconds"]) == ("steady", [2, 3], 2.0)
    assert (verdict["t0_ms"], verdict["t1_ms"]) == (13_000, 16_000)


def test_rounds_support_throughput_and_latency() -> None:
    intervals = tuple(
        PhaseInterval(1000 * end, 1000, ios, bytes=4096 * ios, waited_ns=waited)
        for end, (ios, waited) in enumerate([(100, 1e9), (200, 4e9), (0, 0.0)], start=1)
    )
    by_metric = {}
    for metric in ("bytes_per_s", "latency"):
        verdict = judge_steady_state(phase(metric=metric, window=2), PhaseCurve(intervals))
        assert verdict is not None
        by_metric[verdict["metric"]] = verdict["rounds"]
    assert by_metric == {"bandwidth": [409_600.0, 819_200.0, 0.0], "lat_mean": [1e7, 2e7, None]}


def test_slightly_short_last_round_counts() -> None:
    verdict = judge_steady_state(phase(), curve(1000, 1000, 1000, 1000, 1000, last_ms=4995))
    assert verdict is not None
    assert (verdict["status"], len(verdict["rounds"])) == ("steady", 5)
    assert verdict["rounds"][-1] == pytest.approx(1000.0)


def test_clearly_short_last_round_is_ignored() -> None:
    verdict = judge_steady_state(phase(), curve(1000, 1000, 1000, 1000, 1000, last_ms=4900))
    assert verdict is not None
    assert (verdict["status"], verdict["window"], verdict["t0_ms"]) == ("insufficient_rounds", None, None)


def test_unaligned_intervals_are_split_between_rounds() -> None:
    intervals = tuple(PhaseInterval(t_ms, 997, 997) for t_ms in range(997, 6000, 997))
    verdict = judge_steady_state(phase(), PhaseCurve(intervals))
    assert verdict is not None
    assert verdict["rounds"] == [pytest.approx(1000.0)] * 5


def ramped(*, engine: str) -> PhaseCurve:
    """Return two seconds of a ramp, in which fio counts no response times, and then five steady rounds."""
    rates = [9000, 9000, 1000, 1000, 1010, 1000, 990]
    return PhaseCurve(
        tuple(
            PhaseInterval(1000 * end, 1000, rate, waited_ns=0.0 if engine == "fio" and end <= 2 else 1e6 * rate)
            for end, rate in enumerate(rates, start=1)
        )
    )


@pytest.mark.parametrize("engine", ["fio", "vdbench"])
def test_rounds_begin_at_end_of_ramp(engine: str) -> None:
    measured = phase()
    measured.ramp_seconds = 2.0
    verdict = judge_steady_state(measured, ramped(engine=engine), engine=engine)
    assert verdict is not None
    assert verdict["rounds"] == [1000.0, 1000.0, 1010.0, 1000.0, 990.0]
    assert (verdict["status"], verdict["window"], verdict["t0_ms"]) == ("steady", [1, 5], 12_000)


def test_fio_interval_counts_from_end_of_ramp() -> None:
    measured = phase()
    measured.ramp_seconds = 2.0
    ends = [(900, 900, 9000, 0.0), (1900, 1000, 9000, 0.0), (3000, 1000, 1000, 1e9), (4000, 1000, 1000, 1e9)]
    verdict = judge_steady_state(
        measured, PhaseCurve(tuple(PhaseInterval(t, dt, n, waited_ns=w) for t, dt, n, w in ends))
    )
    assert verdict is not None
    assert verdict["rounds"] == pytest.approx([1000.0, 1000.0])


def test_ramp_absent_from_intervals_shifts_no_rounds() -> None:
    measured = phase()
    measured.ramp_seconds = 0.5
    intervals = tuple(PhaseInterval(1000 * end, 1000, 1000, waited_ns=1e9) for end in range(1, 6))
    verdict = judge_steady_state(measured, PhaseCurve(intervals))
    assert verdict is not None
    assert verdict["rounds"] == [1000.0] * 5


def test_other_phases_have_no_verdict() -> None:
    timed = Phase(ordinal=1, kind="measure", stop={"kind": "time", "seconds": 5})
    assert judge_steady_state(timed, curve(1, 2, 3)) is None


def test_run_has_badges_of_its_limitations() -> None:
    run = Run(completeness="partial", verdict=judge_steady_state(phase(), curve(100, 200, 400, 800, 1600, 3200)))
    codes = [badge["code"] for badge in run_badges(run, target_kind="file")]
    assert codes == ["partial", "file_target", "not_steady", "not_snia_timing"]
    snia = judge_steady_state(phase(round_seconds=60.0), PhaseCurve(()))
    assert run_badges(Run(completeness="complete", verdict=None), target_kind="devices") == []
    assert snia is not None
    assert "not_snia_timing" not in [
        badge["code"] for badge in run_badges(Run(completeness="complete", verdict=snia), target_kind="devices")
    ]


def test_smoke_badge_comes_first() -> None:
    badges = run_badges(Run(completeness="complete", verdict=None, scale="smoke"), target_kind="devices")
    assert [badge["code"] for badge in badges] == ["smoke"]


def minutes(*iops: int) -> PhaseCurve:
    return PhaseCurve(
        tuple(PhaseInterval(60_000 * number, 60_000, rate * 60) for number, rate in enumerate(iops, start=1))
    )


def test_judged_phase_has_rounds_of_one_minute() -> None:
    judged = Phase(ordinal=1, kind="precondition", t0_ms=10_000, stop={"kind": "time", "seconds": 480, "judged": True})
    verdict = judge_steady_state(judged, minutes(5000, 4000, 3000, 1000, 1000, 1010, 1000, 990))
    assert verdict is not None
    assert (verdict["status"], verdict["round_seconds"], verdict["first_steady_round"]) == ("steady", 60, 8)
    assert (verdict["t0_ms"], verdict["t1_ms"]) == (190_000, 490_000)
    assert verdict["strict"]["status"] == "steady"
    assert verdict["phase_ordinal"] == 1


def test_long_judged_phase_uses_every_31st_minute() -> None:
    judged = Phase(ordinal=1, kind="measure", t0_ms=0, stop={"kind": "volume", "seconds": 86400, "judged": True})
    verdict = judge_steady_state(judged, minutes(*[1000] * 360))
    assert verdict is not None
    assert (verdict["round_spacing_seconds"], len(verdict["rounds"])) == (31 * 60, 11)


def test_short_judged_phase_has_insufficient_rounds() -> None:
    judged = Phase(ordinal=1, kind="precondition", t0_ms=0, stop={"kind": "time", "seconds": 2, "judged": True})
    for few in (minutes(), minutes(1000), curve(1000, 1000)):
        verdict = judge_steady_state(judged, few)
        assert verdict is not None
        assert verdict["status"] == "insufficient_rounds"
