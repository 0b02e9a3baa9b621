"""Runs made elsewhere, with curves that a test chooses: real output of fio with rewritten logs."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.lab import Lab

#: Ends of windows of a second in ms, each with its value.
Rows = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class MadeRun:
    """One run: its name, its curves, and when it began by the clock of its machine."""

    title: str
    configuration: str
    iops: Rows
    latency_ns: Rows = ()
    job: str = "writes"
    began_ms: int | None = None
    """Milliseconds since 1970; None leaves what fio wrote."""


def fio_output(folder: Path) -> dict[str, Any]:
    """Return the output of fio for half a second of random writes, with options for logs."""
    options = {
        "name": "writes", "filename": str(folder / "target"), "size": "1m", "rw": "randwrite", "bs": "4k",
        "rate_iops": "200", "runtime": "500ms", "output-format": "json", "output": "out.json",
        "write_iops_log": "made", "write_lat_log": "made", "log_avg_msec": "1000",
    }  # fmt: skip
    arguments = [f"--{name}={value}" for name, value in options.items()]
    subprocess.run(["fio", "--time_based", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)
    output: dict[str, Any] = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return output


def import_runs(lab: Lab, output: dict[str, Any], made: Sequence[MadeRun]) -> list[dict[str, Any]]:
    """File these runs by one import, in their order; return them."""
    files = [
        ("files", (f"{place:02}/{name}", content))
        for place, run in enumerate(made)
        for name, content in _files(output, run).items()
    ]
    read = lab.wait_for_import(lab.call("POST", "/imports", files=files)["number"])
    assert read["state"] == "ready", read["error"]
    choices = []
    for result in read["results"]:
        run = made[int(result["members"][0].partition("/")[0])]
        choices.append({"index": result["index"], "title": run.title, "configuration": {"name": run.configuration}})
    lab.call("POST", f"/imports/{read['number']}/store", json={"results": choices})
    stored = lab.wait_for_import(read["number"])
    assert stored["state"] == "stored", stored["error"]
    numbers = {int(result["members"][0].partition("/")[0]): result["run"]["number"] for result in stored["results"]}
    return [lab.call("GET", f"/runs/{numbers[place]}") for place in range(len(made))]


def _files(output: dict[str, Any], run: MadeRun) -> dict[str, bytes]:
    document = copy.deepcopy(output)
    for job in document["jobs"]:
        job["jobname"] = run.job
        # As long as its logs, so that a stall at their end is one.
        job["job_runtime"] = job["write"]["runtime"] = max((moment for moment, _ in run.iops), default=500)
        if run.began_ms is not None:
            job["job_start"] = run.began_ms
    files = {"out.json": json.dumps(document).encode()}
    if run.iops:
        files["made_iops.1.log"] = _log(run.iops)
    if run.latency_ns:
        files["made_lat.1.log"] = _log(run.latency_ns)
    return files


def _log(rows: Rows) -> bytes:
    return "".join(f"{moment}, {value}, 1, 0, 0\n" for moment, value in rows).encode()
