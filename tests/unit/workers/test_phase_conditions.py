"""Conditions of each phase, from the array records of the runner."""

from __future__ import annotations

from typing import Any

from storagelab.analysis.window_cut import SeenCondition
from storagelab_workers.attempts.array_observations import ArrayObservation
from storagelab_workers.attempts.array_watch import find_condition_window, parse_array_moments
from storagelab_workers.attempts.phase_conditions import build_phase_conditions


def seen(condition: str | None, activity: str | None = "none") -> list[ArrayObservation]:
    return [ArrayObservation("md-uuid-1", "md0", condition, activity)]


def test_phase_starts_in_end_condition_of_predecessor() -> None:
    conditions = build_phase_conditions(
        [(1, 0, 100), (2, 110, 200), (3, 210, 300)],
        seen("optimal"),
        {1: seen("optimal"), 2: seen("degraded"), 3: seen("degraded")},
    )
    assert [conditions[ordinal]["optimal"] for ordinal in (1, 2, 3)] == [True, False, False]
    second = conditions[2]["arrays"][0]
    assert (second["start"]["condition"], second["end"]["condition"]) == ("optimal", "degraded")
    assert second["window"] == {"t0_ms": None, "t1_ms": None, "whole": False}
    third = conditions[3]["arrays"][0]
    assert (third["condition"], third["reason"]) == ("degraded", "the array was degraded throughout")
    assert third["window"] == {"t0_ms": 210, "t1_ms": 300, "whole": True}


def test_missing_record_leaves_adjacent_phases_unknown() -> None:
    conditions = build_phase_conditions([(1, 0, 100), (2, 110, 200)], seen("optimal"), {2: seen("optimal")})
    assert [conditions[ordinal]["optimal"] for ordinal in (1, 2)] == [None, None]
    assert conditions[2]["arrays"][0]["start"] is None


def test_target_without_array_has_no_conditions() -> None:
    assert build_phase_conditions([(1, 0, 100)], [], {1: []}) == {}


def test_phase_of_no_length_has_conditions() -> None:
    assert (
        build_phase_conditions([(1, 5, 5)], seen("optimal"), {1: seen("optimal")})[1]["arrays"][0]["start"] is not None
    )


def test_telemetry_dates_the_change() -> None:
    between = {
        "md0": [SeenCondition(t_ms, "optimal" if t_ms < 150 else "degraded", "none") for t_ms in range(105, 300, 5)]
    }
    conditions = build_phase_conditions([(1, 100, 200)], seen("optimal"), {1: seen("degraded")}, between)
    (array,) = conditions[1]["arrays"]
    assert array["window"] == {"t0_ms": 150, "t1_ms": 200, "whole": False}
    assert (array["condition"], array["optimal"]) == ("degraded", False)
    assert find_condition_window(conditions[1]) == (150, 200)


def test_array_repaired_between_records_was_not_optimal() -> None:
    between = {
        "md0": [
            SeenCondition(120, "optimal", "none"),
            SeenCondition(125, "rebuilding", "none"),
            SeenCondition(130, "optimal", "none"),
        ]
    }
    conditions = build_phase_conditions([(1, 100, 200)], seen("optimal"), {1: seen("optimal")}, between)
    assert conditions[1]["optimal"] is False
    assert find_condition_window(conditions[1]) == (130, 200)


def test_of_several_arrays_the_common_part_counts() -> None:
    def array(t0_ms: float | None, t1_ms: float | None, *, whole: bool | None) -> dict[str, Any]:
        return {"window": {"t0_ms": t0_ms, "t1_ms": t1_ms, "whole": whole}}

    assert find_condition_window({"arrays": [array(0, 100, whole=True), array(40, 100, whole=False)]}) == (40, 100)
    assert find_condition_window({"arrays": [array(0, 30, whole=False), array(40, 100, whole=False)]}) is None
    assert find_condition_window({"arrays": [array(0, 100, whole=None), array(40, 100, whole=False)]}) is None
    assert find_condition_window({"arrays": [array(None, None, whole=False)]}) is None
    assert find_condition_window({"arrays": [array(0, 100, whole=True)]}) is None


def test_telemetry_after_unreadable_line_is_unknown() -> None:
    line = b'{"ms": 5, "phase": 1, "dev": {}, "cpu": [], "md": {"md0": {"state": "clean", "degraded": 1}}}\n'
    plain = b'{"ms": 6, "phase": 1, "dev": {}, "cpu": []}\n'
    assert parse_array_moments([line, plain, b'{"md"\n', line], 100) == {
        "md0": [SeenCondition(105, "degraded", "none")]
    }
