"""Bytes are I/Os times their sizes, in what each engine counts."""

import json

import pytest

from storagelab_runner.byte_counts import CountedBytes, find_contradiction
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.layout import PhaseFolder

files = ENGINES["files"]
fio = ENGINES["fio"]
vdbench = ENGINES["vdbench"]

JOB = "[phase]\nioengine=libaio\nfilename=@TARGET@\nrw=randrw\nthread=1\niodepth=8\nnumjobs=2\n"


def reads(ios, moved_bytes, **more):
    return CountedBytes("reads", ios, moved_bytes, 4096, 4096, **more)


@pytest.mark.parametrize(
    "volume",
    [
        reads(0, 0),
        reads(0, None),
        reads(10, 40960),
        reads(10, 8 * 4096, in_flight=2),
        reads(10, 12 * 4096, in_flight=2, partial_ios=2),
        reads(1000.4, 4_096_000, rounding_bytes=4096),
        CountedBytes("reads", 10, 10 * 6000, 4096, 8192),
    ],
)
def test_counts_that_agree_pass(volume):
    assert find_contradiction([volume]) is None


@pytest.mark.parametrize(
    ("volume", "words"),
    [
        (reads(225_684, 13_512_704), "225,684 reads of 4,096 bytes and 13,512,704 bytes, which contradict"),
        (reads(10, 0, in_flight=64), "10 reads of 4,096 bytes and 0 bytes"),
        (reads(0, 4096 * 4), "0 reads"),
        (reads(10, 13 * 4096, in_flight=2), "which contradict each other"),
        (reads(10, 7 * 4096, in_flight=2), "which contradict each other"),
        (reads(10, None), "10 reads and no bytes"),
        (reads(10, 40960, partial_ios=3, in_flight=2), "3 of them were short or dropped"),
        (CountedBytes("writes", 10, 10 * 4000, 4096, 8192), "10 writes of 4,096 to 8,192 bytes"),
    ],
)
def test_counts_that_contradict_each_other_are_named(volume, words):
    assert words in (find_contradiction([reads(10, 40960), volume]) or "")


def fio_volumes(folder, options, **directions):
    job = {name: {"total_ios": ios, "io_bytes": size} for name, (ios, size) in directions.items()}
    (folder / "status.json").write_text(json.dumps({"jobs": [job, {"read": {"total_ios": 0}}]}, indent=2) + "\n")
    return fio.read_volumes(PhaseFolder(folder), JOB + options)


def test_fio_counts_by_direction_and_block_size(tmp_path):
    read, write = fio_volumes(tmp_path, "bs=8k\n", read=(9, 9 << 13), write=(4, 3 << 13))
    assert read == CountedBytes("reads", 9, 9 << 13, 8192, 8192, in_flight=16)
    assert write == CountedBytes("writes", 4, 3 << 13, 8192, 8192, in_flight=16)
    assert find_contradiction([read, write]) is None


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ("", (4096, 4096)),
        ("bs=1m\n", (1 << 20, 1 << 20)),
        ("bs=1m\nbssplit=4k/60:64k/40\n", (4096, 65536)),
        ("bssplit=4k/60:6k/40\n", (4096, 8192)),
    ],
)
def test_fio_request_sizes_follow_from_the_job(tmp_path, options, sizes):
    [read, _] = fio_volumes(tmp_path, options, read=(1, 1))
    assert (read.min_block_bytes, read.max_block_bytes) == sizes


def test_short_and_dropped_fio_ios_are_partial(tmp_path):
    parts = {"total_ios": 9, "io_bytes": 9 << 12, "short_ios": 20, "drop_ios": 3}
    (tmp_path / "status.json").write_text(json.dumps({"jobs": [{"read": parts}]}, indent=2) + "\n")
    [read, _] = fio.read_volumes(PhaseFolder(tmp_path), JOB)
    assert read.partial_ios == 23
    assert "23 of them were short or dropped" in (find_contradiction([read]) or "")


def test_fio_without_bytes_or_document_is_unknown(tmp_path):
    (tmp_path / "status.json").write_text(json.dumps({"jobs": [{"read": {"total_ios": 5}}]}, indent=2) + "\n")
    [read, _] = fio.read_volumes(PhaseFolder(tmp_path), JOB)
    assert read.moved_bytes is None
    (tmp_path / "status.json").write_text("")
    assert fio.read_volumes(PhaseFolder(tmp_path), JOB) == []


def parameters(size):
    return (
        "messagescan=no\nmonitor=monitor\nsd=sd1,lun=@TARGET@,openflags=o_direct,threads=4\n"
        f"wd=wd1,sd=sd*,xfersize={size},rdpct=0,seekpct=100,range=(0,107374182400)\n"
        "rd=phase_i1_w0,wd=wd1,iorate=max,elapsed=4,interval=1\n"
    )


@pytest.mark.parametrize(
    ("size", "rate", "mb", "agrees"),
    [
        ("8192", "57611", "450.0859", True),
        ("8192", "5816.6667", "45.4427", True),
        ("8192", "3", "0.0234", True),
        ("8192", "57611", "45.0086", False),
        ("4096", "57611", "450.0859", False),
        ("(4096,50,65536,50)", "1000", "20", True),
        ("(4096,50,65536,50)", "1000", "0.5", False),
        ("8192", "18807", "0.0", False),
    ],
)
def test_vdbench_average_row_is_compared_with_its_job(tmp_path, size, rate, mb, agrees):
    folder = PhaseFolder(tmp_path)
    folder.output.mkdir()
    folder.flat_file.write_text(f"tod Run Interval rate MB/sec\n10:00 phase_i1_w0 avg_2-4 {rate} {mb}\n")
    assert (find_contradiction(vdbench.read_volumes(folder, parameters(size))) is None) is agrees


@pytest.mark.parametrize(("moved", "agrees"), [(990_009, True), (990_008, False), (0, False)])
def test_file_tool_bytes_are_compared_with_its_files(tmp_path, moved, agrees):
    text = "[files]\noperation=read\nseed=3\nrequest_bytes=4096\nfiles=271:990000\nfiles=2:9\ntarget=@TARGET@\n"
    line = {"files": 273, "bytes": moved, "ended": True}
    (tmp_path / "status.jsonl").write_text(json.dumps(line) + "\n")
    assert (find_contradiction(files.read_volumes(PhaseFolder(tmp_path), text)) is None) is agrees
