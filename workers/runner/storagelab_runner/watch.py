"""Duties of a waiting supervisor: the heartbeat, telemetry, and the check whether to go on."""

from __future__ import annotations

import contextlib
import os
import signal

from storagelab_runner.attempts import NOW, cancel_when
from storagelab_runner.clock import ClockWatch
from storagelab_runner.identity import NS_PER_S, get_boottime_ns
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.phase_run import Stop
from storagelab_runner.telemetry import Recorder

#: Below this the attempt is stopped while its engine can still write what it holds in memory.
MINIMUM_FREE_BYTES = 8 << 20
#: The supervisor looks around at least this often; it wakes at once when the engine ends.
_PULSE_NS = NS_PER_S // 4
_HEARTBEAT_NS = NS_PER_S
SIGNALS = (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class AttemptWatch:
    """The watch over one attempt. `phase` is the ordinal of the phase that runs, None between phases."""

    def __init__(self, attempt: AttemptFolder, clock: ClockWatch, deadline_ns: int, output_limit_bytes: int) -> None:
        self._attempt = attempt
        self._clock = clock
        self._deadline_ns = deadline_ns
        self._output_limit_bytes = output_limit_bytes
        self._earlier_bytes = 0
        self._last_heartbeat_ns = 0
        self.recorder: Recorder | None = None
        self.phase: int | None = None
        self.is_terminated = False

    def pulse(self) -> Stop | None:
        """Wait a fraction of a second for a signal or child exit, and return the reason to stop, if any.

        Also renews the heartbeat and records telemetry.
        """
        received = signal.sigtimedwait(SIGNALS, self._wait_ns() / NS_PER_S)
        if received is not None and received.si_signo in (signal.SIGTERM, signal.SIGINT):
            self.is_terminated = True
        self.beat()
        if self.recorder is not None:
            self.recorder.tick(get_boottime_ns(), self.phase)
        return self._find_stop(cancel_when(self._attempt) == NOW)

    def find_stop_between(self) -> Stop | None:
        """Return why the attempt ends before anything else starts; None if it goes on."""
        wish = self._find_stop(cancel_when(self._attempt) is not None)
        return Stop.TOO_MUCH_OUTPUT if wish is None and self.output_left() <= 0 else wish

    def begins(self, ordinal: int, started_ns: int) -> None:
        """Record the start of the engine of phase `ordinal`; output counts for that phase from now on."""
        self._clock.look(self.phase)
        self._clock.engine_starts(started_ns)
        self.phase = ordinal
        if self.recorder is not None:
            self.recorder.engine_starts(started_ns)

    def ends(self) -> None:
        """Record the end of the phase, and count the bytes that the attempt has written so far."""
        self._clock.look(self.phase)
        self.phase = None
        recorded = 0 if self.recorder is None else self.recorder.written_bytes
        self._earlier_bytes = sum(size for _, size in self._attempt.list_readable_files()) - recorded

    def output_left(self) -> int:
        """Return the bytes the attempt may still write, without what the running phase has written."""
        recorded = 0 if self.recorder is None else self.recorder.written_bytes
        return self._output_limit_bytes - self._earlier_bytes - recorded

    def beat(self) -> None:
        """Renew the heartbeat file, so that it is always younger than two seconds."""
        now = get_boottime_ns()
        if now - self._last_heartbeat_ns < _HEARTBEAT_NS:
            return
        self._last_heartbeat_ns = now
        self._clock.look(self.phase)
        # The number has a fixed width and is overwritten in place, so a full disk does not stop the heart.
        with contextlib.suppress(OSError):
            descriptor = os.open(self._attempt.heartbeat, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.pwrite(descriptor, b"%020d" % now, 0)
            finally:
                os.close(descriptor)

    def _wait_ns(self) -> int:
        if self.recorder is None:
            return _PULSE_NS
        return min(_PULSE_NS, max(0, self.recorder.next_ns - get_boottime_ns()))

    def _find_stop(self, cancelled: bool) -> Stop | None:
        if cancelled:
            return Stop.CANCELLED
        if self.is_terminated:
            return Stop.TERMINATED
        if get_boottime_ns() >= self._deadline_ns:
            return Stop.DEADLINE
        facts = os.statvfs(self._attempt.root)
        return Stop.STATE_DISK_FULL if facts.f_bavail * facts.f_frsize < MINIMUM_FREE_BYTES else None
