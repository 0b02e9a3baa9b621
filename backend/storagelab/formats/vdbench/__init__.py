"""Output folders of Vdbench 5.00 to 5.04.07: the flat file, and what the pages beside it add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from posixpath import basename, dirname

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ParsedResult
from storagelab.engines.vdbench.flatfile import PREPARATION, FlatFileRun
from storagelab.formats.base import Claim, SourceFile
from storagelab.formats.text import clip, decode_text
from storagelab.formats.vdbench.folder import FLAT, INSTEAD, Folder, open_folder
from storagelab.formats.vdbench.measured import build_measurement, build_series, has_io

name = "vdbench"


def claim(members: Sequence[SourceFile]) -> list[Claim]:
    """Claim every folder with a flat file, or else a summary or totals page, of Vdbench, with the pages beside it."""
    claims = []
    for folder, inside in groupby(sorted(members, key=_get_member_folder), key=_get_member_folder):
        listed = [member for member in inside if _is_page(basename(member.name))]
        here = {basename(member.name): member for member in listed}
        if any(page in here and _is_vdbench(here[page]) for page in (FLAT, *INSTEAD)):
            claims.append(Claim(folder or "Vdbench output", tuple(listed)))
    return claims


def read(claim: Claim) -> Iterator[ParsedResult]:
    """Yield the one result in a Vdbench output folder.

    Raises ParseFailed when the rows of the folder mean nothing. An interrupted run has no average row and is no
    measurement; its curve is stored in a phase of its own.
    """
    folder = open_folder(claim)
    measurements: list[ObservedMeasurement] = []
    series: list[ObservedSeries] = []
    prepared: dict[str, int] = {}
    phase = 0
    for run, occurrence in folder.runs():
        if run.name.startswith(PREPARATION):
            prepared[run.name] = prepared.get(run.name, 0) + 1
        elif run.average is not None and not has_io(run):
            folder.warnings.append(
                f"{folder.source.name}, line {run.average_line}: the average of {clip(run.name, 60)} has no I/O, "
                "so the run was left out"
            )
        else:
            seconds = folder.find_interval_seconds(run, occurrence)
            curves = build_series(run, seconds, phase=phase, member=folder.source.name) if seconds is not None else []
            series += curves
            if run.average is not None:
                measurements.append(_build_measurement(folder, run, occurrence, seconds, phase))
            else:
                folder.warnings.append(_format_interruption(folder, run, has_curves=bool(curves)))
            phase += 1
    folder.warnings += [
        f"{clip(one, 60)} prepares the target and is not a result: left out{f' {count} times' if count > 1 else ''}"
        for one, count in prepared.items()
    ]
    yield ParsedResult(
        format=name,
        version=folder.version,
        title=folder.title,
        members=tuple(member.name for member in claim.members),
        measurements=tuple(measurements),
        series=tuple(series),
        warnings=tuple(dict.fromkeys([*folder.warnings, *folder.last_words()])),
    )


def _build_measurement(
    folder: Folder, run: FlatFileRun, occurrence: int, seconds: int | None, phase: int
) -> ObservedMeasurement:
    return replace(
        build_measurement(run, folder.around(run, occurrence, seconds), phase=phase),
        note=folder.format_loop_values(run, occurrence),
        error=folder.find_run_failure(run, occurrence),
        started_at=folder.started_at(run, seconds),
    )


def _format_interruption(folder: Folder, run: FlatFileRun, *, has_curves: bool) -> str:
    fate = "its intervals are kept as curves" if has_curves else "the length of its intervals is unknown"
    return (
        f"truncated: {folder.source.name}, line {run.line}: {clip(run.name, 60)} has no average row, so it is not a "
        f"measurement, and {fate}"
    )


def _get_member_folder(member: SourceFile) -> str:
    return dirname(member.name)


def _is_page(file_name: str) -> bool:
    return file_name.endswith(".html") or file_name.startswith("swat_mon") or file_name == "console.txt"


def _is_vdbench(member: SourceFile) -> bool:
    """Return whether a page is from Vdbench: by its title, or by the columns of its header for the oldest."""
    text, _ = decode_text(member.head())
    if "Vdbench" in text or "Starting RD=" in text:
        return True
    headers = [line.split() for line in text.split("\n") if line.split()[:1] == ["tod"]]
    return any({"run", "interval", "rate"} <= {column.lower() for column in header} for header in headers)
