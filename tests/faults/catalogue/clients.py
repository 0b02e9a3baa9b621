"""Faults around the API and its clients.

The API dies during a request, workers' clocks are wrong, and hundreds of viewers look on while it all breaks.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

from tests.faults.api import NoAnswer
from tests.faults.fault import Fault, Skip
from tests.faults.trial import END_SECONDS, Run, Trial
from tests.faults.viewers import Viewers

VIEWERS = {True: 500, False: 50}
QUEUED = {True: 10_000, False: 1_000}
_REPEATS = 100
#: Seconds of each point of the run that the queue waits for: as long as the engine is still read each second.
_BLOCKING_SECONDS = 590


def killed_during_submission(trial: Trial) -> None:
    """Kill the API while it takes a job; the client repeats the request with the same key until it has an answer."""
    rig = trial.rig
    runs = []
    for number, host in enumerate(trial.hosts if trial.full else trial.hosts[:2]):
        key = f"{trial.id}-{number}"
        body = trial.job(host, seconds=2)
        dying = threading.Thread(target=_submit_once, args=(trial, body, key))
        dying.start()
        trial.pause(trial.random.uniform(0.0, 0.06))
        rig.start_program("api")
        dying.join()
        runs.append(trial.submit(host, seconds=2, key=key))
    for run in runs:
        jobs = trial.repeat(lambda run=run: trial.call("GET", f"/jobs?server_id={run.host.number}&limit=50"))["items"]  # type: ignore[misc]
        mine = [job["id"] for job in jobs if job["name"] == trial.id]
        assert mine == [run.job], f"{len(mine)} jobs were made of one"
    trial.healed()
    trial.finish(*runs)


def _submit_once(trial: Trial, body: object, key: str) -> None:
    try:
        trial.call("POST", "/jobs", body, key=key)
    except NoAnswer:
        return


def wrong_clocks(trial: Trial) -> None:
    """Run one worker two hours ahead, the other two hours behind."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        raise Skip("faketime is not installed")
    rig = trial.rig
    for name, offset in zip(rig.workers(), ("+2h", "-2h"), strict=False):
        rig.start_program(name, LD_PRELOAD=str(library), FAKETIME=offset, FAKETIME_DONT_FAKE_MONOTONIC="1")
    trial.pause(3)
    runs = [trial.submit(host, seconds=4) for host in trial.hosts]
    try:
        trial.finish(*runs)
    finally:
        for name in rig.workers():
            rig.start_program(name)


def crowded(trial: Trial) -> None:
    """Load the lab with hundreds of viewers and a long queue.

    Meanwhile workers die, the database restarts and a server is cut off.
    """
    rig = trial.rig
    first, second, third = trial.hosts
    # It must outlast all the rest, which takes minutes on a busy machine.
    blocking = trial.submit(third, seconds=_BLOCKING_SECONDS, expect=("cancelled",))
    trial.wait_for_phase(blocking, 1)
    jobs = [_queue(trial, third.number, number) for number in range(QUEUED[trial.full] // _REPEATS)]
    runs: list[Run] = [trial.submit(host, seconds=14) for host in (first, second)]
    count = VIEWERS[trial.full]
    with Viewers(rig.api_port, rig.viewer_tokens(count), [run.job for run in (*runs, blocking)]) as viewers:
        for run in runs:
            trial.wait_for_phase(run, 2)
        rig.start_program(trial.random.choice(rig.workers()))
        rig.restart_postgres_immediately()
        rig.link_of(first).behaviour.refusing = True
        rig.links.reset(rig.link_of(first))
        trial.pause(2)
        rig.link_of(first).behaviour.refusing = False
        trial.healed()
        trial.finish(*runs)
    for job in jobs:
        trial.repeat(lambda job=job: trial.call("POST", f"/jobs/{job}/cancel"))  # type: ignore[misc]
    for job in jobs:
        trial.wait(lambda job=job: _state(trial, job) == "cancelled", END_SECONDS, "the queue to empty")  # type: ignore[misc]
    trial.cancel(blocking)
    trial.finish(blocking)
    trial.note("viewers", answers=viewers.answers, wrong=viewers.wrong)
    print(
        f"      {count} viewers had {viewers.answers:,} answers, {viewers.wrong} of them wrong",
        flush=True,
    )
    assert viewers.answers > count, "the viewers saw nothing"
    assert not viewers.wrong, f"{viewers.wrong} wrong answers, such as {viewers.example}"


def _state(trial: Trial, job: str) -> str:
    state: str = trial.repeat(lambda: trial.call("GET", f"/jobs/{job}"))["state"]
    return state


def _queue(trial: Trial, server: str, number: int) -> str:
    host = next(host for host in trial.hosts if host.number == server)
    body = {**trial.job(host, seconds=2), "repeats": _REPEATS, "priority": 1}
    key = f"{trial.id}-queue-{number}-{time.monotonic_ns()}"
    job: str = trial.repeat(lambda: trial.call("POST", "/jobs", body, key=key))["id"]
    return job


FAULTS = (
    Fault(9, "workers' clocks two hours ahead and behind", wrong_clocks, alone=True, seconds=25),
    Fault(22, "API killed during a submission that is repeated", killed_during_submission, alone=True, seconds=25),
    Fault(46, "viewers and a long queue during 1, 15 and 23", crowded, alone=True, seconds=42),
)
