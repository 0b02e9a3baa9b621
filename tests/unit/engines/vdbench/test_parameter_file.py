"""Parameter files: their meaning, and the lines that are refused by name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.profile import PhasePlan, StopRule
from storagelab.domain.workload import AddressRange, BlockSize, Bursts, CpuPolicy, RequestDistribution, Workload
from storagelab.engines.vdbench import list_unsupported_settings, render
from storagelab.engines.vdbench.parameter_file import MAX_JVMS, MAX_OUTSTANDING
from storagelab.engines.vdbench.run_name import RunTimes, parse_run_times
from storagelab.errors import InvalidInput
from storagelab.formats.vdbench.parameters import read_parameters

GIB = 1 << 30
FILE_SERVER = ((512, 10), (1024, 5), (2048, 5), (4096, 60), (8192, 2), (16384, 4), (32768, 4), (65536, 10))


def workload(**fields: Any) -> Workload:
    usual: dict[str, Any] = {
        "block_sizes": (BlockSize(4096),),
        "read_percent": 100,
        "random_percent": 100,
        "threads": 16,
        "queue_depth": 16,
    }
    return Workload(**{**usual, **fields})


def plan(load: Workload, *, stop: StopRule = StopRule("time", 60), ramp: float = 0.0) -> PhasePlan:
    return PhasePlan(ordinal=3, name="one of many", kind="measure", workload=load, stop=stop, ramp_seconds=ramp)


def options_of(text: str, kind: str) -> list[str]:
    """Return the pieces of the one line of a kind."""
    (line,) = [line for line in text.splitlines() if line.startswith(f"{kind}=")]
    return re.findall(r"(?:[^,(]|\([^)]*\))+", line)


def test_threads_are_multiplied_by_queue_depth() -> None:
    assert render(plan(workload()), target_bytes=100 * GIB) == (
        "messagescan=no\n"
        "monitor=monitor\n"
        "hd=default,jvms=4\n"
        "sd=sd1,lun=@TARGET@,openflags=o_direct,threads=256\n"
        "wd=wd1,sd=sd*,xfersize=4096,rdpct=100,seekpct=100,range=(0,107374182400)\n"
        "rd=phase_i1_w0,wd=wd1,iorate=max,elapsed=60,interval=1\n"
    )


def test_a_fill_ends_by_volume() -> None:
    fill = workload(block_sizes=(BlockSize(131072),), read_percent=0, random_percent=0, threads=1, queue_depth=32)
    text = render(plan(fill, stop=StopRule("volume", 86400, passes=2)), target_bytes=100 * GIB)
    assert text == (
        "messagescan=no\n"
        "monitor=monitor\n"
        "sd=sd1,lun=@TARGET@,openflags=o_direct,threads=32\n"
        "wd=wd1,sd=sd*,xfersize=131072,rdpct=0,seekpct=0,range=(0,107374182400)\n"
        "rd=phase_i10_w0,wd=wd1,iorate=max,maxdata=214748364800,elapsed=86400,interval=10\n"
    )


def test_mix_renders_pairs_aligned_to_the_smallest_block() -> None:
    sizes = tuple(BlockSize(size, share) for size, share in FILE_SERVER)
    text = render(plan(workload(block_sizes=sizes, read_percent=80), ramp=30), target_bytes=GIB)
    assert options_of(text, "sd")[-1] == "align=512"
    assert options_of(text, "wd")[2] == ("xfersize=(512,10,1024,5,2048,5,4096,60,8192,2,16384,4,32768,4,65536,10)")
    assert options_of(text, "rd")[-1] == "warmup=30"
    assert read_parameters(text).find_request_sizes("phase_i1_w30") == sizes


@pytest.mark.parametrize(
    ("arrival", "word"), [("even", "distribution=deterministic"), ("poisson", "distribution=exponential")]
)
def test_an_offered_load(arrival: str, word: str) -> None:
    text = render(plan(workload(offered_iops=43_700, arrival=arrival)), target_bytes=GIB)
    assert options_of(text, "rd")[2:4] == ["iorate=43700", word]


def test_warm_up_and_elapsed_are_interval_multiples() -> None:
    text = render(plan(workload(), stop=StopRule("time", 1205), ramp=31.5), target_bytes=GIB)
    assert options_of(text, "rd") == [
        *("rd=phase_i10_w40", "wd=wd1", "iorate=max", "elapsed=1210", "interval=10", "warmup=40"),
    ]
    shortest = render(plan(workload(), stop=StopRule("time", 1)), target_bytes=GIB)
    assert options_of(shortest, "rd")[3:] == ["elapsed=2", "interval=1"]


def test_address_range_is_rendered_in_aligned_bytes() -> None:
    part = workload(block_sizes=(BlockSize(65536),), address_range=AddressRange(offset_percent=25, size_percent=10))
    text = render(plan(part), target_bytes=1_000_000_000)
    low, high = (int(number) for number in re.findall(r"range=\(([0-9]+),([0-9]+)\)", text)[0])
    assert (low % 65536, high % 65536) == (0, 0)
    assert 0 <= 250_000_000 - low < 65536
    assert 0 <= 350_000_000 - high < 65536


def test_streams_divide_a_drive() -> None:
    streams = workload(random_percent=0, streams=4, threads=4, queue_depth=8)
    text = render(plan(streams), target_bytes=GIB)
    assert options_of(text, "sd")[-2:] == ["threads=32", "size=1073741824"]
    assert options_of(text, "wd")[-1] == "streams=4"
    assert "jvms" not in text


def test_data_that_can_be_compressed() -> None:
    half = workload(read_percent=70, compress_percent=50)
    assert render(plan(half), target_bytes=GIB).splitlines()[2] == "compratio=2.000"
    assert "compratio" not in render(plan(workload(compress_percent=50)), target_bytes=GIB)


def test_block_alignment_sets_the_align_option() -> None:
    text = render(plan(workload(block_align_bytes=65536)), target_bytes=GIB)
    assert options_of(text, "sd")[-1] == "align=65536"


def test_drives_share_the_load_unless_per_device() -> None:
    text = render(plan(workload(address_range=AddressRange(size_percent=50))), target_bytes=4 * GIB, devices=4)
    assert [line for line in text.splitlines() if line.startswith("sd=")] == [
        f"sd=sd{number},lun=@TARGET@,openflags=o_direct,threads=64" for number in (1, 2, 3, 4)
    ]
    assert options_of(text, "wd")[-1] == f"range=(0,{GIB // 2})"
    per_drive = render(plan(workload(per_device=True)), target_bytes=4 * GIB, devices=4)
    assert per_drive.count("threads=256") == 4
    volume = render(plan(workload(read_percent=0), stop=StopRule("volume", 3600)), target_bytes=4 * GIB, devices=4)
    assert f"maxdata={4 * GIB}," in volume


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"read_percent": 33.5}, "read_percent: Vdbench takes whole percentages, and 33.5 % is not one."),
        ({"threads": 64, "queue_depth": 64}, "queue_depth: Vdbench starts a thread for each outstanding I/O, 64 x 64"),
        ({"offered_iops": 9_999_977}, "offered_iops: Vdbench takes rates below 9999977"),
        ({"compress_percent": 97}, "compress_percent: Vdbench compresses by at most 96 %"),
        ({"cpu_policy": CpuPolicy(cpus=(1,))}, "cpu_policy: Vdbench can neither bind itself"),
        ({"distribution": RequestDistribution("zipf", 1.2)}, "distribution: Vdbench spreads random requests evenly"),
        (
            {"distribution": RequestDistribution("zoned", zones=((50, 5), (50, 95)))},
            "distribution: Vdbench spreads random requests evenly, not by zoned 50/5 50/95",
        ),
        ({"address_range": AddressRange(offset_bytes=512)}, "range.offset_bytes: Vdbench begins at a multiple"),
        (
            {"random_percent": 0, "streams": 2, "address_range": AddressRange(offset_percent=10)},
            "streams: Vdbench divides a drive from its beginning on",
        ),
        (
            {"random_percent": 50, "block_align_bytes": 8192},
            "block_align_bytes: Vdbench aligns random requests only",
        ),
    ],
)
def test_unsupported_workload_is_refused_by_name(fields: dict[str, Any], reason: str) -> None:
    (problem,) = list_unsupported_settings(workload(**fields))
    assert problem.startswith(reason)
    with pytest.raises(InvalidInput, match=re.escape(reason)) as refused:
        render(plan(workload(**fields)), target_bytes=100 * GIB)
    assert refused.value.path == "phases.3.workload"
    assert "phase 3 (one of many)" in str(refused.value)


@pytest.mark.parametrize(
    ("load", "target", "path", "words"),
    [
        (workload(), {"target_bytes": 8192}, "range", "room for 3 blocks of up to 4096 bytes on each drive"),
        (workload(address_range=AddressRange(0, 2 * GIB)), {"target_bytes": GIB}, "range", "do not fit"),
        (workload(threads=3, queue_depth=1), {"target_bytes": GIB, "devices": 2}, "queue_depth", "shared evenly"),
        (
            workload(random_percent=0, streams=4),
            {"target_bytes": GIB, "devices": 2},
            "streams",
            "has 4 streams on one drive, not on 2",
        ),
    ],
)
def test_load_beyond_the_target_is_refused(load: Workload, target: dict[str, int], path: str, words: str) -> None:
    assert list_unsupported_settings(load) == []
    with pytest.raises(InvalidInput, match=words) as refused:
        render(plan(load), **target)
    assert refused.value.path == f"phases.3.workload.{path}"


SIZES = st.lists(st.sampled_from([512, 4096, 8192, 65536]), min_size=1, max_size=4, unique=True)


@given(sizes=SIZES, threads=st.integers(1, 64), depth=st.integers(1, 64), random=st.sampled_from([0, 30, 100]))
def test_every_file_is_numbers_and_fixed_words(sizes: list[int], threads: int, depth: int, random: int) -> None:
    shares = [100 - 10 * (len(sizes) - 1), *[10] * (len(sizes) - 1)]
    blocks = tuple(BlockSize(size, share) for size, share in zip(sizes, shares, strict=True))
    load = workload(block_sizes=blocks, threads=threads, queue_depth=depth, random_percent=random)
    if load.outstanding_ios > MAX_OUTSTANDING:
        assert list_unsupported_settings(load)
        return
    named = replace(plan(load), name="$(reboot)\nstartcmd=reboot")
    text = render(named, target_bytes=GIB)
    assert re.fullmatch(r"[a-zA-Z0-9_=,().@*\n]+", text)
    assert "reboot" not in text
    # Three numbers would be smallest, largest and step.
    assert all(option.count(",") != 2 for option in options_of(text, "wd"))
    jvms = int((re.findall(r"jvms=([0-9]+)", text) or ["1"])[0])
    assert 1 <= jvms <= MAX_JVMS
    assert load.outstanding_ios % jvms == 0
    assert random == 100 or jvms == 1
    assert f"threads={load.outstanding_ios}\n" in text or f"threads={load.outstanding_ios},align=" in text


@given(st.integers(1, 3600), st.integers(0, 100))
def test_run_name_holds_its_times(interval: int, warm_up: int) -> None:
    times = RunTimes(interval, warm_up * interval)
    assert parse_run_times(times.name) == times
    assert times.left_out == max(warm_up, 1)


@pytest.mark.parametrize("name", ["oltp", "phase_i0_w0", "phase_i1", "phase_i1_w1_(10%)", "SD_format", ""])
def test_other_names_hold_no_times(name: str) -> None:
    assert parse_run_times(name) is None


def test_a_load_that_waits_is_refused() -> None:
    (reason,) = list_unsupported_settings(workload(bursts=Bursts(5, 10)))
    assert reason.startswith("bursts: ")


def test_steady_phase_with_volume_limits_time_and_bytes() -> None:
    rule = StopRule("steady", 86400, limit_passes=4, spacing=31, max_rounds=47)
    text = render(plan(workload(read_percent=0), stop=rule), target_bytes=GIB)
    assert {f"maxdata={4 * GIB}", "elapsed=86400"} <= set(options_of(text, "rd"))
