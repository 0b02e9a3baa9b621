"""Planted faults of the lab itself that the campaign must find, as proof that it would."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.faults.fault import Fault
from tests.faults.hosts import Host
from tests.faults.trial import Trial

#: The second engine of an orphan's phase lasts this much longer than the run.
_LONG_SECONDS = 600


def _start_beside(folder: Path, host: Host, job: str) -> None:
    """Start the I/O program in a phase's folder once more, in a session of its own."""
    output = f"--output={host.folder / 'planted.json'}"
    argv = [str(host.folder / "bin" / "fio"), "--output-format=json+", "--status-interval=1", output, job]
    subprocess.Popen(argv, cwd=folder, start_new_session=True)


def double_start(trial: Trial) -> None:
    """Start the engine of a phase a second time while the first one runs."""
    run = trial.submit(seconds=10)
    attempt = trial.wait_for_phase(run, 3)
    _start_beside(trial.host.attempt_folder(attempt) / "phases" / "03", trial.host, "job.fio")
    trial.finish(run)
    trial.wait_until_engines_end(trial.host)


def orphan(trial: Trial) -> None:
    """Leave a process of the engine, out of reach of the supervisor, that goes on when its run is over."""
    run = trial.submit(seconds=10)
    attempt = trial.wait_for_phase(run, 8)
    folder = trial.host.attempt_folder(attempt) / "phases" / "08"
    job = trial.host.folder / "planted.fio"
    job.write_text(
        (folder / "job.fio").read_text("ascii").replace("runtime=10\n", f"runtime={_LONG_SECONDS}\n"), "ascii"
    )
    _start_beside(folder, trial.host, str(job))
    trial.finish(run)
    # Longer than the checker's grace.
    trial.pause(5)
    trial.host.kill(*trial.host.engines())


PLANTED = {
    "double-start": Fault(-1, "planted: an engine is started twice", double_start),
    "orphan": Fault(-2, "planted: a process outlives its run", orphan),
}
