"""The fio plug-in: job files, results of fio 2.1 to 3.x, live status documents, latency logs."""

from storagelab.engines.fio.job_file import cannot_express, render
from storagelab.engines.fio.output import parse
from storagelab.engines.fio.status import cut, interval, read_status

name = "fio"

__all__ = ["cannot_express", "cut", "interval", "name", "parse", "read_status", "render"]
