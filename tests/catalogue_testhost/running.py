"""Profile at the smoke scale on a drive of a virtual server, through REST, and the faults of its run."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.faults_testhost.rig import Rig
from tests.integration.testhost.lab_client import Document

#: Larger than the largest range of bytes that a profile addresses; its image is sparse. Slower than the machine, so
#: that rounds are as steady as a drive and not as the load of the machine.
DRIVE = ("--size", "40G", "--steady-iops", "1500")
_SECONDS = 3600.0
_CURVES = ("iops", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns")


def profiles_on_drives(rig: Rig) -> list[Document]:
    """Return the catalogue without profiles that need a file system."""
    listed: list[Document] = rig.lab.get("/profiles", limit=200)["items"]
    return [profile for profile in listed if "fio" in profile["engines"]]


def run_profile(rig: Rig, profile: Document) -> list[str]:
    """Run one on the first drive, print the outcome, and return the deviations from the expected result."""
    began = time.monotonic()
    body = rig.writing_job(1, profile["name"])
    body["profile"]["scale"] = "smoke"
    run = rig.lab.ended_run(rig.lab.post("/jobs", body), seconds=_SECONDS)
    faults = [*_problems(run), *_plot_problems(rig, run)]
    problems = [f"{profile['name']}: {problem}" for problem in faults]
    measured = sum(phase["measurement"] is not None for phase in run["phases"])
    print(
        f"{profile['name']}: {run['state']}, {measured} of {len(run['phases'])} phases measured, "
        f"{time.monotonic() - began:.0f} s{', WRONG' if problems else ''}",
        flush=True,
    )
    return problems


def _problems(run: Document) -> Iterator[str]:
    """Yield every fault of a run: a phase that neither measured something nor was skipped with its reason."""
    if (run["state"], run["completeness"], run["scale"]) != ("finished", "complete", "smoke"):
        yield f"ended {run['state']}, {run['completeness']}, {run['scale']}: {run['failure']}"
    for phase in run["phases"]:
        place = f"phase {phase['ordinal']} ({phase['name']})"
        if phase["state"] == "skipped":
            if not phase["message"]:
                yield f"{place} was skipped without a reason"
        elif phase["state"] != "finished" or phase["measurement"] is None:
            yield f"{place} is {phase['state']} and measured {phase['measurement']}"
        elif not phase["measurement"]["ios"]:
            yield f"{place} did no I/O"


def _plot_problems(rig: Rig, run: Document) -> Iterator[str]:
    """Yield the plots without data: the four curves of the run, its sweeps, each panel of its report."""
    for metric in _CURVES:
        series = rig.lab.get("/series", run_id=run["id"], metric=metric)
        if not any(value is not None for value in series["mean"]):
            yield f"its curve of {metric} is empty"
    if not any(rig.lab.get("/measurements", run_id=run["id"])["source"].get("iops", [])):
        yield "it gives no measurement to a sweep"
    if run["report"]:
        for panel in rig.lab.get(f"/runs/{run['id']}/report")["panels"]:
            if panel["empty"] is not None:
                yield f"panel {panel['id']} of its report is empty: {panel['empty']}"
