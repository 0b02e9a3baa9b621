"""Checks of a received document across its fields: names that occur once, and parts that exist."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Hashable, Iterable, Iterator

from msgspec import structs

from storagelab.http.schemas import clean_line
from storagelab.shares.document.bounds import bind
from storagelab.shares.document.run import FrozenRun, FrozenWorkload
from storagelab.shares.document.share import ShareDocument, ShareHeader, convert_shape, make_form_refusal

_BOUND_WORKLOAD = bind(FrozenWorkload)


def check_consistency(document: ShareDocument) -> None:
    """Raise InvalidInput for a document whose fields contradict each other."""
    keys = [configuration.key for configuration in document.configurations]
    _require_unique((run.number for run in document.runs), "a run")
    _require_unique((run.result_id for run in document.runs if run.result_id is not None), "a result")
    _require_unique(keys, "a configuration")
    if any(run.configuration is not None and run.configuration not in keys for run in document.runs):
        raise make_form_refusal("", "a run refers to a configuration that is missing")
    missing = next(iter(sorted(set(_iterate_part_names(document)) - document.parts.keys())), None)
    if missing is not None:
        raise make_form_refusal("", f"the part {_format_foreign_name(missing)} is missing")
    for name in ("name", "version"):
        _clean_line(getattr(document.product, name), f"product.{name}")
    for name in ("embargo_until", "frozen_at"):
        _check_moment(getattr(document.share, name), f"share.{name}")
    for index, run in enumerate(document.runs):
        _check_run(run, f"runs.{index}")


def clean_header(share: ShareHeader) -> ShareHeader:
    """Return the header with its words as lines of visible text. Raises InvalidInput for anything else."""
    lines = {name: getattr(share, name) for name in ("title", "author", "licence", "contact")}
    cleaned = {name: _clean_line(line, f"share.{name}") for name, line in lines.items() if line is not None}
    empty = next((name for name, line in cleaned.items() if not line and name != "author"), None)
    if empty is not None:
        raise make_form_refusal(f"share.{empty}", "must not be empty")
    return structs.replace(share, **cleaned)


def _clean_line(line: str, place: str) -> str:
    try:
        return clean_line(line)
    except ValueError as wrong:
        raise make_form_refusal(place, str(wrong)) from None


def _check_run(run: FrozenRun, place: str) -> None:
    _require_unique((phase.ordinal for phase in run.phases), f"a phase of {run.number}", place)
    _require_unique(
        ((series.phase_ordinal, series.source, series.metric, series.direction, series.job) for series in run.series),
        f"a series of {run.number}",
        place,
    )
    bins = [(entry.phase_ordinal, entry.direction, entry.group) for entry in run.bins]
    _require_unique(bins, f"bins of {run.number}", place)
    measured: set[tuple[int, str, int]] = set()
    for index, phase in enumerate(run.phases):
        here = f"{place}.phases.{index}"
        convert_shape(phase.workload, _BOUND_WORKLOAD, f"{here}.workload")
        parts = phase.measurement.parts if phase.measurement is not None else []
        _require_unique(((part.direction, part.group) for part in parts), "a part of a measurement", here)
        measured.update((phase.ordinal, part.direction, part.group) for part in parts)
    if not measured.issuperset(bins):
        raise make_form_refusal(place, f"{run.number} has bins of a measurement that it does not have")
    if not {phase.ordinal for phase in run.phases}.issuperset(series.phase_ordinal for series in run.series):
        raise make_form_refusal(place, f"{run.number} has a series of a phase that it does not have")
    if run.invalid is not None and not run.invalid.reason.strip():
        raise make_form_refusal(place, f"{run.number} is marked invalid without a reason")
    for name in ("started_at", "finished_at"):
        _check_moment(getattr(run, name), f"{place}.{name}")
    _check_moment(run.invalid.at if run.invalid is not None else None, f"{place}.invalid.at")


def _check_moment(text: str | None, place: str) -> None:
    try:
        parse_moment(text)
    except (ValueError, OverflowError):
        raise make_form_refusal(place, "must be a time such as 2026-11-20T12:00:00Z") from None


def parse_moment(text: str | None) -> dt.datetime | None:
    """Return a time of a document in UTC. Raises ValueError or OverflowError for a day that does not exist."""
    return dt.datetime.fromisoformat(text).astimezone(dt.UTC) if text is not None else None


def _iterate_part_names(document: ShareDocument) -> Iterator[str]:
    for run in document.runs:
        yield from (series.part for series in run.series)
        yield from (bins.part for bins in run.bins)
    for chart in document.charts.values():
        yield chart.data
        if chart.table is not None:
            yield chart.table


def _require_unique(names: Iterable[Hashable], subject: str, place: str = "") -> None:
    listed = list(names)
    if len(set(listed)) != len(listed):
        raise make_form_refusal(place, f"{subject} is listed twice")


def _format_foreign_name(name: str) -> str:
    """Return a name from another lab in quotes and ASCII, for use in an error message."""
    return repr(re.sub(r"[^ -~]", "?", name[:100]))
