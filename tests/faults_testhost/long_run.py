"""Command `python -m tests.faults_testhost.long_run`: one long run whose lab is taken apart around it.

The drive is slowed down to a known burst and a known plateau, so the figure of the run must be the plateau.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import redis
from tests.faults_testhost.rig import NotSurvived, Rig, new_rig
from tests.faults_testhost.trial import ENDED
from tests.integration.testhost.lab_client import Document

from storagelab.config import get_socket_dir

BURST_IOPS, STEADY_IOPS, BURST_SECONDS = 6000, 1500, 40
THROTTLE = (
    *("--burst-iops", str(BURST_IOPS)),
    *("--steady-iops", str(STEADY_IOPS)),
    *("--burst-seconds", str(BURST_SECONDS)),
)
#: Fill and rounds until the window of five is steady.
_BEFORE_MEASURING_SECONDS = 360
_CABLE_SECONDS = 120


def main() -> int:
    """Run, disturb, judge; return 1 when anything is not as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults_testhost.long_run", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    minutes = parser.parse_args().minutes
    with new_rig(drives=2, throttle=THROTTLE) as rig:
        rig.enrol(1)
        measure_seconds = max(60, round(minutes * 60) - _BEFORE_MEASURING_SECONDS)
        # Without a ramp, so that every second of the curve counts and can be added up.
        body = rig.writing_job(1, "steady-4k-write", measure_seconds=measure_seconds, ramp_seconds=0)
        job = rig.lab.post("/jobs", body)
        rig.lab.run_of(job, lambda run: run["phases"][0]["state"] != "planned", seconds=120)
        _print_line(f"{job['number']} is running; {measure_seconds} s of it are the measurement")
        run = _disturb(rig, job, seconds=_BEFORE_MEASURING_SECONDS + measure_seconds)
        problems = list(_judge(rig, run))
    for problem in problems:
        _print_line(f"FAILED: {problem}")
    _print_line("survived" if not problems else "not survived")
    return 1 if problems else 0


def _disturb(rig: Rig, job: Document, *, seconds: float) -> Document:
    """Spread the faults over the run, and wait for its end."""
    faults: list[tuple[str, Callable[[Rig], None]]] = [
        *[("worker killed", _kill_workers)] * 2,
        ("broker flushed and killed", _flush_and_kill_broker),
        ("worker killed", _kill_workers),
        ("database stopped at once", _stop_database),
        ("worker killed", _kill_workers),
        ("API killed", _kill_api),
        ("network down", _pull_cable),
        ("worker killed", _kill_workers),
    ]
    began = time.monotonic()
    for number, (title, provoke) in enumerate(faults, start=1):
        _sleep_until(began + seconds * number / (len(faults) + 2))
        provoke(rig)
        _print_line(f"{title} after {time.monotonic() - began:.0f} s")
    deadline = began + 2 * seconds + 600
    while time.monotonic() < deadline:
        run = _get(rig, f"/runs/{job['runs'][0]['id']}")
        if run is not None and run["state"] in ENDED:
            return run
        time.sleep(2)
    raise NotSurvived("the run did not end")


def _judge(rig: Rig, run: Document) -> list[str]:
    """Return a sentence for each deviation from the expected result."""
    if (run["state"], run["completeness"]) != ("finished", "complete"):
        return [f"the run is {run['state']}, {run['completeness']}: {run['failure']}"]
    problems = []
    begun = [event["message"] for attempt in run["attempts"] for event in attempt["events"]]
    starts = (rig.starts(), rig.recorded_starts(), len(run["phases"]))
    if len(set(starts)) != 1 or begun.count("I/O was started.") != 1 or len(run["attempts"]) != 1:
        problems.append(f"starts by witness, records and plan: {starts}; {begun.count('I/O was started.')} events")
    listed = rig.lab.get(f"/runs/{run['id']}/artifacts", limit=200)["items"]
    telemetry = next(artifact for artifact in listed if artifact["name"] == "telemetry.jsonl")
    text = rig.lab.http.get(f"/artifacts/{telemetry['id']}/content").text
    readings = [json.loads(line) for line in text.splitlines()]
    problems += _telemetry_problems(rig, run, readings)
    for phase in run["phases"]:
        problems += _sample_problems(rig, run, phase)
    measured = run["phases"][-1]["measurement"]["iops"]
    error = measured / STEADY_IOPS - 1
    _print_line(
        f"steady state {measured:.1f} IOPS, {100 * error:+.2f} % of the throttle; verdict {run['verdict']['status']}"
    )
    if abs(error) > 0.02:
        problems.append(f"the steady-state value is {measured:.1f} and not {STEADY_IOPS}")
    if run["verdict"]["status"] != "steady":
        problems.append(f"the verdict is {run['verdict']['status']}")
    return problems


def _telemetry_problems(rig: Rig, run: Document, readings: list[Document]) -> list[str]:
    """Check that every second of the run appears once, in the file and in the curve of every phase."""
    problems = []
    steps = [later["ms"] - earlier["ms"] for earlier, later in itertools.pairwise(readings) if earlier["ms"] >= 0]
    late = sum(not 500 <= step <= 1500 for step in steps)
    _print_line(
        f"telemetry: {len(readings)} lines, steps of {min(steps)} to {max(steps)} ms, {late} of them not a second"
    )
    # A reading may come late on a busy server: then the next step is the shorter. No second of the grid may be missing.
    if any(step > 2000 for step in steps) or abs(sum(steps) / 1000 - len(steps)) > 1:
        problems.append(f"telemetry has a gap: steps of {min(steps)} to {max(steps)} ms")
    for phase in run["phases"]:
        curve = _series(rig, run, phase, source="telemetry")
        missing = curve["mean"].count(None)
        seconds = (phase["t1_ms"] - phase["t0_ms"]) / 1000
        _print_line(
            f"phase {phase['ordinal']}: {curve['points']} readings of {seconds:.0f} s, {missing} buckets without one"
        )
        if missing or abs(curve["points"] - seconds) > 2:
            problems.append(f"phase {phase['ordinal']} has {curve['points']} telemetry samples in {seconds:.0f} s")
    return problems


def _sample_problems(rig: Rig, run: Document, phase: Document) -> list[str]:
    """Yield a problem if the curve does not add up to the count of the engine at the end."""
    curve = _series(rig, run, phase, source="engine")
    total = sum(value for value in curve["mean"] if value is not None) * curve["step_ms"] / 1000
    ios = phase["measurement"]["ios"]
    _print_line(
        f"phase {phase['ordinal']}: the curve of {curve['points']} points holds {total / ios:.4f} of {ios} I/Os"
    )
    # The last bucket may cover less than a whole step.
    slack = 0.005 + curve["step_ms"] / (phase["t1_ms"] - phase["t0_ms"])
    return (
        []
        if abs(total / ios - 1) <= slack
        else [f"phase {phase['ordinal']}: {total:.0f} I/Os in the curve, {ios} in all"]
    )


def _series(rig: Rig, run: Document, phase: Document, *, source: str) -> Document:
    query = {"metric": "iops", "phase": str(phase["ordinal"]), "source": source, "max_points": 5000}
    return rig.lab.get("/series", run_id=run["id"], **query)


def _kill_workers(rig: Rig) -> None:
    for path in (rig.installation.data / "state").glob("worker-*.json"):
        _kill(path, signal.SIGKILL)


def _kill_api(rig: Rig) -> None:
    _kill(rig.installation.data / "state" / "api.json", signal.SIGKILL)


def _flush_and_kill_broker(rig: Rig) -> None:
    with redis.Redis(unix_socket_path=str(get_socket_dir(rig.installation.data) / "valkey.sock")) as broker:
        broker.flushall()
    _kill(rig.installation.data / "state" / "valkey.json", signal.SIGKILL)


def _stop_database(rig: Rig) -> None:
    """Stop the database as `pg_ctl -m immediate` does."""
    first_line = (rig.installation.data / "postgres" / "postmaster.pid").read_text().splitlines()[0]
    os.kill(int(first_line), signal.SIGQUIT)


def _pull_cable(rig: Rig) -> None:
    rig.machine.fault("link-down")
    _sleep_until(time.monotonic() + _CABLE_SECONDS)
    rig.machine.fault("link-up")


def _kill(mark: Path, signal_number: signal.Signals) -> None:
    os.kill(json.loads(mark.read_text())["pid"], signal_number)


def _get(rig: Rig, path: str) -> Document | None:
    """Return an answer, or None while a part of the lab is down."""
    try:
        answer = rig.lab.http.get(path)
    except httpx2.HTTPError:
        return None
    document: Document | None = answer.json() if answer.status_code == 200 else None
    return document


def _sleep_until(moment: float) -> None:
    while (left := moment - time.monotonic()) > 0:
        time.sleep(min(left, 1))


def _print_line(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
