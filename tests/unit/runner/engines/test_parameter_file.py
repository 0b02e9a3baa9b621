"""Vdbench parameter files: those that the lab renders pass, and any other character is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.plan import PhasePlan, StopRule
from storagelab.domain.workload import AddressRange, BlockSize, Workload
from storagelab.engines.registry import get_engine
from storagelab.errors import InvalidInput
from storagelab_runner.engines.parameter_file import apply_rate, parse_job
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal

GIB = 1 << 30
TEXT = (
    "messagescan=no\nmonitor=monitor\nhd=default,jvms=4\nsd=sd1,lun=@TARGET@,openflags=o_direct,threads=256\n"
    "wd=wd1,sd=sd*,xfersize=4096,rdpct=100,seekpct=100,range=(0,107374182400)\n"
    "rd=phase_i1_w0,wd=wd1,iorate=max,elapsed=60,interval=1\n"
)

vdbench = ENGINES["vdbench"]


def plan(stop: StopRule = StopRule("time", 60), ramp: float = 0.0, **fields: Any) -> PhasePlan:
    """Return a phase of the lab."""
    usual: dict[str, Any] = {"block_sizes": (BlockSize(4096),), "read_percent": 70, "random_percent": 100}
    load = Workload(**{**usual, "threads": 4, "queue_depth": 16, **fields})
    return PhasePlan(ordinal=3, name="one", kind="measure", workload=load, stop=stop, ramp_seconds=ramp)


PLANS = {
    "mixed": plan(),
    "reading": plan(read_percent=100),
    "volume": plan(StopRule("volume", 600, passes=2), read_percent=0, random_percent=0, threads=1),
    "sizes": plan(ramp=30, block_sizes=(BlockSize(512, 40), BlockSize(4096, 60)), compress_percent=50),
    "offered": plan(offered_iops=520, arrival="poisson"),
    "streams": plan(random_percent=0, streams=4),
    "part": plan(address_range=AddressRange(offset_bytes=1 << 20, size_bytes=1 << 24)),
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("devices", [1, 4])
def test_rendered_parameter_file_is_let_through(name: str, devices: int) -> None:
    if name == "streams" and devices > 1:
        with pytest.raises(InvalidInput, match="streams"):
            get_engine("vdbench").render(PLANS[name], target_bytes=devices * GIB, devices=devices)
        return
    text = get_engine("vdbench").render(PLANS[name], target_bytes=devices * GIB, devices=devices)
    job = parse_job(text)
    assert job.writes is PLANS[name].workload.writes
    assert 0 < job.end_bytes(GIB, devices) <= GIB
    with pytest.raises(Refusal, match="devices"):
        job.end_bytes(GIB, devices + 1)
    paths = [f"/dev/nvme{number}n1" for number in range(devices)]
    rendered = vdbench.render(text, ":".join(paths))
    assert "@" not in rendered
    assert [f"lun={path}," in rendered for path in paths] == [True] * devices


@given(
    read=st.integers(0, 100),
    random=st.integers(0, 100),
    outstanding=st.integers(1, 2048),
    block=st.integers(1, 2048).map(lambda blocks: 512 * blocks),
    seconds=st.integers(1, 100_000),
    ramp=st.integers(0, 1000),
)
def test_runner_accepts_every_renderable_plan(**given: int) -> None:
    phase = plan(
        StopRule("time", given["seconds"]),
        given["ramp"],
        read_percent=given["read"],
        random_percent=given["random"],
        threads=1,
        queue_depth=given["outstanding"],
        block_sizes=(BlockSize(given["block"]),),
    )
    parse_job(get_engine("vdbench").render(phase, target_bytes=GIB))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("messagescan=no\n", ""),
        ("messagescan=no", "messagescan=yes"),
        ("monitor=monitor", "monitor=/etc/passwd"),
        ("monitor=monitor\n", "monitor=monitor\ninclude=/etc/shadow\n"),
        ("monitor=monitor\n", "monitor=monitor\nstartcmd=reboot\n"),
        ("monitor=monitor\n", "monitor=monitor\nio=reboot\n"),
        ("jvms=4", "jvms=9"),
        ("jvms=4", "jvms=4,system=10.0.0.1,shell=ssh"),
        ("lun=@TARGET@", "lun=/dev/sda"),
        ("openflags=o_direct,", ""),
        ("threads=256", "threads=4096"),
        ("threads=256", "threads=256,journal=/tmp"),
        ("sd=sd1,", "sd=sd2,"),
        ("sd=sd*", "sd=sd1"),
        ("xfersize=4096", "xfersize=(512,4096,512)"),
        ("xfersize=4096", "xfersize=(512,10,4096,80)"),
        ("xfersize=4096", "xfersize=1"),
        ("rdpct=100", "rdpct=101"),
        ("rdpct=100,", ""),
        ("seekpct=100", "seekpct=eof"),
        ("range=(0,107374182400)", "range=(4096,4096)"),
        # Vdbench takes percent of the device, whatever its reserve.
        ("range=(0,107374182400)", "range=(0,100)"),
        ("range=(0,107374182400)", "range=(50,107374182400)"),
        # One block reaches beyond the end of its range.
        ("range=(0,107374182400)", "range=(0,8192)"),
        (
            "xfersize=4096,rdpct=100,seekpct=100,range=(0,107374182400)",
            "xfersize=1073741824,rdpct=100,seekpct=100,range=(0,3221225471)",
        ),
        ("range=(0,107374182400)", "streams=4"),
        ("iorate=max", "iorate=9999988"),
        ("iorate=max", "iorate=curve"),
        ("iorate=max", "iorate=@RATE@"),
        ("interval=1", "interval=1,endcmd=reboot"),
        ("interval=1", "interval=1,warmup=5"),
        ("interval=1", "interval=2"),
        ("elapsed=60", "elapsed=1"),
        ("elapsed=60", "elapsed=99999999"),
        ("interval=1\n", "interval=1\nrd=again,wd=wd1,iorate=max,elapsed=60,interval=1\n"),
        ("interval=1\n", "interval=1 # $x\n"),
        ("\n", "\r\n"),
        ("wd1", "wd!"),
        ("256", "\u0662"),
        (TEXT, ""),
        (TEXT, "\n"),
        (TEXT, "messagescan=no\nmonitor=monitor\n"),
        (TEXT, "x" * 20_000),
    ],
)
def test_changed_parameter_file_is_refused(old: str, new: str) -> None:
    parse_job(TEXT)
    assert old in TEXT
    with pytest.raises(Refusal, match="line") as refused:
        parse_job(TEXT.replace(old, new))
    assert refused.value.code == "bad_request"


@given(st.text(max_size=400))
def test_any_other_text_is_refused(text: str) -> None:
    for document in (text, TEXT + text, TEXT[: len(text)] + text):
        if document not in (TEXT, TEXT.removesuffix("\n")):
            with pytest.raises(Refusal):
                parse_job(document)


def test_a_rate_that_comes_late() -> None:
    late = TEXT.replace("iorate=max", "iorate=@RATE@,distribution=exponential")
    assert parse_job(late, late=True).read_percent == 100
    text, offered = apply_rate(late, 4400)
    assert (offered, "iorate=4400,distribution=exponential" in text) == (4400, True)
    for document in (TEXT, late.replace("@RATE@", "500")):
        with pytest.raises(Refusal, match="iorate must be"):
            parse_job(document, late=True)
    with pytest.raises(Refusal, match="line 6"):
        apply_rate(late, 10_000_000)


@pytest.mark.parametrize("path", ["/srv/a b", "/srv/a,b", "/srv/$x", "/srv/(a)", "/srv/a#b", "relative", ""])
def test_a_path_with_a_meaning_is_refused(path: str) -> None:
    with pytest.raises(Refusal, match="characters"):
        vdbench.render(TEXT, path)


@pytest.mark.parametrize("name", PLANS)
def test_both_engines_run_the_same_load(name: str) -> None:
    """Check threads times depth, sizes, mix and range as each engine receives them."""
    phase = PLANS[name]
    lines = get_engine("fio").render(phase, target_bytes=GIB).splitlines()[1:]
    fio = dict(line.split("=", 1) for line in lines)
    text = get_engine("vdbench").render(phase, target_bytes=GIB)
    parameters = dict(
        piece.split("=", 1) for line in text.replace("(", "").splitlines() for piece in line.split(",") if "=" in piece
    )
    outstanding = int(fio["iodepth"]) * int(fio.get("numjobs", "1"))
    assert outstanding == int(parameters["threads"]) == phase.workload.outstanding_ios
    share = {"read": 100, "randread": 100, "write": 0, "randwrite": 0}.get(fio["rw"])
    assert (int(fio["rwmixread"]) if share is None else share) == int(parameters["rdpct"])
    if "bs" in fio:
        assert int(fio["bs"]) == int(parameters["xfersize"])
    assert int(float(parameters["seekpct"])) == (100 if fio["rw"].startswith("rand") else 0)
    if "offset" in fio and name == "part":
        assert (int(fio["offset"]), int(fio["offset"]) + int(fio["size"])) == (1 << 20, (1 << 20) + (1 << 24))
        assert "range=(1048576,17825792)" in text
    assert fio.get("rate_iops") is None or parameters["iorate"] == "520"
