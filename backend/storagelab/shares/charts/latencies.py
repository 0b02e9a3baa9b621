"""Charts of how response times are distributed: as percentiles, and over the time of a phase."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.latency import find_timed_interval, format_curve_name
from storagelab.evaluate.latency_over_time import describe_timed
from storagelab.shares.charts.chart import ChartKind, CheckedChart, OfferedChart, Plan
from storagelab.shares.charts.material import LabMaterial, Material
from storagelab.shares.verification import formulas

#: More curves than this cannot be distinguished; only this number is drawn where there are more.
_MAX_CURVES = 8
_USUAL_CURVES = 6
#: Of more phases, those with the most slices.
_MAX_PHASES = 12
#: More heat maps than these cannot be compared.
_MAX_COMPARED = 6
#: By which percentiles are drawn.
RULE = {"percents": list(PERCENTS), "least_beyond": SUPPORTING_IOS}


def draw_percentiles(material: Material, number: str, ordinals: Collection[int] | None = None) -> dict[str, Any]:
    """Return the distribution of each result of a run, or of those with these `ordinals`, with its name."""
    curves = [
        {"name": format_curve_name(latency, latency.whole), "distribution": msgspec.to_builtins(latency.whole)}
        for latency in material.latencies(number, ordinals=ordinals)
        if latency.whole is not None
    ]
    return {**RULE, "curves": curves, "cdf": False}


def _offer_percentiles(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    drawable = [latency.phase_ordinal for latency in material.latencies(number, cdf=False) if latency.distributions]
    if drawable:
        yield OfferedChart(
            "percentiles", "percentiles", "Percentiles of the response times",
            "Read from merged histograms. A percentile is left out where too few I/Os were slower.",
            partial(draw_percentiles, material, number, _choose_results(drawable)), (number,),
        )  # fmt: skip


def _choose_results(drawable: Sequence[int]) -> set[int]:
    """Return the ordinals to draw: of too many results some at equal distances represent all."""
    if len(drawable) <= _MAX_CURVES:
        return set(drawable)
    return {drawable[round(place * (len(drawable) - 1) / (_USUAL_CURVES - 1))] for place in range(_USUAL_CURVES)}


def _check_percentiles(chart: CheckedChart) -> None:
    """Compare every curve with the distribution of the same name."""
    number = chart.runs[0]
    drawn = draw_percentiles(chart.material, number)
    distributions = {curve["name"]: curve["distribution"] for curve in drawn["curves"]}
    chart.compare_fields(RULE, formula=formulas.DISTRIBUTION, source="the rule")
    for place, curve in enumerate(chart.data["curves"]):
        at, frozen = f"curves/{place}", curve["distribution"]
        computed = distributions.get(curve["name"])
        if frozen.get("source") == "printed":
            printed = dict(zip(PERCENTS, computed["percentiles_ns"], strict=True)) if computed is not None else {}
            chart.compare(
                frozen["percentiles_ns"], [printed.get(percent) for percent in chart.data["percents"]],
                at=f"{at}/percentiles_ns", formula=formulas.COPY, source="the measurement",
            )  # fmt: skip
        else:
            chart.compare(
                {name: frozen.get(name) for name in computed} if computed else frozen, computed, at=at,
                formula=formulas.DISTRIBUTION, source=f"runs/{number}/bins",
            )  # fmt: skip
    chart.checked.add("cdf")


def draw_timed(material: Material, number: str, ordinal: int) -> dict[str, object]:
    """Return how many I/Os of a phase took how long in each slice of its time, all directions together."""
    drawn: dict[str, object] = msgspec.to_builtins(describe_timed(material.timed(number, ordinal), direction=TOTAL))
    return drawn


def _offer_timed(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    """Yield a latency heat map over all directions for each phase, in order."""
    phases = material.timed_phases(number)
    longest = sorted(phases, key=lambda phase: -phase["slices"])[:_MAX_PHASES]
    for phase in (phase for phase in phases if phase in longest):
        ordinal = phase["phase_ordinal"]
        yield OfferedChart(
            f"response-times-{ordinal}", "histogram-over-time",
            f"Response times over time: {ordinal}. {phase['name']}", _format_caption(phase["state"]),
            partial(draw_timed, material, number, ordinal), (number,), default=False,
            settings={"phase": ordinal, "direction": TOTAL},
        )  # fmt: skip


def list_compared_timed(material: LabMaterial, labels: Mapping[str, str]) -> list[OfferedChart]:
    """Return latency heat maps of several runs: of the longest phase that all of them have by one name.

    `labels` has the name of each run by its number. Of many runs the first ones have a map.
    """
    drawn = list(labels)[:_MAX_COMPARED]
    phases = [{phase["name"]: phase for phase in material.timed_phases(number)} for number in drawn]
    shared = [name for name in phases[0] if all(name in own for own in phases[1:])] if phases else []
    if not shared:
        return []
    name = max(shared, key=lambda item: min(own[item]["slices"] for own in phases))
    charts = []
    for number, own in zip(drawn, phases, strict=True):
        ordinal = own[name]["phase_ordinal"]
        charts.append(
            OfferedChart(
                f"response-times-{number}", "histogram-over-time",
                f"Response times over time: {labels[number]}, {name}", _format_caption(own[name]["state"]),
                partial(draw_timed, material, number, ordinal), (number,), default=False,
                settings={"phase": ordinal, "direction": TOTAL, "workload": name},
            )
        )  # fmt: skip
    return charts


def _format_caption(state: str) -> str:
    cut_short = "" if state == "finished" else f" The phase is {state}: this is what was measured until then."
    return f"How many I/Os took how long, from the histogram of each slice of time.{cut_short}"


def _check_timed(chart: CheckedChart) -> None:
    """Compare the heat map of a phase: what its result timed with its measurement, the rest with the raw file."""
    run = chart.material.run(chart.runs[0])
    phase = next(phase for phase in run.phases if phase.ordinal == chart.data["phase_ordinal"])
    of, result_ios = find_timed_interval(phase.measurement.parts if phase.measurement is not None else (), TOTAL)
    basis = {"of": of, "result_ios": result_ios}
    chart.compare_fields(basis, formula=formulas.COPY, source=f"runs/{run.number}/phases/{phase.ordinal}/measurement")
    drawn = draw_timed(chart.material, run.number, phase.ordinal)
    chart.compare(
        {name: value for name, value in chart.data.items() if name not in basis},
        {name: value for name, value in drawn.items() if name not in basis},
        formula=formulas.TIMED, source=chart.material.timed_source(run.number, phase.ordinal),
    )  # fmt: skip


PERCENTILES = ChartKind(
    "percentiles", _check_percentiles, _offer_percentiles, Plan("lines", ("Percentile",), log_y=True)
)
TIMED = ChartKind(
    "histogram-over-time", _check_timed, _offer_timed,
    Plan("lines", ("From",), without=frozenset({"To", "I/Os", "Fastest from", "Slowest below"}), log_y=True),
)  # fmt: skip
