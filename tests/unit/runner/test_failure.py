"""The sentences for engines that fail."""

import pytest

from storagelab_runner.engine_process import ProcessExit
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.failure import build_engine_failure, build_missing_failure, find_last_reason
from storagelab_runner.layout import PhaseFolder

fio = ENGINES["fio"]

IO_ERROR = "fio: io_u error on file /x/y.dat: No space left on device: write offset=83886080, buflen=1048576\n"
PID_LINE = "fio: pid=4676, err=28/file:io_u.c:1876, func=io_u error, error=No space left on device\n"


def _failure(tmp_path, ending, stderr="", status=""):
    (tmp_path / "stderr.txt").write_text(stderr)
    (tmp_path / "status.json").write_text(status)
    return build_engine_failure("fio", ending, fio.find_failure_reason(PhaseFolder(tmp_path)))


def test_a_full_disk_is_the_labs(tmp_path):
    failure = _failure(tmp_path, ProcessExit(1, None), IO_ERROR * 3)
    assert failure == ("infrastructure", "fio ended with status 1: No space left on device")


def test_the_reason_may_stand_in_the_output(tmp_path):
    failure = _failure(tmp_path, ProcessExit(1, None), "", PID_LINE + '{\n  "fio version" : "fio-3.33"\n}\n')
    assert failure.message == "fio ended with status 1: No space left on device"


def test_missing_drives_are_named_with_the_phase():
    assert build_missing_failure(["a"], "during phase 1 (read)") == (
        "infrastructure",
        "The drive a disappeared during phase 1 (read).",
    )
    assert build_missing_failure(["a", "b"], "during the run").message == "The drives a, b disappeared during the run."


def test_another_error_is_the_engines(tmp_path):
    failure = _failure(tmp_path, ProcessExit(3, None), "Bad option <bogus=1>\nfio: job phase dropped\n")
    assert failure == ("engine", "fio ended with status 3: fio: job phase dropped")


def test_no_reason_at_all(tmp_path):
    assert _failure(tmp_path, ProcessExit(7, None)).message == "fio ended with status 7: it gave no reason"


@pytest.mark.parametrize(
    ("ending", "kind", "word"),
    [
        (ProcessExit(None, 9), "infrastructure", "SIGKILL"),
        (ProcessExit(None, 11), "engine", "SIGSEGV"),
        (ProcessExit(None, 15), "infrastructure", "SIGTERM"),
        (ProcessExit(None, 64), "infrastructure", "SIGRTMAX"),
        (ProcessExit(128, None), "infrastructure", "did not come from the runner"),
    ],
)
def test_exit_signal_determines_failure_kind(tmp_path, ending, kind, word):
    failure = _failure(tmp_path, ending)
    assert failure.kind == kind
    assert word in failure.message


def test_json_is_not_a_reason():
    assert find_last_reason('{\n  "error" : 28\n}\n') is None


@pytest.mark.parametrize(
    ("ending", "interrupted"),
    [
        (ProcessExit(128, None), True),
        (ProcessExit(None, 15), True),
        (ProcessExit(None, 2), True),
        (ProcessExit(None, 9), False),
        (ProcessExit(1, None), False),
        (ProcessExit(0, None), False),
    ],
)
def test_engine_that_was_interrupted(ending, interrupted):
    assert fio.was_interrupted(ending) is interrupted
