"""Sources of the numbers: raw files by hash, and the command to repeat the runs on other drives."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.shares import figures
from storagelab.shares.document.run import FrozenRawFile, FrozenRun
from storagelab.shares.document.share import ShareDocument, ShownSecrets
from storagelab.shares.page.model import (
    ADDRESS,
    FINGERPRINT,
    Block,
    Code,
    PageCell,
    PageColumn,
    PageSection,
    PageTable,
    Sentence,
)
from storagelab.shares.page.words import format_count, format_list

#: More raw files than these are in the JSON only.
MAX_FILES = 80
_COMMITMENTS = (
    "A commitment to a SHA-256 reveals nothing of its file, because the plain hash would let hidden text be guessed. "
    "The lab can prove which file it was."
)


def build_data(document: ShareDocument) -> PageSection:
    """Return the section of data: series and the command to repeat the runs.

    Every renderer adds its downloads and the citation.
    """
    series = sum(len(run.series) for run in document.runs)
    points = sum(entry.points for run in document.runs for entry in run.series)
    blocks: list[Block] = []
    if series:
        blocks.append(
            Sentence(
                f"Frozen with this page: {format_count(points, 'sample')} "
                f"in {format_count(series, 'series', 'series')}."
            )
        )
    files = [file for run in document.runs for file in run.artifacts]
    if files:
        size = figures.format_size(sum(file.size_bytes for file in files))
        blocks.append(Sentence(f"{format_count(len(files), 'raw file')} of {size}, by SHA-256 in the JSON."))
    hidden = _list_hidden(document.share.redaction)
    if hidden:
        blocks.append(Sentence(" ".join(hidden)))
    if document.recipe:
        blocks.append(Code("Run this on your own drives", _format_repeat_command(document.runs)))
    return PageSection("data", "Data", tuple(blocks))


def _list_hidden(redaction: ShownSecrets) -> list[str]:
    """Return sentences on the kinds of facts that the author hides."""
    hidden = [] if redaction.serials else ["serial numbers"]
    hidden += [] if redaction.names else ["names", "addresses"]
    sentences = [f"Not shown: {format_list(hidden)}."] if hidden else []
    return [*sentences, "Some models have aliases here."] if redaction.aliases else sentences


def build_raw_files(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with the raw files by hash."""
    files = [(run, file) for run in document.runs for file in run.artifacts]
    blocks: list[Block] = []
    if files:
        blocks.append(_build_file_table(files, is_alone=len(document.runs) == 1))
        if any(file.sha256 is None for _, file in files):
            blocks.append(Sentence(_COMMITMENTS))
        if len(files) > MAX_FILES:
            blocks.append(
                Sentence(f"{format_count(len(files) - MAX_FILES, 'more raw file')} in the JSON of this page.")
            )
    return PageSection("raw-files", "Raw files", tuple(blocks), is_appendix=True, is_printed=False)


def _format_repeat_command(runs: Sequence[FrozenRun]) -> str:
    """Return the command that repeats the runs elsewhere, as a dry run. The reader fills in the names in capitals."""
    on_file = bool(runs) and runs[0].target == "file"
    binding = "server=SERVER,size=SIZE" if on_file else "server=SERVER,drives=SERIAL1+SERIAL2"
    which = f" --run {runs[0].number}" if len(runs) > 1 else ""
    return f"storagelab submit --from {ADDRESS} --sha256 {FINGERPRINT}{which} --bind {binding} --dry-run"


def _build_file_table(files: list[tuple[FrozenRun, FrozenRawFile]], *, is_alone: bool) -> PageTable:
    rows = tuple(
        (
            PageCell(file.name if is_alone else f"{run.number}: {file.name}", note=_format_file_note(file)),
            PageCell(file.size_bytes),
            _hash(file),
            *([PageCell(file.redacted_sha256)] if any(item.redacted_sha256 for _, item in files) else []),
        )
        for run, file in files[:MAX_FILES]
    )
    columns = [PageColumn("Raw file"), PageColumn("Size", "bytes"), PageColumn("SHA-256")]
    if any(file.redacted_sha256 for _, file in files):
        columns.append(PageColumn("SHA-256, redacted"))
    return PageTable(tuple(columns), rows, dense=True)


def _hash(file: FrozenRawFile) -> PageCell:
    """Return the hash of a raw file, or the commitment to it if the hash is hidden.

    A hash is hidden where hidden words could be guessed from it.
    """
    if file.sha256 is None:
        return PageCell(file.sealed_sha256, note="commitment")
    return PageCell(file.sha256)


def _format_file_note(file: FrozenRawFile) -> str | None:
    return None if file.part else "not published"
