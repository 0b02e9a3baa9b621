"""A real runner, compiled ahead, with a state folder of its own and an fio that counts its starts."""

import base64
import contextlib
import importlib.util
import json
import marshal
import os
import shutil
import signal
import subprocess
import sys
import uuid
import zipfile
from pathlib import Path

import pytest
from tests.integration.runner.sandbox import open_sandbox
from tests.integration.runner.waiting import PATIENCE_SECONDS, eventually

from storagelab_runner.build import build
from storagelab_runner.spec import FORMAT

MIB = 1 << 20


class Refused(Exception):
    """An answer with an error in it."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.kind = error["kind"]
        self.message = error["message"]


class Channel:
    """One `serve` process and the requests on its pipes."""

    def __init__(self, argv, path):
        environment = {"PATH": path, "HOME": "/nonexistent"}
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.number = 0

    def send_request(self, verb, **args):
        """Send without waiting for the answer."""
        self.number += 1
        self.send(json.dumps({"id": self.number, "verb": verb, "args": args}).encode())

    def send(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def call(self, verb, **args):
        self.send_request(verb, **args)
        answer = self.answer()
        assert answer["id"] == self.number
        if not answer["ok"]:
            raise Refused(answer["error"])
        return answer["result"]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(timeout=PATIENCE_SECONDS) == 0


class Server:
    """A server under test: a state folder, channels to it, and what runs on it."""

    def __init__(self, runner, folder):
        self.runner = runner
        self.folder = folder
        self.state = folder / "state"
        self.config = folder / "config"
        self.programs = folder / "bin"
        self.starts_file = folder / "starts"
        self.path = os.pathsep.join([str(self.programs), *os.get_exec_path()])
        self.channels = []
        self.fence = 1

    def channel(self, path=None):
        argv = [sys.executable, str(self.runner), "serve", "--state", str(self.state)]
        argv += ["--config", str(self.config)]
        self.channels.append(Channel(argv, path or self.path))
        return self.channels[-1]

    def name_scratch(self, *folders):
        """Name the only scratch folders, as root of the server does."""
        self.config.mkdir(mode=0o755, exist_ok=True)
        self.config.chmod(0o755)
        document = {"format": 1, "folders": [str(folder) for folder in folders]}
        (self.config / "scratch.json").write_text(json.dumps(document))

    def install_engine(self, script):
        """Put a program first on PATH that is started as fio."""
        self.programs.mkdir(exist_ok=True)
        engine = self.programs / "fio"
        engine.write_text(script)
        engine.chmod(0o755)

    def engine_starts(self):
        return len(self.starts_file.read_text().splitlines()) if self.starts_file.exists() else 0

    def arguments(self, attempt_id):
        return {"attempt_id": attempt_id, "fence": self.fence, "controller_id": "lab-1"}

    def prepare(self, channel, spec):
        attempt_id = str(uuid.uuid4())
        channel.call("prepare", spec=spec, **self.arguments(attempt_id))
        return attempt_id

    def start(self, channel, spec):
        attempt_id = self.prepare(channel, spec)
        assert channel.call("start", **self.arguments(attempt_id))["again"] is False
        return attempt_id

    def wait(self, channel, attempt_id, reached):
        """Return the first Status for which `reached` holds."""
        status = {}

        def look():
            status.update(channel.call("status", attempt_id=attempt_id))
            return reached(status)

        eventually(look, lambda: status)
        return status

    def ended(self, channel, attempt_id):
        return self.wait(channel, attempt_id, lambda status: status["state"] != "running")

    def phase_runs(self, channel, attempt_id, ordinal, documents=0):
        """Wait until a phase runs and its engine has written that many complete documents."""
        name = f"phases/{ordinal:02d}/status.json"

        def reached(status):
            if status["phases"][ordinal - 1]["state"] != "running":
                return False
            files = {file["name"] for file in status["files"]}
            if f"phases/{ordinal:02d}/process.json" not in files:
                return False
            return documents == 0 or (
                name in files and self.file(channel, attempt_id, name).count(b"\n}\n") >= documents
            )

        return self.wait(channel, attempt_id, reached)

    def file(self, channel, attempt_id, name, piece=MIB):
        """Return a whole file, read piece by piece."""
        data = b""
        while True:
            answer = channel.call("read", attempt_id=attempt_id, name=name, offset=len(data), length=piece)
            block = base64.b64decode(answer["data_b64"])
            data += block
            if not block:
                return data

    def engine_pid(self, attempt_id, ordinal):
        record = self.state / "attempts" / attempt_id / "phases" / f"{ordinal:02d}" / "process.json"
        return json.loads(record.read_bytes())["pid"]

    def processes(self):
        """Return the ids of live processes that work in this state folder: supervisors and engines."""
        pids = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    alive = (entry / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
                    if alive and (entry / "cwd").readlink().is_relative_to(self.state):
                        pids.append(int(entry.name))
        return pids

    def close(self):
        for channel in self.channels:
            with contextlib.suppress(BrokenPipeError):
                channel.process.stdin.close()
            channel.process.stdout.close()
            channel.process.wait(timeout=PATIENCE_SECONDS)
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def job(rw, **changes):
    """Return the text of a job file as the product renders it."""
    options = {"ioengine": "libaio", "filename": "@TARGET@", "rw": rw, "bs": "4k", "iodepth": 4, "thread": 1}
    options |= {"direct": 1, "group_reporting": 1, "lat_percentiles": 1, "fallocate": "none", "allow_file_create": 0}
    options |= {"write_lat_log": "phase", "log_avg_msec": 1000, "log_max_value": 1, **changes}
    return "[phase]\n" + "".join(f"{key}={value}\n" for key, value in options.items())


def phase(ordinal, name, job_file, *, writes=True, seconds=30, stop=None, ramp_seconds=0):
    rule = stop or {"kind": "time", "seconds": seconds}
    value = {"ordinal": ordinal, "name": name, "job_file": job_file, "writes": writes, "stop": rule}
    return {**value, "status_interval_seconds": 1, "ramp_seconds": ramp_seconds}


def fill(size=8 * MIB):
    stop = {"kind": "volume", "seconds": 60, "passes": 1}
    return phase(1, "fill", job("write", bs="1m", size=size), stop=stop)


def timed(ordinal, rw, seconds, **changes):
    text = job(rw, time_based=1, runtime=seconds, **{"rate_iops": 200, **changes})
    return phase(ordinal, rw, text, writes=rw not in ("read", "randread"), seconds=seconds)


def spec(*phases, path=None, size=8 * MIB, deadline_seconds=120, target=None, **more):
    target = target or {"kind": "file", "path": path, "size_bytes": size}
    value = more | {"format": FORMAT, "deadline_seconds": deadline_seconds, "engine": "fio", "target": target}
    return {**value, "phases": list(phases)}


def fill_disk(folder):
    """Leave no byte free on the file system of a folder."""
    with (folder / "ballast").open("wb", buffering=0) as ballast, contextlib.suppress(OSError):
        while ballast.write(bytes(MIB)):
            pass
    assert os.statvfs(folder).f_bavail == 0


class Make:
    """Building blocks of the attempts in these tests."""

    MIB = MIB
    Refused = Refused
    job = staticmethod(job)
    phase = staticmethod(phase)
    fill = staticmethod(fill)
    timed = staticmethod(timed)
    spec = staticmethod(spec)
    fill_disk = staticmethod(fill_disk)
    eventually = staticmethod(eventually)

    def __init__(self):
        self.bystanders = []

    def bystander(self, folder):
        """Start a process that has nothing to do with the runner but works in one of its folders, and return it."""
        self.bystanders.append(subprocess.Popen(["sleep", "600"], cwd=folder))
        return self.bystanders[-1]


@pytest.fixture
def make():
    make = Make()
    yield make
    for bystander in make.bystanders:
        bystander.kill()
        bystander.wait()


@pytest.fixture(scope="session")
def runner(tmp_path_factory):
    path = tmp_path_factory.mktemp("runner") / "storagelab-runner"
    build(path)
    add_bytecode(path)
    return path


def add_bytecode(path):
    """Put beside each module of the zipapp what Python makes of it at every start.

    Compiling them is most of a start, and these tests start the runner a thousand times. The workers' tests and the
    faults run the file as it is shipped.
    """
    unchecked_hash = (1).to_bytes(4, "little")
    with zipfile.ZipFile(path, "a") as archive:
        for name in archive.namelist():
            source = archive.read(name)
            code = compile(source, f"{path}/{name}", "exec", dont_inherit=True)
            head = importlib.util.MAGIC_NUMBER + unchecked_hash + importlib.util.source_hash(source)
            archive.writestr(f"{name}c", head + marshal.dumps(code))


@pytest.fixture
def server(runner, tmp_path):
    if shutil.which("fio") is None:
        pytest.skip("fio is not installed on this machine")
    server = Server(runner, tmp_path)
    server.name_scratch(tmp_path)
    real = shutil.which("fio")
    counting = f'case "$*" in *job.fio) echo start >> {server.starts_file};; esac'
    server.install_engine(f'#!/bin/sh\n{counting}\nexec {real} "$@"\n')
    yield server
    server.close()


@pytest.fixture
def channel(server):
    return server.channel()


@pytest.fixture
def sandbox(runner, tmp_path):
    """Provide loop devices that count as drives; needs root."""
    sandbox = open_sandbox(runner, tmp_path)
    yield sandbox
    sandbox.close()


@pytest.fixture
def tmpfs(tmp_path):
    """Provide a function that mounts a small file system; needs root."""
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    mounted = []

    def mount(name, size):
        folder = tmp_path / name
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, check=False
        )
        if done.returncode != 0:
            pytest.skip("this machine does not allow mounting a tmpfs")
        mounted.append(folder)
        named = tmp_path / "config" / "scratch.json"
        if named.exists():
            document = json.loads(named.read_text())
            named.write_text(json.dumps({**document, "folders": [*document["folders"], str(folder)]}))
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "--lazy", folder], check=True)
