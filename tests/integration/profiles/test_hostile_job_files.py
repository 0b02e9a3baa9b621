"""Hostile job files sent to the API of a lab: each is answered in words, and has no side effect.

The witness is an audit hook of Python in the process that answers. It is called for every opened file, every process,
socket and import, in every thread. A hook stays for as long as its process, so that process is one of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from storagelab.auth.service import create_token
from storagelab.config import Settings
from storagelab.db.session import get_database

HOSTILE = Path(__file__).parents[2] / "data" / "hostile_jobs"
WITNESS = """
import json, os, resource, sys
from pathlib import Path
from starlette.testclient import TestClient
from storagelab.app import create_app

client = TestClient(create_app(), raise_server_exceptions=False)
client.headers["Authorization"] = f"Bearer {sys.argv[2]}"
ADDRESS = "/api/v1/profiles/from-job-file"
files = [("fio" if path.suffix == ".fio" else "vdbench", path.name, path.read_bytes().decode())
         for path in sorted(Path(sys.argv[1]).glob("*/*"))]
HARMLESS = "[a]\\nrw=randread\\nbs=4k\\nruntime=1\\ntime_based\\n"

def ask(engine, text):
    return client.post(ADDRESS, json={"engine": engine, "text": text})

watching, seen = False, set()
QUIET = ("object.", "sys._getframe", "code.__new__", "compile", "exec", "marshal", "gc.", "cpython.", "builtins.id",
         "sys.setprofile", "sys._current_frames", "signal.", "setattr", "import", "array.")

def hook(event, arguments):
    if not watching or event.startswith(QUIET):
        return
    if event == "open":
        path, _, flags = arguments
        # Modules that are loaded late are read.
        if str(path).endswith((".py", ".pyc")) and not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return
        event = f"open {path}"
    seen.add(event)

sys.addaudithook(hook)
with client:
    # The connection to the database and what is imported late are there before the witness looks.
    for engine in ("fio", "vdbench"):
        ask(engine, HARMLESS)
    watching = True
    answers = [(name, ask(engine, text)) for engine, name, text in files]
    watching = False
    while_answering = sorted(seen)
    seen.clear()
    watching = True
    open(sys.executable, "rb").close()
    os.posix_spawn("/bin/true", ["true"], {})
    watching = False
    os.wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
statuses = {}
for name, answer in answers:
    body = answer.json()
    if answer.status_code == 200:
        told = body["document"] is None and any(finding["level"] == "refused" for finding in body["findings"])
        kind = "refused by line" if told else "taken"
    else:
        kind = f"{answer.status_code} {body['code']}"
    statuses.setdefault(kind, []).append(name)
print(json.dumps({"statuses": statuses, "while_answering": while_answering, "awake": sorted(seen),
                  "left": os.listdir(".")}))
"""


@pytest.mark.in_turn
def test_hostile_files_are_refused_without_side_effects(
    settings: Settings, own_database_url: str, tmp_path: Path
) -> None:
    with Session(get_database(own_database_url)) as session:
        token = create_token(session, name="operator", role="operator")
        session.commit()
    place = tmp_path / "place"
    place.mkdir()
    environment = {
        "STORAGELAB_DATABASE_URL": own_database_url,
        "STORAGELAB_BROKER_URL": settings.broker_url,
        "STORAGELAB_DATA_DIR": str(settings.data_dir),
        "STORAGELAB_LOG_LEVEL": "error",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", WITNESS, str(HOSTILE), token],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    answered = {kind: len(names) for kind, names in report["statuses"].items()}
    assert sum(answered.values()) == len(list(HOSTILE.glob("*/*"))) >= 200
    # What is no text at all (control characters) is refused before anything reads it; nothing is taken, nothing fails.
    assert set(answered) == {"refused by line", "400 bad_request"}, report["statuses"]
    assert answered["refused by line"] >= 200
    assert report["while_answering"] == []
    assert report["left"] == []
    assert {"os.posix_spawn", f"open {sys.executable}"} <= set(report["awake"])
