"""Stop requests to a supervisor, and the remaining writes of an attempt."""

import signal
import threading

import pytest

from storagelab_runner.clock import ClockWatch, WallClock
from storagelab_runner.identity import NS_PER_S, get_boottime_ns
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.phase_run import Stop
from storagelab_runner.records import write_record
from storagelab_runner.watch import SIGNALS, AttemptWatch

MIB = 1 << 20


@pytest.fixture
def attempt(tmp_path):
    return AttemptFolder(tmp_path)


@pytest.fixture
def clock():
    """Provide the clock of a server that no one sets."""
    return ClockWatch(WallClock.now(), lambda jump: None)


@pytest.fixture
def watch(attempt, clock):
    old = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    yield AttemptWatch(attempt, clock, get_boottime_ns() + 60 * NS_PER_S, MIB)
    signal.pthread_sigmask(signal.SIG_SETMASK, old)


def test_watch_without_request_beats_and_continues(attempt, watch):
    assert (watch.pulse(), watch.find_stop_between()) == (None, None)
    assert get_boottime_ns() - int(attempt.heartbeat.read_bytes()) < 60 * NS_PER_S


def test_cancel_after_phase_lets_the_phase_finish(attempt, watch):
    write_record(attempt.cancel, {"when": "after_phase"})
    assert (watch.pulse(), watch.find_stop_between()) == (None, Stop.CANCELLED)
    write_record(attempt.cancel, {"when": "now"})
    assert (watch.pulse(), watch.find_stop_between()) == (Stop.CANCELLED, Stop.CANCELLED)


def test_cancel_from_older_runner_stops_immediately(attempt, watch):
    write_record(attempt.cancel, {"realtime_ns": 1})
    assert watch.pulse() is Stop.CANCELLED


def test_expired_deadline_stops_the_attempt(attempt, clock, watch):
    late = AttemptWatch(attempt, clock, get_boottime_ns(), MIB)
    assert (late.pulse(), late.find_stop_between()) == (Stop.DEADLINE, Stop.DEADLINE)


def test_termination_signal_stops_the_attempt(watch):
    # To this thread, which blocks it: others of the test process do not.
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    assert watch.pulse() is Stop.TERMINATED


def test_output_of_earlier_phases_counts(attempt, watch):
    assert watch.output_left() == MIB
    folder = attempt.phase(1).root
    folder.mkdir(parents=True)
    (folder / "status.json").write_bytes(bytes(MIB - 5))
    watch.begins(1, 0)
    assert watch.output_left() == MIB
    watch.ends()
    assert watch.output_left() == 5
    assert watch.find_stop_between() is None
    (folder / "stderr.txt").write_bytes(bytes(5))
    watch.ends()
    assert watch.find_stop_between() is Stop.TOO_MUCH_OUTPUT
