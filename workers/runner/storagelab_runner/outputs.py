"""Outputs of the inventory: the result of a command or the contents of a file, as the protocol has it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Sequence

from storagelab_runner.tools import MAX_OUTPUT_BYTES, ToolAnswer


def build_output(
    name: str,
    argv: Sequence[str],
    exit_code: int | None,
    stdout: str = "",
    stderr: str = "",
    error: str | None = None,
    duration_ms: int = 0,
) -> dict[str, Any]:
    """Build an output of the inventory: a query and its answer under a name.

    `error` gives in words the reason why it could not be run or read.
    """
    return {
        "name": name,
        "argv": list(argv),
        "exit_code": exit_code,
        "stdout": stdout,
        "stderr": stderr,
        "error": error,
        "duration_ms": duration_ms,
    }


def convert_answer(name: str, answer: ToolAnswer) -> dict[str, Any]:
    """Return the answer of a program as an output of the inventory."""
    return build_output(
        name, answer.argv, answer.exit_code, answer.stdout, answer.stderr, answer.problem, answer.milliseconds
    )


def read_file_output(name: str, path: Path) -> dict[str, Any]:
    """Read the beginning of a file into an output of the inventory; a failure is its `error`."""
    began = time.monotonic()
    text, error = "", None
    try:
        with path.open("rb") as file:
            text = file.read(MAX_OUTPUT_BYTES).decode("utf-8", "replace")
    except OSError as problem:
        error = f"{path} cannot be read: {problem.strerror}"
    milliseconds = round((time.monotonic() - began) * 1000)
    return build_output(name, [], None if error else 0, text, error=error, duration_ms=milliseconds)
