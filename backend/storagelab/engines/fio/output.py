"""Results of one fio output file, JSON or JSON+, of any version from 2.1 on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.domain.samples import DIRECTIONS, Direction, EngineOutput, JobResult, ObservedPart
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.documents import (
    VERSION_KEY,
    DocumentScan,
    decode,
    format_line_number,
    make_readable,
    salvage_document,
    scan,
)
from storagelab.engines.fio.parts import WarningList, parse_part, read_number_field
from storagelab.engines.fio.typed_document import decode_clean

#: fio's own sum over the hosts of a client has been wrong in several versions; the lab adds up itself.
_SUM_OVER_HOSTS = "All clients"
#: Whole seconds are printed rounded up, and the clocks are read one after the other.
_CLOCK_SLACK_SECONDS = 3


@dataclass(frozen=True, slots=True)
class LastDocument:
    """The last document of one run. `cut` when it is not whole; `open_job` when its last job is not whole either."""

    value: Mapping[str, Any]
    cut: bool = False
    open_job: bool = False


def parse(data: bytes) -> EngineOutput:
    """Parse all jobs of the last document of each run in the file, idle ones included.

    Texts around the documents are skipped. In a truncated file the complete part counts, with a warning that begins
    with "truncated". Raises ParseFailed, with the place, when there is no fio document in it.
    """
    notes = WarningList()
    jobs = [
        _parse_job(job, notes) for document in parse_last_documents(data, notes) for job in list_jobs(document.value)
    ]
    return EngineOutput(jobs=tuple(jobs), warnings=notes.all())


def parse_last_documents(data: bytes, notes: WarningList) -> list[LastDocument]:
    """Return the last document of each fio run in the output file; the list is never empty.

    Raises ParseFailed, with the place, when the file has no fio document.
    """
    clean = decode_clean(data)
    if clean is not None:
        return [LastDocument(clean)]
    text = decode(data)
    return _select_last_per_run(_list_last_documents(text, scan(text), notes))


def read_version(document: Mapping[str, Any]) -> str | None:
    """Return `fio-3.33`, None where the document has no readable version."""
    version = document.get(VERSION_KEY)
    return make_readable(version) if isinstance(version, str) else None


def list_jobs(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the job objects of a document, of all hosts, without fio's own sum over them."""
    entries: list[Mapping[str, Any]] = []
    for key in ("jobs", "client_stats"):
        listed = document.get(key)
        if isinstance(listed, list):
            entries += [job for job in listed if isinstance(job, Mapping) and job.get("jobname") != _SUM_OVER_HOSTS]
    return entries


def _list_last_documents(text: str, result: DocumentScan, notes: WarningList) -> list[LastDocument]:
    documents = [LastDocument(document) for document in result.documents]
    broken = result.broken
    if broken is None and not documents:
        if not text.strip():
            raise ParseFailed("line 1", "a JSON document of fio, but the file is empty")
        raise ParseFailed("line 1", f"a JSON document of fio, but no part of the file begins with a {VERSION_KEY!r}")
    if broken is None:
        return documents
    place = format_line_number(text, broken.end)
    if not broken.cut:
        if not documents:
            raise ParseFailed(place, f"a JSON document of fio, but it is damaged here ({broken.message})")
        notes.add(f"{place}: a damaged document was left out ({broken.message})")
        return documents
    notes.add(f"truncated: the last document ends in the middle at {place}, so only complete parts count")
    proven = None if documents else salvage_document(text[broken.begin :])
    if proven is not None:
        documents.append(LastDocument(proven.document, cut=True, open_job=proven.open_job))
    if not documents:
        raise ParseFailed(place, "the rest of a JSON document of fio, but the file ends before its version")
    return documents


def _select_last_per_run(documents: list[LastDocument]) -> list[LastDocument]:
    """Return the last document of each run.

    Documents of one run follow each other (status interval) and are cumulative. Runs may be appended to one file.
    """
    last: list[LastDocument] = []
    for document in documents:
        if last and _is_same_run(last[-1].value, document.value):
            last[-1] = document
        else:
            last.append(document)
    return last


def _is_same_run(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> bool:
    """Return whether both documents have the same jobs and were started at the same time."""
    before, after = list_jobs(earlier), list_jobs(later)
    if [_get_job_identity(job) for job in before] != [_get_job_identity(job) for job in after]:
        return False
    starts = [_read_start_seconds(earlier, before), _read_start_seconds(later, after)]
    if starts[0] is None or starts[1] is None:
        return True
    return abs(starts[0] - starts[1]) <= _CLOCK_SLACK_SECONDS


def _get_job_identity(job: Mapping[str, Any]) -> tuple[object, ...]:
    return job.get("hostname"), job.get("jobname"), job.get("groupid")


def _read_start_seconds(document: Mapping[str, Any], jobs: list[Mapping[str, Any]]) -> float | None:
    """Return the start of fio in seconds of the epoch; None before 2.2.9."""
    stamp = document.get("timestamp")
    elapsed = jobs[0].get("elapsed") if jobs else None
    if isinstance(stamp, int) and isinstance(elapsed, int):
        return stamp - elapsed
    return None


def _parse_job(job: Mapping[str, Any], notes: WarningList) -> JobResult:
    name = make_readable(str(job.get("jobname", "")))
    where = f"job {name}" if name else "a job without a name"
    parts: dict[Direction, ObservedPart] = {}
    for direction in DIRECTIONS:
        part = parse_part(job.get(direction), f"{where}, {direction}", notes)
        if part is not None:
            parts[direction] = part
    group = job.get("groupid")
    return JobResult(
        name=name,
        group=group if isinstance(group, int) else 0,
        parts=parts,
        mixed=parse_part(job.get("mixed"), f"{where}, mixed", notes),
        cpu=read_cpu_percent(job),
    )


def read_cpu_percent(job: Mapping[str, Any]) -> dict[str, float]:
    """Return the processor time of a job as `{"thread_percent": x}`, in percent of one core.

    The value is for each thread of the job. The dict is empty when fio does not report processor time.
    """
    used = [read_number_field(job, key, "", WarningList()) for key in ("usr_cpu", "sys_cpu")]
    stated = [share for share in used if share is not None]
    return {"thread_percent": sum(stated)} if len(stated) == len(used) else {}


def read_error(job: Mapping[str, Any]) -> str | None:
    """Return the errno that fio reports for a job as text; None without an error.

    With continue_on_error fio reports the first error only, and the number of all errors. The text then has both.
    """
    code = job.get("error")
    code = code or job.get("first_error")
    if not isinstance(code, int) or code == 0:
        return None
    total = job.get("total_err")
    return f"{code} ({total} errors)" if isinstance(total, int) and total > 0 else str(code)


def read_options(raw: object) -> dict[str, str]:
    """Return the options of a fio job as text by name.

    With several clients `raw` is a list, and the result has only options that are equal in all of its entries.
    """
    if isinstance(raw, list):
        options = [read_options(entry) for entry in raw if isinstance(entry, Mapping)]
        return (
            {key: value for key, value in options[0].items() if all(key in o and o[key] == value for o in options)}
            if options
            else {}
        )
    if not isinstance(raw, Mapping):
        return {}
    return {make_readable(str(key)): "" if value is None else make_readable(str(value)) for key, value in raw.items()}
