"""The stop ladder against an engine that does not listen, with rungs of a fraction of a second."""

import subprocess
import sys

DEAF = "trap '' INT TERM; echo ready; while :; do sleep 0.05; done"
#: Orphans are adopted by the whole process, so the ladder is tried in a process of its own.
PROGRAM = """
import pathlib, signal, sys, time
from storagelab_runner.engine_process import EngineProcess, adopt_orphans
folder = pathlib.Path(sys.argv[1])
adopt_orphans()
ladder = ((0.0, signal.SIGINT), (0.2, signal.SIGTERM), (0.4, signal.SIGKILL))
engine = EngineProcess(["/bin/sh", "-c", sys.argv[2]], folder, {"PATH": "/usr/bin:/bin"}, (), ladder)
while not (folder / "stdout.txt").read_text():
    time.sleep(0.01)
engine.stop()
while engine.ending is None:
    engine.escalate()
    time.sleep(0.01)
    engine.reap()
while not engine.sweep():
    time.sleep(0.01)
print(engine.ending, engine.last_signal.name)
"""
#: Prints whether the engine counts as stuck before it may go on, and how it ended after that.
STUCK_PROGRAM = """
import pathlib, signal, subprocess, sys, time
from storagelab_runner.engine_process import EngineProcess, adopt_orphans
folder, mounted = map(pathlib.Path, sys.argv[1:])
adopt_orphans()
script = f"echo ready; echo >> {mounted}/file"
engine = EngineProcess(["/bin/sh", "-c", script], folder, {"PATH": "/usr/bin:/bin"}, (), ((0.0, signal.SIGKILL),))
state = pathlib.Path(f"/proc/{engine.pid}/stat")
while state.read_text().rpartition(")")[2].split()[0] != "D":
    time.sleep(0.01)
engine.stop()
while not engine.is_stuck(0.2):
    engine.escalate()
    engine.reap()
    time.sleep(0.01)
print(engine.ending, engine.is_stuck())
subprocess.run(["fsfreeze", "--unfreeze", mounted], check=True)
while engine.ending is None or not engine.sweep():
    engine.reap()
    time.sleep(0.01)
print(engine.ending.signal)
"""

#: Prints whether the engine is swept while a program that was queried before it hangs in the kernel.
HUNG_BEFORE_PROGRAM = """
import os, pathlib, subprocess, sys, time
from storagelab_runner.engine_process import EngineProcess, adopt_orphans, list_descendants
folder, mounted = map(pathlib.Path, sys.argv[1:])
adopt_orphans()
def killed_in_the_kernel():
    hung = subprocess.Popen(["/bin/sh", "-c", f"echo >> {mounted}/file"], start_new_session=True)
    state = pathlib.Path(f"/proc/{hung.pid}/stat")
    while state.read_text().rpartition(")")[2].split()[0] != "D":
        time.sleep(0.01)
    hung.kill()
    time.sleep(0.5)
    return hung
hung = killed_in_the_kernel()
# One that only waited for its own program to come from a disk is dead by now.
while hung.poll() is not None:
    hung = killed_in_the_kernel()
engine = EngineProcess(["/bin/sh", "-c", "sleep 60 & exit 3"], folder, {"PATH": "/usr/bin:/bin"})
while engine.ending is None:
    engine.reap()
    time.sleep(0.01)
deadline = time.monotonic() + 10
while not (swept := engine.sweep()) and time.monotonic() < deadline:
    time.sleep(0.01)
print(engine.ending.exit_code, swept, list_descendants(os.getpid()) == [hung.pid])
subprocess.run(["fsfreeze", "--unfreeze", mounted], check=True)
"""


def _stopped(folder, script):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, folder, script], check=True, capture_output=True, text=True, timeout=30
    )
    return done.stdout.strip()


def test_an_engine_that_listens_gets_one_signal(tmp_path):
    script = "trap 'exit 128' INT; echo ready; while :; do sleep 0.05; done"
    assert _stopped(tmp_path, script) == "ProcessExit(exit_code=128, signal=None) SIGINT"


def test_engine_that_ignores_signals_is_killed(tmp_path):
    assert _stopped(tmp_path, DEAF) == "ProcessExit(exit_code=None, signal=9) SIGKILL"


def test_engine_blocked_in_kernel_is_stuck_until_exit(sandbox):
    folder = sandbox.folder / "engine"
    folder.mkdir()
    mounted = sandbox.mount(sandbox.drive().path)
    subprocess.run(["fsfreeze", "--freeze", mounted], check=True)
    argv = [sys.executable, "-c", STUCK_PROGRAM, folder, mounted]
    try:
        done = subprocess.run(argv, check=True, capture_output=True, text=True, timeout=30)
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", mounted], check=False, capture_output=True)
    assert done.stdout.splitlines() == ["None False", "9"]


def test_earlier_hung_program_does_not_delay_engine_sweep(sandbox):
    folder = sandbox.folder / "engine"
    folder.mkdir()
    mounted = sandbox.mount(sandbox.drive().path)
    subprocess.run(["fsfreeze", "--freeze", mounted], check=True)
    argv = [sys.executable, "-c", HUNG_BEFORE_PROGRAM, folder, mounted]
    try:
        done = subprocess.run(argv, check=True, capture_output=True, text=True, timeout=30)
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", mounted], check=False, capture_output=True)
    # The processes that the engine left behind are ended; only the hung program remains.
    assert done.stdout.split() == ["3", "True", "True"]
