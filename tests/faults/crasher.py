"""Reconcilers that die at named crash points, one point after the other.

It ends when each point was reached or time is up. Run it with the names; it prints one line of JSON for each: {"point",
"reached"}. Each reconciler is a fork of this process, so that a point costs no new start of Python. No broker can be
reached, so every step is taken here.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time

from storagelab.config import override_settings
from storagelab_workers import reconciler, timing


def main(points: list[str]) -> None:
    """Run a reconciler that dies at each of the points; print for each whether it was reached."""
    for point in points:
        child = os.fork()
        if child == 0:
            override_settings(crash_at=point)
            reconciler.main()
            os._exit(0)
        print(json.dumps({"point": point, "reached": _dies(child)}), flush=True)


def _dies(child: int) -> bool:
    """Return whether the child killed itself in time; kill one that did not."""
    # Longer than the claim that the one who died before has left behind.
    deadline = time.monotonic() + 2 * timing.claim_seconds()
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


if __name__ == "__main__":
    main(sys.argv[1:])
