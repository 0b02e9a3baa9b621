"""The Vdbench plug-in: parameter files, flat files as results and as live rows, points of a curve."""

from storagelab.engines.vdbench.output import parse
from storagelab.engines.vdbench.parameter_file import list_unsupported_settings, render
from storagelab.engines.vdbench.status import compute_interval, cut, read_status

name = "vdbench"
job_suffix = "vdbench"
stream = "out/flatfile.html"
histogram_page: str | None = "out/histogram.html"
#: The first row names the columns of the last one.
needs_whole_stream = True
ramp_is_intervals = True

__all__ = [
    "compute_interval",
    "cut",
    "histogram_page",
    "job_suffix",
    "list_unsupported_settings",
    "name",
    "needs_whole_stream",
    "parse",
    "ramp_is_intervals",
    "read_status",
    "render",
    "stream",
]
