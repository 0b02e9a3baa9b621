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


def _stopped(folder, script):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, folder, script], check=True, capture_output=True, text=True, timeout=30
    )
    return done.stdout.strip()


def test_an_engine_that_listens_gets_one_signal(tmp_path):
    script = "trap 'exit 128' INT; echo ready; while :; do sleep 0.05; done"
    assert _stopped(tmp_path, script) == "Ending(exit_code=128, signal=None) SIGINT"


def test_an_engine_that_does_not_listen_is_killed_in_the_end(tmp_path):
    assert _stopped(tmp_path, DEAF) == "Ending(exit_code=None, signal=9) SIGKILL"
