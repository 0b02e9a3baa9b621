"""Attempts that copy files to another file system, under a real runner.

Bad targets are refused in time, and no file is left behind.
"""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

MIB = 1 << 20


def phase(make, operation="copy_across", *, ordinal=1, count=20, total=2_000_000):
    lines = ["[files]", f"operation={operation}", "seed=1", "request_bytes=1048576", f"files={count}:{total}"]
    places = ["target=@TARGET@", "copy_to=@COPY_TO@"] if operation == "copy_across" else ["target=@TARGET@"]
    stop = {"kind": "volume", "seconds": 600, "passes": 1}
    return make.phase(ordinal, operation, "".join(f"{line}\n" for line in [*lines, *places]), stop=stop)


def spec_of(make, copy_to, *phases, size=8 * MIB):
    spec = make.spec(*(phases or (phase(make),)), size=size, deadline_seconds=1200)
    return {**spec, "engine": "files", "target": {**spec["target"], "copy_to": str(copy_to)}}


@pytest.fixture
def other(tmpfs):
    return tmpfs("other", "256m")


def copying(server, channel, make, other):
    """Return an attempt in the middle of its copies, and its tool."""
    spec = spec_of(make, other / "lab.dat", phase(make, count=4000, total=16_000_000), size=64 * MIB)
    attempt_id = server.start(channel, spec)
    make.eventually(lambda: (other / "lab.dat.files" / "copy" / "000001").exists())
    return attempt_id, server.engine_pid(attempt_id, 1)


def is_clean(server, other):
    return list((server.state / "scratch").iterdir()) == [] and list(other.iterdir()) == []


def refusals(channel, target):
    answer = channel.call("check", target=target, writes=True)
    return [(result["id"], result["reason"]) for result in answer["results"] if result["verdict"] == "refuse"]


@pytest.mark.in_turn
def test_copy_to_another_file_system_is_cleaned_up(server, channel, make, other):
    spec = spec_of(make, other / "lab.dat", phase(make, "read"), phase(make, ordinal=2))
    assert refusals(channel, spec["target"]) == []
    status = server.ended(channel, server.start(channel, spec))
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    for ordinal, direction in ((1, "read"), (2, "write")):
        lines = server.file(channel, status["attempt_id"], f"phases/{ordinal:02d}/status.jsonl").splitlines()
        last = json.loads(lines[-1])
        totals = (last["files"], last["bytes"], last["direction"], last["ended"])
        assert totals == (20, 2_000_000, direction, True)
    assert status["target_path"] == f"{server.state}/scratch/{status['attempt_id']}.dat"
    job = server.file(channel, status["attempt_id"], "phases/02/job.files").decode()
    assert job.endswith(f"target={status['target_path']}\ncopy_to={other}/lab.dat\n")
    assert is_clean(server, other)
    # A gap of the telemetry is reported, so that it is not taken for zero load.
    assert any(f"Telemetry leaves out {other}" in words for words in status["warnings"]) or status["no_telemetry"]


@pytest.mark.in_turn
def test_cancelled_copy_leaves_both_places_clean(server, channel, make, other):
    attempt_id, _ = copying(server, channel, make, other)
    channel.call("cancel", **server.arguments(attempt_id))
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "cancelled"
    assert is_clean(server, other)


@pytest.mark.in_turn
def test_killed_file_tool_leaves_both_places_clean(server, channel, make, other):
    attempt_id, tool = copying(server, channel, make, other)
    os.kill(tool, signal.SIGKILL)
    failure = server.ended(channel, attempt_id)["exit"]["failure"]
    assert failure["message"].startswith("The file tool was killed by SIGKILL")
    assert is_clean(server, other)


@pytest.mark.in_turn
def test_lost_attempt_leaves_both_places_clean(server, channel, make, other):
    attempt_id, tool = copying(server, channel, make, other)
    started = json.loads((server.state / "attempts" / attempt_id / "started.json").read_bytes())
    os.kill(tool, signal.SIGSTOP)
    os.kill(started["supervisor"]["pid"], signal.SIGKILL)
    os.kill(tool, signal.SIGKILL)
    make.eventually(lambda: channel.call("status", attempt_id=attempt_id)["state"] == "lost")
    assert is_clean(server, other)


@pytest.mark.in_turn
def test_foreign_file_stays_and_fails_the_phase(server, channel, make, other):
    attempt_id, tool = copying(server, channel, make, other)
    os.kill(tool, signal.SIGSTOP)
    (other / "lab.dat.files" / "letter.txt").write_text("mine")
    os.kill(tool, signal.SIGCONT)
    failure = server.ended(channel, attempt_id)["exit"]["failure"]
    assert "its folder could not be removed" in failure["message"]
    assert (other / "lab.dat.files" / "letter.txt").read_text() == "mine"
    assert list((server.state / "scratch").iterdir()) == []


def test_copy_target_on_same_file_system_is_refused(server, channel, make):
    folder = server.folder / "same"
    folder.mkdir()
    reason = f"{folder} is on the same file system as {server.state / 'scratch'}."
    spec = spec_of(make, folder / "lab.dat")
    assert refusals(channel, spec["target"]) == [("copy_other_file_system", reason)]
    with pytest.raises(make.Refused) as refused:
        server.prepare(channel, spec)
    assert (refused.value.code, refused.value.message) == ("refused", reason)
    assert channel.call("list")["attempts"] == []
    assert list(folder.iterdir()) == []


def test_file_system_lost_after_prepare_refuses_start(server, channel, make, other):
    attempt_id = server.prepare(channel, spec_of(make, other / "lab.dat"))
    subprocess.run(["umount", other], check=True)
    try:
        with pytest.raises(make.Refused, match="is on the same file system as"):
            channel.call("start", **server.arguments(attempt_id))
        assert list(other.iterdir()) == []
    finally:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", other], check=True)


def test_link_redirected_after_prepare_is_refused(server, channel, make, tmpfs):
    one, two, link = tmpfs("one", "256m"), tmpfs("two", "256m"), server.folder / "link"
    link.symlink_to(one)
    attempt_id = server.prepare(channel, spec_of(make, link / "lab.dat"))
    link.unlink()
    link.symlink_to(two)
    with pytest.raises(make.Refused, match="leads elsewhere"):
        channel.call("start", **server.arguments(attempt_id))
    assert list(two.iterdir()) == []


def test_copy_target_must_have_room(server, channel, make, tmpfs):
    small = tmpfs("small", "70m")
    with pytest.raises(make.Refused, match=f"{small} has [0-9]+ bytes free, ") as refused:
        server.prepare(channel, spec_of(make, small / "lab.dat"))
    assert refused.value.code == "disk_full"


@pytest.mark.parametrize("name", ["lab.dat", "lab.dat.files"])
def test_existing_file_at_copy_target_is_refused_untouched(server, channel, make, other, name):
    (other / name).write_text("mine")
    with pytest.raises(make.Refused, match="exists already"):
        server.prepare(channel, spec_of(make, other / "lab.dat"))
    assert (other / name).read_text() == "mine"


@pytest.mark.parametrize("place", ["/etc/lab.dat", "/dev/shm/lab.dat", "other/lab.dat", "/srv/../etc/lab.dat"])
def test_forbidden_copy_target_is_refused(server, channel, make, place):
    assert not os.path.lexists(place)
    with pytest.raises(make.Refused, match=r"is not in a scratch folder|is not an absolute path"):
        server.prepare(channel, spec_of(make, place))
    assert not Path(f"{place}.files").exists()
