"""Attempts with Vdbench: a stand-in that replays recorded output of Vdbench, under a real runner."""

import contextlib
import json
import os
import signal
from pathlib import Path

import pytest
from tests.stand_ins import vdbench

RECORDED = Path(__file__).parents[2] / "data" / "vdbench" / "curve"
PACE = 0.15


@pytest.fixture
def install(server):
    """Put a Vdbench and its Java first on the server's PATH."""

    def put(**options):
        server.programs.mkdir(exist_ok=True)
        java = server.programs / "java"
        java.write_text("#!/bin/sh\nexit 0\n")
        java.chmod(0o755)
        return vdbench.install(server.programs, **{"recorded": RECORDED, "seconds_per_interval": PACE, **options})

    return put


def parameters(*, read=0, devices=1, high=8 << 20, run="iorate=max,elapsed=4,interval=1", name="phase_i1_w0"):
    storages = [f"sd=sd{number},lun=@TARGET@,openflags=o_direct,threads=4" for number in range(1, devices + 1)]
    lines = ["messagescan=no", "monitor=monitor", *storages]
    lines.append(f"wd=wd1,sd=sd*,xfersize=4096,rdpct={read},seekpct=100,range=(0,{high})")
    return "".join(f"{line}\n" for line in [*lines, f"rd={name},wd=wd1,{run}"])


def long_phase(make, **stop):
    text = parameters(run="iorate=max,elapsed=600,interval=1")
    return make.phase(1, "long", text, seconds=600, stop={"kind": "time", "seconds": 600, **stop})


def spec_of(make, *phases, **more):
    return {**make.spec(*phases, **{"deadline_seconds": 1200, **more}), "engine": "vdbench"}


def runs(server, channel, attempt_id, rows):
    """Wait until the engine has written that many rows."""

    def reached(status):
        files = {file["name"] for file in status["files"]}
        name = "phases/01/out/flatfile.html"
        return name in files and server.file(channel, attempt_id, name).count(b" phase_i1") >= rows

    return server.wait(channel, attempt_id, reached)


def test_completed_run_exports_only_result_files(server, channel, make, install):
    install()
    assert channel.call("hello")["engines"]["vdbench"] == {
        "path": str(server.programs / "vdbench"),
        "version": "Vdbench 5.04.07",
    }
    second = make.phase(2, "mixed", parameters(read=70, run="iorate=500,distribution=exponential,elapsed=3,interval=1"))
    attempt_id = server.start(channel, spec_of(make, make.phase(1, "write", parameters()), second))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    assert [phase["stop_reason"] for phase in status["phases"]] == ["completed", "completed"]
    names = {file["name"] for file in status["exit"]["files"] if file["name"].startswith("phases/02/")}
    pages = ("errorlog", "flatfile", "histogram", "skew", "status", "summary", "totals")
    records = ("conditions.json", "ended.json", "job.vdbench", "process.json", "started.json", "stderr.txt")
    assert names == {f"phases/02/out/{page}.html" for page in pages} | {f"phases/02/{name}" for name in records}
    for name in ("phases/02/out/config.html", "phases/02/.stdout.txt", "phases/02/out/../../../spec.json"):
        with pytest.raises(make.Refused, match="has no file"):
            channel.call("read", attempt_id=attempt_id, name=name, offset=0, length=10)
    job = server.file(channel, attempt_id, "phases/02/job.vdbench").decode()
    assert f"lun={status['target_path']},openflags=o_direct" in job
    argv = json.loads(server.file(channel, attempt_id, "phases/02/started.json"))["argv"]
    assert argv == [str(server.programs / "vdbench"), "-f", "job.vdbench", "-o", "out"]
    assert not Path(status["target_path"]).exists()
    assert [path for path in server.state.rglob("*") if path.lstat().st_mode & 0o077] == []


def test_version_query_is_skipped_during_an_attempt(server, channel, make, install):
    install()
    channel.call("hello")
    attempt_id = server.start(channel, spec_of(make, long_phase(make)))
    runs(server, channel, attempt_id, 1)
    program = server.programs / "vdbench"
    marker = server.folder / "asked"
    program.write_text(f"#!/bin/sh\ntouch {marker}\n")
    assert server.channel().call("hello")["engines"]["vdbench"] == {
        "path": str(program),
        "version": None,
        "reason": "Vdbench was not run for its version: an attempt runs on this server.",
    }
    assert not marker.exists()
    channel.call("cancel", **server.arguments(attempt_id))
    server.ended(channel, attempt_id)
    make.eventually(lambda: "error" in server.channel().call("hello")["engines"]["vdbench"])
    assert marker.exists()


def test_steady_phase_ends_early_and_writes_its_average(server, channel, make, install):
    install()
    stop = {"kind": "steady", "seconds": 600, "round_seconds": 1, "window": 2, "max_rounds": 500, "metric": "iops"}
    only = long_phase(make, **stop, range_limit=0.9, slope_limit=0.9)
    status = server.ended(channel, server.start(channel, spec_of(make, only)))
    phase = status["phases"][0]
    assert status["exit"]["outcome"] == "succeeded"
    assert (phase["stop_reason"], phase["exit_code"], phase["steady_round"]) == ("steady", 0, 3)
    assert b" avg_2-" in server.file(channel, status["attempt_id"], "phases/01/out/flatfile.html")


def test_cancelled_run_writes_average_and_ends_all_processes(server, channel, make, install):
    install(slave=True)
    attempt_id = server.start(channel, spec_of(make, long_phase(make)))
    runs(server, channel, attempt_id, 2)
    channel.call("cancel", **server.arguments(attempt_id))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["phases"][0]["exit_code"]) == ("cancelled", 0)
    assert b" avg_2-" in server.file(channel, attempt_id, "phases/01/out/flatfile.html")
    make.eventually(lambda: server.processes() == [])


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ("failed", "engine", "Vdbench ended with status 157: lun=/dev/sdx does not exist"),
        ("killed", "infrastructure", "Vdbench was killed by SIGKILL"),
        ("silent", "engine", "Vdbench ended with status 0, but its output has no average row at its end"),
        ("error", "engine", "Vdbench ended with status 0, but it met errors, the first of them: 19:56:01.000"),
    ],
)
def test_a_status_alone_proves_no_result(server, channel, make, install, wrong, kind, words):
    install(wrong=wrong, slave=True)
    attempt_id = server.start(channel, spec_of(make, make.phase(1, "write", parameters())))
    exit_record = server.ended(channel, attempt_id)["exit"]
    assert exit_record["outcome"] == "failed"
    assert exit_record["failure"]["kind"] == kind
    assert exit_record["failure"]["message"].startswith(words)
    make.eventually(lambda: server.processes() == [])


def test_slave_that_outlives_supervisor_is_an_orphan(server, channel, make, install):
    install(slave=True)
    attempt_id = server.start(channel, spec_of(make, long_phase(make)))
    status = runs(server, channel, attempt_id, 1)
    os.kill(status["supervisor_pid"], signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(server.engine_pid(attempt_id, 1), signal.SIGKILL)
    server.wait(channel, attempt_id, lambda status: status["state"] == "lost")
    assert [orphan["attempt_id"] for orphan in channel.call("list")["orphans"]] == [attempt_id]
    with pytest.raises(make.Refused, match="an orphan of attempt"):
        server.start(channel, spec_of(make, make.phase(1, "write", parameters())))


def test_missing_program_is_reported_with_its_remedy(server, channel, make, install):
    install()
    (server.programs / "java").unlink()
    bare = server.channel(path=str(server.programs))
    assert "apt-get install default-jre-headless" in bare.call("hello")["engines"]["vdbench"]["error"]
    spec = spec_of(make, make.phase(1, "write", parameters()))
    with pytest.raises(make.Refused, match="Java was not found") as refused:
        server.start(bare, spec)
    assert refused.value.code == "engine_missing"
    (server.programs / "vdbench").unlink()
    with pytest.raises(make.Refused, match=r"Vdbench was not found on PATH.*vdbench-home"):
        server.start(bare, spec)
    assert server.processes() == []


def test_root_can_name_a_folder(server, channel, make, install):
    home = server.folder / "vdbench50407"
    home.mkdir()
    install().rename(home / "vdbench")
    (server.programs / "vdbench.json").rename(home / "vdbench.json")
    server.config.mkdir(exist_ok=True)
    (server.config / "vdbench-home").write_text(f"{home}\n")
    assert channel.call("hello")["engines"]["vdbench"]["path"] == str(home / "vdbench")
    (server.config / "vdbench-home").write_text("/nowhere\n")
    assert "names /nowhere" in channel.call("hello")["engines"]["vdbench"]["error"]


def test_forbidden_job_is_refused_before_preparation(server, channel, make, install):
    install()
    reading = make.phase(2, "read", parameters(), writes=False)
    with pytest.raises(make.Refused, match="writes though the phase is not one that writes"):
        server.prepare(channel, spec_of(make, make.phase(1, "write", parameters()), reading))
    with pytest.raises(make.Refused, match="reaches byte"):
        server.prepare(channel, spec_of(make, make.phase(1, "far", parameters(high=16 << 20))))
    with pytest.raises(make.Refused, match="for 2 devices, and the target has 1"):
        server.prepare(channel, spec_of(make, make.phase(1, "two", parameters(devices=2))))
    with pytest.raises(make.Refused, match="reads a file that was never written"):
        server.prepare(channel, spec_of(make, make.phase(1, "read", parameters(read=100), writes=False)))
    odd = server.folder / "a,b"
    odd.mkdir()
    with pytest.raises(make.Refused, match="cannot: a target of Vdbench has letters"):
        server.prepare(channel, spec_of(make, make.phase(1, "w", parameters()), path=str(odd / "t.dat")))


def test_share_of_maximum_becomes_one_whole_rate(server, channel, make, install):
    install()
    text = parameters(run="iorate=@RATE@,distribution=exponential,elapsed=3,interval=1")
    share = {**make.phase(2, "80 %", text, seconds=3), "late_rates": {"of": 1, "percent": 80}}
    attempt_id = server.start(channel, spec_of(make, make.phase(1, "max", parameters()), share))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    rate = status["phases"][1]["rate"]
    assert rate["max_iops"] > 1000
    assert rate["requested_iops"] == rate["offered_iops"] == -(-int(int(rate["max_iops"]) * 80 // 100) // 100) * 100
    job = server.file(channel, attempt_id, "phases/02/job.vdbench").decode()
    assert f",iorate={rate['offered_iops']},distribution=exponential," in job


@pytest.mark.in_turn
def test_fio_fills_drives_that_vdbench_measures(server, channel, make, install, sandbox):
    install()
    drives = [sandbox.drive(name) for name in ("one", "two")]
    for drive in drives:
        code, out, err = sandbox.enrol(drive)
        assert code == 0, out + err
    entries = [drive.entry() for drive in drives]
    text = parameters(devices=2)
    spec = spec_of(make, make.phase(1, "write", text), target={"kind": "devices", "devices": entries})
    fill = {"kind": "fill", "passes": 1, "block_bytes": make.MIB, "pattern": "random"}
    attempt_id = server.start(channel, {**spec, "preparation": [fill]})
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    assert [operation["state"] for operation in status["operations"]] == ["finished"]
    job = server.file(channel, attempt_id, "phases/01/job.vdbench").decode()
    assert [f"sd=sd{number},lun={drive.path}," in job for number, drive in enumerate(drives, start=1)] == [True, True]
    # The stand-in writes nothing, so the data is that of the fill.
    assert all(any(drive.image.read_bytes()[: make.MIB]) for drive in drives)
