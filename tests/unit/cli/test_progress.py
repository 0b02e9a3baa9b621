"""The messages of a job's stream as lines."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.cli.progress import ProgressLines


def state(run: str | None, run_state: str | None, phase: str | None = None) -> tuple[str, dict[str, Any]]:
    return "state", {"run_number": run, "run_state": run_state, "job_state": "queued", "phase_name": phase}


def phase(words: str) -> tuple[str, dict[str, Any]]:
    return "event", {"kind": "phase", "message": words}


POINT = ("point", {"t_ms": 1000, "phase_name": "Read", "iops": 1.0})
PROGRESS = ("progress", {"percent": 3})


@pytest.mark.parametrize(
    ("messages", "lines"),
    [
        pytest.param(
            [phase("Phase 1 (Read) is running"), POINT, PROGRESS, POINT, phase("Phase 1 (Read) is finished")],
            ["  Phase 1 (Read) is running"],
            id="one line for a phase, none for its seconds",
        ),
        pytest.param([phase("Phase 1 (Fill) is finished")], ["  Phase 1 (Fill) is finished"], id="a short phase"),
        pytest.param(
            [phase("Phase 1 (It is running) is running"), phase("Phase 1 (It is running) is finished")],
            ["  Phase 1 (It is running) is running"],
            id="a name like a state",
        ),
        pytest.param(
            [phase("Phase 1 (Read) is running"), phase("Phase 1 (Read) is failed: fio is dead")],
            ["  Phase 1 (Read) is running", "  Phase 1 (Read) is failed: fio is dead"],
            id="a phase that fails",
        ),
        pytest.param(
            [state("r-1", "running", "Fill"), state("r-1", "running", "Read"), state("r-1", "collecting")],
            ["r-1 running", "r-1 collecting"],
            id="one line for a state",
        ),
        pytest.param(
            [
                state("r-1", "running"),
                phase("Phase 1 (Read) is running"),
                phase("Phase 1 (Read) is finished"),
                state("r-2", "running"),
                phase("Phase 1 (Read) is finished"),
            ],
            ["r-1 running", "  Phase 1 (Read) is running", "r-2 running", "  Phase 1 (Read) is finished"],
            id="each repeat has its phases",
        ),
        pytest.param([state("r-1", "waiting")], ["r-1 queued"], id="a waiting run is queued as its job is"),
        pytest.param([state(None, None)], ["job queued"], id="no run yet"),
        pytest.param([("event", {"kind": "state", "message": "Starting."})], [], id="what the state says already"),
        pytest.param(
            [("event", {"kind": "waiting", "message": "vm is in use"})], ["  vm is in use"], id="why it waits"
        ),
    ],
)
def test_messages_become_lines(messages: list[tuple[str, dict[str, Any]]], lines: list[str]) -> None:
    printer = ProgressLines()
    assert [line for message in messages if (line := printer.line_of(*message)) is not None] == lines
