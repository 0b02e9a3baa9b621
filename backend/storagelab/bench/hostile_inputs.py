"""Uploads made to be slow to read, by size: inputs that a reader might scan once for each part."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Mapping

Files = Mapping[str, bytes]
_FLAT_HEADER = " tod timestamp Run Interval reqrate rate MB/sec bytes/io read% resp xfersize threads "
_FLAT_ROW = "10:00:{:02} 11/20/2026-10:00:{:02}-UTC {} {} 100 100 1 4096 100 1 4096 8 "
_NORMAL_JOB = "job{}: (groupid=0, jobs=1): err= 0: pid=1: Sat Nov 21 05:35:12 2026"
#: The shortest terse line with one direction of format 3: head, 41 fields, shares of processors and disks.
_TERSE = ";".join(["3;fio-3.33;a;0;0", *["0"] * 41, "1%", "1%", *["0"] * 31, "1%"])


def zip_of(files: Files) -> bytes:
    """Return a zip archive of files, given by name and content."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def _join_lines(*lines: str) -> bytes:
    return "\n".join([*lines, ""]).encode()


def _build_wide_table(size: int) -> Files:
    return {
        "wide.csv": _join_lines(
            "configuration,metric,value," + ",".join(f"c{place}" for place in range(size)), "a,iops,1"
        )
    }


def _build_long_table(size: int) -> Files:
    return {
        "long.csv": _join_lines("configuration,metric,value,unit", *(f"a{row},iops,{row},IOPS" for row in range(size)))
    }


def _build_ragged_table(size: int) -> Files:
    return {"ragged.csv": _join_lines("configuration,metric,value", "a,iops,1", *["a,iops"] * size)}


def _build_attributes(size: int) -> Files:
    # The longest cells that the reader of CSV takes.
    rows = ("drive,d,a=1" + ";w" * min(60_000, size - begin) for begin in range(0, size, 60_000))
    return {"hardware.csv": _join_lines("component,name,attributes", *rows)}


def _build_sources(size: int) -> Files:
    rows = (f"s{row},drive,d{row},a=1" for row in range(size))
    return {"sources.csv": _join_lines("source,component,name,attributes", *rows)}


def _build_far_rounds(size: int) -> Files:
    rows = (f"PTS IOPS,4K,{row / size:.9f},10000,100" for row in range(size))
    return {"rounds.csv": _join_lines("test,block_size,read_pct,round,iops", *rows)}


def _build_iometer_table(size: int) -> Files:
    columns = ",".join(f"c{place}" for place in range(900))
    header = f"'Target Type,Access Specification Name,IOps,{columns}"
    whole = ",".join(["ALL", "a", "1", *["0"] * 900])
    return {"iometer.csv": _join_lines("'Test Type,Test Description", "0,x", header, *["ALL"] * size, whole)}


def _build_specification(size: int) -> Files:
    lines = (f"{512 * (row + 1)},0.000001,100,100,0,1,0,0" for row in range(size))
    return {
        "specification.csv": _join_lines(
            *("'Test Type,Test Description", "0,x", "'Access specification name,default assignment", "a,0"),
            *("'size,% of size,% reads,% random,delay,burst,align,reply", *lines),
            *("'Target Type,Access Specification Name,IOps", "ALL,a,1"),
        )
    }


def _build_disk_mark(size: int) -> Files:
    strange = [f"{row} MB/s" for row in range(size)]
    wrong = ["SEQ 1MiB (Q= 8, T= 1): 1.000 MB/s [ 5000.0 IOPS]"] * size
    return {"mark.txt": _join_lines("CrystalDiskMark 8.0.4", "[Read]", *strange, *wrong)}


def _build_vdbench_output(size: int) -> Files:
    rows, histograms, status, definitions = [], [], [], []
    for run in range(size):
        name = f"run{run}"
        rows += [_FLAT_ROW.format(second, second, name, number) for second, number in ((1, 1), (2, 2), (2, "avg_1-2"))]
        histograms += [f"10:00:00.000 Starting RD={name}; I/O rate: 100; For loops: None", "Reads and writes:"]
        histograms += ["   min(ms) <   max(ms)", "  0.000 <  1.000   200  100.0000  100.0000", ""]
        status.append(f"11/20/2026-10:00:00-UTC \tStarting\trd={name}\tFor loops: None")
        definitions += [f"sd=sd{run},lun=x", f"wd=wd{run},sd=sd*,xfersize=4k", f"rd={name},wd=wd*,iorate=100"]
    return {
        "out/flatfile.html": _join_lines("<title>Vdbench out/flatfile.html</title><pre>", _FLAT_HEADER, *rows),
        "out/histogram.html": _join_lines(*histograms),
        "out/status.html": _join_lines(*status),
        "out/parmfile.html": _join_lines(*definitions),
    }


def _build_troubles(size: int) -> Files:
    started = "11/20/2026-10:00:00-UTC \tStarting\trd=a\tFor loops: None"
    rows = (_FLAT_ROW.format(number, number, "a", number) for number in (1, 2))
    return {
        "out/flatfile.html": _join_lines("<title>Vdbench out/flatfile.html</title><pre>", _FLAT_HEADER, *rows),
        "out/status.html": _join_lines(
            started, *["11/20/2026-10:00:01-UTC \tI/O error on lun x: the drive is gone"] * size
        ),
    }


def _build_fio_document(*jobs: Mapping[str, object], **shared: str) -> bytes:
    return json.dumps({"fio version": "fio-3.33", "global options": shared, "jobs": jobs}).encode()


def _build_fio_job(number: int = 0, **options: str) -> Mapping[str, object]:
    read = {"io_bytes": 4096, "io_kbytes": 4, "total_ios": 1, "iops": 1.0, "runtime": 1000}
    return {"jobname": f"j{number}", "groupid": number, "job options": options, "read": read}


def _build_groups(size: int) -> Files:
    return {"groups.json": _build_fio_document(*(_build_fio_job(number, rw="read") for number in range(size)))}


def _build_shared_options(size: int) -> Files:
    jobs = (_build_fio_job(number, rw="read") for number in range(size))
    return {"shared.json": _build_fio_document(*jobs, **{f"option{number}": "1" for number in range(size)})}


def _build_documents_and_logs(size: int) -> Files:
    documents = {
        f"run/{number}.json": _build_fio_document(_build_fio_job(number, write_iops_log=f"l{number}"))
        for number in range(size)
    }
    logs = {f"run/l{number}_iops.1.log": b"1000, 5, 0, 0\n2000, 5, 0, 0\n" for number in range(size)}
    return documents | logs


def _build_host_logs(size: int) -> Files:
    jobs = [{**_build_fio_job(number, write_iops_log="l", rw="read"), "hostname": "a"} for number in range(size)]
    logs = {f"run/l_iops.{number + 1}.log.a": b"1000, 5, 0, 0\n" for number in range(size)}
    return {"run/x.json": _build_fio_document(*jobs), **logs}


def _build_job_file(size: int) -> Files:
    shared = (f"option{number}=1" for number in range(size))
    sections = (f"[s{number}]" for number in range(size))
    return {
        "run/x.json": _build_fio_document(_build_fio_job()),
        "run/x.fio": _join_lines("[global]", *shared, *sections),
    }


def _build_job_headers(size: int) -> Files:
    return {"normal.txt": _join_lines("fio-3.33", *(_NORMAL_JOB.format(number) for number in range(size)))}


def _build_long_text_lines(size: int) -> Files:
    blanks, headers = " " * size, "x: (g=0): rw=read, bs=" * (size // 20)
    rates, percentiles = "  read: IOPS=1, BW=1 (1)" + "(1)" * (size // 3), "     | " + "1" * size + "th=["
    return {"lines.txt": _join_lines("fio-3.33", _NORMAL_JOB.format(0), blanks, headers, rates, percentiles)}


def _build_blank_lines(size: int) -> Files:
    """Build a file of blank lines that are as long as fio's own may be."""
    lines = [" " * 999, f"     issued{' ' * 980}x"]
    return {"blanks.txt": _join_lines("fio-3.33", _NORMAL_JOB.format(0), *lines * (size // 64))}


def _build_terse_lines(size: int) -> Files:
    return {"terse.txt": _join_lines(*[_TERSE] * size)}


def _build_broken_documents(size: int) -> Files:
    nested = b'{"fio version": ' * 800
    return {"broken.json": nested + b"a" * size + b"\n" + b'{"fio version": "x", "jobs": [' + b"1," * size + b"]}"}


def _build_nested_archives(size: int) -> Files:
    inner = zip_of({"zeros.log": bytes(30 << 20)})
    return {"nested.zip": zip_of({f"{number}.zip": inner for number in range(size)})}


def _build_many_members(size: int) -> Files:
    return {"members.zip": zip_of({f"{number}.csv": b"," * 4096 for number in range(size)})}


def _cut_members(size: int) -> Files:
    packed = gzip.compress(b"1000, 5, 0, 0\n" * 100)[:-9]
    return {f"run/x{number}_iops.1.log.gz": packed for number in range(size)}


#: By what each is made of; the size is about the number of its parts.
HOSTILE: Mapping[str, Callable[[int], Files]] = {
    "columns of a table": _build_wide_table,
    "rows of a table": _build_long_table,
    "rows of another width": _build_ragged_table,
    "words of an attribute": _build_attributes,
    "sources of a hardware list": _build_sources,
    "cells with far rounds": _build_far_rounds,
    "short rows under many columns": _build_iometer_table,
    "sizes of a specification": _build_specification,
    "lines that are not understood": _build_disk_mark,
    "runs of Vdbench": _build_vdbench_output,
    "errors of one run": _build_troubles,
    "groups of fio": _build_groups,
    "options shared by jobs": _build_shared_options,
    "documents and logs": _build_documents_and_logs,
    "logs of one document": _build_host_logs,
    "sections of a job file": _build_job_file,
    "headers of jobs": _build_job_headers,
    "characters of a line": _build_long_text_lines,
    "lines of blanks": _build_blank_lines,
    "terse lines": _build_terse_lines,
    "documents in one another": _build_broken_documents,
    "archives in an archive": _build_nested_archives,
    "members of an archive": _build_many_members,
    "members that are cut": _cut_members,
}
