"""Queries to many tools: a few at a time, each with its own limit, all within one budget."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Callable, NamedTuple, Tuple

from storagelab_runner.tools import COMMAND_SECONDS, ToolAnswer, run_tool

#: More would disturb each other on the way to the same drives, and a small server has few processors.
_AT_ONCE = 4


class ToolQuestion(NamedTuple):
    """A command that only reads, and the name of its output; some programs speak on standard error alone."""

    name: str
    argv: tuple[str, ...]
    on_stderr: bool = False


#: Queries that must not run at the same time, such as those to one RAID controller, in their order.
Lane = Tuple[ToolQuestion, ...]


class AnsweredQuestion(NamedTuple):
    """A query and its answer."""

    question: ToolQuestion
    answer: ToolAnswer


def query_all(
    lanes: Iterable[Lane],
    deadline: float,
    *,
    folder: Path | None = None,
    seconds: float = COMMAND_SECONDS,
    pulse: Callable[[], object] | None = None,
) -> list[AnsweredQuestion]:
    """Run the queries of all lanes in parallel, each lane in order, and return the answers by lane.

    A query not started by `deadline` (monotonic) is answered with that fact. `pulse` is called throughout by the
    waiting thread, which sleeps in it for a fraction of a second.
    """
    waiting = deque(enumerate(lanes))
    answered: dict[int, list[AnsweredQuestion]] = {}

    def work() -> None:
        while True:
            try:
                number, lane = waiting.popleft()
            except IndexError:
                return
            answered[number] = [
                AnsweredQuestion(question, _query_in_time(question, deadline, seconds, folder)) for question in lane
            ]

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(_AT_ONCE, len(waiting)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        while pulse is not None and thread.is_alive():
            pulse()
        thread.join()
    return [result for number in sorted(answered) for result in answered[number]]


def _query_in_time(question: ToolQuestion, deadline: float, seconds: float, folder: Path | None) -> ToolAnswer:
    left = min(seconds, deadline - time.monotonic())
    if left <= 0:
        return ToolAnswer(question.argv, None, problem=f"{question.argv[0]} was not run: the inventory took too long")
    return query_tool(question, left, folder)


def query_tool(question: ToolQuestion, seconds: float = COMMAND_SECONDS, folder: Path | None = None) -> ToolAnswer:
    """Run one query and return its answer; a program that cannot be run is a problem in it."""
    try:
        answer = run_tool(question.argv, seconds, folder)
    except OSError as problem:
        return ToolAnswer(question.argv, None, problem=f"{question.argv[0]} was not run: {problem.strerror}")
    if question.on_stderr and not answer.stdout:
        return answer._replace(stdout=answer.stderr, stderr="")
    return answer
