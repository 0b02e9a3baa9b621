"""One operation on one loop device, in its own process.

Operations adopt orphans and collect every child.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, os, pathlib, sys, time
from storagelab_runner.clock import WallClock
from storagelab_runner.engine_process import adopt_orphans
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.layout import AttemptFolder, OperationFolder, StateFolder
from storagelab_runner.operations.context import Context
from storagelab_runner.operations.kinds import parse_operations
from storagelab_runner.operations.playing import play

folder, path, config = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[4])

def hold(path):
    descriptor = os.open(path, os.O_RDWR | os.O_EXCL)
    number = os.fstat(descriptor).st_rdev
    return HeldDevice("loop", path, f"{os.major(number)}:{os.minor(number)}", "S", descriptor, True)

adopt_orphans()
context = Context(
    held=[hold(path)],
    state=StateFolder(folder, config),
    attempt=AttemptFolder(folder),
    engine_path="/nowhere/fio",
    environment={"PATH": os.environ["PATH"], "LC_ALL": "C"},
    inherited=(),
    clock=WallClock.now(),
    pulse=lambda: time.sleep(0.01),
    retake=lambda device: hold(device.path),
)
(operation,) = parse_operations("p", [json.loads(sys.argv[3])])
end = play(operation, OperationFolder(folder / "operation"), context)
told = {"state": end.state, "message": end.message, "evidence": dict(end.evidence), "held": len(context.held)}
print(json.dumps(told))
"""


class Bench:
    """A loop device and a folder of programs that come before those of the system."""

    def __init__(self, folder, sandbox):
        self.drive = sandbox.drive()
        self.config = sandbox.config
        self.programs = folder / "bin"
        self.programs.mkdir()
        self._folder = folder
        self._plays = 0

    def install(self, name, script):
        """Install a program, as a shell script or with an interpreter of its own."""
        program = self.programs / name
        program.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def play(self, **operation):
        """Play one operation: its state, message and evidence, and how many devices are held afterwards."""
        self._plays += 1
        place = Path(self._folder, f"play-{self._plays}")
        place.mkdir()
        environment = {**os.environ, "PATH": os.pathsep.join([str(self.programs), os.environ["PATH"]])}
        argv = [sys.executable, "-c", PROGRAM, place, self.drive.path, json.dumps(operation), self.config]
        done = subprocess.run(argv, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
