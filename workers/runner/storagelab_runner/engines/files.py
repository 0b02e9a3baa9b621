"""File tool of the lab as an engine: part of this runner, always present, with its version."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from storagelab_runner import VERSION, file_set_place
from storagelab_runner.byte_counts import CountedBytes
from storagelab_runner.engine_process import ProcessExit
from storagelab_runner.engines.base import CheckedJob, Counts, EngineDriver
from storagelab_runner.engines.file_set_job import COPY_PLACEHOLDER, parse_template
from storagelab_runner.errors import Refusal
from storagelab_runner.failure import EXIT_INTERRUPTED, tail, was_signalled
from storagelab_runner.file_sets import STATUS_FILE, play
from storagelab_runner.job_file import TARGET_PLACEHOLDER
from storagelab_runner.layout import PhaseFolder, StateFolder
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.stop_rule import Count

_LONGEST_REASON = 300


class _NoCounts:
    """Nothing is followed: what is done with files is done once."""

    def __init__(self) -> None:
        self.counts: list[Count] = []

    def read_on(self) -> bool:
        """Return False: the file tool never has new counts."""
        return False


class FilesDriver(EngineDriver):
    """The driver of the file tool."""

    name = "files"
    title = "The file tool"
    private_console = False

    def find(self, _: StateFolder) -> Path:
        """Return the path of the runner itself, which is the file tool: its zipapp or package folder."""
        return Path(__file__).resolve().parents[2]

    def read_version(self, _: Path) -> str:
        """Return the runner's own version."""
        return f"files {VERSION}"

    def parse_job(self, text: str, *, late: bool = False) -> CheckedJob:
        """Parse the job in `text`. Raises Refusal bad_request that names the line and the reason."""
        if late:
            raise Refusal("bad_request", "Files are not read or written at a rate, so none of theirs can come late.")
        return parse_template(text)

    def apply_rate(self, _text: str, requested_iops: int) -> tuple[str, int]:
        """Raise Refusal bad_request, as no job of files has a rate."""
        raise Refusal("bad_request", f"Files cannot be read or written at {requested_iops} a second.")

    def check_target(self, target_name: str) -> None:
        """Raise Refusal where no folder for the files can be made at the target.

        A drive is not checked, because it gets its file system only later.
        """
        for path in [] if target_name.startswith("/dev/") else target_name.split(":"):
            obstacle = file_set_place.find_place_obstacle(path)
            if obstacle is not None:
                raise Refusal("refused", obstacle)

    def render(self, text: str, target_name: str) -> str:
        """Return the checked job `text` with target and copy target in place of the placeholders.

        Raises Refusal for a target that is no file, or that lacks the copy target.
        """
        target, *more = target_name.split(":")
        copies_across = f"copy_to={COPY_PLACEHOLDER}" in text.splitlines()
        if target.startswith("/dev/") or len(more) > 1:
            raise Refusal("bad_request", f"{target_name} is not a file, so there is no file system to work on.")
        if copies_across and not more:
            raise Refusal(
                "bad_request", f"{target} is on one file system, and the files are to be copied to another one."
            )
        placed = text.replace(f"target={TARGET_PLACEHOLDER}", f"target={target}")
        return placed.replace(f"copy_to={COPY_PLACEHOLDER}", f"copy_to={more[0]}") if more else placed

    def build_engine_command(self, path: str, status_interval_seconds: int, _read_only: bool) -> list[str]:
        """Return the argument list of one engine start, to be run in the folder of its phase."""
        own = [sys.executable, path] if Path(path).is_file() else [sys.executable, "-m", "storagelab_runner"]
        return [*own, "play-files", str(status_interval_seconds)]

    def read_counts(self, _folder: PhaseFolder, _ramp_seconds: float) -> Counts:
        """Return empty counts, because the file tool has none that a stop rule could follow."""
        return _NoCounts()

    def has_complete_output(self, ending: ProcessExit) -> bool:
        """Return whether the file tool processed all of its files; only then is the result complete."""
        return ending.exit_code == 0

    def was_interrupted(self, ending: ProcessExit) -> bool:
        """Return whether the file tool ended on request, not by an error or a violent death."""
        return ending.exit_code == EXIT_INTERRUPTED or was_signalled(ending)

    def describe_missing_output(self, folder: PhaseFolder) -> str | None:
        """Return what the file tool's output lacks to be a result, as `its output ...`; else None."""
        if file_set_place.is_left(folder.root):
            return "its folder could not be removed"
        last = _read_last_status(folder.root / STATUS_FILE)
        if last is None:
            return "it wrote no output"
        whole = last.get("ended") is True and last.get("files")
        return None if whole else "its output does not report that all files are done"

    def read_volumes(self, folder: PhaseFolder, text: str) -> list[CountedBytes]:
        """Return the files and bytes that the file tool moved, with the bytes expected for each file.

        The tool must move all files of the job in `text`, no more and no less.
        """
        last = _read_last_status(folder.root / STATUS_FILE) or {}
        job = parse_template(text)
        whole, count = sum(total for _, total in job.groups), sum(files for files, _ in job.groups)
        moved = last.get("bytes")
        return [CountedBytes("files", last.get("files") or 0, moved, whole / count, whole / count, rounding_bytes=0.5)]

    def read_figures(self, _folder: PhaseFolder, _ramp_seconds: float) -> MeasuredInterval | None:
        """Return None: a file is no request of a fixed size, so nothing follows from files per second."""
        return None

    def find_failure_reason(self, folder: PhaseFolder) -> str | None:
        """Return the last line that the file tool printed, None when there is none."""
        lines = [line.strip() for line in tail(folder.stderr).splitlines() if line.strip()]
        return lines[-1][:_LONGEST_REASON] if lines else None

    def clear(self, folder: PhaseFolder) -> None:
        """Remove the files that the file tool could not remove because it was killed."""
        file_set_place.remove_recorded(folder.root)

    def play(self, arguments: Sequence[str]) -> int | None:
        """Carry out the job in the working folder, with the status interval as the only argument."""
        return play(Path.cwd(), int(arguments[0])) if len(arguments) == 1 and arguments[0].isdigit() else None


def _read_last_status(status: Path) -> dict[str, Any] | None:
    text = tail(status)
    if not text.endswith("\n"):
        return None
    try:
        value = json.loads(text.splitlines()[-1])
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
