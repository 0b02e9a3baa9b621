"""One folder of fio's results read whole: documents first, then the logs that belong to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from storagelab.domain.reading_limits import OPTIONS, SECTIONS
from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ObservedWorkload, ParsedResult
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.documents import format_line_number
from storagelab.engines.fio.output import parse_last_documents, read_version
from storagelab.engines.fio.parts import WarningList
from storagelab.formats.base import Claim, SourceFile, add_member_name
from storagelab.formats.fio.claims import VERSION_KEY, Kind, classify_member
from storagelab.formats.fio.log_names import parse_log_name
from storagelab.formats.fio.measurements import FioJobEntry, parse_job_entries
from storagelab.formats.fio.normal import read_normal
from storagelab.formats.fio.origins import Origin, Origins
from storagelab.formats.fio.series import read_series
from storagelab.formats.fio.terse import read_terse
from storagelab.formats.text import clip, decode_text

_Options = Mapping[str, Mapping[str, str]]

_BEGIN_BYTES = 64
#: What a caller caught of fio's words beside a result in a file of its own.
_CAUGHT = re.compile(r"(?:.*/)?(?:stdout|stderr)[\w.-]*", re.IGNORECASE)
_COMPLAINT = re.compile(r"^(?:fio: .+|Bad option <.+)$", re.MULTILINE)


@dataclass(slots=True)
class _Folder:
    """Accumulated content of a folder that is being read."""

    origins: list[Origin] = field(default_factory=list)
    series: list[ObservedSeries] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    failures: list[ParseFailed] = field(default_factory=list)
    #: The phase that the next job begins.
    next_phase: int = 0
    #: Members by the warning that they need.
    warnings: dict[str, list[str]] = field(default_factory=dict)

    def warn(self, text: str, member: str) -> None:
        self.warnings.setdefault(text, []).append(member)

    def measurements(self) -> tuple[ObservedMeasurement, ...]:
        return tuple(entry.measurement for origin in self.origins for entry in origin.entries)

    def add(self, origins: Sequence[Origin]) -> None:
        self.origins += origins
        phases = (entry.measurement.phase + 1 for origin in origins for entry in origin.entries)
        self.next_phase = max(phases, default=self.next_phase)


def read(claim: Claim) -> Iterator[ParsedResult]:
    """Yield the one result of the folder. Raises ParseFailed when nothing in it can be read."""
    kinds = [(member, classify_member(member)) for member in claim.members]
    folder = _Folder()
    job_file = _read_job_file([member for member, kind in kinds if kind == "companion"], folder)
    for member, result_kind in _list_result_members(kinds):
        try:
            folder.add(_read_origins(member, result_kind, job_file, folder))
            folder.members.append(member.name)
        except ParseFailed as failure:
            folder.failures.append(add_member_name(member.name, failure))
    origins = Origins(folder.origins)
    for member, kind in kinds:
        log = parse_log_name(member.name) if kind == "log" else None
        if log is None:
            continue
        notes = WarningList()
        try:
            folder.series += read_series(member, log, origins, notes)
            folder.members.append(member.name)
        except ParseFailed as failure:
            folder.failures.append(failure)
        for text in notes.all():
            folder.warn(text, member.name)
    if not folder.members:
        raise _make_failure(kinds, folder.failures)
    _note_exit_codes([member for member, kind in kinds if kind == "companion"], folder)
    version = _find_common_version(folder)
    yield ParsedResult(
        format="fio",
        version=version,
        title=claim.title,
        members=tuple(folder.members),
        measurements=folder.measurements(),
        series=tuple(folder.series),
        warnings=(
            *_iterate_warnings(folder.warnings),
            *(f"left out: {failure.message}" for failure in folder.failures),
        ),
    )


def _list_result_members(kinds: Sequence[tuple[SourceFile, Kind | None]]) -> list[tuple[SourceFile, Kind]]:
    """Return the members with results, from all members with their kinds.

    Terminal output beside documents repeats the documents and is omitted.
    """
    has_documents = any(kind == "document" for _, kind in kinds)
    return [
        (member, kind)
        for member, kind in kinds
        if kind == "document"
        or (kind in ("terse", "normal") and not (has_documents and _CAUGHT.fullmatch(member.name)))
        or (kind == "message" and VERSION_KEY in member.read())
    ]


def _read_origins(member: SourceFile, kind: Kind, job_file: _Options, folder: _Folder) -> list[Origin]:
    """Return the runs of fio in one member."""
    data = member.read()
    warning = None
    # UTF-16 without a mark is ASCII with NULs in between.
    if not data.isascii() or b"\x00" in data[:_BEGIN_BYTES]:
        text, warning = decode_text(data)
        data = text.encode("utf-8", "replace")
    notes = WarningList()
    if warning is not None:
        notes.add(warning)
    try:
        runs = _read(data, kind, notes, folder.next_phase, job_file)
    finally:
        for text in notes.all():
            folder.warn(text, member.name)
    return [Origin(member.name, version, tuple(entries)) for version, entries in runs]


def _read(
    data: bytes, kind: Kind, notes: WarningList, first_phase: int, job_file: _Options
) -> list[tuple[str | None, list[FioJobEntry]]]:
    """Return the version and the job entries of every fio run in `data`.

    JSON takes precedence over other output beside it.
    """
    workloads: list[ObservedWorkload] = []
    if kind == "terse" and VERSION_KEY not in data:
        documents = [read_terse(data.decode("utf-8"), notes)]
    elif kind == "normal" and VERSION_KEY not in data:
        document, workloads = read_normal(data.decode("utf-8"), notes)
        documents = [document]
    else:
        documents = parse_last_documents(data, notes)
    runs = []
    for document in documents:
        entries = parse_job_entries(document, notes, first_phase=first_phase, job_file=job_file)
        first_phase = max([first_phase, *(entry.measurement.phase + 1 for entry in entries)])
        runs.append((read_version(document.value), entries))
    if workloads:
        version, entries = runs[0]
        runs = [
            (version, [_add_workload(entry, workload) for entry, workload in zip(entries, workloads, strict=False)])
        ]
    return runs


def _add_workload(entry: FioJobEntry, workload: ObservedWorkload) -> FioJobEntry:
    """Return the entry with `workload`, unless the entry has options.

    A job file supplies such options and states more than the printed text.
    """
    return entry if entry.options else replace(entry, measurement=replace(entry.measurement, workload=workload))


def _read_job_file(companions: Sequence[SourceFile], folder: _Folder) -> _Options:
    """Read the sections of the one job file beside the results; with several it is unknown which was run."""
    files = [member for member in companions if member.name.lower().endswith(".fio")]
    if len(files) != 1:
        return {}
    text = decode_text(files[0].read())[0]
    try:
        return read_job_file(text)
    except ParseFailed as failure:
        folder.failures.append(add_member_name(files[0].name, failure))
        return {}


def _note_exit_codes(companions: Sequence[SourceFile], folder: _Folder) -> None:
    for member in companions:
        if member.name.rpartition("/")[2].lower() == "exit_code":
            code = decode_text(member.head())[0].strip()
            if code.isascii() and code.isdigit() and len(code) < 4 and int(code):
                folder.warn(f"fio did not end well: its exit code was {int(code)}", member.name)


def _find_common_version(folder: _Folder) -> str | None:
    by_version: dict[str | None, str] = {}
    for origin in folder.origins:
        by_version.setdefault(origin.version, origin.member)
    if len(by_version) <= 1:
        return next(iter(by_version), None)
    listed = ", ".join(f"{version or 'unknown'} ({member})" for version, member in by_version.items())
    folder.warnings[f"the results are of several versions of fio: {listed}"] = []
    return None


def _iterate_warnings(warnings: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield each warning once, with the first member that it is about and the number of the others."""
    for text, members in warnings.items():
        more = f" and {len(members) - 1} more" if len(members) > 1 else ""
        yield f"{text} ({members[0]}{more})" if members else text


def _make_failure(kinds: Sequence[tuple[SourceFile, Kind | None]], failures: Sequence[ParseFailed]) -> ParseFailed:
    """Return the failure to report for a folder without any result.

    It is the first of `failures`. Without one it quotes the error message of fio itself.
    """
    if failures:
        return failures[0]
    for member, _ in kinds:
        text = decode_text(member.head())[0]
        complaint = _COMPLAINT.search(text)
        if complaint is not None:
            quote = clip(complaint[0])
            place = f"{member.name}, {format_line_number(text, complaint.start())}"
            return ParseFailed(place, f'a result of fio, but fio ended without one and printed "{quote}"')
    return ParseFailed(kinds[0][0].name, "a result of fio, but there are only messages of it")


def read_job_file(text: str) -> dict[str, dict[str, str]]:
    """Return options by section, including those of `[global]` sections before it, as fio reads them.

    Nothing is included or expanded, and lines that are neither a section nor an option are ignored. Raises ParseFailed
    for more sections or options than are read.
    """
    options = 0
    shared: dict[str, str] = {}
    sections: dict[str, dict[str, str]] = {}
    current: dict[str, str] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].split(";", 1)[0].strip()
        if line.startswith("[") and "]" in line:
            name = line[1 : line.index("]")]
            if name.startswith("global"):
                current = shared
            else:
                current = sections[name] = dict(shared)
                options += len(shared)
                if len(sections) > SECTIONS.max_count:
                    raise ParseFailed(f"line {number}", SECTIONS.exceeded())
                if options > OPTIONS.max_count:
                    raise ParseFailed(f"line {number}", OPTIONS.exceeded())
        elif line and current is not None:
            option, _, value = (word.strip() for word in line.partition("="))
            # The last one of several counts, at its own place in the order.
            current.pop(option, None)
            current[option] = value
    return sections
