"""The fio plug-in: job files, results of fio 2.1 to 3.x, live status documents, latency logs."""

from storagelab.domain.samples import EngineOutput
from storagelab.engines.base import accept_path as find_path_problem
from storagelab.engines.fio import output
from storagelab.engines.fio.job_file import list_unsupported_settings, render
from storagelab.engines.fio.status import compute_interval, cut, read_status

name = "fio"
remedy = "fio was not found on {server}: install it there (apt-get install fio)"
job_suffix = "fio"
stream = "status.json"
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


def parse(data: bytes, *, histogram: bytes = b"") -> EngineOutput:  # noqa: ARG001 - its documents hold the bins.
    """Parse the results of one output file. Raises ParseFailed."""
    return output.parse(data)
