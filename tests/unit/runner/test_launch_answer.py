"""Answer of a started supervisor, however many descriptors its parent holds."""

from __future__ import annotations

import fcntl
import os
import resource
from collections.abc import Iterator

import pytest

from storagelab_runner.launch import _answer

#: The largest descriptor that select() takes is below this.
BEYOND_SELECT = 1100


@pytest.fixture
def receiving() -> Iterator[tuple[int, int]]:
    """Provide both ends of a pipe, the one to read from with a large number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * BEYOND_SELECT), hard))
    low, sending = os.pipe()
    high = fcntl.fcntl(low, fcntl.F_DUPFD, BEYOND_SELECT)
    os.close(low)
    yield high, sending
    os.close(high)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_answer_is_read_from_a_high_descriptor(receiving: tuple[int, int]) -> None:
    high, sending = receiving
    assert high >= BEYOND_SELECT
    os.write(sending, b"4711")
    os.close(sending)
    assert _answer(high) == "4711"
