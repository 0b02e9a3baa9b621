"""Two keys: what root gives up on the server, typing the serial, and what voids it."""

import io
import json
import os
import pwd
import socket

import pytest

from storagelab_runner.enrolment import Terminal, Wish, enrol

DAY_NS = 86400 * 10**9


def _check(server, channel, sandbox, *drives, writes=True):
    target = {"kind": "devices", "devices": [drive.entry() for drive in drives]}
    return channel.call("check", target=target, writes=writes)


def _verdict(answer, interlock):
    [finding] = [result for result in answer["results"] if result["id"] == interlock]
    return finding["verdict"], finding["reason"]


@pytest.mark.in_turn
def test_drive_is_enrolled_by_its_full_serial(server, channel, sandbox):
    drive = sandbox.drive()
    answer = _check(server, channel, sandbox, drive)
    assert answer["refused"]
    assert _verdict(answer, "I3") == (
        "refuse",
        f"{drive.stable_id} is not enrolled on this server: root must run storagelab-runner enrol --stable-id "
        f"{drive.stable_id} there.",
    )
    code, out, err = sandbox.enrol(drive)
    assert (code, err) == (0, "")
    assert f"serial: {drive.serial}" in out
    assert "capacity: 67108864 bytes" in out
    assert out.endswith("is enrolled for 180 days.\n")
    [entry] = sandbox.enrolled()
    assert (entry["stable_id"], entry["serial"], entry["valid"], entry["enrolled_by"]) == (
        drive.stable_id,
        drive.serial,
        True,
        "ada",
    )
    assert entry["expires_realtime_ns"] - entry["enrolled_realtime_ns"] == 180 * DAY_NS
    assert (sandbox.config / "enrolled.json").stat().st_mode & 0o777 == 0o644
    answer = _check(server, channel, sandbox, drive)
    assert [result["id"] for result in answer["results"]] == [f"I{number}" for number in range(1, 26)]
    assert {result["device"] for result in answer["results"]} == {drive.stable_id}
    assert not answer["refused"], answer


@pytest.mark.in_turn
@pytest.mark.parametrize("typed", ["", "1", "fe00", " ", "yes"])
def test_wrong_serial_enrols_no_drive(sandbox, typed):
    drive = sandbox.drive()
    code, _, err = sandbox.enrol(drive, typed=typed)
    assert (code, err) == (1, "That is not the serial number of the drive: nothing was changed.\n")
    assert not (sandbox.config / "enrolled.json").exists()


@pytest.mark.in_turn
def test_partial_serial_enrols_no_drive(sandbox):
    drive = sandbox.drive()
    assert sandbox.enrol(drive, typed=drive.serial[:-1])[0] == 1
    assert sandbox.enrol(drive, typed=drive.serial[-6:])[0] == 1
    assert sandbox.enrolled() == []


def test_a_drive_in_use_cannot_be_enrolled(sandbox):
    drive = sandbox.drive()
    point = sandbox.mount(drive.path)
    code, out, err = sandbox.enrol(drive)
    assert (code, out) == (1, "")
    assert f"mounted at {point}" in err
    assert err.endswith(f"{drive.stable_id} was not enrolled: nothing was changed.\n")


def test_only_root_enrols(sandbox):
    drive = sandbox.drive()
    terminal = Terminal(io.StringIO(f"{drive.serial}\n"), io.StringIO(), io.StringIO())
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        code = enrol(Wish(sandbox.config, sandbox.state, drive.stable_id), terminal)
    finally:
        os.seteuid(0)
    assert code == 1
    assert terminal.err.getvalue().startswith("Only root of this server may change what is enrolled")
    assert sandbox.enrolled() == []


@pytest.mark.in_turn
def test_all_clean_drives_are_enrolled_by_host_name(sandbox):
    clean, other, used = sandbox.drive("clean"), sandbox.drive("other"), sandbox.drive("used")
    sandbox.mount(used.path)
    host = socket.gethostname()
    arguments = ["enrol", "--all-clean", "--state", str(sandbox.state), "--host"]
    assert sandbox.run(*arguments, "elsewhere")[0] == 1
    assert sandbox.run(*arguments, host, typed="elsewhere\n")[0] == 1
    assert sandbox.enrolled() == []
    code, out, _ = sandbox.run(*arguments, host, typed=f"{host}\n")
    assert code == 0
    assert f"{used.stable_id} is left out: " in out
    assert {entry["stable_id"] for entry in sandbox.enrolled()} == {clean.stable_id, other.stable_id}


@pytest.mark.in_turn
def test_enrolment_can_be_withdrawn(server, channel, sandbox):
    drive = sandbox.drive()
    sandbox.enrol(drive)
    assert sandbox.run("unenrol", "--stable-id", drive.stable_id)[0] == 0
    assert sandbox.enrolled() == []
    assert _verdict(_check(server, channel, sandbox, drive), "I3")[0] == "refuse"
    assert sandbox.run("unenrol", "--stable-id", drive.stable_id)[0] == 1


def _change(sandbox, **changes):
    path = sandbox.config / "enrolled.json"
    document = json.loads(path.read_bytes())
    document["entries"][0].update(changes)
    path.write_text(json.dumps(document))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"expires_realtime_ns": 1}, "has expired"),
        ({"serial": "other"}, "its serial was other when it was enrolled"),
        ({"wwid": "naa.5000"}, "its WWN was naa.5000 when it was enrolled and is unknown now"),
        ({"model": "other"}, "its model was other"),
        ({"size_bytes": 4096}, "its capacity in bytes was 4096"),
        ({"logical_block_bytes": 4096}, "its logical block size was 4096"),
        ({"transport": "sata"}, "its transport was sata"),
    ],
)
def test_expired_or_changed_drive_voids_its_enrolment(server, channel, sandbox, changes, words):
    drive = sandbox.drive()
    sandbox.enrol(drive)
    _change(sandbox, **changes)
    verdict, reason = _verdict(_check(server, channel, sandbox, drive), "I3")
    assert verdict == "refuse"
    assert words in reason
    [entry] = sandbox.enrolled()
    assert not entry["valid"]
    assert words in entry["void_reason"]


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["enrolled.json", "."])
def test_world_writable_enrolment_list_is_refused(server, channel, sandbox, name):
    drive = sandbox.drive()
    sandbox.enrol(drive)
    (sandbox.config / name).chmod(0o777)
    verdict, reason = _verdict(_check(server, channel, sandbox, drive), "I3")
    assert verdict == "refuse"
    assert "may be changed by others than root" in reason
    code, _, err = sandbox.enrol(drive)
    assert code == 1
    assert "may be changed by others than root" in err


@pytest.mark.in_turn
def test_enrolment_list_of_another_owner_is_refused(server, channel, sandbox):
    drive = sandbox.drive()
    sandbox.enrol(drive)
    os.chown(sandbox.config / "enrolled.json", 65534, 65534)
    assert _verdict(_check(server, channel, sandbox, drive), "I3")[0] == "refuse"


@pytest.mark.in_turn
@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": 2, "entries": []}', '{"a":' * 100_000])
def test_malformed_enrolment_list_is_refused(server, channel, sandbox, text):
    drive = sandbox.drive()
    sandbox.enrol(drive)
    (sandbox.config / "enrolled.json").write_text(text)
    verdict, reason = _verdict(_check(server, channel, sandbox, drive), "I3")
    assert verdict == "refuse"
    assert "was not understood" in reason
    assert sandbox.enrol(drive)[0] == 1


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "arguments",
    [
        ["enrol"],
        ["enrol", "--stable-id"],
        ["enrol", "--stable-id", "x", "--all-clean"],
        ["enrol", "--host", "x"],
        ["enrol", "--stable-id", "x", "--expires-in", "0d"],
        ["enrol", "--stable-id", "x", "--expires-in", "-1d"],
        ["enrol", "--stable-id", "x", "--expires-in", "30"],
        ["unenrol"],
        ["unenrol", "--all-clean", "--host", "x"],
        ["enrolled"],
    ],
)
def test_wrong_use_prints_the_usage(sandbox, arguments):
    code, out, err = sandbox.run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("usage: storagelab-runner ")
