"""The state of an attempt from its records and processes."""

import os

import pytest

from storagelab_runner.attempts import describe_status, get_attempt_state, is_abandoned
from storagelab_runner.identity import NS_PER_S, boot_id, get_boottime_ns, process_identity
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.records import write_record


def _started(tmp_path, **changes):
    tmp_path.mkdir(exist_ok=True)
    attempt = AttemptFolder(tmp_path)
    record = {"boot_id": boot_id(), "supervisor": process_identity(os.getpid())._asdict(), **changes}
    write_record(attempt.started, record)
    return attempt


def test_attempt_with_living_supervisor_is_running(tmp_path):
    assert get_attempt_state(_started(tmp_path)) == "running"


def test_reused_pid_is_not_the_supervisor(tmp_path):
    ours = process_identity(os.getpid())
    forged = {"pid": ours.pid, "start_ticks": ours.start_ticks - 1}
    assert get_attempt_state(_started(tmp_path, supervisor=forged)) == "lost"


def test_no_attempt_survives_a_reboot(tmp_path):
    assert get_attempt_state(_started(tmp_path, boot_id="another boot")) == "lost"


def test_attempt_runs_while_engine_outlives_supervisor(tmp_path):
    attempt = _started(tmp_path, supervisor={"pid": 1, "start_ticks": -1})
    folder = attempt.phase(1)
    folder.root.mkdir(parents=True)
    write_record(folder.process, process_identity(os.getpid())._asdict())
    assert get_attempt_state(attempt) == "running"
    write_record(folder.ended, {})
    assert get_attempt_state(attempt) == "lost"


def test_reused_pid_is_not_the_engine(tmp_path):
    attempt = _started(tmp_path, supervisor={"pid": 1, "start_ticks": -1})
    folder = attempt.phase(1)
    folder.root.mkdir(parents=True)
    ours = process_identity(os.getpid())
    write_record(folder.process, {"pid": ours.pid, "start_ticks": ours.start_ticks + 1})
    assert get_attempt_state(attempt) == "lost"


@pytest.mark.parametrize(("silent_seconds", "abandoned"), [(0, False), (61, True), (None, True)])
def test_attempt_is_abandoned_after_prolonged_silence(tmp_path, silent_seconds, abandoned):
    attempt = _started(tmp_path, supervisor={"pid": 1, "start_ticks": -1})
    if silent_seconds is not None:
        attempt.heartbeat.write_bytes(b"%020d" % (get_boottime_ns() - silent_seconds * NS_PER_S))
    assert is_abandoned(attempt) is abandoned


def test_live_supervisor_or_reboot_prevents_abandonment(tmp_path):
    assert not is_abandoned(_started(tmp_path / "one"))
    assert not is_abandoned(_started(tmp_path / "two", boot_id="another boot"))
    assert not is_abandoned(AttemptFolder(tmp_path))


def test_attempt_of_older_runner_has_a_status(tmp_path):
    attempt = _started(tmp_path, boottime_ns=5, realtime_ns=6)
    write_record(attempt.spec, {"format": 1, "phases": [{"ordinal": 1, "name": "fill"}]})
    write_record(attempt.prepared, {"target_path": "/x"})
    write_record(attempt.cancel, {"realtime_ns": 7})
    shown = describe_status(attempt)
    assert [(phase["name"], phase["state"]) for phase in shown["phases"]] == [("fill", "planned")]
    assert (shown["operations"], shown["neighbours"], shown["cancel_when"]) == ([], None, "now")
    write_record(attempt.exit, {"outcome": "succeeded", "phases": []})
    assert (describe_status(attempt)["state"], describe_status(attempt)["phases"]) == ("finished", [])


def test_exit_record_outranks_a_reboot(tmp_path):
    attempt = _started(tmp_path, boot_id="another boot")
    write_record(attempt.exit, {})
    assert get_attempt_state(attempt) == "finished"


def test_only_unstarted_attempt_is_cancelled(tmp_path):
    attempt = AttemptFolder(tmp_path)
    assert get_attempt_state(attempt) == "prepared"
    write_record(attempt.cancel, {})
    assert get_attempt_state(attempt) == "cancelled"
    _started(tmp_path)
    assert get_attempt_state(attempt) == "running"
