"""fio as this server has it: where it is, which version, and the only command line it is ever given."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from storagelab_runner import job_file as texts
from storagelab_runner import status_stream
from storagelab_runner.byte_counts import CountedBytes
from storagelab_runner.engine import build_environment, find_program, run_failure_reason
from storagelab_runner.engine_process import ProcessExit
from storagelab_runner.engines.base import CheckedJob, Counts, EngineDriver
from storagelab_runner.errors import Refusal
from storagelab_runner.failure import EXIT_INTERRUPTED, read_last_reason, was_signalled
from storagelab_runner.layout import PhaseFolder, StateFolder
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.status_stream import CountHistory, StatusStream

#: A server that has just started, or is busy with something else, takes its time to load a program.
_VERSION_SECONDS = 20


class _Counts:
    """The totals of fio's cumulative documents."""

    def __init__(self, status: Path, ramp_seconds: float) -> None:
        self._stream = StatusStream(status)
        self._history = CountHistory(ramp_seconds)
        self.counts = self._history.counts

    def read_on(self) -> bool:
        """Read the status documents written since the last call; return whether there were any."""
        documents = self._stream.read_new_documents()
        for document in documents:
            self._history.add(document)
        self.counts = self._history.counts
        return bool(documents)


class FioDriver(EngineDriver):
    """The driver of fio."""

    name = "fio"
    title = "fio"
    private_console = False

    def find(self, _: StateFolder) -> Path:
        """Return the first fio on PATH. Raises Refusal engine_missing."""
        path = find_program(self.name)
        if path is None:
            raise Refusal("engine_missing", f"{self.name} was not found on PATH: it must be installed on the server.")
        return path

    def read_version(self, path: Path) -> str:
        """Return the output of `fio --version`. Raises Refusal engine_missing when it cannot be run."""
        try:
            done = subprocess.run(
                [str(path), "--version"],
                capture_output=True,
                check=True,
                env=build_environment(),
                stdin=subprocess.DEVNULL,
                timeout=_VERSION_SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as problem:
            raise Refusal("engine_missing", f"{path} cannot be run: {run_failure_reason(problem)}.") from None
        return done.stdout.decode("utf-8", "replace").strip()[:200]

    def parse_job(self, text: str, *, late: bool = False) -> CheckedJob:
        """Parse a fio job file. Raises Refusal bad_request that names the line and the reason.

        A job with `late` rates must have placeholders for the rates; any other job must have none.
        """
        return texts.parse_job(text, late=late)

    def apply_rate(self, text: str, requested_iops: int) -> tuple[str, int]:
        """Replace the rate placeholders in a fio job file; return the new text and the IOPS it requests.

        The rates are per thread; the returned IOPS are the sum over all threads.
        """
        return texts.apply_rates(text, requested_iops)

    def render(self, text: str, target_name: str) -> str:
        """Return the checked job file with the target in place."""
        return texts.render(text, target_name)

    def build_engine_command(self, path: str, status_interval_seconds: int, read_only: bool) -> list[str]:
        """Return the argument list of one engine start, to be run in the folder of its phase."""
        options = ["--output-format=json+", f"--status-interval={status_interval_seconds}", "--output=status.json"]
        return [path, *options, *(["--readonly"] if read_only else []), "job.fio"]

    def read_counts(self, folder: PhaseFolder, ramp_seconds: float) -> Counts:
        """Return fio's I/O counts since the ramp, read from its growing status file."""
        return _Counts(folder.status, ramp_seconds)

    def has_complete_output(self, ending: ProcessExit) -> bool:
        """Return whether the results of fio are complete.

        After SIGINT and SIGTERM they are complete if the output shows it. A signal that arrives while fio 3.33 frees
        its memory, after it wrote its output, ends fio with SIGSEGV.
        """
        return ending.exit_code in (0, EXIT_INTERRUPTED) or ending.signal == signal.SIGSEGV

    def was_interrupted(self, ending: ProcessExit) -> bool:
        """Return whether fio ended on request, not by an error or a violent death."""
        return ending.exit_code == EXIT_INTERRUPTED or was_signalled(ending)

    def describe_missing_output(self, folder: PhaseFolder) -> str | None:
        """Return what fio's output lacks to be a result, as `its output ...`; None if nothing."""
        return status_stream.describe_missing_output(folder.status)

    def read_volumes(self, folder: PhaseFolder, text: str) -> list[CountedBytes]:
        """Return fio's final counts of reads and writes, with the sizes that the job in `text` allows."""
        document = status_stream.read_last_document(folder.status)
        job = texts.parse_job(text)
        return [
            CountedBytes(
                f"{total.name}s",
                total.ios,
                total.moved_bytes,
                *job.block_bytes,
                in_flight=job.max_in_flight,
                partial_ios=total.partial_ios,
            )
            for total in ([] if document is None else status_stream.sum_directions(document))
        ]

    def read_figures(self, folder: PhaseFolder, _ramp_seconds: float) -> MeasuredInterval | None:
        """Return the figures of fio's last document, which begins with the end of the ramp."""
        return status_stream.read_figures(folder.status)

    def find_failure_reason(self, folder: PhaseFolder) -> str | None:
        """Return the reason of the last I/O error in fio's output, else the last line of text, else None."""
        return read_last_reason(folder.stderr) or read_last_reason(folder.status)
