"""Unreadable engine output: the run ends, reports the reason, and does not hold up the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.integration.workers.lab import FILL, Lab, measure

#: What `fio --status-interval` writes, with a version that no fio has, so that only the runner understands it.
#: The bytes are those of seven requests of its job.
WRITES = '{"total_ios": 7, "io_bytes": %d, "runtime": 900}'
FOREIGN = f'{{\\n  "version" : 1,\\n  "jobs" : [{{"elapsed": 1, "write": {WRITES}}}]\\n}}\\n'
PRINT = f"printf '{FOREIGN}' $((7 * $(sed -n 's/^bs=//p' job.fio)))"
NO_DOCUMENT_IN_A_POLL = "head -c 9000000 /dev/zero | tr '\\0' ' '"


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("before", "message"),
    [
        (":", "The output of fio for phase 1 (fill) could not be read. Its raw files are stored."),
        (NO_DOCUMENT_IN_A_POLL, "The output of fio for phase 1 (fill) could not be read"),
    ],
)
def test_unreadable_engine_output_fails_the_run(lab: Lab, tmp_path: Path, before: str, message: str) -> None:
    server_id = lab.add_local_server()
    (tmp_path / "bin" / "fio").write_text(
        f'#!/bin/sh\ncase "$*" in *job.fio) {{ {before}; {PRINT}; }} > status.json;; *) echo fio-3.33;; esac\n'
    )
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, (FILL, measure("random read", 1)))
    attempt = lab.wait_for_end(attempt_id)
    assert (attempt.state, attempt.failure_kind) == ("failed", "engine")
    assert str(attempt.failure_message).startswith(message)
    assert lab.leases() == []
    lab.wait(lambda: lab.server(server_id).state == "ready")
