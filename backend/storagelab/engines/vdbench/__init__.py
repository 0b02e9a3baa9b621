"""The Vdbench plug-in: parameter files, flat files as results and as live rows, points of a curve."""

from storagelab.engines.vdbench.output import parse
from storagelab.engines.vdbench.parameter_file import cannot_express, render
from storagelab.engines.vdbench.status import cut, interval, read_status

name = "vdbench"
job_suffix = "vdbench"
stream = "out/flatfile.html"
histogram_page: str | None = "out/histogram.html"
#: The first row names the columns of the last one.
needs_whole_stream = True
ramp_is_intervals = True

__all__ = [
    "cannot_express",
    "cut",
    "histogram_page",
    "interval",
    "job_suffix",
    "name",
    "needs_whole_stream",
    "parse",
    "ramp_is_intervals",
    "read_status",
    "render",
    "stream",
]
