"""The state of an attempt from its records and processes."""

import os

from storagelab_runner.attempts import state_of
from storagelab_runner.identity import boot_id, process_identity
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.records import write_record


def _started(tmp_path, **changes):
    attempt = AttemptFolder(tmp_path)
    record = {"boot_id": boot_id(), "supervisor": process_identity(os.getpid())._asdict(), **changes}
    write_record(attempt.started, record)
    return attempt


def test_an_attempt_whose_supervisor_lives_is_running(tmp_path):
    assert state_of(_started(tmp_path)) == "running"


def test_another_process_with_the_same_number_is_not_the_supervisor(tmp_path):
    ours = process_identity(os.getpid())
    forged = {"pid": ours.pid, "start_ticks": ours.start_ticks - 1}
    assert state_of(_started(tmp_path, supervisor=forged)) == "lost"


def test_no_attempt_survives_a_reboot(tmp_path):
    assert state_of(_started(tmp_path, boot_id="another boot")) == "lost"


def test_an_attempt_is_running_while_its_engine_outlives_the_supervisor(tmp_path):
    attempt = _started(tmp_path, supervisor={"pid": 1, "start_ticks": -1})
    folder = attempt.phase(1)
    folder.root.mkdir(parents=True)
    write_record(folder.process, process_identity(os.getpid())._asdict())
    assert state_of(attempt) == "running"
    write_record(folder.ended, {})
    assert state_of(attempt) == "lost"


def test_an_exit_record_outweighs_everything(tmp_path):
    attempt = _started(tmp_path, boot_id="another boot")
    write_record(attempt.exit, {})
    assert state_of(attempt) == "finished"


def test_cancelled_is_only_what_never_started(tmp_path):
    attempt = AttemptFolder(tmp_path)
    assert state_of(attempt) == "prepared"
    write_record(attempt.cancel, {})
    assert state_of(attempt) == "cancelled"
    _started(tmp_path)
    assert state_of(attempt) == "running"
