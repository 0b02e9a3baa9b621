"""A job from its plan to its end, as the commands show it."""

from __future__ import annotations

from typing import Any

import httpx2

from storagelab.cli.client import call, job_events
from storagelab.cli.output import format_duration, format_number, print_json, print_table
from storagelab.cli.progress import follow
from storagelab.errors import RequestRefused


def follow_to_end(client: httpx2.Client, reference: str, *, as_json: bool) -> dict[str, Any]:
    """Follow a job and return it as it ended; with `as_json` nothing is printed meanwhile."""
    if as_json:
        for _ in job_events(client, reference):
            continue
    else:
        follow(job_events(client, reference))
    job: dict[str, Any] = call(client, "GET", f"/jobs/{reference}")
    return job


def require_success(job: dict[str, Any]) -> None:
    """Raise RequestRefused for a job that did not end well."""
    if job["failure"] is not None:
        raise RequestRefused(
            f"{job['number']} {job['state']}: {job['failure']['message']}", kept=job["failure"]["kept"]
        )
    if job["state"] == "cancelled":
        raise RequestRefused(f"{job['number']} was cancelled.")


def print_plan(plan: dict[str, Any], *, as_json: bool) -> None:
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
        print(f"Writes about {format_number(plan['expected_writes']['typical_bytes'] / 1e9)} GB in all.")
    print(f"About {format_duration(plan['estimated_seconds'])}, at most {format_duration(plan['maximum_seconds'])}.")
    for warning in plan["warnings"]:
        print(warning)
