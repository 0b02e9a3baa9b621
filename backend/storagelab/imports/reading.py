"""Process that reads an upload: it has limits, no database and no secrets, and writes to disk.

Run as `python -m storagelab.imports.reading STAGING OUTPUT FORMAT`. `progress.json` in OUTPUT holds its progress.
`preview.json` and one bundle for each result are there when it has ended well.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from storagelab.domain.import_values import RefusedFileValues
from storagelab.domain.reading_limits import RESULTS, compute_reading_seconds
from storagelab.domain.results import ParsedResult
from storagelab.engines.base import ParseFailed
from storagelab.errors import InvalidInput
from storagelab.formats.base import Claim, SourceFile
from storagelab.formats.nearest import explain_refusal, read_unrecognised
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.bundle import write_result
from storagelab.imports.deadline import OutOfTime, processor_seconds
from storagelab.imports.preview import NAMES_SHOWN, REFUSED_SHOWN, preview_result
from storagelab.imports.sources import FileMember, Members, open_files
from storagelab.imports.staging import StagedFile, get_staged_path, read_manifest
from storagelab.imports.storable import make_storable

PROGRESS = "progress.json"
PREVIEW = "preview.json"
_PROGRESS_EVERY_SECONDS = 0.25
_PARENT_EVERY_SECONDS = 1.0


class Preview(msgspec.Struct):
    """Results of the reading process. `sources` names for each result the uploaded files it was read from."""

    #: Of `domain.import_values`, and passed on as the reading process wrote them.
    results: list[Any] = msgspec.field(default_factory=list)
    unrecognised: list[str] = msgspec.field(default_factory=list)
    unrecognised_count: int = 0
    #: The first of those with the reason, as `schemas.RefusedFile`.
    refused: list[Any] = msgspec.field(default_factory=list)
    warnings: list[str] = msgspec.field(default_factory=list)
    sources: list[list[str]] = msgspec.field(default_factory=list)
    #: Uploaded files that nothing was read from.
    unread: list[str] = msgspec.field(default_factory=list)
    error: str | None = None


class ReadingProgress:
    """Progress of reading, written down now and then."""

    def __init__(self, output: Path, members: Sequence[FileMember]) -> None:
        self._path = output / PROGRESS
        self._sizes = {member.name: member.path.stat().st_size for member in members}
        self._read: set[str] = set()
        self._bytes = 0
        self._total = sum(self._sizes.values())
        self._written_at = float("-inf")

    def add(self, names: Iterable[str], note: str) -> None:
        """Count files as read; `note` names the current reading."""
        for name in names:
            if name not in self._read:
                self._read.add(name)
                self._bytes += self._sizes.get(name, 0)
        if time.monotonic() - self._written_at < _PROGRESS_EVERY_SECONDS:
            return
        self._written_at = time.monotonic()
        _write(
            self._path,
            {
                "files_read": len(self._read),
                "files_total": len(self._sizes),
                "bytes_read": self._bytes,
                "bytes_total": self._total,
                "note": note,
            },
        )


class ReportingMember:
    """A member that reports when it is read (`formats.base.Member`)."""

    def __init__(self, member: FileMember, progress: ReadingProgress) -> None:
        self.file = member
        self._progress = progress

    @property
    def name(self) -> str:
        """Return the name of the wrapped member."""
        return self.file.name

    @property
    def size_bytes(self) -> int:
        """Return the size of the wrapped member in bytes."""
        return self.file.size_bytes

    def head(self) -> bytes:
        """Return the first bytes of the wrapped member."""
        return self.file.head()

    def read(self) -> bytes:
        """Return the whole content of the wrapped member. Raises ParseFailed."""
        content = self.file.read()
        self._progress.add([self.name], f"Reading {self.name}")
        return content


def read_upload(staging: Path, output: Path, format_name: str, *, seconds: float | None = None) -> Preview:
    """Read all results in the `staging` folder, write them to `output` and return the preview.

    The preview lists everything that cannot be read. After `seconds` of CPU time (by default as many as the upload's
    size allows) reading ends with the results that are complete by then.
    """
    files = read_manifest(staging)
    preview = Preview()
    if seconds is None:
        seconds = compute_reading_seconds(sum(file.size_bytes for file in files))
    given = [(file.name, get_staged_path(staging, file)) for file in files]
    try:
        with processor_seconds(seconds), open_files(given, scratch=output) as members:
            _Reader(members, files, output, preview).read(format_name)
            preview.warnings[:0] = members.notes
    except InvalidInput as failure:
        preview.error = failure.message
    except OutOfTime:
        # The last one may have been ended between its two lists.
        del preview.results[len(preview.sources) :]
        sentence = _format_timeout(seconds, preview)
        if preview.results:
            preview.warnings.insert(0, sentence)
        else:
            preview.error = sentence
    used = {name for sources in preview.sources for name in sources}
    preview.unread = [file.name for file in files if file.name not in used]
    if preview.error is None and not preview.results:
        preview.error = preview.warnings[-1] if preview.warnings else "No result was recognised."
    return preview


def _format_timeout(seconds: float, preview: Preview) -> str:
    ended = f"Reading was stopped after {seconds:g} s of CPU time, the limit for an upload of this size"
    if not preview.results:
        return f"{ended}. No result was complete by then. Upload fewer or smaller files at once."
    return (
        f"{ended}. Results that were complete by then are kept ({len(preview.results):,}). Upload the rest separately."
    )


class _Reader:
    """Reads the members of one upload and fills its preview."""

    def __init__(self, members: Members, files: Sequence[StagedFile], output: Path, preview: Preview) -> None:
        self._progress = ReadingProgress(output, members)
        self._members: list[SourceFile] = [ReportingMember(member, self._progress) for member in members]
        self._digests = _Digests(members, files)
        self._output = output
        self._preview = preview

    def read(self, format_name: str) -> None:
        """Read all results of the upload. Raises InvalidInput where no format recognises any file."""
        self._progress.add([], "Recognising the files")
        claims, left = find_claims(self._members, format_name)
        for claim_format, claim in claims:
            self._progress.add([], f"Reading {claim.title}")
            self._read_claim(claim_format, claim)
            self._progress.add([member.name for member in claim.members], f"Read {claim.title}")
        if not claims:
            # None is recognised: the format it resembles most reports its fault.
            for result in read_unrecognised(self._members, format_name):
                self._keep(result, [member for member in self._members if member.name in result.members])
        self._preview.unrecognised = [member.name for member in left[:NAMES_SHOWN]]
        self._preview.unrecognised_count = len(left)
        self._preview.refused = [_describe_refusal(member, format_name) for member in left[:REFUSED_SHOWN]]

    def _read_claim(self, format_name: str, claim: Claim) -> None:
        """Read all results of one claim, which is a set of files that a format recognised.

        A failure is reported in the preview and does not stop the reading of other claims.
        """
        try:
            for result in read_claim(format_name, claim):
                if len(self._preview.results) >= RESULTS.max_count:
                    self._preview.warnings.append(f"{claim.title}: expected {RESULTS.exceeded()}. The first are kept.")
                    return
                self._keep(result, claim.members)
        except ParseFailed as failure:
            self._preview.warnings.append(f"{claim.title} could not be read: {failure.message}")
        except (MemoryError, OSError):
            raise
        except Exception as mistake:
            traceback.print_exc()
            kind = type(mistake).__name__
            self._preview.warnings.append(f"{claim.title} could not be read: this is a bug in Storage Lab ({kind}).")

    def _keep(self, result: ParsedResult, members: Sequence[SourceFile]) -> None:
        index = len(self._preview.results)
        write_result(self._output, index, result)
        names = [member.name for member in members]
        read_from = set(result.members)
        identity = self._digests.identity([name for name in names if name in read_from] or names)
        self._preview.results.append(preview_result(index, result, source_sha256=identity))
        self._preview.sources.append(self._digests.sources(names))
        self._progress.add(result.members, f"Read {result.title}")


def _describe_refusal(member: SourceFile, format_name: str) -> RefusedFileValues:
    reason, line = explain_refusal(member, format_name)
    refusal: RefusedFileValues = make_storable({"name": member.name, "reason": reason, "line": line})
    return refusal


class _Digests:
    """Identities of results: the SHA-256 of the content of their files, however these were packed."""

    def __init__(self, members: Sequence[FileMember], files: Sequence[StagedFile]) -> None:
        self._members = {member.name: member for member in members}
        self._uploaded = {file.name: file.sha256 for file in files}
        self._sha256_by_name: dict[str, str] = {}
        self._taken: dict[str, int] = {}

    def identity(self, names: Sequence[str]) -> str:
        """Return the identity of a result: the SHA-256 over the sorted hashes of its members.

        For further results of the same members, the hash includes their count.
        """
        digest = hashlib.sha256("".join(sorted(self._of(name) for name in names)).encode("ascii"))
        number = self._taken.get(digest.hexdigest(), 0)
        self._taken[digest.hexdigest()] = number + 1
        if number:
            digest.update(f"\n{number}".encode("ascii"))
        return digest.hexdigest()

    def sources(self, names: Sequence[str]) -> list[str]:
        """Return the names of the uploaded files that contain these members."""
        return list(dict.fromkeys(self._members[name].source for name in names))

    def _of(self, name: str) -> str:
        if name not in self._sha256_by_name:
            member = self._members[name]
            whole = member.packing is None and member.source == name
            self._sha256_by_name[name] = self._uploaded[name] if whole else _compute_sha256(member)
        return self._sha256_by_name[name]


def _compute_sha256(member: FileMember) -> str:
    digest = hashlib.sha256()
    for block in member.blocks():
        digest.update(block)
    return digest.hexdigest()


def _write(path: Path, value: Any) -> None:
    """Write `value` as JSON and replace `path` atomically: another process reads the file meanwhile."""
    draft = path.with_suffix(".draft")
    draft.write_bytes(msgspec.json.encode(value))
    draft.replace(path)


def _end_with_the_parent() -> None:
    """End this process when the worker that began it has died: the next one reads the upload again."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(_PARENT_EVERY_SECONDS)
    os._exit(1)


def main() -> None:
    """Read the upload that the arguments name."""
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    staging, output, format_name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    _write(output / PREVIEW, read_upload(staging, output, format_name))


if __name__ == "__main__":
    main()
