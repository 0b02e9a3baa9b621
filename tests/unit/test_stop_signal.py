"""Loops that wait: they end on a signal, whatever they were doing when it came."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from storagelab.stop_signal import StopSignal

#: A timer strikes while a loop waits in microseconds; with a lock in the flag one of these loops never ends.
_ROUNDS = """
import random, signal
from storagelab.stop_signal import StopSignal, set_on_signals
{loop}
moments = random.Random(1)
for _ in range(10_000):
    stop = StopSignal()
    set_on_signals(stop, (signal.SIGALRM,))
    signal.setitimer(signal.ITIMER_REAL, moments.uniform(1e-6, 2e-4))
    wait(stop)
    stop.close()
print("ended", flush=True)
"""
_FLAG = """
def wait(stop):
    while not stop.wait(0.000001):
        pass
"""
#: The loop in which `storagelab up` waits, which looks again as soon as it may.
_UP = """
from storagelab.launcher import supervisor
supervisor.CHECK_SECONDS = 0.000001
def wait(stop):
    supervisor.keep_alive([], stop, print)
"""
#: That of the reconciler, with nothing to do at its ticks.
_RECONCILER = """
from storagelab_workers.reconciler import Reconciler
class Idle(Reconciler):
    def __init__(self):
        pass
    def tick(self):
        return 0.000001
    def close(self):
        pass
def wait(stop):
    Idle().run(stop)
"""


@pytest.mark.parametrize("loop", [_FLAG, _UP, _RECONCILER], ids=["flag", "up", "reconciler"])
def test_every_signal_ends_a_waiting_loop(loop: str) -> None:
    program = _ROUNDS.format(loop=loop)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_signal_handler_ends_wait_of_same_thread() -> None:
    stop = StopSignal()
    previous = signal.signal(signal.SIGUSR1, lambda *_: stop.set())
    try:
        threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        assert stop.wait(60)
    finally:
        signal.signal(signal.SIGUSR1, previous)
        stop.close()


@pytest.mark.parametrize("times", [1, 100_000], ids=["once", "more often than a pipe holds"])
def test_flag_stays_set(times: int) -> None:
    stop = StopSignal()
    assert not stop.is_set()
    assert not stop.wait(0.001)
    for _ in range(times):
        stop.set()
    assert stop.is_set()
    assert stop.wait(60)
    assert stop.wait(60)
    stop.close()
