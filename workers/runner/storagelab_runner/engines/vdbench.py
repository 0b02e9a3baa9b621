"""Vdbench as an engine: found with its Java, started, stopped, validated by its average row.

Its console, its log and its copies of its input describe the server beyond what results need, so they stay on the
server.
"""

from __future__ import annotations

import functools
import os
import re
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from storagelab_runner.byte_counts import CountedBytes
from storagelab_runner.engine import find_program
from storagelab_runner.engine_process import STOP_LADDER, ProcessExit, StopStep
from storagelab_runner.engines import parameter_file
from storagelab_runner.engines.base import CheckedJob, Counts, EngineDriver
from storagelab_runner.engines.flat_file import IntervalCounts, compute_last_digit, find_figure, read_end
from storagelab_runner.engines.packages import find_installed_program
from storagelab_runner.engines.parameter_file import MONITOR_FILE
from storagelab_runner.errors import Refusal
from storagelab_runner.failure import tail, was_signalled
from storagelab_runner.job_file import TARGET_PLACEHOLDER
from storagelab_runner.layout import PhaseFolder, StateFolder
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.tools import run_tool

OUTPUT_FOLDER = "out"
#: Where root names the folder of a Vdbench that is not on PATH.
HOME_FILE = "vdbench-home"
_VERSION_SECONDS = 20.0
_BANNER = re.compile(r"Vdbench distribution: vdbench([0-9])([0-9]{2})([0-9]{2})([A-Za-z0-9.]{0,20})")
#: Its start script and its parameter files leave these alone.
_SAFE_PATH = re.compile(r"/[A-Za-z0-9._/-]{1,1023}")
#: The exit status of a shell whose program met a signal, and of Java itself.
_BY_SIGNAL = 128
_EXCEPTION = re.compile(r"(?:[\w.]+\.)?(?:RuntimeException|Error|Exception): (?P<reason>.+)")
_LONGEST_REASON = 300
_BYTES_PER_MIB = 1 << 20
_NS_PER_MS = 1e6
#: Everything behind this line of the error log is an error.
_NO_ERRORS = "If there are no error messages beyond this line"


class VdbenchDriver(EngineDriver):
    """The driver of Vdbench."""

    name = "vdbench"
    title = "Vdbench"
    private_console = True

    def find(self, state: StateFolder) -> Path:
        """Return the path of Vdbench: the one that root named, that the lab sent, or the first on PATH.

        They are tried in this order. Raises Refusal engine_missing, for missing Java too.
        """
        path = (
            _read_program_path(state.config / HOME_FILE)
            or find_installed_program(state, self.name)
            or find_program(self.name)
        )
        if path is None:
            raise Refusal(
                "engine_missing",
                "Vdbench was not found on PATH: give the lab its package, install it on the server, or write its "
                f"folder into {state.config / HOME_FILE} there.",
            )
        if not _SAFE_PATH.fullmatch(str(path)):
            raise Refusal(
                "engine_missing",
                f"{str(path)!r} holds characters that Vdbench's start script cannot take: move it to a folder whose "
                "path has letters, digits and . _ - / only.",
            )
        if find_program("java") is None:
            raise Refusal(
                "engine_missing",
                "Java was not found on PATH, and Vdbench needs it: install a Java runtime on the server (apt-get "
                "install default-jre-headless).",
            )
        return path

    def read_version(self, path: Path) -> str:
        """Return the version in the banner of Vdbench, as `Vdbench 5.04.07`.

        Raises Refusal engine_missing when Vdbench cannot be run.
        """
        return _version(str(path), path.stat().st_mtime_ns)

    def parse_job(self, text: str, *, late: bool = False) -> CheckedJob:
        """Parse the job in `text`. Raises Refusal bad_request that names the line and the reason."""
        return parameter_file.parse_job(text, late=late)

    def apply_rate(self, text: str, requested_iops: int) -> tuple[str, int]:
        """Replace the rate placeholder in a parameter file; return the new text and the requested IOPS."""
        return parameter_file.apply_rate(text, requested_iops)

    def check_target(self, target_name: str) -> None:
        """Raise Refusal for a path with characters that have a meaning of their own in a parameter file."""
        for path in target_name.split(":"):
            if not _SAFE_PATH.fullmatch(path):
                raise Refusal(
                    "refused",
                    f"{path!r} holds characters that Vdbench's parameter files cannot: a target of Vdbench has "
                    "letters, digits and . _ - / in its path.",
                )

    def render(self, text: str, target_name: str) -> str:
        """Return the checked parameter file with the n-th device in its n-th place.

        Raises Refusal when the text and the target have different numbers of devices.
        """
        self.check_target(target_name)
        devices = target_name.split(":")
        pieces = text.split(TARGET_PLACEHOLDER)
        if len(pieces) != len(devices) + 1:
            raise Refusal(
                "bad_request",
                f"The parameter file is for {len(pieces) - 1} devices, and the target has {len(devices)}.",
            )
        return pieces[0] + "".join(device + piece for device, piece in zip(devices, pieces[1:]))

    def build_engine_command(self, path: str, _status_interval_seconds: int, _read_only: bool) -> list[str]:
        """Return the argument list of one engine start.

        The parameter file states all the rest, and it was checked for writing.
        """
        return [path, "-f", "job.vdbench", "-o", OUTPUT_FOLDER]

    def read_counts(self, folder: PhaseFolder, _ramp_seconds: float) -> Counts:
        """Return Vdbench's I/O counts since the warm-up, read from its growing flat file.

        Warm-up intervals are known by the name of the run.
        """
        return IntervalCounts(folder.flat_file)

    def request_stop(self, folder: PhaseFolder) -> None:
        """Write a stop request into the file that Vdbench reads at the end of each interval.

        Vdbench empties that file at its start, so the request is repeated until Vdbench has ended.
        """
        monitor = folder.root / MONITOR_FILE
        wish = b"end_vdbench\n"
        if not monitor.exists() or monitor.read_bytes() != wish:
            written = folder.root / f".{MONITOR_FILE}"
            written.write_bytes(wish)
            written.replace(monitor)

    def stop_ladder(self, status_interval_seconds: int) -> Sequence[StopStep]:
        """Return the stop signals with their delays, which leave time to end the interval.

        Vdbench then writes the average row, which an early signal would lose.
        """
        last, kill = STOP_LADDER[-1]
        gentle = min(10.0 + 2 * status_interval_seconds, last - 15)
        return ((gentle, signal.SIGINT), (gentle + 10, signal.SIGTERM), (last, kill))

    def decode_exit(self, ending: ProcessExit) -> ProcessExit:
        """Return the exit with the signal that the wrapper script of Java encodes in its exit status."""
        number = (ending.exit_code or 0) - _BY_SIGNAL
        return ProcessExit(None, number) if number in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM) else ending

    def has_complete_output(self, ending: ProcessExit) -> bool:
        """Return whether Vdbench ended by itself; only then does its output have an average row."""
        return ending.exit_code == 0

    def was_interrupted(self, ending: ProcessExit) -> bool:
        """Return whether Vdbench ended on request, not by an error or a violent death."""
        return was_signalled(self.decode_exit(ending))

    def describe_missing_output(self, folder: PhaseFolder) -> str | None:
        """Return what Vdbench's output lacks to be a result, as `its output ...`; None if nothing."""
        ended = read_end(folder.flat_file)
        if ended is None:
            return "it wrote no output"
        if ended.is_cut:
            return "its output ends in the middle of a line"
        if ended.average is None:
            return "its output has no average row at its end"
        error = _find_first_error(folder)
        if error is not None:
            return f"it met errors, the first of them: {error}"
        return None if find_figure(ended.average, "rate") else "it reports no I/O"

    def read_volumes(self, folder: PhaseFolder, text: str) -> list[CountedBytes]:
        """Return the I/Os and bytes per second in Vdbench's average row, as exact as their last digits.

        The sizes that the job in `text` allows accompany them.
        """
        ended = read_end(folder.flat_file)
        average = None if ended is None else ended.average
        rate = None if average is None else find_figure(average, "rate")
        if average is None or rate is None:
            return []
        moved, job = find_figure(average, "mb/sec"), parameter_file.parse_job(text)
        largest = job.block_bytes[1]
        rounding = (
            compute_last_digit(average["mb/sec"]) * _BYTES_PER_MIB + compute_last_digit(average["rate"]) * largest
        )
        bytes_per_s = None if moved is None else moved * _BYTES_PER_MIB
        return [CountedBytes("I/Os a second", rate, bytes_per_s, *job.block_bytes, rounding_bytes=rounding)]

    def read_figures(self, folder: PhaseFolder, _ramp_seconds: float) -> MeasuredInterval | None:
        """Return the figures of Vdbench's average row, None where one is missing.

        The file has MiB and ms; the figures are in bytes and ns.
        """
        ended = read_end(folder.flat_file)
        if ended is None or ended.is_cut or ended.average is None:
            return None
        columns = ("rate", "read%", "mb/sec", "resp")
        rate, share, volume, latency = (find_figure(ended.average, column) for column in columns)
        if not rate or share is None or share > 100 or volume is None or latency is None:
            return None
        reads = rate * share / 100
        return MeasuredInterval(
            iops=rate,
            read_iops=reads,
            write_iops=rate - reads,
            bytes_per_s=volume * _BYTES_PER_MIB,
            latency_ns=latency * _NS_PER_MS,
        )

    def find_failure_reason(self, folder: PhaseFolder) -> str | None:
        """Return the reason why Vdbench failed, None when it gave none.

        It is the first error in its error log, else the last exception message it printed, else its last words.
        """
        error = _find_first_error(folder)
        if error is not None:
            return error
        console = tail(folder.console(private=True)) + tail(folder.stderr)
        lines = [line.strip() for line in console.splitlines() if line.strip()]
        for line in reversed(lines):
            match = _EXCEPTION.search(line)
            if match is not None:
                return match["reason"][:_LONGEST_REASON]
        prose = [line for line in lines if line[0].isalnum() and not line.startswith("at ")]
        return prose[-1][:_LONGEST_REASON] if prose else None

    def clear(self, folder: PhaseFolder) -> None:
        """Remove the stop-request file and limit the access to Vdbench's output files to their owner.

        Vdbench gives everybody access to its output.
        """
        monitor = folder.root / MONITOR_FILE
        if monitor.exists():
            monitor.unlink()
        output = folder.root / OUTPUT_FOLDER
        if output.is_dir() and not output.is_symlink():
            output.chmod(0o700)
            for path in output.iterdir():
                if path.is_file() and not path.is_symlink():
                    path.chmod(0o600)


def _find_first_error(folder: PhaseFolder) -> str | None:
    lines = [line.strip() for line in tail(folder.output / "errorlog.html").splitlines() if line.strip()]
    heading = next((place for place, line in enumerate(lines) if _NO_ERRORS in line), -1)
    return lines[heading + 1][:_LONGEST_REASON] if len(lines) > heading + 1 else None


def _read_program_path(file: Path) -> Path | None:
    try:
        folder = Path(file.read_text("utf-8").strip())
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    program = folder / VdbenchDriver.name
    if not program.is_absolute() or not program.is_file() or not os.access(program, os.X_OK):
        raise Refusal("engine_missing", f"{file} names {folder}, and there is no program {VdbenchDriver.name} in it.")
    return program


@functools.lru_cache(maxsize=8)
def _version(path: str, _changed_ns: int) -> str:
    """Return the version of the Vdbench at `path`, queried once for each version of the file.

    The result is cached, because the query starts a Java machine.
    """
    with tempfile.TemporaryDirectory(prefix="storagelab-vdbench-") as folder:
        # It prints its banner before it finds that it was given no work.
        answer = run_tool([path, "-f", "no-such-file", "-o", OUTPUT_FOLDER], _VERSION_SECONDS, Path(folder))
    match = _BANNER.search(answer.stdout)
    if match is None:
        raise Refusal("engine_missing", f"{path} does not report its version: {answer.last_words}.")
    return f"Vdbench {match[1]}.{match[2]}.{match[3]}{match[4]}"
