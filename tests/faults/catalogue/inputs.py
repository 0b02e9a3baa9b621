"""Faults from input of people: a share of a run that is edited meanwhile, and hostile texts."""

from __future__ import annotations

import functools
import http.client
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.faults.api import NoAnswer, Refused
from tests.faults.fault import Fault
from tests.faults.trial import Run, Trial

from storagelab.db.session import session_scope

HOSTILE_JOBS = Path(__file__).parents[2] / "data" / "hostile_jobs"
#: Names of jobs, notes and labels; each is a script, a formula, a path, an address or a text turned around.
TEXTS = (
    "<script>window.pwned=1</script>",
    "=cmd|' /C calc'!A0",
    "../../../../etc/passwd",
    "$(reboot) `reboot` ; reboot",
    "http://169.254.169.254/latest/meta-data/",
    "filename=/dev/sda ioengine=libaio exec_prerun=reboot",
    "{{7*7}} ${7*7} %{7*7} %n%s",
    "drive \u202e01 DIAR\u202c",
    "' or 1=1; drop table run; --",
)
_NESTED = 100_000
#: The number of hostile job files in the short lane; the full one sends all.
JOB_FILES = {True: None, False: 40}


def share_of_a_changed_run(trial: Trial) -> None:
    """Freeze a run, then make every possible change to it, with deaths in between. Readers see the same bytes."""
    run = trial.submit()
    trial.finish(run)
    body = {"kind": "run", "run_id": run.id, "title": trial.id, "author": "the campaign", "publish": True}
    key = f"{trial.id}-share"
    share = trial.repeat(lambda: trial.call("POST", "/shares", body, key=key))
    before = _frozen(trial, share)
    assert len(before) > 1, "the share has no parts"
    _read_again(trial, run)
    assert _frozen(trial, share) == before, "reading the raw files again changed a frozen share"
    meddling = [
        lambda: trial.call("PATCH", f"/servers/{trial.host.number}", {"note": "another word"}),
        lambda: trial.call("POST", f"/runs/{run.id}/notes", {"text": TEXTS[0], "from_ms": 0}),
        lambda: trial.call("PUT", f"/runs/{run.id}/validity", {"validity": "invalid", "reason": "wrong cable"}),
        lambda: trial.call("DELETE", f"/runs/{run.id}?reason=wrong%20cable"),
        lambda: trial.rig.start_program("api"),
        trial.rig.restart_postgres_immediately,
        lambda: _purge(run),
    ]
    trial.random.shuffle(meddling)
    for meddle in meddling:
        _as_far_as_allowed(trial, meddle)
        after = _frozen(trial, share)
        assert after == before, "a frozen share has changed"
    trial.healed()


def _as_far_as_allowed(trial: Trial, meddle: Callable[[], Any]) -> None:
    """Do it; what the run's state does not allow any more must be refused in words, as conflicts are."""
    status, answer = _request(trial, meddle)
    assert status in (200, 404, 409, 422), answer


def _request(trial: Trial, call: Callable[[], Any]) -> tuple[int, Any]:
    """Return the status and the answer, which may be a result or a problem."""
    try:
        return 200, trial.repeat(call)
    except Refused as refused:
        return refused.status, refused.body


def _read_again(trial: Trial, run: Run) -> None:
    """Read the run's raw files again: once killed on the way, then to the end."""
    argv = [sys.executable, "-P", "-m", "storagelab.cli.main", "reingest", run.id]
    dying = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    trial.pause(trial.random.uniform(0.2, 2.5))
    dying.kill()
    dying.wait()
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def _purge(run: Run) -> None:
    """Check that the database itself refuses to delete a run with a share."""
    try:
        with session_scope() as session:
            session.execute(text("delete from run where id = :id"), {"id": run.id})
    except DBAPIError:
        return
    raise AssertionError("the database let a run go that a share is of")


def _frozen(trial: Trial, share: dict[str, Any]) -> dict[str, bytes]:
    """Return the document of a share and all its parts, as readers get them."""
    path = urlsplit(share["url"]).path
    document = trial.repeat(lambda: _get(trial, f"{path}.json"))
    parts = {entry["sha256"] for entry in json.loads(document)["parts"].values()}
    contents = {part: trial.repeat(functools.partial(_get, trial, f"{path}/parts/{part}")) for part in sorted(parts)}
    return {"document": document, **contents}


def _get(trial: Trial, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", trial.rig.api_port, timeout=40)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        content = answer.read()
    except (OSError, http.client.HTTPException) as problem:
        raise NoAnswer(str(problem)) from problem
    finally:
        connection.close()
    if answer.status != 200:
        raise Refused(answer.status, content[:300])
    return content


def hostile_inputs(trial: Trial) -> None:
    """Send texts that try to run, read, write or overload something, while a run goes on."""
    run = trial.submit()
    files = sorted(HOSTILE_JOBS.glob("*/*"))
    for file in trial.random.sample(files, JOB_FILES[trial.full] or len(files)):
        engine = "fio" if file.suffix == ".fio" else "vdbench"
        job_file = {"engine": engine, "text": file.read_bytes().decode()}
        call = functools.partial(trial.call, "POST", "/profiles/from-job-file", job_file)
        status, answer = _request(trial, call)
        assert status < 500, answer
        assert status != 200 or answer["document"] is None, f"{file.name} was made a profile"
    for number, hostile in enumerate(TEXTS):
        server = f"/servers/{trial.host.number}"
        noted = trial.repeat(functools.partial(trial.call, "PATCH", server, {"note": hostile}))
        assert noted["note"] == hostile
        for path in (f"/runs/{number}%2F..%2F..", f"/profiles/{number}%00", f"/servers/..%2f{number}"):
            _refused(trial, "GET", path, None)
        _refused(trial, "POST", "/jobs", {**trial.job(trial.host, seconds=1), "engine": hostile})
        _refused(trial, "POST", "/jobs", trial.job(trial.host, seconds=1, path=Path("/dev/null", hostile)))
    _refused(trial, "POST", "/jobs", b'{"name": ' + b"[" * _NESTED + b"]" * _NESTED + b"}")
    trial.finish(run)


def _refused(trial: Trial, method: str, path: str, body: Any) -> None:
    status, answer = _request(trial, lambda: trial.call(method, path, body))
    assert 400 <= status < 500, f"{method} {path} was answered with {status}: {answer}"


FAULTS = (
    Fault(
        44,
        "a share, then its run parsed again, changed, thrown away, purged",
        share_of_a_changed_run,
        alone=True,
        seconds=30,
    ),
    Fault(45, "hostile inputs: job files, names, paths, nesting", hostile_inputs, seconds=15),
)
