"""A job from its plan to its end, as the commands show it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from storagelab.cli.answers import JobAnswer, PlanAnswer
from storagelab.cli.client import call, iterate_job_events
from storagelab.cli.output import format_duration, format_number, print_json, print_table
from storagelab.cli.progress import follow
from storagelab.errors import LabUnavailable, RequestRefused


def follow_to_end(
    client: httpx2.Client, reference: str, *, data: Path | None = None, as_json: bool = False
) -> JobAnswer:
    """Print the progress of a job until it ends, and return the ended job; `as_json` prints nothing.

    `data` is the data folder of the command line, for the commands that a message names.
    """
    with job_goes_on(reference, data=data):
        if as_json:
            for _ in iterate_job_events(client, reference):
                continue
        else:
            follow(iterate_job_events(client, reference))
    job: JobAnswer = call(client, "GET", f"/jobs/{reference}")
    return job


@contextmanager
def job_goes_on(reference: str, *, data: Path | None) -> Iterator[None]:
    """Print the commands to watch or cancel a job when the block ends before the job does.

    A LabUnavailable error carries the commands in its message.
    """
    words = f"{reference} is still running. Watch it: {build_job_command('watch', reference, data)}"
    words += f". Cancel it: {build_job_command('cancel', reference, data)}."
    try:
        yield
    except LabUnavailable as error:
        raise LabUnavailable(error.message, preserved=words) from error
    except (KeyboardInterrupt, BrokenPipeError):
        print(f"\n{words}" if sys.stderr.isatty() else words, file=sys.stderr, flush=True)
        raise


def build_job_command(verb: str, reference: str, data: Path | None) -> str:
    """Return the command line that runs `storagelab` `verb` for the job `reference`."""
    return shlex.join(["storagelab", verb, reference, *(["--data", str(data)] if data is not None else [])])


def print_submitted(job: JobAnswer) -> None:
    """Print the number, state, server, engine and estimated duration of a submitted job."""
    server = f" on {job['server']['name']}" if job["server"] is not None else ""
    words = f"{job['number']} {job['state']}{server} with {job['engine']}"
    print(f"{words}, about {format_duration(job['estimated_seconds'])}", flush=True)


def require_success(job: JobAnswer) -> None:
    """Raise RequestRefused for a job that failed or was cancelled."""
    if job["failure"] is not None:
        raise RequestRefused(
            f"{job['number']} {job['state']}: {job['failure']['message']}", preserved=job["failure"]["preserved"]
        )
    if job["state"] == "cancelled":
        raise RequestRefused(f"{job['number']} was cancelled.")


def print_plan(plan: PlanAnswer, *, as_json: bool) -> None:
    """Print what a job would do."""
    if as_json:
        print_json(plan)
        return
    rows = [
        (phase["ordinal"], phase["name"], phase["workload"]["description"], format_duration(phase["estimated_seconds"]))
        for phase in plan["phases"]
    ]
    print_table(("Phase", "Name", "Workload", "Time"), rows)
    if plan["expected_writes"] is not None:
        print(f"Writes about {format_number(plan['expected_writes']['typical_bytes'] / 1e9)} GB.")
    print(f"About {format_duration(plan['estimated_seconds'])}, max {format_duration(plan['max_seconds'])}.")
    for warning in plan["warnings"]:
        print(warning)
