"""Charts over the time of runs: their curves, the readings of the server, and the rounds of a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from storagelab.shares.charts.chart import ChartKind, CheckedChart, OfferedChart, Plan
from storagelab.shares.charts.material import Json, LabMaterial, Material
from storagelab.shares.verification import formulas

_PANELS = ("iops", "lat_mean", "lat_max", "lat_stddev")
_READINGS = ("iops", "bandwidth", "utilisation", "queue", "cpu", "temperature")
#: Parts of the name, the colour and the symbol of a run that curves over time have.
_LOOK = ("name", "order", "baseline", "single")
_WITHOUT_RESOLUTION = "it was frozen before curves stated their resolution"


def draw_over_time(material: Material, number: str) -> dict[str, object]:
    """Return IOPS and latencies of a run over all of its phases."""
    verdict = material.run(number).verdict or {}
    series = [material.curve(number, metric) for metric in _PANELS]
    return {"series": series, "verdict": verdict.get("sentence"), "logLatency": False}


def draw_readings(material: Material, number: str) -> dict[str, object]:
    """Return the readings of the server over all phases of a run."""
    return {"series": [material.curve(number, metric, telemetry=True) for metric in _READINGS]}


def draw_rounds(material: Material, number: str) -> dict[str, object]:
    """Return the verdict of a run with its rounds."""
    return dict(material.run(number).verdict or {})


def draw_overlay(
    material: LabMaterial, numbers: Sequence[str], looks: Sequence[Json], metric: str
) -> Mapping[str, Any]:
    """Return one metric of several runs over their whole time, each with its name and look."""
    drawn = [
        {**{name: look[name] for name in _LOOK}, "series": material.whole_curve(number, metric)}
        for number, look in zip(numbers, looks, strict=True)
    ]
    return {"metric": metric, "runs": drawn, "log": False}


def _offer_over_time(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    if material.has_curves(number):
        yield OfferedChart(
            "over-time", "preconditioning", "Run over time",
            "IOPS and latencies of all phases on the time axis of the run.",
            partial(draw_over_time, material, number), (number,),
        )  # fmt: skip


def _offer_rounds(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    if (material.run(number).verdict or {}).get("rounds"):
        yield OfferedChart(
            "rounds", "rounds", "Steady state",
            "Each round, the measurement window, its average, best fit and allowed range.",
            partial(draw_rounds, material, number), (number,),
        )  # fmt: skip


def _offer_telemetry(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    if material.has_telemetry(number):
        yield OfferedChart(
            "telemetry", "telemetry", "Readings of the server",
            "Readings of the block layer and of the server during the run.",
            partial(draw_readings, material, number), (number,), default=False,
        )  # fmt: skip


def _check_over_time(chart: CheckedChart, *, telemetry: bool = False) -> None:
    number = chart.runs[0]
    verdict = chart.material.run(number).verdict or {}
    for place, curve in enumerate(chart.data["series"]):
        check_curve(chart, curve, number, at=f"series/{place}", telemetry=telemetry)
    if "verdict" in chart.data:
        chart.compare(
            chart.data["verdict"], verdict.get("sentence"), at="verdict", formula=formulas.COPY,
            source="the verdict of the run",
        )  # fmt: skip


def _check_overlay(chart: CheckedChart) -> None:
    for place, (number, drawn) in enumerate(zip(chart.runs, chart.data["runs"], strict=True)):
        check_curve(chart, drawn["series"], number, at=f"runs/{place}/series", telemetry=False)


def check_curve(chart: CheckedChart, frozen: Json, number: str, *, at: str, telemetry: bool) -> None:
    """Compare a curve of a chart with the same curve drawn again: first its axis, then its buckets."""
    metric, of = frozen["metric"], frozen["phase"]
    axis = chart.material.axis(number, of)
    chart.compare(
        {name: frozen[name] for name in axis}, axis, at=at, formula=formulas.COPY, source="the phases and the verdict"
    )
    if "resolution" not in frozen:
        chart.leave_out({name: frozen[name] for name in ("min", "mean", "max")}, _WITHOUT_RESOLUTION, at=at)
        return
    computed = chart.material.curve(number, metric, of=of, telemetry=telemetry)
    chart.compare(
        {name: frozen[name] for name in computed}, computed, at=at, formula=formulas.BUCKETS,
        source=f"runs/{number}/series, {metric}",
    )  # fmt: skip


def _check_rounds(chart: CheckedChart) -> None:
    verdict = chart.material.run(chart.runs[0]).verdict
    chart.compare(chart.data, verdict, formula=formulas.COPY, source="the verdict of the run")


PRECONDITIONING = ChartKind("preconditioning", _check_over_time, _offer_over_time, Plan("lines", ("Elapsed",)))
ROUNDS = ChartKind("rounds", _check_rounds, _offer_rounds, Plan("lines", ("Round",)))
TELEMETRY = ChartKind(
    "telemetry", partial(_check_over_time, telemetry=True), _offer_telemetry, Plan("lines", ("Elapsed",))
)
OVERLAY = ChartKind("overlay", _check_overlay, plan=Plan("lines", ("Elapsed",), joined=True))
