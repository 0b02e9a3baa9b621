"""Operations behind a RAID controller, with a stand-in for its tool that prints captured output."""

import json
import sys
import time
from pathlib import Path

import pytest
from tests.integration.runner.one_operation import Bench

DRIVES = Path(__file__).parents[2] / "data" / "storcli" / "drives.json"
SERIAL = "Z4DS101FTM3W"
#: Shows the drives as they were captured, with the state that the last `set` left in a file unless it is deaf.
TOOL = """#!{python}
import json, pathlib, sys
state, says = pathlib.Path({folder!r}, "state"), {says!r}
arguments = sys.argv[1:]
pathlib.Path({folder!r}, "calls").open("a").write(" ".join(arguments) + "\\n")
if arguments[:3] == ["/call/eall/sall", "show", "all"]:
    document = json.loads(pathlib.Path({drives!r}).read_text())
    if state.exists():
        document["Controllers"][0]["Response Data"]["Drive /c0/e252/s3"][0]["State"] = state.read_text()
    print(json.dumps(document))
else:
    states = {{"offline": "Offln", "jbod": "JBOD", "rebuild": "Rbld", "hotsparedrive": "GHS"}}
    if says == "Success" and not {deaf!r}:
        state.write_text(states[arguments[2]])
    status = {{"Controller": 0, "Status": says, "Description": "No."}}
    print(json.dumps({{"Controllers": [{{"Command Status": status}}]}}))
"""


@pytest.fixture
def bench(tmp_path, sandbox):
    return Bench(tmp_path, sandbox)


def _install(bench, *, status="Success", deaf=False):
    values = {"python": sys.executable, "folder": str(bench.programs), "drives": str(DRIVES)}
    bench.install("storcli64", TOOL.format(says=status, deaf=deaf, **values))


def _calls(bench):
    """Return the calls of the tool without the queries."""
    lines = (bench.programs / "calls").read_text().splitlines()
    return [line for line in lines if " show " not in line]


def _enrol(bench, serial=SERIAL, days=1):
    """Write an entry as root's command does, for a drive that no sandbox could offer."""
    now = time.time_ns()
    entry = {"stable_id": "wwn-0x1", "serial": serial, "wwid": None, "model": None, "size_bytes": 1, "transport": None}
    entry |= {"logical_block_bytes": 512, "members": None, "level": None, "strip_bytes": None, "enrolled_by": "ada"}
    entry |= {"enrolled_realtime_ns": now, "expires_realtime_ns": now + days * 86400 * 10**9}
    (bench.config / "enrolled.json").write_text(json.dumps({"format": 1, "entries": [entry]}))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("operation", "call", "state"),
    [
        ({"kind": "storcli_drive_offline", "member": SERIAL}, "/c0/e252/s3 set offline J", "Offln"),
        ({"kind": "storcli_rebuild_start", "member": SERIAL}, "/c0/e252/s3 start rebuild J", "Rbld"),
        ({"kind": "storcli_hot_spare", "action": "add", "member": SERIAL}, "/c0/e252/s3 add hotsparedrive J", "GHS"),
    ],
)
def test_drive_is_found_by_serial_and_changes_state(bench, operation, call, state):
    _enrol(bench)
    _install(bench)
    end = bench.play(**operation)
    assert end["state"] == "finished", end["message"]
    assert end["evidence"] == {"address": "/c0/e252/s3", "serial": SERIAL, "state": state}
    assert _calls(bench) == [call]


@pytest.mark.in_turn
def test_jbod_drive_that_does_not_appear_fails(bench):
    _enrol(bench)
    _install(bench)
    end = bench.play(kind="storcli_jbod", on=True, members=[SERIAL])
    assert _calls(bench) == ["/c0/e252/s3 set jbod J"]
    assert (end["state"], "wwn-0x500080d9102a78a0" in end["message"]) == ("failed", True)


def test_raid_tool_that_reports_false_success_is_detected(bench):
    _enrol(bench)
    _install(bench, deaf=True)
    end = bench.play(kind="storcli_drive_offline", member=SERIAL)
    assert end["state"] == "failed"
    assert f"Drive {SERIAL} is UGood, not Offln, though the tool reported success." in end["message"]


def test_a_tool_that_refuses(bench):
    _enrol(bench)
    _install(bench, status="Failure")
    end = bench.play(kind="storcli_drive_offline", member=SERIAL)
    assert (end["state"], end["message"].endswith("The RAID tool failed: No.")) == ("failed", True)


@pytest.mark.parametrize(
    ("serial", "days", "member"),
    [
        ("ANOTHER", 1, SERIAL),
        (SERIAL, -1, SERIAL),
        (SERIAL, 1, SERIAL[:-1]),
    ],
)
def test_unenrolled_drive_is_never_changed(bench, serial, days, member):
    _enrol(bench, serial, days)
    _install(bench)
    end = bench.play(kind="storcli_drive_offline", member=member)
    assert (end["state"], f"Drive {member} is not enrolled" in end["message"]) == ("failed", True)
    assert not (bench.programs / "calls").exists()


def test_only_a_virtual_drive_is_deleted(bench):
    _install(bench)
    bench.install("storcli64", f"cat {DRIVES.with_name('volumes.json')}")
    end = bench.play(kind="storcli_vd_delete")
    assert (end["state"], end["held"]) == ("failed", 1)
    assert "is not a virtual drive of the RAID tool" in end["message"]
