"""Launches of a supervisor with and without a scope of systemd, with stand-ins for its programs."""

import json
import os
import subprocess
import sys

import pytest

ATTEMPT = "00000000-0000-4000-8000-000000000001"
#: Launches the way `start` does; the supervisor finds no start record afterwards and ends.
PROGRAM = """
import json, os, sys
from pathlib import Path
from storagelab_runner.errors import Refusal
from storagelab_runner.launch import launch_supervisor
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import locked, try_lock
state = StateFolder(Path(sys.argv[1]))
state.create()
attempt = state.attempt(sys.argv[2])
attempt.root.mkdir()
host_lock = try_lock(state.host_lock)
with locked(attempt.lock, 5):
    try:
        launch = launch_supervisor(state, attempt, host_lock, (), 60, way=sys.argv[3])
    except Refusal as refusal:
        print(json.dumps({"code": refusal.code, "message": refusal.message}))
        sys.exit()
    pid = launch.supervisor.pid
    facts = {"unit": launch.unit, "warnings": launch.warnings, "session": os.getsid(pid) == pid}
    facts["lock"] = any(os.path.samestat(os.stat(f"/proc/{pid}/fd/{name}"), os.fstat(host_lock))
                        for name in os.listdir(f"/proc/{pid}/fd") if os.path.exists(f"/proc/{pid}/fd/{name}"))
    facts["command"] = Path(f"/proc/{pid}/cmdline").read_text().split(chr(0))
print(json.dumps(facts))
"""
SCOPE = '#!/bin/sh\nwhile [ "$1" != "--" ]; do shift; done\nshift\nexec "$@"\n'
BROKEN = "#!/bin/sh\necho 'Failed to connect to bus' >&2\nexit 1\n"


@pytest.fixture
def launch(tmp_path):
    """Provide a function that launches once, with these programs first on PATH."""

    def launch(way, **programs):
        folder = tmp_path / "bin"
        folder.mkdir()
        for name, text in programs.items():
            program = folder / name.replace("_", "-")
            program.write_text(text)
            program.chmod(0o755)
        path = os.pathsep.join([str(folder), *os.get_exec_path()])
        argv = [sys.executable, "-c", PROGRAM, str(tmp_path / "state"), ATTEMPT, way]
        done = subprocess.run(argv, capture_output=True, check=True, env={"PATH": path}, text=True, timeout=60)
        return json.loads(done.stdout)

    return launch


def test_supervisor_without_systemd_has_its_own_session(launch):
    facts = launch("setsid")
    assert (facts["unit"], facts["warnings"], facts["session"], facts["lock"]) == (None, [], True, True)


def test_supervisor_in_scope_inherits_session_and_lock(launch):
    facts = launch("systemd", systemd_run=SCOPE)
    assert (facts["unit"], facts["warnings"]) == (f"storagelab-{ATTEMPT}.scope", [])
    assert (facts["session"], facts["lock"]) == (True, True)
    assert "supervise" in facts["command"]


def test_refusing_systemd_is_bypassed_with_a_warning(launch):
    facts = launch("systemd", systemd_run=BROKEN, systemctl="#!/bin/sh\nexit 3\n")
    assert (facts["unit"], facts["lock"]) == (None, True)
    [warning] = facts["warnings"]
    assert "systemd gave the supervisor no scope" in warning


def test_existing_scope_refuses_a_second_start(launch):
    answer = launch("systemd", systemd_run=BROKEN, systemctl="#!/bin/sh\nexit 0\n")
    assert answer["code"] == "host_busy"
    assert f"storagelab-{ATTEMPT}.scope" in answer["message"]
