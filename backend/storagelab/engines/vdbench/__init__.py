"""The Vdbench plug-in: parameter files, flat files as results and as live rows, points of a curve."""

from storagelab.engines.vdbench.output import parse
from storagelab.engines.vdbench.parameter_file import find_path_problem, list_unsupported_settings, render
from storagelab.engines.vdbench.status import compute_interval, cut, read_status

name = "vdbench"
remedy = "Vdbench was not found on {server}: put it on the PATH of the lab's account there, with Java"
job_suffix = "vdbench"
stream = "out/flatfile.html"
histogram_page: str | None = "out/histogram.html"
#: The first row names the columns of the last one.
needs_whole_stream = True
ramp_is_intervals = True

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
