"""Plug-in of the lab's own file tool, a part of the runner: job texts and status lines.

Status lines are read as results and as live figures.
"""

from storagelab.domain.samples import EngineOutput
from storagelab.engines.base import accept_path as find_path_problem
from storagelab.engines.files import status
from storagelab.engines.files.job_text import list_unsupported_settings, render
from storagelab.engines.files.status import compute_interval, cut, read_status

name = "files"
remedy = "the file tool is part of the lab's runner, and {server} does not have this version of it yet: wait"
job_suffix = "files"
stream = "status.jsonl"
histogram_page: str | None = None
needs_whole_stream = False
ramp_is_intervals = False

__all__ = [
    "compute_interval",
    "cut",
    "find_path_problem",
    "histogram_page",
    "job_suffix",
    "list_unsupported_settings",
    "name",
    "needs_whole_stream",
    "parse",
    "ramp_is_intervals",
    "read_status",
    "remedy",
    "render",
    "stream",
]


def parse(data: bytes, *, histogram: bytes = b"") -> EngineOutput:  # noqa: ARG001 - its lines are all there is.
    """Parse the results in a status stream of the file tool, or in its end. Raises ParseFailed."""
    return status.parse(data)
