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
    """Return the value as it is written."""
    return job.settings[slot].value if slot in job.settings else _DEFAULTS[slot]


def get_line(job: JobSection, slot: str) -> int:
    """Return the line of a setting; the line of the section when it is not set."""
    return job.settings[slot].line if slot in job.settings else job.line


def read_seconds(job: JobSection, slot: str) -> float:
    """Return a time in seconds."""
    return parse_seconds(get_text(job, slot)) or 0.0


def get_direction_value(job: JobSection, slot: str, read_percent: float, default: str) -> str:
    """Return the value for the directions that the job runs, `default` where none is set for them.

    Raises NotExpressible when reads and writes differ and the job runs both.
    """
    reads, writes = (part or default for part in split_directions(get_text(job, slot)) or (default, default))
    if 0 < read_percent < 100 and reads != writes:
        raise FioSettingNotExpressible(
            get_line(job, slot), f"{slot}: different values for reads and writes are not expressible"
        )
    return reads if read_percent > 0 else writes


def read_size(job: JobSection, slot: str, read_percent: float, default: int) -> int:
    """Return a size in bytes for the directions that the job runs. Raises NotExpressible: see `get_direction_value`."""
    given = get_direction_value(job, slot, read_percent, "")
    return parse_size(given, job.settings[slot].kb_base) or 0 if given else default


def read_block_split(job: JobSection, read_percent: float) -> tuple[tuple[int, float], ...] | None:
    """Return the `bssplit` for the directions that the job runs, None without one.

    Raises NotExpressible as `get_direction_value` does.
    """
    if "bssplit" not in job.settings:
        return None
    given = get_direction_value(job, "bssplit", read_percent, "")
    return split_of_sizes(given, job.settings["bssplit"].kb_base) if given else None


def read_extent(job: JobSection, slot: str) -> tuple[int | None, float | None]:
    """Return bytes, or a percentage of the target; None for the one that is not given."""
    setting = job.settings.get(slot)
    if setting is None:
        return None, None
    if setting.value.endswith("%"):
        return None, float(setting.value[:-1])
    return parse_size(setting.value, setting.kb_base), None
