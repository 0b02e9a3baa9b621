"""Series: read again from the raw files of their phases, where those are given out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from storagelab.analysis.packing import INTERVALS, LOGS, STATUS, TELEMETRY
from storagelab.domain.samples import IntervalSample
from storagelab.domain.telemetry import TELEMETRY_STREAM, TelemetrySample
from storagelab.engines.base import Engine, ParseFailed
from storagelab.engines.fio.latency_maxima import LATENCY_LOG, compute_latency_maxima
from storagelab.errors import StorageLabError
from storagelab.evaluate import telemetry_lanes
from storagelab.evaluate.phase_samples import PhaseCurve, PhaseInterval, StoredLane, iterate_intervals, iterate_lanes
from storagelab.results.status_digest import StatusDigest, sample_as_json
from storagelab.results.telemetry_digest import digest_readings
from storagelab.shares.verification import formulas
from storagelab.shares.verification.formulas import Formula
from storagelab.shares.verification.frozen import FrozenShare, Json, format_place
from storagelab.shares.verification.imported import ImportedRun
from storagelab.shares.verification.raw_output import find_stream
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport

_LATENCY_LOG = re.compile(LATENCY_LOG)
_MISSING_SOURCES = {
    STATUS: "the status documents of the phase were not published",
    LOGS: "the latency logs of the phase were not published",
    INTERVALS: "the report that it was read from was not published",
    TELEMETRY: "the file with the readings of the server was not published, or is one of several",
}
_FORMULAS = {STATUS: formulas.FOLD, LOGS: formulas.LOG_MAXIMA, TELEMETRY: formulas.READINGS}

#: Series of a phase by metric and direction, each with its unit, factor, times and integers.
SeriesByMetric = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class _ParsedSeries:
    """Series of a phase from raw files, with the names of the files and the formula that reads them."""

    series: SeriesByMetric
    files: str
    formula: Formula


def check_series(share: FrozenShare, run: Json, imported: ImportedRun | None, verification: VerificationReport) -> None:
    """Check every stored series of a run, at full rate, against its raw files.

    `imported` is the content of the files of an imported run; None for a run that the lab measured.
    """
    phases = {phase["ordinal"]: phase for phase in run["phases"]}
    try:
        server = read_server(share, run)
    except (*MALFORMED, StorageLabError) as error:
        server = None
        verification.add_malformed(
            f"{format_place(run)}/series", error, formula=formulas.READINGS, source="the readings of the server"
        )
    for ordinal in sorted({series["phase_ordinal"] for series in run["series"]}):
        own = [series for series in run["series"] if series["phase_ordinal"] == ordinal]
        for source in sorted({series["source"] for series in own}):
            rows = [series for series in own if series["source"] == source]
            place = f"{format_place(run)}/series/{ordinal}/{source}"
            try:
                frozen = {f"{row['metric']}/{row['direction']}": _build_columns(share, row) for row in rows}
                parsed = _read(share, run, phases[ordinal], source, imported, server)
            except (*MALFORMED, StorageLabError) as error:
                verification.add_malformed(
                    place, error, formula=_FORMULAS.get(source, formulas.PARSE), source="raw files"
                )
                continue
            if parsed is not None:
                verification.compare(place, frozen, parsed.series, formula=parsed.formula, source=parsed.files)
                continue
            for name, columns in frozen.items():
                verification.add_unverified(
                    f"{place}/{name}", columns["integers"], _MISSING_SOURCES.get(source, "its source was not published")
                )


def _read(
    share: FrozenShare,
    run: Json,
    phase: Json,
    source: str,
    imported: ImportedRun | None,
    server: ServerReadings | None,
) -> _ParsedSeries | None:
    """Return the series of a phase from one source, parsed from its raw files.

    Returns None where the raw files were not published.
    """
    if imported is not None:
        if source != imported.curve_source:
            return None
        return _ParsedSeries(imported.curves(phase["ordinal"]), imported.files, formulas.PARSE)
    if source == TELEMETRY:
        return (
            _ParsedSeries(server.series(phase["ordinal"]), server.file, formulas.READINGS)
            if server is not None
            else None
        )
    readers: Mapping[str, Callable[[FrozenShare, Json, Json], tuple[SeriesByMetric, str] | None]]
    readers = {STATUS: _read_status_curve, LOGS: _read_log_curve}
    parsed = readers[source](share, run, phase) if source in readers else None
    return _ParsedSeries(*parsed, _FORMULAS[source]) if parsed is not None else None


def _build_columns(share: FrozenShare, row: Json) -> dict[str, object]:
    t_ms, integers = share.columns(row)
    if len(t_ms) != row["points"] or len(integers) != row["points"]:
        raise ValueError("a series has another number of points than in the document")
    attributes = {name: row[name] for name in ("unit", "factor", "estimated")}
    return {**attributes, "t_ms": t_ms.tolist(), "integers": integers.tolist()}


def read_samples(engine: Engine, stream: bytes) -> list[IntervalSample]:
    """Return the interval samples in the output stream of an engine, parsed as during the run."""
    return StatusDigest(engine).feed(stream)


def find_raw_curve(share: FrozenShare, run: Json, phase: Json) -> tuple[PhaseCurve, str] | None:
    """Return all intervals of a phase from its raw file, and the file name.

    Returns None where the file was not published.
    """
    samples = _read_samples(share, run, phase)
    if samples is None:
        return None
    return PhaseCurve(tuple(iterate_intervals([sample_as_json(sample) for sample in samples[0]]))), samples[1]


def find_series_curve(share: FrozenShare, run: Json, phase: Json) -> PhaseCurve | None:
    """Return the intervals of a phase from its stored series; None without IOPS.

    Rates are stored to a thousandth.
    """
    rows = {
        series["metric"]: series
        for series in run["series"]
        if series["phase_ordinal"] == phase["ordinal"] and series["direction"] == "total" and series["source"] == STATUS
    }
    if "iops" not in rows:
        return None
    t_ms, integers = share.columns(rows["iops"])
    lengths = np.diff(t_ms, prepend=np.int64(0))
    ios = integers * rows["iops"]["factor"] * lengths / 1000
    moved, waited = dict[int, float](), dict[int, float]()
    for metric, by_end in (("bandwidth", moved), ("lat_mean", waited)):
        if metric in rows:
            times, numbers = share.columns(rows[metric])
            by_end.update(zip(times.tolist(), (numbers * rows[metric]["factor"]).tolist(), strict=True))
    return PhaseCurve(
        tuple(
            PhaseInterval(
                end,
                length,
                count,
                moved.get(end, 0.0) * length / 1000,
                waited.get(end, 0.0) * count,
            )
            for end, length, count in zip(t_ms.tolist(), lengths.tolist(), ios.tolist(), strict=True)
        )
    )


def _read_samples(share: FrozenShare, run: Json, phase: Json) -> tuple[list[IntervalSample], str] | None:
    stream_files = find_stream(share, run, phase["ordinal"], with_page=False)
    if stream_files is None:
        return None
    engine, stream, _, names = stream_files
    try:
        return read_samples(engine, stream), names
    except ParseFailed:
        return None


def _read_status_curve(share: FrozenShare, run: Json, phase: Json) -> tuple[SeriesByMetric, str] | None:
    samples = _read_samples(share, run, phase)
    if samples is None:
        return None
    return _describe_lanes(iterate_lanes([sample_as_json(sample) for sample in samples[0]])), samples[1]


def _describe_lanes(lanes: Iterable[StoredLane]) -> dict[str, dict[str, object]]:
    """Return the series of a phase by metric and direction (`iops/total`), in the form of a document."""
    return {
        f"{lane.metric}/{lane.direction}": {
            "unit": lane.unit,
            "factor": lane.factor,
            "estimated": lane.estimated,
            "t_ms": lane.t_ms.tolist(),
            "integers": lane.integers.tolist(),
        }
        for lane in lanes
    }


def _read_log_curve(share: FrozenShare, run: Json, phase: Json) -> tuple[SeriesByMetric, str] | None:
    files = sorted((name, file) for name, file in share.files(run, phase["ordinal"]) if _LATENCY_LOG.search(name))
    log_count = sum(
        file.get("phase_ordinal") == phase["ordinal"] and bool(_LATENCY_LOG.search(file["name"]))
        for file in run["artifacts"]
    )
    # The highest of all threads needs the logs of all threads.
    if not files or len(files) < log_count:
        return None
    curves = compute_latency_maxima(share.raw(file["part"]) for _, file in files)
    return {
        f"{curve.metric}/{curve.direction}": {
            "unit": curve.unit,
            "factor": curve.factor,
            "estimated": False,
            "t_ms": curve.t_ms.tolist(),
            "integers": curve.values.tolist(),
        }
        for curve in curves
    }, ", ".join(name for name, _ in files)


@dataclass(frozen=True, slots=True)
class ServerReadings:
    """The readings of a run by the ordinals of its phases, and the name of their file."""

    file: str
    samples: Mapping[int, Sequence[TelemetrySample]]

    def series(self, ordinal: int) -> dict[str, dict[str, object]]:
        """Return the series of a phase by metric and direction (`iops/total`), in the form of a document."""
        samples = [asdict(sample) for sample in self.samples.get(ordinal, ())]
        return _describe_lanes(telemetry_lanes.iterate_lanes(samples))


def read_server(share: FrozenShare, run: Json) -> ServerReadings | None:
    """Return the readings of the runner from the server during a run that this lab measured.

    None where the file of the readings is not published. Also None where the run began several times: the share does
    not show which file counts for which phase, and each file has a clock of its own.
    """
    attempts = (run.get("lineage") or {}).get("attempts", 1)
    files = [file for file in run["artifacts"] if file["name"] == TELEMETRY_STREAM]
    if run["origin"] != "measured" or attempts != 1 or len(files) != 1 or not files[0]["part"]:
        return None
    begins = {phase["ordinal"]: phase["t0_ms"] for phase in run["phases"] if phase["t0_ms"] is not None}
    digest = digest_readings(share.raw(files[0]["part"]), begins=begins)
    if digest.unreadable is not None and files[0]["redacted_sha256"] is not None:
        # The hidden text may have been at the position of a number.
        return None
    samples: dict[int, list[TelemetrySample]] = {}
    for stretch in digest.stretches:
        samples.setdefault(stretch.phase_ordinal, []).extend(stretch.samples)
    return ServerReadings(files[0]["name"], samples)
