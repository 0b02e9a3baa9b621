"""Phase as a fio job file, and refused phases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storagelab.domain.profile import PhasePlan, StopRule
from storagelab.domain.workload import AddressRange, BlockSize, Bursts, CpuPolicy, RequestDistribution, Workload
from storagelab.engines.fio.job_file import list_unsupported_settings, render
from storagelab.errors import InvalidInput
from storagelab_runner.job_file import parse_job

MIB = 1 << 20
READ = Workload(block_sizes=(BlockSize(4096),), read_percent=100, random_percent=100)


def plan(workload: Workload, stop: StopRule | None = None, ramp_seconds: float = 0) -> PhasePlan:
    return PhasePlan(3, "a [name] with\nlines", "measure", workload, stop or StopRule("time", 60), ramp_seconds)


def options(text: str) -> dict[str, str]:
    lines = text.splitlines()
    assert lines[0] == "[phase]"
    pairs = [line.split("=", 1) for line in lines[1:]]
    assert len({key for key, _ in pairs}) == len(pairs)
    return dict(pairs)


def test_a_random_read_is_rendered_whole() -> None:
    text = render(plan(replace(READ, threads=2, queue_depth=16), ramp_seconds=2.5), target_bytes=64 * MIB)
    assert options(text) == {
        "ioengine": "libaio",
        "filename": "@TARGET@",
        "rw": "randread",
        "bs": "4096",
        "iodepth": "16",
        "numjobs": "2",
        "thread": "1",
        "direct": "1",
        "offset": "0",
        "size": str(64 * MIB),
        "runtime": "60",
        "time_based": "1",
        "ramp_time": "2500ms",
        "group_reporting": "1",
        "lat_percentiles": "1",
        "percentile_list": "50:90:95:99:99.9:99.99",
        "norandommap": "1",
        "randrepeat": "0",
        "random_generator": "tausworthe64",
        "fallocate": "none",
        "allow_file_create": "0",
        "invalidate": "1",
        "write_lat_log": "phase",
        "log_avg_msec": "1000",
        "log_max_value": "1",
        "log_unix_epoch": "0",
    }


@pytest.mark.parametrize(
    ("read", "random", "expected"),
    [
        (100, 0, {"rw": "read"}),
        (0, 0, {"rw": "write"}),
        (0, 100, {"rw": "randwrite"}),
        (70, 0, {"rw": "rw", "rwmixread": "70"}),
        (70, 100, {"rw": "randrw", "rwmixread": "70"}),
        (80, 80, {"rw": "randrw", "rwmixread": "80", "percentage_random": "80"}),
    ],
)
def test_every_pattern_has_its_word(read: float, random: float, expected: dict[str, str]) -> None:
    got = options(render(plan(replace(READ, read_percent=read, random_percent=random)), target_bytes=MIB))
    keys = ("rw", "rwmixread", "percentage_random")
    assert {key: got[key] for key in keys if key in got} == expected


def test_only_writes_refill_their_buffers() -> None:
    assert "refill_buffers" not in options(render(plan(READ), target_bytes=MIB))
    assert options(render(plan(replace(READ, read_percent=99)), target_bytes=MIB))["refill_buffers"] == "1"


def test_a_mix_of_sizes_is_a_split() -> None:
    mixed = replace(READ, block_sizes=(BlockSize(512, 10), BlockSize(4096, 60), BlockSize(65536, 30)))
    got = options(render(plan(mixed), target_bytes=MIB))
    assert got["bssplit"] == "512/10:4096/60:65536/30"
    assert "bs" not in got


def test_volume_is_split_among_threads_and_time_limited() -> None:
    workload = replace(READ, read_percent=0, threads=3)
    got = options(render(plan(workload, StopRule("volume", 540, passes=2)), target_bytes=MIB))
    assert got["io_size"] == str(171 * 4096)
    assert got["runtime"] == "540"
    assert "time_based" not in got


def test_steady_phase_runs_time_based_for_its_limit() -> None:
    got = options(render(plan(READ, StopRule("steady", 20)), target_bytes=MIB))
    assert (got["runtime"], got["time_based"]) == ("20", "1")


def test_a_range_is_offset_and_size() -> None:
    part = replace(READ, address_range=AddressRange(MIB, 2 * MIB))
    got = options(render(plan(part), target_bytes=8 * MIB))
    assert (got["offset"], got["size"]) == (str(MIB), str(2 * MIB))
    rest = replace(READ, address_range=AddressRange(MIB))
    assert options(render(plan(rest), target_bytes=8 * MIB))["size"] == str(7 * MIB)


@pytest.mark.parametrize(
    ("span", "target_bytes"),
    [(AddressRange(MIB, 2 * MIB), 2 * MIB), (AddressRange(4 * MIB), 2 * MIB), (AddressRange(), 2048)],
)
def test_a_range_outside_the_target_is_refused(span: AddressRange, target_bytes: int) -> None:
    with pytest.raises(InvalidInput, match="do not fit the") as refused:
        render(plan(replace(READ, address_range=span)), target_bytes=target_bytes)
    assert refused.value.path == "phases.3.workload.range"


@pytest.mark.parametrize(
    ("read", "threads", "offered", "expected"),
    [(100, 4, 1000, "250"), (0, 1, 5, "5"), (70, 2, 1000, "350,150")],
)
def test_offered_load_is_split_by_threads_and_directions(
    read: float, threads: int, offered: int, expected: str
) -> None:
    workload = replace(READ, read_percent=read, threads=threads, offered_iops=offered)
    assert options(render(plan(workload), target_bytes=MIB))["rate_iops"] == expected


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"read_percent": 66.6}, "read_percent: fio takes whole percentages, and 66.6 %"),
        ({"random_percent": 0.5}, "random_percent: fio takes whole percentages"),
        ({"random_percent": 0, "threads": 2}, "threads: 2 sequential threads would all run over the same addresses"),
        ({"address_range": AddressRange(1000)}, "range.offset_bytes: 1000 is not a multiple"),
        ({"offered_iops": 100, "threads": 3}, "offered_iops: fio throttles every thread"),
        (
            {"random_percent": 0, "threads": 4, "streams": 2},
            "threads: fio runs one thread for each of the 2 streams, not 4",
        ),
        (
            {"distribution": RequestDistribution("zoned", zones=((50, 5.5), (50, 94.5)))},
            "distribution: fio takes whole percentages, and 5.5 %",
        ),
        (
            {"address_range": AddressRange(4096), "block_align_bytes": 8192},
            "range.offset_bytes: 4096 is not a multiple of the alignment, 8192 bytes",
        ),
        ({"random_percent": 50, "block_align_bytes": 8192}, "block_align_bytes: fio aligns random requests only"),
        (
            {"block_sizes": (BlockSize(512, 33.5), BlockSize(4096, 66.5))},
            "block_sizes: fio takes whole percentages, and 33.5 %",
        ),
        (
            {"block_sizes": tuple(BlockSize(512, 1) for _ in range(100))},
            "block_sizes: fio mixes at most 64 sizes, not 100",
        ),
    ],
)
def test_workload_unsupported_by_fio_is_refused_by_name(changes: dict[str, object], named: str) -> None:
    workload = replace(READ, **changes)
    reasons = list_unsupported_settings(workload)
    assert any(named in reason for reason in reasons)
    with pytest.raises(InvalidInput, match="fio cannot run phase 3"):
        render(plan(workload), target_bytes=64 * MIB)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"distribution": RequestDistribution("zipf", 1.2)}, {"random_distribution": "zipf:1.2"}),
        ({"distribution": RequestDistribution("pareto", 0.25)}, {"random_distribution": "pareto:0.25"}),
        ({"distribution": RequestDistribution("normal", 20)}, {"random_distribution": "normal:20"}),
        (
            {"distribution": RequestDistribution("zoned", zones=((50, 5), (30, 15), (20, 80)))},
            {"random_distribution": "zoned:50/5:30/15:20/80"},
        ),
        ({"offered_iops": 100, "arrival": "poisson"}, {"rate_iops": "100", "rate_process": "poisson"}),
        ({"block_align_bytes": 8192}, {"blockalign": "8192"}),
        ({"read_percent": 0, "compress_percent": 40}, {"refill_buffers": "1", "buffer_compress_percentage": "40"}),
        ({"compress_percent": 40}, {}),
        ({"cpu_policy": CpuPolicy((0, 2))}, {"cpus_allowed": "0,2"}),
        ({"cpu_policy": CpuPolicy(numa_node=1)}, {"numa_cpu_nodes": "1"}),
        ({"cpu_policy": CpuPolicy(polling=True)}, {"ioengine": "io_uring", "hipri": "1"}),
        ({"address_range": AddressRange(offset_percent=25, size_percent=50)}, {"offset": "262144", "size": "524288"}),
        (
            {"random_percent": 0, "threads": 4, "streams": 4, "address_range": AddressRange(offset_percent=50)},
            {"numjobs": "4", "offset": "524288", "offset_increment": "131072", "size": "131072"},
        ),
    ],
)
def test_each_field_has_its_options(changes: dict[str, object], expected: dict[str, str]) -> None:
    plain = options(render(plan(READ), target_bytes=MIB))
    text = render(plan(replace(READ, **changes)), target_bytes=MIB)
    got = options(text)
    own = {key: value for key, value in got.items() if plain.get(key) != value and key != "rw"}
    assert own == {key: value for key, value in expected.items() if plain.get(key) != value}
    assert set(expected) <= set(got)
    assert parse_job(text).end_bytes(MIB) <= MIB


def test_range_over_several_drives_starts_on_each_drive() -> None:
    """Check the begin on each drive: fio divides a size among its files, but begins at the offset on each."""
    half = replace(READ, address_range=AddressRange(offset_percent=50))
    text = render(plan(half), target_bytes=8 * MIB, devices=4)
    assert (options(text)["offset"], options(text)["size"]) == (str(MIB), str(4 * MIB))
    assert parse_job(text).end_bytes(2 * MIB, targets=4) == 2 * MIB


def test_streams_divide_each_of_several_drives() -> None:
    streams = replace(READ, random_percent=0, threads=4, streams=4)
    text = render(plan(streams), target_bytes=8 * MIB, devices=2)
    assert (options(text)["offset_increment"], options(text)["size"]) == (str(MIB), str(2 * MIB))
    assert parse_job(text).end_bytes(4 * MIB, targets=2) == 4 * MIB


def test_per_drive_load_is_rendered_over_all_drives() -> None:
    per_drive = replace(READ, threads=2, queue_depth=8, per_device=True)
    got = options(render(plan(per_drive), target_bytes=8 * MIB, devices=4))
    assert (got["numjobs"], got["iodepth"]) == ("8", "8")
    with pytest.raises(InvalidInput, match="on 4 drives: threads: 4096 is not between 1 and 1024") as refused:
        render(plan(replace(per_drive, threads=1024)), target_bytes=8 * MIB, devices=4)
    assert refused.value.path == "phases.3.workload"


def test_streams_shorter_than_a_block_are_refused() -> None:
    streams = replace(READ, random_percent=0, threads=4, streams=4)
    with pytest.raises(InvalidInput, match="do not fit the 8192 bytes of the target so often"):
        render(plan(streams), target_bytes=8192)


def test_volume_is_limited_by_its_stop_rule() -> None:
    got = options(render(plan(READ, StopRule("volume", 540, limit_bytes=MIB)), target_bytes=64 * MIB))
    assert got["io_size"] == str(MIB)


def test_supported_workload_has_no_reasons() -> None:
    assert list_unsupported_settings(READ) == []


def test_job_file_contains_no_user_text() -> None:
    text = render(plan(READ), target_bytes=MIB)
    assert "name" not in text.replace("filename", "")
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyz_@TARGE0123456789=.:[]\n")


def test_bursts_become_thinktime_and_iotime() -> None:
    text = render(plan(replace(READ, bursts=Bursts(5, 2.5)), ramp_seconds=2.5), target_bytes=MIB)
    got = options(text)
    assert (got["thinktime"], got["thinktime_iotime"], got["ramp_time"]) == ("2500ms", "5000ms", "2500ms")
    assert parse_job(text).options["thinktime"] == "2500ms"


def test_steady_phase_with_volume_limits_time_and_bytes() -> None:
    rule = StopRule("steady", 86400, limit_passes=4, spacing=31, max_rounds=47)
    got = options(render(plan(replace(READ, read_percent=0, threads=2), rule), target_bytes=64 * MIB))
    assert (got["runtime"], got["io_size"]) == ("86400", str(128 * MIB))
    assert "time_based" not in got
