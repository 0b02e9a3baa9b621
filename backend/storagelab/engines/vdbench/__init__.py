"""The Vdbench plug-in: parameter files, flat files as results and as live rows, points of a curve."""

from storagelab.engines.vdbench.output import parse
from storagelab.engines.vdbench.parameter_file import cannot_express, render
from storagelab.engines.vdbench.status import cut, interval, read_status

name = "vdbench"

__all__ = ["cannot_express", "cut", "interval", "name", "parse", "read_status", "render"]
