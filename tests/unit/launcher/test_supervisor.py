"""Reactions of the supervisor to a program that ends, at each point in time."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from storagelab.launcher.supervisor import RECOVERED_SECONDS, Watched, restart_if_ended


@dataclass
class Part:
    """Program that is alive or not, as the test sets it."""

    running: bool = True
    starts: int = 0
    title: str = "Worker"
    obstacle: OSError | None = None

    def alive(self) -> bool:
        return self.running

    def ending(self) -> str:
        return "killed by SIGKILL"

    def start(self) -> None:
        self.starts += 1
        if self.obstacle is not None:
            raise self.obstacle


def test_living_program_is_left_alone() -> None:
    part, messages = Part(), list[str]()
    restart_if_ended(Watched(part, part.start), 10.0, messages.append)
    assert (part.starts, messages) == (0, [])


def test_ended_program_restarts_after_delay_with_one_message() -> None:
    part, messages = Part(running=False), list[str]()
    watched = Watched(part, part.start)
    restart_if_ended(watched, 10.0, messages.append)
    restart_if_ended(watched, 10.9, messages.append)
    assert part.starts == 0
    restart_if_ended(watched, 11.0, messages.append)
    assert part.starts == 1
    assert messages == ["Worker ended (killed by SIGKILL) and is started again in 1 s."]


def test_waits_grow_up_to_half_a_minute() -> None:
    part, messages = Part(running=False), list[str]()
    watched = Watched(part, part.start)
    now = 0.0
    for _ in range(7):
        restart_if_ended(watched, now, messages.append)
        assert watched.restart_at is not None
        now = watched.restart_at
        restart_if_ended(watched, now, messages.append)
    assert [line.split()[-2] for line in messages] == ["1", "2", "4", "8", "16", "30", "30"]


def test_program_that_lived_a_while_has_recovered() -> None:
    part, messages = Part(running=False), list[str]()
    watched = Watched(part, part.start, failures=5, started_at=0.0)
    restart_if_ended(watched, RECOVERED_SECONDS + 1, messages.append)
    assert messages[-1].endswith("in 1 s.")


def test_failed_program_start_is_retried() -> None:
    part, messages = Part(running=False, obstacle=OSError(errno.ENOSPC, "No space left on device")), list[str]()
    watched = Watched(part, part.start)
    for now in (0.0, 1.0, 1.5, 3.5):
        restart_if_ended(watched, now, messages.append)
    assert part.starts == 2
    assert messages[1] == "Worker could not be started: No space left on device."
