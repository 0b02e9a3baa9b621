"""Time limits for these tests while other processes work."""

import time

PATIENCE_SECONDS = 30


def eventually(condition, describe=lambda: "nothing more is known"):
    """Wait until something holds; fail with what is known when it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"it did not happen in time: {describe()}"
        time.sleep(0.05)
