"""Results of raw files of phases, read again by the parsers that read them at first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from storagelab.analysis.parts import merge_parts
from storagelab.domain.samples import ObservedPart
from storagelab.engines.base import Engine, ParseFailed
from storagelab.engines.registry import ENGINES
from storagelab.imports.storable import make_storable
from storagelab.results.derivation import build_merged_columns, collect_job_parts, derive, find_mixed_total
from storagelab.shares.verification.frozen import FrozenShare, Json


@dataclass(frozen=True, slots=True)
class RawMeasurement:
    """Measurement of a phase by its raw file: parts and bins as in a document, and the figures from them."""

    source: str
    parts: list[dict[str, object]]
    bins: dict[str, dict[str, int]]
    figures: dict[str, object]
    published: list[dict[str, object]] = field(default_factory=list)


def find_stream(
    share: FrozenShare, run: Json, ordinal: int, *, with_page: bool = True
) -> tuple[Engine, bytes, bytes, str] | None:
    """Return engine, output stream, page of response times and file names of a phase.

    Returns None where the files were not published, or the run was not measured by this lab. The page is empty bytes
    where the engine writes none, or without `with_page`.
    """
    engine = ENGINES.get(run["engine"] or "")
    if engine is None or run["origin"] != "measured":
        return None
    files = dict(share.files(run, ordinal))
    stream = next((name for name in files if name.rpartition("/")[2] == engine.stream.rpartition("/")[2]), None)
    if stream is None:
        return None
    page = None
    if with_page and engine.histogram_page is not None:
        page = next((name for name in files if name.endswith(engine.histogram_page)), None)
        if page is None:
            return None
    names = stream if page is None else f"{stream}, {page}"
    histogram = share.raw(files[page]["part"]) if page is not None else b""
    return engine, share.raw(files[stream]["part"]), histogram, names


def read_phase(share: FrozenShare, run: Json, phase: Json) -> RawMeasurement | None:
    """Return the measurement of a phase, parsed from its raw file.

    None where the file was not published, or cannot be read alone.
    """
    stream_files = find_stream(share, run, phase["ordinal"])
    if stream_files is None:
        return None
    engine, stream, histogram, names = stream_files
    window = (phase["measurement"].get("lineage") or {}).get("window_ms")
    if window is not None:
        parts = {
            (str(direction), 0): part
            for direction, part in engine.cut(
                iterate_status_documents(engine, stream), float(window[0]), float(window[1])
            ).items()
            if part.ios
        }
        mixed = None
    else:
        try:
            jobs = engine.parse(stream, histogram=histogram).jobs
        except ParseFailed:
            return None
        parts = collect_job_parts(jobs)
        mixed = find_mixed_total(jobs)
    return _describe_measurement(parts, mixed, names)


def iterate_status_documents(engine: Engine, stream: bytes) -> Iterator[dict[str, object]]:
    """Yield every complete status document in the output stream of an engine."""
    yield from engine.read_status(stream).documents


def _describe_measurement(
    parts: dict[tuple[str, int], ObservedPart], mixed: ObservedPart | None, names: str
) -> RawMeasurement:
    whole = mixed if mixed is not None else merge_parts(list(parts.values()))
    figures = derive(whole, outstanding_ios=None, offered_iops=None)
    del figures["little_ratio"]
    return RawMeasurement(
        source=names,
        parts=[describe_part(direction, group, part) for (direction, group), part in parts.items()],
        bins={
            f"{direction}/{group}": {str(value): count for value, count in part.bins.items()}
            for (direction, group), part in parts.items()
            if part.bins is not None
        },
        figures=figures,
    )


def describe_part(direction: str, group: int, part: ObservedPart) -> dict[str, object]:
    """Return a part of a measurement in the form of a document."""
    columns = build_merged_columns(part)
    return {"direction": direction, "group": group, **{key: make_storable(value) for key, value in columns.items()}}
