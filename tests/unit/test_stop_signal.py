"""Loops that wait end on a signal, whatever they were doing when it came."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from storagelab.stop_signal import StopSignal

#: A timer strikes while the loop waits in microseconds; with a lock in the flag one of these loops never ends.
_LOOPS = """
import random, signal
from storagelab.stop_signal import StopSignal, set_on_signals
moments = random.Random(1)
for _ in range(10_000):
    stop = StopSignal()
    set_on_signals(stop, (signal.SIGALRM,))
    signal.setitimer(signal.ITIMER_REAL, moments.uniform(1e-6, 2e-4))
    while not stop.wait(0.000001):
        pass
    stop.close()
print("ended", flush=True)
"""


def test_every_signal_ends_a_waiting_loop() -> None:
    done = subprocess.run([sys.executable, "-c", _LOOPS], capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_set_inside_a_wait_of_the_same_thread_returns() -> None:
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
