"""Steady-state verdicts: rounds from curves and loops, and the verdict from its rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from storagelab.analysis.loop_state import judge_loop
from storagelab.analysis.loop_verdicts import add_loop_verdict
from storagelab.analysis.packing import INTERVALS, LOGS
from storagelab.analysis.rounds import judge_rounds
from storagelab.analysis.steady_state import format_verdict
from storagelab.domain.loops import TRACKED_METRICS, LoopRule, Tracked
from storagelab.domain.result import RunResult
from storagelab.domain.results import ObservedSeries
from storagelab.engines.registry import get_engine
from storagelab.errors import StorageLabError
from storagelab.evaluate.loop_verdict import collect_rounds, describe_loop
from storagelab.evaluate.phase_samples import PhaseCurve
from storagelab.evaluate.steady_state import describe_passing, judge_phase
from storagelab.imports.curve_rows import Curves
from storagelab.imports.verdict import has_gaps, judge_curves
from storagelab.shares.verification import formulas
from storagelab.shares.verification.curves import find_raw_curve, find_series_curve
from storagelab.shares.verification.frozen import FrozenShare, Json, format_place
from storagelab.shares.verification.imported import ImportedRun
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport

_NEEDED = re.compile(r"of (?:the )?(\d+) rounds")
#: A verdict may end with the minutes of a curve that its rounds are.
_MINUTES = re.compile(r" (?:A round is one minute|The rounds are minutes) [^.]*\.$")
_WINDOW = 5
#: Fields of a verdict on the rule that it was judged by.
_RULE = ("metric", "round_seconds", "round_spacing_seconds", "range_limit_pct", "slope_limit_pct", "phase_ordinal")
_TRACKED = {name: tracked for tracked, name in TRACKED_METRICS.items()}
#: Figures of a tracked variable in the window of its loop.
_OF_WINDOW = ("average", "range_pct", "slope_pct", "slope_per_round", "intercept", "sentence")


def check_verdict(
    share: FrozenShare, run: Json, imported: ImportedRun | None, verification: VerificationReport
) -> None:
    """Check the verdict of a run, and the rounds behind it.

    `imported` is the content of the files of an imported run; None for any other run.
    """
    verdict = run["verdict"]
    if not verdict:
        return
    place = f"{format_place(run)}/verdict"
    try:
        again, source = _judge_imported_curve(share, run, verdict, imported)
        if again is not None:
            frozen = {key: verdict.get(key) for key in again}
            verification.compare(place, frozen, again, formula=formulas.MINUTES, source=source)
            return
        loops = verdict.get("loops") or []
        for number, loop in enumerate(loops):
            _check_loop(share.result(run["number"]), loop, f"{place}/loops/{number}", verification)
        if loops and verdict.get("phase_ordinal") is None:
            _check_merged_loops(verdict, loops, place, verification)
        else:
            _check_rounds(share, run, verdict, place, verification)
            _check_verdict_figures(verdict, place, verification)
        if verdict.get("strict"):
            _check_verdict_figures(verdict["strict"], f"{place}/strict", verification)
            verification.compare(
                f"{place}/strict/rounds", verdict["strict"]["rounds"],
                _take_last_values(verdict["rounds"], len(verdict["strict"]["rounds"]))
                if verdict.get("round_spacing_seconds") == verdict.get("round_seconds")
                else verdict["strict"]["rounds"],
                formula=formulas.COPY, source="the last rounds",
            )  # fmt: skip
    except (*MALFORMED, StorageLabError) as error:
        verification.add_malformed(place, error, formula=formulas.STEADY, source="rounds")


def _judge_imported_curve(
    share: FrozenShare, run: Json, verdict: Json, imported: ImportedRun | None
) -> tuple[dict[str, object] | None, str]:
    """Return a new verdict on the curve of an imported run, and the name of the source used.

    The source is the files of the run, else its stored series.
    """
    if imported is not None:
        return imported.verdict(_find_level_limit(verdict)), imported.files
    phase = next(
        (candidate for candidate in run["phases"] if candidate["ordinal"] == verdict.get("phase_ordinal")), None
    )
    if run["origin"] == "measured" or phase is None:
        return None, ""
    # Runs that another lab measured have a curve of status documents, and rounds by their stop rule.
    row = next(
        (
            series
            for series in run["series"]
            if series["phase_ordinal"] == phase["ordinal"]
            and (series["metric"], series["direction"]) == ("iops", "total")
            and series["source"] in (LOGS, INTERVALS)
        ),
        None,
    )
    if row is None:
        return None, ""
    t_ms, values = share.columns(row)
    curve = ObservedSeries("iops", "total", t_ms, values, factor=row["factor"])
    if has_gaps(curve):
        # Only the files contain the length of an interval behind a gap.
        return None, ""
    curves: Curves = {("iops", "total"): curve}
    source = f"series/{phase['ordinal']}/{row['source']}/iops/total"
    again = judge_curves(
        curves, t0_ms=phase["t0_ms"], phase_ordinal=phase["ordinal"], level_limit=_find_level_limit(verdict)
    )
    return again, source


def _find_level_limit(verdict: Json) -> float | None:
    """Return the level limit of a verdict as a fraction.

    None for verdicts without a search for a later window.
    """
    percent = verdict.get("level_limit_percent")
    return None if percent is None else float(percent) / 100


def _take_last_values(values: Sequence[Any], count: int) -> list[Any]:
    return list(values[len(values) - count :])


def _check_verdict_figures(verdict: Json, place: str, verification: VerificationReport) -> None:
    """Check the figures of a verdict against the rounds beside it."""
    limits = {
        "window": _get_window_size(verdict),
        "range_limit": verdict["range_limit_pct"] / 100,
        "slope_limit": verdict["slope_limit_pct"] / 100,
    }
    level_limit = _find_level_limit(verdict)
    judged = judge_rounds(verdict["rounds"], level_limit=level_limit, **limits)
    result = judged.result
    computed: dict[str, object] = {
        "status": result.status,
        "window": list(result.measurement_window) if result.measurement_window else None,
        "first_steady_round": result.first_steady_round,
        "average": result.result_average,
        **result.describe_window(),
    }
    if level_limit is not None:
        computed["passing_window"] = list(judged.passing_window) if judged.passing_window else None
    minutes = _MINUTES.search(str(verdict["sentence"]))
    text = format_verdict(result, **limits) + describe_passing(judged.passing_window)
    computed["sentence"] = text + (minutes[0] if minutes else "")
    verification.compare(
        place, {key: verdict.get(key) for key in computed}, computed, formula=formulas.STEADY, source="its rounds"
    )


def _get_window_size(verdict: Json) -> int:
    if verdict.get("window"):
        return int(verdict["window"][1]) - int(verdict["window"][0]) + 1
    needed = _NEEDED.search(str(verdict.get("sentence")))
    return int(needed[1]) if needed else _WINDOW


def _check_rounds(share: FrozenShare, run: Json, verdict: Json, place: str, verification: VerificationReport) -> None:
    """Check the rounds of a phase against its raw file, else against its curve."""
    phase = next(
        (candidate for candidate in run["phases"] if candidate["ordinal"] == verdict.get("phase_ordinal")), None
    )
    frozen = {key: verdict.get(key) for key in ("rounds", "t0_ms", "t1_ms")}
    parsed = find_raw_curve(share, run, phase) if phase is not None else None
    level_limit = _find_level_limit(verdict)
    if phase is not None and parsed is not None:
        again = _judge_again(share, run, phase, parsed[0], level_limit)
        if again is not None:
            _check_stop_rule(verdict, again, phase, place, verification)
            computed = {key: again.get(key) for key in frozen}
            verification.compare(place, frozen, computed, formula=formulas.FOLD, source=parsed[1])
            return
    curve = find_series_curve(share, run, phase) if phase is not None else None
    again = _judge_again(share, run, phase, curve, level_limit) if phase is not None and curve is not None else None
    if again is None or phase is None:
        verification.add_unverified(place, frozen, "the curve that the rounds were cut from is not here")
        return
    _check_stop_rule(verdict, again, phase, place, verification)
    if again["window"] == verdict["window"]:
        times = ("t0_ms", "t1_ms")
        verification.compare(
            place, {key: frozen[key] for key in times}, {key: again[key] for key in times}, formula=formulas.STEADY,
            source="its window",
        )  # fmt: skip
    verification.compare(
        f"{place}/rounds", frozen["rounds"], again["rounds"], formula=formulas.ROUNDS,
        source=f"series/{phase['ordinal']}/status",
    )  # fmt: skip


def _check_stop_rule(verdict: Json, again: Json, phase: Json, place: str, verification: VerificationReport) -> None:
    """Check a verdict against the rule that stopped its phase.

    `again` is the verdict that was computed again. Verdicts by minutes have a rule of their own.
    """
    if phase["stop"].get("kind") == "steady":
        rule = {key: again[key] for key in _RULE if key in again}
        verification.compare(
            place, {key: verdict.get(key) for key in rule}, rule, formula=formulas.COPY, source="its stop rule"
        )


def _judge_again(
    share: FrozenShare, run: Json, phase: Json, curve: PhaseCurve, level_limit: float | None
) -> dict[str, object] | None:
    result = share.result(run["number"]).find_phase(phase["ordinal"])
    if result is None or not phase.get("stop") or "ramp_seconds" not in phase:
        return None
    engine = get_engine(run["engine"] or "fio")
    return judge_phase(result, curve, ramp_is_intervals=engine.ramp_is_intervals, level_limit=level_limit)


def _check_loop(result: RunResult, loop: Json, place: str, verification: VerificationReport) -> None:
    """Check the verdict of a loop against the measurements of its rounds."""
    tracked = tuple(Tracked(variable["phase"], _TRACKED[variable["metric"]]) for variable in loop["tracked"])
    series = collect_rounds(tracked, [phase for phase in result.phases if phase.loop == loop["name"]])
    verification.compare(
        f"{place}/rounds", [list(variable["rounds"]) for variable in loop["tracked"]], list(series.values()),
        formula=formulas.COPY, source="the measurements of its rounds",
    )  # fmt: skip
    limits = {name: loop[f"{name}_pct"] / 100 for name in ("range_limit", "slope_limit")}
    rule = LoopRule(loop["name"], tracked, window=_get_window_size(loop), **limits)
    state = judge_loop(series, window=rule.window, **limits)
    again = describe_loop(rule, state)
    frozen, computed = (
        {
            **{key: verdict.get(key) for key in ("status", "window", "first_steady_round", "sentence")},
            "tracked": [{key: variable.get(key) for key in _OF_WINDOW} for variable in verdict["tracked"]],
        }
        for verdict in (loop, again)
    )
    verification.compare(place, frozen, computed, formula=formulas.LOOP, source="its rounds")


def _check_merged_loops(verdict: Json, loops: Sequence[Json], place: str, verification: VerificationReport) -> None:
    whole: dict[str, object] | None = None
    for loop in loops:
        whole = add_loop_verdict(whole, loop)
    computed = {key: value for key, value in (whole or {}).items() if key != "loops"}
    frozen = {key: verdict.get(key) for key in computed}
    verification.compare(place, frozen, computed, formula=formulas.COPY, source="its loops")
