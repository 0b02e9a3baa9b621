"""A Vdbench parameter file becomes the phases its runs describe, loops as sweeps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storagelab.domain.access import AddressRange
from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import expand, parse_profile
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.registry import ENGINES
from storagelab.engines.vdbench.parameter_file import RATE
from storagelab.profiles.job_files.findings import RawProfile
from storagelab.profiles.job_files.vdbench import read_vdbench_file
from storagelab_runner import late_rates

DRIVE = "sd=sd1,lun=/dev/sdb,openflags=o_direct"
RUN = "rd=rd1,wd=wd1,iorate=max,elapsed=60"


def plans_of(raw: RawProfile) -> tuple[PhasePlan, ...]:
    assert raw.document is not None, raw.refusals
    return expand(parse_profile(raw.document))


def workload(sd: str = "", wd: str = "", rd: str = "", general: str = "") -> Workload:
    text = f"{general}{DRIVE}{sd}\nwd=wd1,sd=sd1,xfersize=4k{wd}\n{RUN}{rd}\n"
    return plans_of(read_vdbench_file(text))[0].workload


def remarks(raw: RawProfile, level: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.words) for finding in raw.findings if finding.level == level]


def test_a_run_is_a_phase() -> None:
    raw = read_vdbench_file(
        "* a comment\nmessagescan=no\n"
        "sd=default,openflags=o_direct,threads=16\nsd=sd1,lun=/dev/nvme0n1 the fast one\n\n"
        "wd=default,rdpct=70\nwd=wd1,sd=sd*,\nxfersize=8k,seekpct=random\n"
        "rd=default,iorate=max,interval=1\nrd=oltp,wd=wd1,elapsed=2m,warmup=10\neof\nstartcmd=never\n"
    )
    (plan,) = plans_of(raw)
    assert plan.workload == Workload(
        block_sizes=(BlockSize(8192),), read_percent=70, random_percent=100, threads=1, queue_depth=16
    )
    assert (plan.name, plan.stop.kind, plan.stop.seconds, plan.ramp_seconds) == ("oltp", "time", 120, 10)
    assert remarks(raw, "dropped") == [
        (2, "messagescan: decided by the lab"),
        (4, "lun: the target of the job takes its place"),
        (9, "interval: decided by the lab"),
    ]
    assert remarks(raw, "changed") == []


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"queue_depth": 8, "read_percent": 100, "random_percent": 100, "offered_iops": None}),
        ({"wd": ",seekpct=sequential,threads=4"}, {"random_percent": 0, "queue_depth": 4}),
        ({"wd": ",seekpct=0,streams=4"}, {"streams": 4, "threads": 4, "queue_depth": 2}),
        ({"rd": ",rdpct=0,threads=32"}, {"read_percent": 0, "queue_depth": 32}),
        ({"sd": ",size=64m"}, {"address_range": AddressRange(0, 64 << 20)}),
        ({"wd": ",range=(5,20)"}, {"address_range": AddressRange(offset_percent=5, size_percent=15)}),
        ({"wd": ",range=(1m,3m)"}, {"address_range": AddressRange(1 << 20, 2 << 20)}),
        ({"sd": ",size=100m", "wd": ",range=(10,50)"}, {"address_range": AddressRange(10 << 20, 40 << 20)}),
        ({"sd": ",align=512"}, {"block_align_bytes": 512}),
        ({"general": "compratio=2\n", "wd": ",rdpct=0"}, {"compress_percent": 50}),
        (
            {"rd": ",xfersize=(4k,60,1.5k,30,64k,10)"},
            {"block_sizes": (BlockSize(4096, 60), BlockSize(1536, 30), BlockSize(65536, 10))},
        ),
    ],
)
def test_parameters_are_understood_as_vdbench_understands_them(given: dict[str, str], expected: dict[str, Any]) -> None:
    read = workload(**given)
    assert {name: getattr(read, name) for name in expected} == expected


def test_loops_become_a_sweep_with_rate_innermost() -> None:
    raw = read_vdbench_file(
        f"{DRIVE}\nwd=wd1,sd=sd1\n"
        "rd=rd1,wd=wd1,iorate=(100,200),elapsed=3,forthreads=(1-4,d),forrdpct=(0-100,100),forxfersize=(4k,8k)\n"
    )
    plans = plans_of(raw)
    points = [
        (plan.workload.queue_depth, plan.workload.read_percent, plan.workload.block_bytes, plan.workload.offered_iops)
        for plan in plans
    ]
    assert len(points) == 3 * 2 * 2 * 2
    assert points[:5] == [
        (1, 0, 4096, 100),
        (1, 0, 4096, 200),
        (1, 0, 8192, 100),
        (1, 0, 8192, 200),
        (1, 100, 4096, 100),
    ]
    assert points[-1] == (4, 100, 8192, 200)
    assert plans[0].name == "rd1 QD1 0 % reads 4K 100 IOPS"


def test_offered_loads_arrive_as_vdbench_spaces_them() -> None:
    drive = f"{DRIVE}\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1,elapsed=3,iorate="
    assert {plan.workload.arrival for plan in plans_of(read_vdbench_file(f"{drive}(100,200)\n"))} == {"poisson"}
    (even,) = plans_of(read_vdbench_file(f"{drive}100,distribution=deterministic\n"))
    assert even.workload.arrival == "even"
    loads = [
        (plan.name, plan.workload.offered_iops, plan.workload.arrival)
        for plan in plans_of(read_vdbench_file(f"{drive}(500,max)\n"))
    ]
    assert loads == [("rd1 500 IOPS", 500, "poisson"), ("rd1 max", None, "even")]


def test_several_drives_become_target_with_depth_per_drive() -> None:
    raw = read_vdbench_file(
        "sd=default,openflags=o_direct,threads=4\nsd=sd1,lun=/dev/a\nsd=sd2,lun=/dev/b\nsd=sd3,lun=/dev/c\n"
        f"wd=wd1,sd=(sd1-sd2),xfersize=4k\n{RUN}\n"
    )
    (plan,) = plans_of(raw)
    assert (plan.workload.per_device, plan.workload.queue_depth) == (True, 4)
    assert (4, "sd=sd3: no run uses it") in remarks(raw, "dropped")
    assert remarks(raw, "changed") == [(2, "threads are for each drive of the target, as they were for each sd")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"{DRIVE}\nsd=sd2,lun=/dev/c,threads=2\nwd=wd1,sd=sd*\n{RUN}\n", 2, "has another threads"),
        (
            f"{DRIVE}\nsd=sd2,lun=/dev/c\nwd=wd1,sd=sd1\nwd=wd2,sd=sd2\n{RUN}\n{RUN.replace('1', '2')}\n",
            5,
            "uses other drives than another run",
        ),
        (
            "sd=default,openflags=o_direct\nsd=sd1,lun=/dev/b,size=1g\nsd=sd2,lun=/dev/c,size=1g\n"
            f"wd=wd1,sd=sd*\n{RUN}\n",
            2,
            "give range in percent",
        ),
        (f"{DRIVE}\nwd=wd1,sd=sd1,rhpct=50\n{RUN}\n", 2, "hit more often"),
        (f"{DRIVE}\nwd=wd1,sd=sd1\n{RUN.replace('max', '(1,max)')},forrdpct=(0,100)\n", 3, "write an rd for it"),
        (f"{DRIVE}\nwd=wd1,sd=sd1\n{RUN.replace('max', '100')},distribution=uniform\n", 3, "distribution=uniform"),
        (f"{DRIVE}\nwd=wd1,sd=sd1,seekpct=0,streams=3\n{RUN}\n", 3, "give a multiple"),
        (f"compratio=0.5\n{DRIVE}\nwd=wd1,sd=sd1\n{RUN}\n", 1, "one ratio from 1 on"),
    ],
)
def test_unsupported_phase_is_refused_at_its_line(text: str, line: int, words: str) -> None:
    raw = read_vdbench_file(text)
    assert raw.document is None
    assert any(finding.line == line and words in finding.words for finding in raw.refusals), raw.refusals


def test_changed_parameter_is_remarked() -> None:
    raw = read_vdbench_file(f"sd=sd1,lun=./file\nwd=wd1,sd=sd1,skew=100\n{RUN},pause=5,compratio=3\n")
    assert [(line, words.split(":")[0]) for line, words in remarks(raw, "changed")] == [
        (1, "no openflags=o_direct"),
        (3, "pause"),
        (3, "compratio=3"),
    ]
    assert (2, "skew: it has no effect, as a phase has one workload") in remarks(raw, "dropped")
    assert plans_of(raw)[0].workload.compress_percent == 67


CURVE = f"{DRIVE}\nwd=wd1,sd=sd1,xfersize=4k,rdpct=70\n"


@pytest.mark.parametrize(
    ("rest", "percents", "offer"),
    [
        ("iorate=curve", [10, 50, 70, 80, 90, 100], "poisson"),
        ("iorate=curve,curve=(20-120,20)", [20, 40, 60, 80, 100, 120], "poisson"),
        ("iorate=curve,curve=(12.5,100),distribution=deterministic", [12.5, 100], "even"),
        ("iorate=curve,curve=50", [50], "poisson"),
    ],
)
def test_curve_becomes_load_in_percent_of_maximum(rest: str, percents: list[float], offer: str) -> None:
    raw = read_vdbench_file(f"{CURVE}rd=rd1,wd=wd1,{rest},elapsed=60,threads=16\n")
    maximum, *points = plans_of(raw)
    assert raw.document is not None
    assert raw.document["phases"][0]["load"] == {"of": "max", "percents": percents, "offer": offer}
    assert (maximum.name, maximum.workload.offered_iops, maximum.workload.load_percent) == ("rd1: max", None, None)
    assert [point.workload.load_percent for point in points] == percents
    assert {(point.load_of, point.workload.arrival, point.stop.seconds) for point in points} == {(1, offer, 60)}


def test_curve_in_loop_repeats_for_each_value() -> None:
    raw = read_vdbench_file(f"{CURVE}rd=rd1,wd=wd1,iorate=curve,curve=(50,100),forthreads=(1,8)\n")
    assert [plan.name for plan in plans_of(raw)] == [
        *("rd1 QD1: max", "rd1 QD1: 50 %", "rd1 QD1: 100 %"),
        *("rd1 QD8: max", "rd1 QD8: 50 %", "rd1 QD8: 100 %"),
    ]


def test_rendered_curve_reads_as_same_workload() -> None:
    """Check that the rendered point is equivalent to the file: read again, it is the same workload."""
    first, *points = plans_of(
        read_vdbench_file(f"{CURVE}rd=rd1,wd=wd1,iorate=curve,curve=(10-100,30),elapsed=60,threads=16\n")
    )
    written = ENGINES["vdbench"].render(first, target_bytes=1 << 30)
    assert "iorate=max" in written
    for point in points:
        rate = late_rates.compute_requested_iops(43_629.7, point.workload.load_percent or 0)
        text = ENGINES["vdbench"].render(point, target_bytes=1 << 30).replace(RATE, str(rate))
        # How a run is followed is the lab's own, and refused in the files of others.
        followed = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("monitor="))
        (again,) = plans_of(read_vdbench_file(followed))
        whole = AddressRange(offset_bytes=0, size_bytes=1 << 30)
        expected = replace(point.workload, load_percent=None, offered_iops=rate, address_range=whole)
        assert replace(again.workload, address_range=whole) == expected
        assert again.stop == point.stop


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("iorate=(curve,500)", "curve in a list is not expressible"),
        ("iorate=500,\ncurve=(10,20)", "it is for iorate=curve"),
        ("iorate=curve,\ncurve=(10,x)", "curve=10,x is not expressible"),
        ("iorate=curve,\ncurve=(0,50)", "0 % is not expressible"),
        ("iorate=curve,\ncurve=(50,2000)", "2000 % is not expressible"),
        ("iorate=curve,\ncurve=(50,50)", "given twice"),
        ("iorate=curve,\nstopcurve=5", "ends at a latency"),
    ],
)
def test_unsupported_load_is_refused_at_its_line(rest: str, words: str) -> None:
    raw = read_vdbench_file(f"{CURVE}rd=rd1,wd=wd1,{rest}\n")
    assert raw.document is None
    [(line, remark)] = remarks(raw, "refused")
    assert (line, words in remark) == (4 if "\n" in rest else 3, True), remark
