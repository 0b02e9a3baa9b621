"""Fio job file as the phases it describes, with a remark at each line that the lab changes."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.access import AddressRange, CpuPolicy, RequestDistribution
from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import expand, parse_profile
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.registry import get_engine
from storagelab.profiles.job_files.findings import RawProfile
from storagelab.profiles.job_files.fio import read_fio_job
from storagelab_runner.job_file import parse_job

TARGET_BYTES = 256 << 20
#: The settings of the lab, so that only what a test adds is remarked on.
LAB = "ioengine=libaio\ndirect=1\nnorandommap\nrandrepeat=0\nrefill_buffers\n"


def plans_of(raw: RawProfile) -> tuple[PhasePlan, ...]:
    assert raw.document is not None, raw.refusals
    return expand(parse_profile(raw.document))


def job(options: str) -> RawProfile:
    return read_fio_job(f"[global]\n{LAB}[a]\n{options}")


def workload(options: str) -> Workload:
    return plans_of(job(options))[0].workload


def remarks(raw: RawProfile, level: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.words) for finding in raw.findings if finding.level == level]


def test_sections_are_phases_with_inherited_options() -> None:
    raw = read_fio_job(
        "; the whole sweep\n"
        f"[global]\n{LAB}rw=randrw\nrwmixread=70\nbs=8k\ntime_based\nruntime=2m\nramp_time=5\n"
        "[QD 1]\niodepth=1 # one\n"
        "[global]\nnumjobs=4\n"
        "[QD 16]\r\nstonewall\niodepth = 16\nname=deep\n"
    )
    first, second = plans_of(raw)
    mixed = Workload(block_sizes=(BlockSize(8192),), read_percent=70, random_percent=100)
    assert first.workload == mixed
    assert (first.name, first.stop.kind, first.stop.seconds, first.ramp_seconds) == ("QD 1", "time", 120, 5)
    assert (second.name, second.workload.threads, second.workload.queue_depth) == ("deep", 4, 16)
    assert raw.findings == ()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("rw=read", {"read_percent": 100, "random_percent": 0}),
        ("readwrite=randwrite\npercentage_random=80", {"read_percent": 0, "random_percent": 80}),
        ("rw=randrw\nrwmixwrite=33", {"read_percent": 67, "random_percent": 100}),
        ("rw=randread\nblocksize=64K", {"block_sizes": (BlockSize(65536),)}),
        ("rw=randread\nbs=4k,8k", {"block_sizes": (BlockSize(4096),)}),
        ("rw=randwrite\nbs=4k,8k", {"block_sizes": (BlockSize(8192),)}),
        ("rw=randwrite\nbs=,8k", {"block_sizes": (BlockSize(8192),)}),
        ("rw=randread\nbssplit=64k/40:4k/60", {"block_sizes": (BlockSize(4096, 60), BlockSize(65536, 40))}),
        (
            "rw=randread\nbssplit=4k/33:8k/:16k/",
            {"block_sizes": (BlockSize(4096, 33), BlockSize(8192, 33), BlockSize(16384, 34))},
        ),
        ("rw=read\nsize=64m\noffset=1g", {"address_range": AddressRange(1 << 30, 64 << 20)}),
        ("rw=read\nsize=20%\noffset=10%", {"address_range": AddressRange(offset_percent=10, size_percent=20)}),
        ("rw=read\nsize=100%", {"address_range": AddressRange(size_percent=100)}),
        (
            "rw=write\nnumjobs=4\nsize=1g\noffset_increment=1g",
            {"streams": 4, "threads": 4, "address_range": AddressRange(0, 4 << 30)},
        ),
        ("rw=randread\nnumjobs=16\nrate_iops=200", {"offered_iops": 3200}),
        ("rw=randrw\nrwmixread=75\nrate_iops=300,100\nnumjobs=2", {"offered_iops": 800}),
        ("rw=randwrite\nrate_iops=300,100\nrate_process=poisson", {"offered_iops": 100, "arrival": "poisson"}),
        ("rw=randread\nrandom_distribution=zipf:1.2", {"distribution": RequestDistribution("zipf", 1.2)}),
        (
            "rw=randread\nrandom_distribution=zoned:60/10:40/90",
            {"distribution": RequestDistribution("zoned", zones=((60, 10), (40, 90)))},
        ),
        ("rw=randread\nbs=8k\nblockalign=4k", {"block_align_bytes": 4096}),
        ("rw=randread\nbs=8k\nba=8k", {"block_align_bytes": None}),
        ("rw=randwrite\nbuffer_compress_percentage=50", {"compress_percent": 50}),
        ("rw=randread\ncpus_allowed=0-2,5", {"cpu_policy": CpuPolicy((0, 1, 2, 5))}),
        ("rw=randread\nioengine=io_uring\nhipri", {"cpu_policy": CpuPolicy(polling=True)}),
    ],
)
def test_options_are_understood_as_fio_understands_them(options: str, expected: dict[str, Any]) -> None:
    read = workload(options)
    assert {name: getattr(read, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # fio 3.33 applies the base to its whole section, whatever its position, and later sections inherit it.
        ("[a]\nbs=4k\n", 4096),
        ("[a]\nbs=64kib\nkb_base=1000\n", 65536),
        ("[a]\nkb_base=1024\nbs=8kb\n", 8192),
        ("[global]\nkb_base=1000\n[a]\nbs=4kib\n", 4096),
        ("[global]\nbs=512k\nkb_base=1000\n[global]\nkb_base=1024\n[a]\nsize=4g\n", 512_000),
    ],
)
def test_sizes_use_kb_base_of_their_section(text: str, expected: int) -> None:
    assert plans_of(read_fio_job(text))[0].workload.block_bytes == expected


def test_kib_suffix_means_1000_bytes_by_default() -> None:
    raw = read_fio_job("[a]\nrw=read\nbs=4kib\n")
    assert [finding.line for finding in raw.refusals] == [3]
    assert "4000 bytes is not a multiple of 512" in raw.refusals[0].words


@pytest.mark.parametrize(
    ("options", "passes", "seconds"),
    [
        ("rw=write", 1, 86400),
        ("rw=write\nloops=2\nruntime=60", 2, 60),
        ("rw=randwrite\nnumjobs=4\nsize=1g", 4, 86400),
        ("rw=write\nsize=1g\nio_size=256m", 0.25, 86400),
        ("rw=write\nnumjobs=4\nsize=1g\noffset_increment=1g\nloops=3", 3, 86400),
    ],
)
def test_phase_without_runtime_ends_by_volume(options: str, passes: float, seconds: float) -> None:
    stop = plans_of(job(options))[0].stop
    assert (stop.kind, stop.passes, stop.seconds) == ("volume", passes, seconds)


def test_changed_option_is_remarked_once_at_its_line() -> None:
    raw = read_fio_job("[global]\nrw=randwrite\nbuffered=1\nioengine=psync\niodepth=8\n[a]\n[b]\nstonewall\n")
    changes = remarks(raw, "changed")
    assert [line for line, _ in changes] == [3, 4, 5, 6, 6]
    remarked = " ".join(words for _, words in changes)
    for words in (
        "buffered=1: requests bypass",
        "ioengine=psync",
        "so the queue depth is 1",
        "norandommap",
        "refill_b",
    ):
        assert words in remarked
    assert all(plan.workload.queue_depth == 1 for plan in plans_of(raw))


def test_dropped_options_are_remarked_line_by_line() -> None:
    raw = job("rw=read\nfilename=/dev/sdz\ngroup_reporting\nwrite_lat_log=mine\nlog_avg_msec=1000\nbs=4k\nbs=8k\n")
    assert remarks(raw, "dropped") == [
        (9, "filename: decided by the lab"),
        (10, "group_reporting: decided by the lab"),
        (11, "write_lat_log: decided by the lab"),
        (12, "log_avg_msec: decided by the lab"),
        (13, "bs has no effect: bs in line 14 sets the same, and the last one counts"),
    ]
    assert workload("rw=read\nbs=4k\nbs=8k").block_bytes == 8192


@pytest.mark.parametrize(
    ("options", "line", "words"),
    [
        ("rw=randrw\nbs=4k,8k", 9, "different values for reads and writes"),
        ("rw=randrw\nrwmixread=70\nrate_iops=500", 10, "rates in that proportion"),
        ("rw=read\nnumjobs=4", 7, "sequential threads"),
        ("rw=write\nnumjobs=4\nsize=1g\noffset_increment=2g", 11, "side by side"),
        ("rw=read\nio_size=1g", 9, "give size and io_size in bytes"),
        ("rw=read\nhipri", 9, "ioengine=io_uring only"),
        ("rw=randread\nrandom_distribution=zipf:0.5:0.1", 9, "random_distribution"),
        ("rw=read\ntime_based\nruntime=500ms", 7, "shorter than 1 s"),
        ("rw=read\noffset=80%\nsize=40%", 10, "ends at 120 %"),
        ("rw=read\nloops=1000", 7, "not between 0 and 100"),
    ],
)
def test_unsupported_option_is_refused_at_its_line(options: str, line: int, words: str) -> None:
    raw = job(options)
    assert raw.document is None
    assert any(finding.line == line and words in finding.words for finding in raw.refusals), raw.refusals


def test_rendered_job_omits_imported_text_and_passes_runner() -> None:
    raw = read_fio_job(
        "[global]\nfilename=/dev/theirs\ndescription=their words\nwrite_bw_log=theirlog\nsize=64m\n"
        "rw=randrw\nrwmixread=70\nbssplit=4k/60:64k/40\nnumjobs=2\niodepth=4\nruntime=3\ntime_based\n"
        "[theirname]\n[theirother]\nstonewall\nrw=read\nnumjobs=1\n"
    )
    for plan in plans_of(raw):
        text = get_engine("fio").render(plan, target_bytes=TARGET_BYTES)
        assert "their" not in text
        assert parse_job(text).options["runtime"] == "3"


def test_document_copies_only_section_names_from_job_file() -> None:
    raw = read_fio_job("[global]\nfilename=/dev/theirs\ndescription=words\n[section]\nrw=read\n")
    assert raw.document is not None
    assert "theirs" not in repr(raw.document)
    assert "words" not in repr(raw.document)
    assert raw.document["name"].startswith("fio-")
    assert raw.document["phases"][0]["name"] == "section"
    assert read_fio_job("[global]\n[section]\nrw=read\n").document != raw.document
