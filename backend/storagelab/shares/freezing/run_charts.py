"""The charts of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS
from storagelab.analysis.packing import TELEMETRY as TELEMETRY_SOURCE
from storagelab.analysis.reports.build import build_report
from storagelab.db.models import Phase, Run, Series
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.columns import build_columns
from storagelab.evaluate.latency_over_time import describe_timed
from storagelab.http.references import format_row_number
from storagelab.latency import over_time as timed
from storagelab.latency.distributions import read_distributions
from storagelab.reports.input import read_report_input
from storagelab.reports.views import describe_report
from storagelab.results.load import load_results
from storagelab.results.queries import list_phases, list_phases_with_series
from storagelab.results.reports import find_report
from storagelab.shares.freezing import over_time
from storagelab.shares.freezing.measured_charts import DEPTH_LATENCY, find_chart_link_limit, list_measured_charts
from storagelab.shares.freezing.subject import OfferedChart, Subject, require_shareable

#: Of more phases, those with the most slices.
_MAX_PHASES = 12

#: More curves than this cannot be distinguished; only this number is drawn where there are more.
_MAX_CURVES = 8
_USUAL_CURVES = 6


def share_run(session: Session, run: Run) -> Subject:
    """Return a run as the subject of a share. Raises Conflict for a run in progress or in the trash."""
    require_shareable(run)
    return Subject("run", (run,), tuple(list_run_charts(session, run)))


def list_run_charts(session: Session, run: Run) -> list[OfferedChart]:
    """Return the charts for which a run has data, in the order of the page of the run."""
    phases = list_phases(session, run_id=run.id)
    columns = read_measurements(session, [run])
    runs = (format_row_number(run),)
    verdict = run.verdict or {}
    has_series = bool(list_phases_with_series(session, phase_ids=[phase.id for phase in phases]))
    charts = []
    if has_series:
        charts.append(
            OfferedChart(
                "over-time", "preconditioning", "Run over time",
                "IOPS and latencies of all phases on the time axis of the run.",
                partial(_load_curves, session, run, phases), runs,
            )
        )  # fmt: skip
    if verdict.get("rounds"):
        charts.append(
            OfferedChart(
                "rounds", "rounds", "Steady state",
                "Each round, the measurement window, its average, best fit and allowed range.",
                partial(dict, verdict), runs,
            )
        )  # fmt: skip
    key_chart = _find_key_chart(run, columns, runs)
    if key_chart is not None:
        charts.append(key_chart)
    charts += _sweep_charts(run, columns, taken=tuple(chart.kind for chart in charts))
    latencies = read_distributions(session, run_id=run.id, cdf=False)
    if any(item["distributions"] for item in latencies):
        charts.append(
            OfferedChart(
                "percentiles", "percentiles", "Percentiles of the response times",
                "Read from merged histograms; a percentile is left out where too few I/Os were slower.",
                partial(_load_percentiles, session, run, latencies), runs,
            )
        )  # fmt: skip
    charts += [*list_timed_charts(session, run), *list_report_charts(session, run)]
    if session.scalar(select(exists().where(Series.run_id == run.id, Series.source == TELEMETRY_SOURCE))):
        charts.append(
            OfferedChart(
                "telemetry", "telemetry", "Readings of the server",
                "What the block layer and the server itself said while the run went on.",
                partial(_load_telemetry, session, run, phases), runs, default=False,
            )
        )  # fmt: skip
    return charts


def read_measurements(session: Session, runs: Sequence[Run]) -> dict[str, list[Any]]:
    """Return the columns of `GET /measurements` for these runs, with run numbers in place of ids."""
    columns = build_columns(load_results(session, [run.id for run in runs], measured=True))
    columns["run_id"] = list(columns["run_number"])
    return columns


def has_sweep_of_loads(columns: dict[str, list[Any]]) -> bool:
    """Return whether loads were set as shares of a maximum."""
    return any(share is not None for share in columns["load_percent"])


def has_sweep_of_depths(columns: dict[str, list[Any]]) -> bool:
    """Return whether more than one depth was measured. Rounds of a loop do not count."""
    rows = zip(columns["outstanding_ios"], columns["loop"], strict=True)
    return len({depth for depth, loop in rows if depth and loop is None}) > 1


def _find_key_chart(run: Run, columns: dict[str, list[Any]], runs: tuple[str, ...]) -> OfferedChart | None:
    """Return the chart of the varied parameter, or of the figures side by side; None without measurements."""
    if has_sweep_of_loads(columns):
        return OfferedChart(
            "load-curve", "load-curve", "Offered load",
            "Average latency over achieved IOPS, in order of the offered load.",
            partial(dict, source=columns), runs,
        )  # fmt: skip
    if has_sweep_of_depths(columns):
        return OfferedChart(
            "queue-depth", "queue-depth", "Queue depth", "IOPS and latency over outstanding I/O.",
            partial(dict, source=columns, **DEPTH_LATENCY), runs,
        )  # fmt: skip
    if not columns["run_number"]:
        return None
    metric = _get_usual_metric(columns)
    title, caption = "Figures side by side", "One bar for each workload."
    if run.origin == "published":
        title, caption = "Published figures", "As printed in the source; nothing here was measured by this lab."
        metric = "bandwidth" if _is_known(columns, "bandwidth_bytes_per_s") else "iops"
    return OfferedChart(
        "bars", "bars", title, caption, partial(dict, metric=metric, measurements={"source": columns}), runs,
        default=run.origin == "published" or not run.verdict, settings={"metric": metric},
    )  # fmt: skip


def _get_usual_metric(columns: dict[str, list[Any]]) -> str:
    return "bandwidth" if _is_known(columns, "bandwidth_bytes_per_s") and not _is_known(columns, "iops") else "iops"


def _is_known(columns: dict[str, list[Any]], name: str) -> bool:
    return any(value is not None for value in columns[name])


def _sweep_charts(run: Run, columns: dict[str, list[Any]], *, taken: tuple[str, ...]) -> list[OfferedChart]:
    """Return the charts of the sweeps page of a run.

    The charts are shown by default where no other chart shows the varied parameter.
    """
    number = format_row_number(run)
    configuration = run.configuration
    chosen = {
        "number": number,
        "name": configuration.name if configuration is not None else run.title,
        "linkLimit": find_chart_link_limit(configuration),
    }
    return list_measured_charts(
        columns, [chosen], metric=_get_usual_metric(columns), numbers=(number,), without=taken,
        default="load-curve" not in taken and "queue-depth" not in taken,
    )  # fmt: skip


def _load_curves(session: Session, run: Run, phases: Sequence[Phase]) -> dict[str, Any]:
    series = [over_time.read_curve(session, run, phases, metric) for metric in over_time.PANELS]
    return {"series": series, "verdict": (run.verdict or {}).get("sentence"), "logLatency": False}


def _load_telemetry(session: Session, run: Run, phases: Sequence[Phase]) -> dict[str, Any]:
    return {
        "series": [over_time.read_curve(session, run, phases, metric, telemetry=True) for metric in over_time.TELEMETRY]
    }


def _load_percentiles(session: Session, run: Run, latencies: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the data of a percentile chart: the distribution of each result over all directions.

    With too many results, results at equal distances represent all.
    """
    drawable = [item["phase_ordinal"] for item in latencies if _find_total(item) is not None]
    if len(drawable) > _MAX_CURVES:
        places = [round(place * (len(drawable) - 1) / (_USUAL_CURVES - 1)) for place in range(_USUAL_CURVES)]
        drawable = [drawable[place] for place in places]
    items = read_distributions(session, run_id=run.id, ordinals=set(drawable))
    return {
        "percents": list(PERCENTS),
        "least_beyond": SUPPORTING_IOS,
        "curves": [
            {"name": _format_curve_name(item, total), "distribution": total}
            for item in items
            if (total := _find_total(item)) is not None
        ],
        "cdf": False,
    }


def _find_total(item: dict[str, Any]) -> dict[str, Any] | None:
    """Return the distribution of a result over all directions, else of its first direction.

    None without any distribution.
    """
    distributions: list[dict[str, Any]] = item["distributions"]
    return next(
        (candidate for candidate in distributions if candidate["direction"] == "total"),
        distributions[0] if distributions else None,
    )


def _format_curve_name(item: dict[str, Any], distribution: Mapping[str, Any]) -> str:
    """Return the name of the curve of a result, with the direction if it is of one direction only."""
    direction = distribution["direction"]
    return _format_result_name(item) if direction == "total" else f"{_format_result_name(item)}, {direction}s alone"


def _format_result_name(item: dict[str, Any]) -> str:
    if item["loop"] is None:
        return f"{item['phase_ordinal']}. {item['name']}"
    first, last = (item["rounds"] or [0])[0], (item["rounds"] or [0])[-1]
    rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
    return f"{item['name']} ({item['loop']}, {rounds})"


def list_report_charts(session: Session, run: Run) -> list[OfferedChart]:
    """Return every plot of the report of a run that has data to show, in the order of the report.

    Empty for a run of any other profile. The profile of the run has to be loaded, as `results.queries.find_run` does.
    """
    test = find_report(run)
    if test is None:
        return []
    report = describe_report(build_report(read_report_input(session, run, test)))
    return [
        OfferedChart(
            f"report-{panel['id']}", f"report-{panel['kind']}", f"SNIA {report['title']}: {panel['title']}",
            panel["note"] or report["sentence"],
            partial(dict, panel), (format_row_number(run),), default=False, settings={"test": test},
        )
        for panel in report["panels"]
        if _is_plot(panel)
    ]  # fmt: skip


def _is_plot(panel: dict[str, Any]) -> bool:
    return panel["empty"] is None and panel["kind"] != "table"


def list_timed_charts(session: Session, run: Run) -> list[OfferedChart]:
    """Return a latency heat map over all directions for each phase of a run, in order."""
    phases = timed.list_timed_phases(session, run_id=run.id)
    longest = sorted(phases, key=lambda phase: -phase["slices"])[:_MAX_PHASES]
    return [
        OfferedChart(
            f"response-times-{phase['phase_ordinal']}", "histogram-over-time",
            f"Response times over time: {phase['phase_ordinal']}. {phase['name']}", _format_caption(phase["state"]),
            partial(_read, session, run, phase["phase_ordinal"]), (format_row_number(run),), default=False,
            settings={"phase": phase["phase_ordinal"], "direction": TOTAL},
        )
        for phase in phases
        if phase in longest
    ]  # fmt: skip


def _format_caption(state: str) -> str:
    cut_short = "" if state == "finished" else f" The phase is {state}: this is what was measured until then."
    return f"How many I/Os took how long, from the histogram of each slice of time.{cut_short}"


def _read(session: Session, run: Run, ordinal: int) -> dict[str, Any]:
    histograms = timed.read_timed_direction(
        session, run_id=run.id, run_number=format_row_number(run), ordinal=ordinal, direction=TOTAL
    )
    data: dict[str, Any] = msgspec.to_builtins(describe_timed(histograms, direction=TOTAL))
    return data
