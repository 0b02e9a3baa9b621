"""The measurements of a document as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from storagelab.domain.metrics import METRICS
from storagelab.domain.published import join_places, join_source_reads, join_texts
from storagelab.http.csv_cells import escape_formula
from storagelab.shares.document.run import FrozenMeasurement
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.shown_names import map_configuration_names

_LOADS = ("read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios", "offered_iops")
_METRICS = (*(metric.column for metric in METRICS.values()), "little_ratio", "value_kind")
#: Whether a figure counts and how firm it is: without these a round outside of the window looks like a result.
_PHASE_VALIDITY = ("state", "loop", "round", "in_window")
#: The characters of the source, their place in it, and damaged ones that a value was reconstructed from.
_PUBLISHED = ("value_printed", "place", "source_reads")
_RUN_VALIDITY = ("origin", "scale", "state", "data")


def format_measurements_csv(document: ShareDocument, notices: Sequence[str] = ()) -> str:
    """Return the measurements of a document as CSV, one line per phase of every run (RFC 4180).

    Numbers are exact; text that would be a formula gets a quote. `notices` are facts that became known after the
    document was frozen; they are in every line, because lines may be sorted into other tables.
    """
    names = map_configuration_names(document)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heads = ["run", "configuration", "phase", "name", "kind", "workload", *_LOADS, *_METRICS]
    heads += [*_PHASE_VALIDITY, "estimated", *(f"run_{key}" for key in _RUN_VALIDITY), "run_invalid", *_PUBLISHED]
    heads.append("since_frozen")
    writer.writerow(heads)
    for run in document.runs:
        for phase in run.phases:
            row: list[Any] = [run.number, names.get(run.configuration or ""), phase.ordinal, phase.name, phase.kind]
            row += [phase.description, *(phase.workload.get(key) for key in _LOADS)]
            row += [getattr(phase.measurement, key, None) for key in _METRICS]
            row += [*(getattr(phase, key) for key in _PHASE_VALIDITY), getattr(phase.measurement, "estimated", None)]
            row += [getattr(run, key) for key in _RUN_VALIDITY] + [run.invalid.reason if run.invalid else None]
            row += _collect_published(phase.measurement)
            row.append(" ".join(notices))
            writer.writerow([escape_formula(cell) for cell in row])
    return out.getvalue()


def _collect_published(measurement: FrozenMeasurement | None) -> list[str | None]:
    """Return the cells of the columns of published figures; empty for a measurement of a lab."""
    figures = measurement.list_published() if measurement is not None else []
    return [join(figures) for join in (join_texts, join_places, join_source_reads)]
