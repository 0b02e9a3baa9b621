"""Results of one flat file, with the percentiles of the histogram page beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from storagelab.analysis.coarse_buckets import Bucket, interpolate_percentiles
from storagelab.domain.samples import Direction, EngineOutput, IntervalSample, JobResult, ObservedPart
from storagelab.engines.base import ParseFailed
from storagelab.engines.printed import clip
from storagelab.engines.vdbench.figures import (
    NS_PER_MS,
    READ_AND_WRITE,
    Row,
    compute_io_counts,
    compute_moved_bytes,
    convert_latency,
    get_figure,
    get_known_value,
    has_one_size,
)
from storagelab.engines.vdbench.flatfile import PREPARATION, FlatFileRun, compute_interval_seconds, read_flatfile
from storagelab.engines.vdbench.histograms import is_histogram_consistent, read_histograms
from storagelab.engines.vdbench.intervals import build_interval_samples, merge_samples
from storagelab.engines.vdbench.run_name import parse_run_times

#: Tables of response times of a run in ms, by `total`, `read` and `write`.
Tables = Mapping[str, Sequence[Bucket]]


def parse(data: bytes, *, histogram: bytes = b"") -> EngineOutput:
    """Parse all runs of a flat file, each as a job of its own group; `histogram` is the page histogram.html beside it.

    The figures of a run are those of its average row. An interrupted run has none and is put together from its
    intervals, with a warning that begins with "truncated"; runs that only prepare the target are left out. Percentiles
    are estimates within the wide buckets of the histogram, and there are no bins. Raises ParseFailed, with the place,
    for a file without the header of a flat file.
    """
    flat = read_flatfile(data.decode("utf-8", "replace"))
    if not flat.columns:
        raise ParseFailed("line 1", "the header line of a Vdbench flat file, which starts with tod")
    warnings = list(flat.warnings)
    if flat.cut:
        warnings.append("truncated: the file ends within a line. Everything before it counts")
    tables = _group_tables_by_run(histogram.decode("utf-8", "replace"))
    seen: dict[str, int] = {}
    jobs: list[JobResult] = []
    for run in flat.runs:
        occurrence = seen[run.name] = seen.get(run.name, -1) + 1
        if not run.name.startswith(PREPARATION):
            run_tables = tables.get((run.name, occurrence), {})
            jobs.append(_parse_run(run, len(jobs), run_tables, flat.rate_step, warnings))
    if not jobs:
        warnings.append("truncated: the file holds no run of a workload")
    return EngineOutput(jobs=tuple(jobs), warnings=tuple(dict.fromkeys(warnings)))


def _parse_run(run: FlatFileRun, group: int, tables: Tables, rate_step: float, warnings: list[str]) -> JobResult:
    place = f"line {run.line}: {clip(run.name, 60)}"
    times = parse_run_times(run.name)
    seconds = times.interval_seconds if times is not None else compute_interval_seconds(run)
    parts: dict[Direction, ObservedPart] = {}
    mixed = None
    if seconds is None:
        warnings.append(f"{place} does not state the length of its intervals, so it has no result")
    elif run.average is None:
        warnings.append(f"truncated: {place} has no average row, so its intervals were merged")
        parts = merge_samples(
            _list_counted_intervals(run, seconds, left_out=times.left_out if times is not None else 1)
        )
    elif run.last < run.first or not get_known_value(run.average, "rate"):
        warnings.append(f"{place} has an average without any I/O, so it has no result")
    else:
        parts, mixed = _build_parts(run.average, seconds * (run.last - run.first + 1), tables, rate_step)
    if mixed is not None and not has_one_size(run.average or {}):
        warnings.append(f"{place} printed the bytes of reads and writes together, so they were divided by their I/Os")
    used = get_known_value(run.average or {}, "cpu_used")
    return JobResult(
        name=clip(run.name, 60),
        group=group,
        parts=parts,
        mixed=mixed,
        cpu={} if used is None else {"host_percent": used},
    )


def _list_counted_intervals(run: FlatFileRun, seconds: int, *, left_out: int) -> list[IntervalSample]:
    """Return the samples of the intervals that Vdbench would have counted in the average of a run.

    The first `left_out` intervals do not count. Each interval has `seconds`.
    """
    samples: list[IntervalSample] = []
    for place, number in enumerate(run.intervals):
        row = {name: column[place] for name, column in run.values.items() if not math.isnan(column[place])}
        if number > left_out:
            samples += build_interval_samples(row, number=number, seconds=seconds, paused=READ_AND_WRITE)
    return samples


def _build_parts(
    row: Row, seconds: int, tables: Tables, rate_step: float
) -> tuple[dict[Direction, ObservedPart], ObservedPart | None]:
    """Return the results of an average row by direction, and their total if both directions did I/O.

    `tables` are the histograms of the run.
    """
    agrees = "total" in tables and is_histogram_consistent(tables["total"], row["rate"], seconds, rate_step)
    counts = _count_histogram_ios(tables) if agrees else {}
    counts = counts or compute_io_counts(row, seconds)
    volumes = compute_moved_bytes(row, counts, seconds) if counts else {}
    if not volumes:
        return {}, None
    parts = {
        direction: _build_part(row, direction, counts[direction], volumes[direction], seconds)
        for direction in READ_AND_WRITE
        if counts[direction]
    }
    if agrees:
        parts = {direction: _add_percentiles(part, row, direction, tables) for direction, part in parts.items()}
    if len(parts) < 2:
        return parts, None
    mixed = _build_part(row, "total", sum(counts.values()), sum(volumes.values()), seconds)
    return parts, _add_percentiles(mixed, row, "total", tables) if agrees else mixed


def _build_part(row: Row, direction: str, ios: int, volume: int, seconds: int) -> ObservedPart:
    return ObservedPart(
        ios=ios,
        bytes=volume,
        iops=ios / seconds,
        bandwidth_bytes_per_s=volume / seconds,
        runtime_s=float(seconds),
        latency=convert_latency(row, direction, ios),
    )


def _add_percentiles(part: ObservedPart, row: Row, direction: str, tables: Tables) -> ObservedPart:
    percentiles = interpolate_percentiles(tables.get(direction, ()), get_figure(row, direction, "resp_max"))
    if not percentiles:
        return part
    return replace(
        part,
        percentiles_ns={percent: milliseconds * NS_PER_MS for percent, milliseconds in percentiles.items()},
        percentiles_of="lat",
        percentiles_estimated=True,
    )


def _count_histogram_ios(tables: Tables) -> dict[Direction, int]:
    """Return the I/Os by direction as the histogram counts them; empty when it does not separate them."""
    counts = {kind: sum(count for _, _, count in rows) for kind, rows in tables.items()}
    reads = counts.get("read", counts["total"] - counts["write"] if "write" in counts else None)
    if reads is None or not 0 <= reads <= counts["total"]:
        return {}
    return {"read": reads, "write": counts["total"] - reads}


def _group_tables_by_run(text: str) -> dict[tuple[str, int], Tables]:
    """Return tables by the name of a run and the number of earlier runs of that name: loops repeat names."""
    tables: dict[tuple[str, int], Tables] = {}
    seen: dict[str, int] = {}
    for histogram in read_histograms(text):
        name = histogram.heading.name
        seen[name] = seen.get(name, -1) + 1
        tables[name, seen[name]] = histogram.buckets
    return tables
