"""The figures of several runs of one job."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from storagelab.cli.figures import print_figures


def a_run(number: str, state: str, iops: float | None) -> dict[str, Any]:
    figure = {"label": "Random read IOPS", "value": iops, "unit": "1/s"}
    return {"number": number, "state": state, "headline": [] if iops is None else [figure]}


def test_repeats_print_one_row_each_and_job_address(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [a_run("r-1", "finished", 1000.0), a_run("r-2", "failed", None)]
    job = {"number": "j-1", "runs": runs, "repeat_verdict": {"sentence": "They agree."}}
    print_figures(httpx2.Client(base_url="http://127.0.0.1:8000"), job)
    assert capsys.readouterr().out.splitlines() == [
        "Run  State     Random read IOPS",
        "r-1  finished  1,000",
        "r-2  failed    -",
        "They agree.",
        "Charts     http://127.0.0.1:8000/jobs/j-1",
    ]
