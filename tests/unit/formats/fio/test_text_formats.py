"""Terse and normal output: the same run as in JSON, and texts of versions that are not recorded."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.unit.formats.fio.folders import RECORDED, members, result, results

from storagelab.domain.results import ObservedMeasurement, ParsedResult
from storagelab.engines.base import ParseFailed

RECORDINGS = sorted(path.name for path in RECORDED.glob("normal-json-terse*.txt"))


def apart(text: str) -> dict[str, bytes]:
    """Return the three formats of one recording, each as a file of its own."""
    begin, end = text.index("\n{\n") + 1, text.rindex("\n}\n") + 3
    around = text[:begin] + text[end:]
    terse = "".join(re.findall(r"^[345];fio-.*\n", around, re.MULTILINE))
    return {
        "json": text[begin:end].encode(),
        "terse": terse.encode(),
        "normal": re.sub(r"^[345];fio-.*\n", "", around, flags=re.MULTILINE).encode(),
    }


def read_apart(text: str) -> dict[str, ParsedResult]:
    return {name: result({f"{name}.txt": data}) for name, data in apart(text).items()}


def exact(job: ObservedMeasurement) -> object:
    """Return the values that all three formats print exactly, or so that only one count fits."""
    counts = {direction: part.ios for direction, part in job.parts.items()}
    return job.name, job.group, job.phase, job.runtime_s, job.error, counts, job.total.ios


@pytest.mark.parametrize("name", RECORDINGS)
def test_all_formats_of_one_run_agree(name: str) -> None:
    read = read_apart((RECORDED / name).read_text())
    jobs = {kind: parsed.measurements for kind, parsed in read.items()}
    assert {parsed.version for parsed in read.values()} == {"fio-3.33"}
    assert len(jobs["json"]) == len(jobs["terse"]) == len(jobs["normal"])
    for of_json, of_terse, of_normal in zip(jobs["json"], jobs["terse"], jobs["normal"], strict=True):
        assert exact(of_json) == exact(of_terse) == exact(of_normal)
        for direction, part in of_json.parts.items():
            for other in (of_terse.parts[direction], of_normal.parts[direction]):
                assert other.iops == pytest.approx(part.iops, abs=1)
                assert other.bytes == pytest.approx(part.bytes, rel=5e-3, abs=1024)
                assert other.bandwidth_bytes_per_s == pytest.approx(part.bandwidth_bytes_per_s, rel=5e-3, abs=1024)
                assert other.latency.mean == pytest.approx(part.latency.mean, rel=2e-3)
                assert other.latency.stddev == pytest.approx(part.latency.stddev, rel=2e-3)
                assert other.latency.max == pytest.approx(part.latency.max, rel=2e-3, abs=1000)
                assert other.percentiles_of == part.percentiles_of
                for percent, value in part.percentiles_ns.items():
                    assert other.percentiles_ns[percent] == pytest.approx(value, abs=1000)


@pytest.mark.parametrize("name", RECORDINGS)
def test_beside_json_the_other_formats_are_skipped(name: str) -> None:
    text = (RECORDED / name).read_text()
    together = result({"all.txt": text.encode()})
    assert together.measurements == result({"json.txt": apart(text)["json"]}).measurements


@pytest.mark.parametrize("name", RECORDINGS)
def test_rounded_values_are_a_warning(name: str) -> None:
    read = read_apart((RECORDED / name).read_text())
    assert any("rounded down" in warning for warning in read["terse"].warnings)
    assert any("no number of I/Os" in warning for warning in read["terse"].warnings)
    assert any("rounded figures" in warning for warning in read["normal"].warnings)


def test_normal_output_has_nearly_the_whole_workload() -> None:
    read = read_apart((RECORDED / "normal-json-terse3-3.33.txt").read_text())["normal"]
    first, _, write, mixed = [job.workload for job in read.measurements]
    assert (first.block_sizes[0].bytes, first.read_percent, first.random_percent) == (8192, 100, 100)
    assert (first.queue_depth, first.threads) == (8, 1)
    assert (write.block_sizes[0].bytes, write.read_percent, write.random_percent) == (65536, 0, 0)
    assert (mixed.block_sizes, mixed.read_percent, mixed.threads) == (None, None, 2)


OLD_NORMAL = """old: (g=0): rw=randrw, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=4
fio-2.1.10
Starting 1 process

old: (groupid=0, jobs=1): err= 0: pid=77: Fri Nov 20 20:00:00 2015
  read : io=6064.0KB, bw=2000.7KB/s, iops=500, runt=  3031msec
    slat (usec): min=3, max=44, avg= 7.50, stdev= 2.00
    clat (usec): min=61, max=1234k, avg=180.25, stdev=90.50
     lat (usec): min=65, max=2290, avg=187.75, stdev=91.25
    clat percentiles (usec):
     |  1.00th=[   70], 50.00th=[  170], 99.00th=[  502]
    bw (KB  /s): min= 1900, max= 2100, per=100.00%, avg=2000.00, stdev=10.00
  write: io=6112.0KB, bw=2016.5KB/s, iops=504, runt=  3031msec
    clat (msec): min=1, max=4, avg= 1.50, stdev= 0.25
     lat (msec): min=1, max=4, avg= 1.75, stdev= 0.25
    lat (usec) : 100=1.52%, 250=90.10%
  cpu          : usr=1.50%, sys=2.25%, ctx=3044, majf=0, minf=7
  IO depths    : 1=0.1%, 2=0.1%, 4=99.8%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%
     issued    : total=r=1516/w=1528/d=0, short=r=0/w=0/d=0
     latency   : target=0, window=0, percentile=100.00%, depth=4

Run status group 0 (all jobs):
   READ: io=6064KB, aggrb=2000KB/s, minb=2000KB/s, maxb=2000KB/s, mint=3031msec, maxt=3031msec
"""


def test_normal_output_of_version_2() -> None:
    parsed = result({"old.txt": OLD_NORMAL.encode()})
    (job,) = parsed.measurements
    read, write = job.parts["read"], job.parts["write"]
    assert parsed.version == "fio-2.1.10"
    assert (read.ios, read.bytes, write.ios, write.bytes) == (1516, 1516 * 4096, 1528, 1528 * 4096)
    assert read.iops == pytest.approx(1516 / 3.031)
    assert (read.latency.mean, read.latency.max, read.latency.n) == (187_750, 2_290_000, 1516)
    assert (write.latency.mean, write.latency.max) == (1_750_000, 4_000_000)
    assert (read.percentiles_of, read.percentiles_ns) == ("clat", {1.0: 70_000, 50.0: 170_000, 99.0: 502_000})
    assert job.cpu == {"thread_percent": 3.75}
    assert job.workload.block_sizes is not None
    assert (job.workload.block_sizes[0].bytes, job.workload.queue_depth) == (4096, 4)


def test_short_ios_make_the_bytes_rounded() -> None:
    (job,) = result({"old.txt": OLD_NORMAL.replace("short=r=0", "short=r=3").encode()}).measurements
    assert job.parts["read"].bytes == 6064 * 1024
    assert job.parts["write"].bytes == 1528 * 4096


def test_truncated_normal_text_preserves_its_complete_jobs() -> None:
    whole = OLD_NORMAL.split("Run status")[0]
    for end in range(len(whole)):
        text = whole + whole[whole.index("old: (groupid") :][:end]
        parsed = result({"old.txt": text.encode()})
        assert parsed.warnings[0].startswith("truncated"), end
        assert all(job.parts["read"].ios == 1516 for job in parsed.measurements)
        assert len(parsed.measurements) in (1, 2)


def test_normal_text_without_results_is_refused() -> None:
    with pytest.raises(ParseFailed, match="the results of a job"):
        results(members({"old.txt": OLD_NORMAL.split("old: (groupid")[0].encode()}))


def test_snapshots_of_a_text_are_not_added_up() -> None:
    earlier = OLD_NORMAL.replace("3031msec", "1031msec").replace("r=1516", "r=516")
    parsed = result({"old.txt": (earlier + OLD_NORMAL).encode()})
    assert [job.parts["read"].ios for job in parsed.measurements] == [1516]
    assert any("2 snapshots" in warning for warning in parsed.warnings)


def test_truncated_terse_line_is_skipped() -> None:
    lines = apart((RECORDED / "normal-json-terse3-3.33.txt").read_text())["terse"]
    first = lines.index(b"\n") + 1
    whole = result({"t.txt": lines}).measurements
    required = len(b";".join(lines[first:].split(b"\n")[0].split(b";")[: 5 + 82 + 34]))
    for end in range(1, required):
        parsed = result({"t.txt": lines[: first + end]})
        assert parsed.measurements == whole[:1], end
    assert result({"t.txt": lines[: first + required]}).measurements == whole[:2]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3;fio-3.33;a;0;0;1", "whole terse line"),
        ("3;fio-3.33;a;zero;0" + ";0" * 82 + ";1%;1%;0;0;0" + ";0%" * 29, "name, group, error"),
    ],
)
def test_invalid_terse_line_is_refused(line: str, expected: str) -> None:
    with pytest.raises(ParseFailed) as failed:
        results(members({"t.txt": line.encode() + b"\n"}))
    assert expected in failed.value.message
    assert failed.value.place.startswith("t.txt, line ")


def test_non_numeric_terse_field_is_unknown() -> None:
    lines = apart((RECORDED / "normal-json-terse3-3.33.txt").read_text())["terse"].decode().split("\n")
    fields = lines[0].split(";")
    fields[39] = "nan"
    parsed = result({"t.txt": ";".join(fields).encode() + b"\n"})
    read = parsed.measurements[0].parts["read"]
    assert read.latency.mean is None
    assert read.ios == 1500
    assert any("'nan' is not a number" in warning for warning in parsed.warnings)


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
@pytest.mark.parametrize("version", [3, 4, 5])
def test_installed_fio_agrees_in_every_format(tmp_path: Path, version: int) -> None:
    options = ["--name=a", "--filename=f", "--size=4m", "--rw=randrw", "--bs=4k", "--numjobs=2", "--group_reporting"]
    done = subprocess.run(
        ["fio", "--output-format=normal,json,terse", f"--terse-version={version}", "--output=all.txt", *options],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read = read_apart((tmp_path / "all.txt").read_text())
    counts = [
        {direction: (part.ios, part.bytes) for direction, part in parsed.measurements[0].parts.items()}
        for parsed in read.values()
    ]
    assert counts[0] == counts[1] == counts[2]
    assert sum(ios or 0 for ios, _ in counts[0].values()) == 2048
