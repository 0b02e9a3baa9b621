"""Queries to many tools: a few at a time, each with its own limit, all within one budget."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Callable, NamedTuple, Tuple

from storagelab_runner.tools import COMMAND_SECONDS, Answer, ask

#: More would disturb each other on the way to the same drives, and a small server has few processors.
_AT_ONCE = 4


class Question(NamedTuple):
    """A command that only reads, and the name of its output; some programs speak on standard error alone."""

    name: str
    argv: tuple[str, ...]
    on_stderr: bool = False


#: Questions that must not be asked at the same time, such as those to one RAID controller, in their order.
Lane = Tuple[Question, ...]


class Asked(NamedTuple):
    """A question and what was said to it."""

    question: Question
    answer: Answer


def ask_all(
    lanes: Iterable[Lane],
    deadline: float,
    *,
    folder: Path | None = None,
    seconds: float = COMMAND_SECONDS,
    pulse: Callable[[], object] | None = None,
) -> list[Asked]:
    """Ask every question, in the order of the lanes; what has not been asked by `deadline` (monotonic) says so.

    `pulse` is called all the while by the thread that waits, which sleeps in it for a fraction of a second.
    """
    waiting = deque(enumerate(lanes))
    answered: dict[int, list[Asked]] = {}

    def work() -> None:
        while True:
            try:
                number, lane = waiting.popleft()
            except IndexError:
                return
            answered[number] = [Asked(each, _ask_in_time(each, deadline, seconds, folder)) for each in lane]

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(_AT_ONCE, len(waiting)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        while pulse is not None and thread.is_alive():
            pulse()
        thread.join()
    return [asked for number in sorted(answered) for asked in answered[number]]


def _ask_in_time(question: Question, deadline: float, seconds: float, folder: Path | None) -> Answer:
    left = min(seconds, deadline - time.monotonic())
    if left <= 0:
        return Answer(question.argv, None, problem=f"{question.argv[0]} was not run: the inventory took too long")
    return ask_question(question, left, folder)


def ask_question(question: Question, seconds: float = COMMAND_SECONDS, folder: Path | None = None) -> Answer:
    """Ask one question now."""
    try:
        answer = ask(question.argv, seconds, folder)
    except OSError as problem:
        return Answer(question.argv, None, problem=f"{question.argv[0]} was not run: {problem.strerror}")
    if question.on_stderr and not answer.stdout:
        return answer._replace(stdout=answer.stderr, stderr="")
    return answer
