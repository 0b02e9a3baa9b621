"""Sources of the numbers: raw files by hash, and the command to repeat the runs on other drives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.shares.page.model import (
    ADDRESS,
    FINGERPRINT,
    Block,
    Cell,
    Code,
    Column,
    Section,
    Sentence,
    Table,
)
from storagelab.shares.page.words import counted

#: More raw files than these are in the JSON only.
MOST_FILES = 80
_COMMITMENTS = (
    "A commitment to a SHA-256 reveals nothing of its file, because the plain hash would let hidden text be guessed. "
    "The lab can prove which file it was."
)


def data(document: Mapping[str, Any]) -> Section:
    """The section; every renderer adds its downloads and the citation."""
    files = [(run, file) for run in document["runs"] for file in run["artifacts"]]
    series = sum(len(run["series"]) for run in document["runs"])
    points = sum(entry["points"] for run in document["runs"] for entry in run["series"])
    blocks: list[Block] = []
    if series:
        blocks.append(
            Sentence(f"Frozen with this page: {counted(points, 'sample')} in {counted(series, 'series', 'series')}.")
        )
    if document.get("recipe"):
        blocks.append(Code("Run this on your own drives", _command(document["runs"])))
    if files:
        blocks.append(_files(files, is_alone=len(document["runs"]) == 1))
        if any(file["sha256"] is None for _, file in files):
            blocks.append(Sentence(_COMMITMENTS))
        if len(files) > MOST_FILES:
            blocks.append(Sentence(f"{counted(len(files) - MOST_FILES, 'more raw file')} in the JSON of this page."))
    return Section("data", "Data", tuple(blocks))


def _command(runs: Sequence[Mapping[str, Any]]) -> str:
    """Return the command that repeats the runs elsewhere, as a dry run. The reader fills in the names in capitals."""
    on_file = bool(runs) and runs[0].get("target") == "file"
    what = "server=SERVER,size=SIZE" if on_file else "server=SERVER,drives=SERIAL1+SERIAL2"
    which = f" --run {runs[0]['number']}" if len(runs) > 1 else ""
    return f"storagelab submit --from {ADDRESS} --sha256 {FINGERPRINT}{which} --bind {what} --dry-run"


def _files(files: list[tuple[Mapping[str, Any], Mapping[str, Any]]], *, is_alone: bool) -> Table:
    rows = tuple(
        (
            Cell(file["name"] if is_alone else f"{run['number']}: {file['name']}", note=_note(file)),
            Cell(file["size_bytes"]),
            _hash(file),
            *([Cell(file.get("redacted_sha256"))] if any(each.get("redacted_sha256") for _, each in files) else []),
        )
        for run, file in files[:MOST_FILES]
    )
    columns = [Column("Raw file"), Column("Size", "bytes"), Column("SHA-256")]
    if any(file.get("redacted_sha256") for _, file in files):
        columns.append(Column("SHA-256, redacted"))
    return Table(tuple(columns), rows, title="Raw files", folded=True)


def _hash(file: Mapping[str, Any]) -> Cell:
    """Return the hash of a file, or the commitment to it where the hash would let hidden words be guessed."""
    if file["sha256"] is None:
        return Cell(file.get("sealed_sha256"), note="commitment")
    return Cell(file["sha256"])


def _note(file: Mapping[str, Any]) -> str | None:
    return None if file.get("part") else "not published"
