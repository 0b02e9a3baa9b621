"""Versions of engines: queried while no attempt runs here, cached while one does."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Callable

from storagelab_runner.engines.base import EngineDriver
from storagelab_runner.engines.files import FilesDriver
from storagelab_runner.errors import Refusal
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import locked, read_record, try_lock, write_record
from storagelab_runner.tool_pool import AnsweredQuestion, ToolQuestion, query_tool
from storagelab_runner.tool_reports import NOT_QUERIED
from storagelab_runner.tools import ToolAnswer, search_path

#: Seconds that one caller waits for another one that queries an engine, which may load slowly.
WAIT_SECONDS = 25.0


def find_engine_version(state: StateFolder, engine: EngineDriver, path: Path) -> str | None:
    """Return the version of an engine; None while an attempt runs and this exact file was not queried before.

    Raises Refusal engine_missing for a program that cannot be run.
    """
    if engine.name == FilesDriver.name:
        # It is the runner itself: no program is started for it.
        return engine.read_version(path)
    answer = _recall(state, engine.name, path, lambda: engine.read_version(path))
    return None if answer is None else str(answer)


def query_engines(state: StateFolder, questions: Iterable[ToolQuestion]) -> list[AnsweredQuestion]:
    """Query engines for their versions; while an attempt runs, repeat the earlier answers of the same files."""
    return [AnsweredQuestion(question, _answer(state, question)) for question in questions]


@contextlib.contextmanager
def engines_at_rest(state: StateFolder) -> Iterator[None]:
    """Prevent version queries of engines while the body of the `with` starts an attempt.

    Raises Refusal host_busy.
    """
    with locked(state.engines_lock, WAIT_SECONDS) as mine:
        if not mine:
            raise Refusal("host_busy", "The version of an engine of this server is being read. Start again later.")
        yield


def _answer(state: StateFolder, question: ToolQuestion) -> ToolAnswer:
    program = shutil.which(question.argv[0], path=search_path())
    if program is None:
        return query_tool(question)
    answer = _recall(state, question.name, Path(program), lambda: query_tool(question)._asdict())
    if answer is None:
        return ToolAnswer(question.argv, None, problem=NOT_QUERIED)
    return ToolAnswer(**{**answer, "argv": question.argv})


def _recall(state: StateFolder, name: str, program: Path, query: Callable[[], Any]) -> Any:
    """Return the answer of `query` about a program file, and store the answer for this file.

    While `query` must not run, return the answer stored for this file, None without one.
    """
    record = state.root / "engine_versions.json"
    with locked(state.engines_lock, WAIT_SECONDS) as mine:
        remembered = (read_record(record) or {}).get(name) or {}
        identity = _describe_program(program)
        if not mine or _is_busy(state):
            return remembered.get("answer") if remembered.get("file") == identity else None
        answer = query()
        entry = {"file": identity, "answer": answer}
        if entry != remembered:
            with contextlib.suppress(OSError):
                write_record(record, {**(read_record(record) or {}), name: entry})
        return answer


def _describe_program(program: Path) -> dict[str, Any]:
    facts = program.stat()
    return {
        "path": str(program),
        "device": facts.st_dev,
        "inode": facts.st_ino,
        "size_bytes": facts.st_size,
        "mtime_ns": facts.st_mtime_ns,
    }


def _is_busy(state: StateFolder) -> bool:
    lock = try_lock(state.host_lock)
    if lock is None:
        return True
    os.close(lock)
    return False
