"""Tools that are queried: each kind of missing answer is reported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storagelab_runner.tools import MAX_OUTPUT_BYTES, is_tool_installed, run_tool


def _program(folder: Path, text: str) -> str:
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_answer_has_both_streams_and_exit_code(tmp_path) -> None:
    answer = run_tool([_program(tmp_path, "echo out; echo err >&2; exit 3")])
    assert (answer.exit_code, answer.stdout, answer.stderr, answer.problem) == (3, "out\n", "err\n", None)
    assert answer.last_words.endswith("ended with status 3: err")


def test_absent_program_is_missing() -> None:
    answer = run_tool(["no-such-program"])
    assert (answer.exit_code, answer.missing) == (None, True)
    assert answer.last_words == "no-such-program was not found on PATH"
    assert not is_tool_installed("no-such-program")
    assert is_tool_installed("sh")


def test_unrunnable_program_has_a_reason(tmp_path) -> None:
    path = tmp_path / "program"
    path.write_text("no program")
    path.chmod(0o755)
    answer = run_tool([str(path)])
    assert (answer.exit_code, answer.missing) == (None, False)
    assert "could not be run" in answer.last_words


def test_a_program_that_hangs_is_given_up(tmp_path) -> None:
    pid_file = tmp_path / "pid"
    answer = run_tool([_program(tmp_path, f"echo $$ > {pid_file}; exec sleep 600")], seconds=1)
    assert answer.exit_code is None
    assert "did not answer within 1 s" in answer.last_words
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


def test_excess_output_is_truncated(tmp_path) -> None:
    answer = run_tool([_program(tmp_path, f"head -c {MAX_OUTPUT_BYTES + 5} /dev/zero | tr '\\0' x")])
    assert (answer.exit_code, len(answer.stdout)) == (0, MAX_OUTPUT_BYTES)


def test_a_program_gets_no_input(tmp_path) -> None:
    assert run_tool([_program(tmp_path, "cat; echo end")]).stdout == "end\n"
