"""Names of fio's logs: what they hold, of which job, on which host."""

from __future__ import annotations

import re
from dataclasses import dataclass

from storagelab.domain.results import SeriesMetric

_METRICS: dict[str, SeriesMetric] = {
    "bw": "bandwidth",
    "iops": "iops",
    "lat": "lat",
    "clat": "clat",
    "slat": "slat",
    "clat_hist": "lat_hist",
}
#: The options that give the prefix of each kind of log.
PREFIX_OPTIONS: dict[SeriesMetric, str] = {
    "bandwidth": "write_bw_log",
    "iops": "write_iops_log",
    "lat": "write_lat_log",
    "clat": "write_lat_log",
    "slat": "write_lat_log",
    "lat_hist": "write_hist_log",
}
_NAME = re.compile(
    r"(?P<prefix>.*)_(?P<kind>bw|iops|lat|clat|slat|clat_hist)"
    r"(?:\.(?P<job>[0-9]{1,6}))?\.log(?P<packed>\.fz)?(?:\.(?P<host>[\w.:-]+))?",
    re.DOTALL,
)
#: `fio --bandwidth-log` writes the sum over all jobs beside the logs of each.
_SUMS = ("agg-read", "agg-write", "agg-trim")


@dataclass(frozen=True, slots=True)
class LogName:
    """A log by its name. `job` counts from 1 over the whole job file, None for a log of several jobs.

    `packed` logs are in fio's own compression, `is_sum` ones are the sum over all jobs.
    """

    prefix: str
    metric: SeriesMetric
    job: int | None
    host: str | None
    packed: bool
    is_sum: bool


def parse_log_name(name: str) -> LogName | None:
    """Parse the last component of a member's name; None when it is not the name of a log."""
    match = _NAME.fullmatch(name.rpartition("/")[2])
    if match is None:
        return None
    return LogName(
        prefix=match["prefix"],
        metric=_METRICS[match["kind"]],
        job=int(match["job"]) if match["job"] else None,
        host=match["host"],
        packed=match["packed"] is not None,
        is_sum=match["prefix"] in _SUMS,
    )
