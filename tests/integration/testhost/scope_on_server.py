"""Program for root on a server with systemd: a supervisor in its scope, to the end of its remains.

    python3 scope_on_server.py RUNNER

It talks to the runner as a controller does. A small program replaces fio, with jobs in sessions of their own that
ignore signals. It prints its observations as JSON.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

ENGINE = """#!/bin/sh
case "$1" in --version) echo fio-3.33; exit 0;; esac
for job in 1 2 3; do setsid sh -c 'trap "" INT TERM; while :; do sleep 0.2; done' & done
exec sleep 600
"""
JOB = """[phase]
ioengine=libaio
filename=@TARGET@
rw=randwrite
bs=4k
iodepth=4
thread=1
direct=1
group_reporting=1
lat_percentiles=1
time_based=1
runtime=600
fallocate=none
allow_file_create=0
"""
PATIENCE_SECONDS = 60


class Channel:
    """One `serve` process."""

    def __init__(self, runner, folder):
        programs = folder / "bin"
        programs.mkdir()
        engine = programs / "fio"
        engine.write_text(ENGINE)
        engine.chmod(0o755)
        argv = [sys.executable, runner, "serve", "--state", str(folder / "state"), "--config", str(folder / "config")]
        path = os.pathsep.join([str(programs), os.environ["PATH"]])
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": path})

    def call(self, verb, **args):
        self.process.stdin.write(json.dumps({"id": 1, "verb": verb, "args": args}).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer["result"]


def eventually(condition):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.2)


def shows(unit, name):
    done = subprocess.run(
        ["systemctl", "show", "-p", name, "--value", unit], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def members(unit):
    group = shows(unit, "ControlGroup")
    path = Path(f"/sys/fs/cgroup{group}/cgroup.procs")
    return path.read_text().split() if group and path.exists() else []


def main(runner):
    folder = Path(tempfile.mkdtemp(dir="/var/tmp"))
    channel = Channel(runner, folder)
    observations = {"launch": channel.call("hello")["launch"]}
    attempt_id = str(uuid.uuid4())
    own = {"attempt_id": attempt_id, "fence": 1, "controller_id": "lab-1"}
    phase = {"ordinal": 1, "name": "write", "job_file": JOB, "writes": True, "ramp_seconds": 0}
    phase |= {"status_interval_seconds": 1, "stop": {"kind": "time", "seconds": 600}}
    target = {"kind": "file", "path": None, "size_bytes": 8 << 20}
    spec = {"format": 2, "deadline_seconds": 900, "engine": "fio", "target": target, "preparation": []}
    channel.call("prepare", spec={**spec, "phases": [phase]}, **own)
    started = channel.call("start", **own)
    unit = f"storagelab-{attempt_id}.scope"
    eventually(lambda: len(members(unit)) >= 5)
    observations["warnings"] = started["warnings"]
    observations["supervisor_in_scope"] = str(started["supervisor_pid"]) in members(unit)
    observations["kill_mode"] = shows(unit, "KillMode")
    observations["limit"] = shows(unit, "RuntimeMaxUSec")
    again = subprocess.run(["systemd-run", "--scope", "--quiet", f"--unit={unit}", "true"], check=False)
    observations["second_scope_refused"] = again.returncode != 0
    lock = (folder / "state" / "host.lock").stat()
    descriptors = Path(f"/proc/{started['supervisor_pid']}/fd")
    observations["host_lock_inherited"] = any(os.path.samestat(entry.stat(), lock) for entry in descriptors.iterdir())
    observations["oom_score"] = Path(f"/proc/{started['supervisor_pid']}/oom_score_adj").read_text().strip()

    attempt = folder / "state" / "attempts" / attempt_id
    engine = json.loads((attempt / "phases" / "01" / "process.json").read_bytes())["pid"]
    os.kill(started["supervisor_pid"], signal.SIGSTOP)
    os.kill(engine, signal.SIGKILL)
    os.kill(started["supervisor_pid"], signal.SIGKILL)
    eventually(lambda: channel.call("status", attempt_id=attempt_id)["state"] == "lost")
    observations["left_in_scope"] = len(members(unit)) >= 3
    (attempt / "heartbeat").write_bytes(b"%020d" % 0)
    channel.call("status", attempt_id=attempt_id)
    eventually(lambda: not members(unit))
    observations["orphans_after_the_sweep"] = len(channel.call("list")["orphans"])
    observations["scope_after_the_sweep"] = shows(unit, "ActiveState")
    channel.process.stdin.close()
    channel.process.wait(timeout=PATIENCE_SECONDS)
    print(json.dumps(observations))


if __name__ == "__main__":
    main(sys.argv[1])
