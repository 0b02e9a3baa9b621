"""Report of a run: the panels of its test below one header, with its steady-state verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storagelab.analysis.reports import cross_stimulus, demand, idle_recovery, iops, latency, saturation, throughput
from storagelab.analysis.reports.figures import HeaderBlock, ReportInput, Test
from storagelab.analysis.reports.loops import Checks, ReportLoop
from storagelab.analysis.reports.panels import Panel, ReportModel

TITLES: dict[Test, str] = {
    "iops": "IOPS",
    "tp": "Throughput",
    "lat": "Latency",
    "wsat": "Write saturation",
    "hir": "Host idle recovery",
    "xsr": "Cross stimulus recovery",
    "dirth": "Demand intensity and response times",
}
_Loops = Sequence[ReportLoop]
_LOOPED: dict[Test, tuple[Callable[[ReportInput], _Loops], Callable[[ReportInput, _Loops], list[Panel]]]] = {
    "iops": (iops.make_loops, iops.build_panels),
    "tp": (throughput.make_loops, throughput.build_panels),
    "lat": (latency.make_loops, latency.build_panels),
    "dirth": (demand.make_loops, demand.build_panels),
}
_CHECKED: dict[Test, tuple[Callable[[ReportInput], Checks | None], Callable[[ReportInput], list[Panel]]]] = {
    "wsat": (saturation.judge_checks, saturation.build_panels),
    "hir": (idle_recovery.judge_checks, idle_recovery.build_panels),
}


def build_report(given: ReportInput) -> ReportModel:
    """Build every plot and table that methodology 1.3 names for the test. A panel states what was not measured."""
    if given.test in _LOOPED:
        make_loops, make_panels = _LOOPED[given.test]
        loops = make_loops(given)
        return _build_report(given, make_panels(given, loops), *_judge_loops(loops))
    if given.test in _CHECKED:
        judge, panels = _CHECKED[given.test]
        return _build_report(given, panels(given), *_judge_checks(judge(given)))
    return _build_report(given, cross_stimulus.build_panels(given), None, "This test has no steady state.", "none")


def _build_report(
    given: ReportInput, panels: list[Panel], steady: bool | None, sentence: str, rounds: str | None
) -> ReportModel:
    block = HeaderBlock("Steady state", (("Rounds of the measurement window", rounds), ("Verdict", sentence)))
    return ReportModel(given.test, TITLES[given.test], (*given.header, block), steady, sentence, tuple(panels))


def _judge_loops(loops: Sequence[ReportLoop]) -> tuple[bool | None, str, str | None]:
    if not loops:
        return None, "No round of this test is complete yet.", None
    verdicts = [loop.steady for loop in loops]
    words = "; ".join(_format_loop(loop, alone=len(loops) == 1) for loop in loops)
    spans = [f"{loop.window[0]} to {loop.window[1]}" for loop in loops if loop.window is not None]
    known_verdicts = [verdict for verdict in verdicts if verdict is not None]
    steady = all(known_verdicts) if len(known_verdicts) == len(verdicts) else None
    return steady, f"{words[0].upper()}{words[1:]}.", "; ".join(spans) or None


def _format_loop(loop: ReportLoop, *, alone: bool) -> str:
    name = "" if alone else f"{loop.name}: "
    if loop.window is None:
        return f"{name}too short, {loop.rounds} of {loop.rule.window} rounds"
    span = f"rounds {loop.window[0]} to {loop.window[1]}"
    if loop.steady:
        return f"{name}steady state was reached at round {loop.window[1]}, the measurement window is {span}"
    return f"{name}steady state was not achieved, the values are those of {span}"


def _judge_checks(checks: Checks | None) -> tuple[bool | None, str, str | None]:
    if checks is None:
        return None, "No curve was stored that could be judged.", None
    window = checks.judged.window
    if window is None:
        words = f"Too short: {len(checks.judged.values)} of {checks.judged.rule.window} checks."
        return None, words, None
    minutes = f"minutes {checks.minutes[window[0] - 1]:g} to {checks.minutes[window[1] - 1]:g}"
    span = f"{window[0]} to {window[1]} ({minutes})"
    if checks.steady:
        return True, f"Steady state was reached at check {window[1]}, {minutes}.", span
    return False, f"Steady state was not achieved in {len(checks.judged.values)} checks.", span
