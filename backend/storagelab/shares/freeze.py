"""Copies everything a share needs out of the living database, once: afterwards the copy is all there is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis import bins
from storagelab.analysis.series_codec import OVERVIEW_POINTS, decode_series
from storagelab.charts import measurements, queries
from storagelab.charts.views import describe_series
from storagelab.db.models import Artifact, Measurement, MeasurementPart, Phase, Run, Series
from storagelab.results.queries import list_phases
from storagelab.results.views import describe_run
from storagelab.shares.chart_images import ChartImages
from storagelab.shares.document import build_document

#: Width and height of the images in CSS pixels, for a desk and for a phone.
SIZES = {"wide": (1040, 1.0), "narrow": (360, 1.5)}
THEMES = ("light", "dark")
PANELS = ("iops", "lat_mean", "lat_max", "lat_stddev")


def freeze_run(
    session: Session, *, run: Run, title: str, author: str, note: str, now: dt.datetime, images: ChartImages
) -> dict[str, Any]:
    """The document of a run that has ended. Raises ChartImagesUnavailable."""
    phases = list_phases(session, run_id=run.id)
    description = describe_run(session, run).model_dump(mode="json")
    ordinals = {phase.id: phase.ordinal for phase in phases}
    return build_document(
        run=description,
        title=title,
        author=author,
        note=note,
        frozen_at=now,
        configuration_name=_public_name(run),
        job_files=_job_files(run),
        artifacts=_artifacts(session, run),
        series=_series(session, run, ordinals),
        bins=_bins(session, run, ordinals),
        charts=_charts(session, run, phases, description, images),
    )


def _public_name(run: Run) -> str | None:
    """The configuration's name without the server's, which a generated name begins with."""
    if run.configuration is None:
        return None
    name = run.configuration.name
    return name.removeprefix(f"{run.server.name}, ") if run.server else name


def _job_files(run: Run) -> list[dict[str, Any]]:
    plan = run.job.plan if run.job else {}
    return [{key: file[key] for key in ("ordinal", "name", "text")} for file in plan.get("job_files", [])]


def _artifacts(session: Session, run: Run) -> list[dict[str, Any]]:
    rows = session.execute(
        select(Artifact.name, Artifact.size_bytes, Artifact.sha256)
        .where(Artifact.run_id == run.id)
        .order_by(Artifact.name)
    )
    return [{"name": row.name, "size_bytes": row.size_bytes, "sha256": row.sha256} for row in rows]


def _series(session: Session, run: Run, ordinals: dict[Any, int]) -> list[dict[str, Any]]:
    """Every stored series at full rate: times in ms within the phase; a value is its integer times the factor."""
    frozen = []
    # Logs of single jobs are raw files of the run, which a share names by their hashes.
    rows = session.scalars(select(Series).where(Series.run_id == run.id, Series.job == 0))
    for row in sorted(rows, key=lambda row: (ordinals[row.phase_id], row.source, row.metric, row.direction, row.job)):
        t_ms, integers = decode_series(row.data)
        frozen.append(
            {
                "phase_ordinal": ordinals[row.phase_id],
                "source": row.source,
                "metric": row.metric,
                "direction": row.direction,
                "job": row.job,
                "unit": row.unit,
                "factor": row.factor,
                "estimated": row.estimated,
                "t_ms": t_ms.tolist(),
                "integers": integers.tolist(),
            }
        )
    return frozen


def _bins(session: Session, run: Run, ordinals: dict[Any, int]) -> list[dict[str, Any]]:
    """Latency bins of every part: representative nanoseconds to count."""
    rows = session.execute(
        select(Measurement.phase_id, MeasurementPart)
        .join(MeasurementPart, MeasurementPart.measurement_id == Measurement.id)
        .where(Measurement.run_id == run.id, MeasurementPart.bins.is_not(None))
    )
    frozen = [
        {
            "phase_ordinal": ordinals[phase_id],
            "direction": part.direction,
            "group": part.group,
            "of": part.percentiles_of,
            "counts": {str(value): count for value, count in sorted(bins.unpack(part.bins or b"").items())},
        }
        for phase_id, part in rows
    ]
    return sorted(frozen, key=lambda item: (item["phase_ordinal"], item["direction"], item["group"]))


def _charts(
    session: Session, run: Run, phases: Sequence[Phase], description: dict[str, Any], images: ChartImages
) -> list[dict[str, Any]]:
    """The charts that this run has data for, drawn for both themes and both widths."""
    wanted = []
    if any(phase["has_series"] for phase in description["phases"]):
        wanted.append(("preconditioning", _over_time(session, run, phases), 640))
    if description["verdict"]:
        wanted.append(("rounds", description["verdict"], 400))
    columns = measurements.read_columns(session, run_ids=[run.id], kinds=("measure", "published"))
    depths = {depth for depth in columns["outstanding_ios"] if depth is not None}
    if any(share is not None for share in columns["load_percent"]):
        wanted.append(("load-curve", {"source": columns}, 440))
    elif len(depths) > 1:
        wanted.append(("queue-depth", {"source": columns}, 560))
    elif run.origin == "published":
        metric = "bandwidth" if any(value is not None for value in columns["bandwidth_bytes_per_s"]) else "iops"
        wanted.append(("bars", {"metric": metric, "measurements": {"source": columns}}, 560))
    return [_drawn(images, chart, data, height) for chart, data, height in wanted]


def _over_time(session: Session, run: Run, phases: Sequence[Phase]) -> dict[str, Any]:
    series = []
    for metric in PANELS:
        drawn = queries.draw_series(
            session,
            phases=phases,
            metric=metric,
            direction="total",
            window=queries.Window(),
            max_points=OVERVIEW_POINTS,
        )
        answer = describe_series(run, phases, drawn, metric=metric, direction="total", phase="all")
        series.append(orjson.loads(orjson.dumps(answer, option=orjson.OPT_SERIALIZE_NUMPY)))
    return {"series": series, "verdict": (run.verdict or {}).get("sentence"), "logLatency": False}


_TITLES = {
    "preconditioning": ("Run over time", "IOPS and latencies of all phases on the time axis of the run."),
    "rounds": ("Steady state", "Each round, the measurement window, its average, best fit and allowed range."),
    "queue-depth": ("Queue depth", "IOPS and average latency over outstanding I/O."),
    "load-curve": ("Offered load", "Average latency over achieved IOPS, in order of the offered load."),
    "bars": ("Published figures", "As printed in the source; nothing here was measured by this lab."),
}


def _drawn(images: ChartImages, chart: str, data: dict[str, Any], height: int) -> dict[str, Any]:
    title, caption = _TITLES[chart]
    svg = {
        f"{theme}_{name}": images.render(chart, data, theme=theme, width=width, height=round(height * stretch))
        for theme in THEMES
        for name, (width, stretch) in SIZES.items()
    }
    return {"id": chart, "title": title, "caption": caption, "svg": svg}
