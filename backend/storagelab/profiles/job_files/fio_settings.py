"""Settings of one job of a fio job file as typed values, with the defaults of fio."""

from __future__ import annotations

from storagelab.profiles.job_files.fio_file import JobSection
from storagelab.profiles.job_files.fio_values import parse_seconds, parse_size, split_directions, split_of_sizes

_DEFAULTS = {
    "rw": "read",
    "rwmix": "50",
    "bs": "",
    "ioengine": "psync",
    "iodepth": "1",
    "numjobs": "1",
    "loops": "1",
    "percentage_random": "100",
    "random_distribution": "random",
    "rate_process": "linear",
    "runtime": "0",
    "ramp_time": "0",
    "time_based": "0",
    "offset": "0",
    "buffer_compress_percentage": "0",
    "hipri": "0",
    "cpus_allowed": "",
    "numa_cpu_nodes": "",
}


class FioSettingNotExpressible(ValueError):
    """A setting that no phase can have."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


def get_text(job: JobSection, slot: str) -> str:
    """Return the value of an option of a job as written in the file, or its default."""
    return job.settings[slot].value if slot in job.settings else _DEFAULTS[slot]


def get_line(job: JobSection, slot: str) -> int:
    """Return the line of an option of a job; the line of its section when the option is not set."""
    return job.settings[slot].line if slot in job.settings else job.line


def read_seconds(job: JobSection, slot: str) -> float:
    """Return an option of a job that is a time, in seconds."""
    return parse_seconds(get_text(job, slot)) or 0.0


def get_direction_value(job: JobSection, slot: str, read_percent: float, default: str) -> str:
    """Return the value of an option for the directions that the job runs.

    Returns `default` where none is set for these directions. Raises FioSettingNotExpressible when the values for reads
    and writes differ and the job runs both.
    """
    reads, writes = (part or default for part in split_directions(get_text(job, slot)) or (default, default))
    if 0 < read_percent < 100 and reads != writes:
        raise FioSettingNotExpressible(
            get_line(job, slot), f"{slot}: different values for reads and writes are not expressible"
        )
    return reads if read_percent > 0 else writes


def read_size(job: JobSection, slot: str, read_percent: float, default: int) -> int:
    """Return an option of a job that is a size, in bytes, for the directions that the job runs.

    Raises FioSettingNotExpressible when the sizes for reads and writes differ and the job runs both.
    """
    given = get_direction_value(job, slot, read_percent, "")
    return parse_size(given, job.settings[slot].kb_base) or 0 if given else default


def read_block_split(job: JobSection, read_percent: float) -> tuple[tuple[int, float], ...] | None:
    """Return the `bssplit` of a job as (bytes, percent) for the directions that the job runs.

    Returns None for a job without a `bssplit`. Raises FioSettingNotExpressible when reads and writes differ and the job
    runs both.
    """
    if "bssplit" not in job.settings:
        return None
    given = get_direction_value(job, "bssplit", read_percent, "")
    return split_of_sizes(given, job.settings["bssplit"].kb_base) if given else None


def read_extent(job: JobSection, slot: str) -> tuple[int | None, float | None]:
    """Return an option as (bytes, None) or as (None, percent of the target).

    Both are None when the option is not set.
    """
    setting = job.settings.get(slot)
    if setting is None:
        return None, None
    if setting.value.endswith("%"):
        return None, float(setting.value[:-1])
    return parse_size(setting.value, setting.kb_base), None
