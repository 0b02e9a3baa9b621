"""Result folder of fio from a long run: the logs of many jobs, with the noise of a real drive.

Every row can be reproduced from the seed. The spread of each metric is set so that its values carry about as much
information as those of a real run (about 1.7 bytes for each value).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from storagelab.bench.generated_documents import write_document

Ints = npt.NDArray[np.int64]

METRICS = ("bw", "iops", "lat", "clat", "slat")
BLOCK_KIB = 4
WINDOW_MS = 1000
DIRECTIONS = 2
_SEED = 20
#: fio closes a window up to this much late.
_JITTER_MS = 3
_PLATEAU_NS = 500_000
_SUBMISSION_NS = 3_000
_IOPS = 5_000


@dataclass(frozen=True, slots=True)
class LogSet:
    """A folder that was written, and what is in it."""

    folder: Path
    files: int
    rows: int
    text_bytes: int


def write_log_set(folder: Path, *, seconds: int, jobs: int) -> LogSet:
    """Write five fio logs for each job, and the fio result that belongs to them, to `folder`.

    The logs have a row for each second and direction (read and write).
    """
    folder.mkdir()
    files, rows, text_bytes = 0, 0, 0
    for job in range(1, jobs + 1):
        for metric, text in zip(METRICS, _generate_job_logs(seconds, job), strict=True):
            (folder / f"randrw_{metric}.{job}.log").write_bytes(text)
            files += 1
            rows += seconds * DIRECTIONS
            text_bytes += len(text)
    write_document(folder / "randrw.json", jobs=jobs, seconds=seconds, bins=20, groups=1)
    return LogSet(folder, files, rows, text_bytes)


def _generate_job_logs(seconds: int, job: int) -> Iterator[bytes]:
    """Yield the logs of one job in the order of METRICS."""
    by_direction = [
        _generate_columns(seconds, _make_random_generator(job, direction)) for direction in range(DIRECTIONS)
    ]
    times = np.arange(1, seconds + 1) * WINDOW_MS + _make_random_generator(job).integers(0, _JITTER_MS, seconds)
    interleaved = np.repeat(times, DIRECTIONS).tolist()
    directions = list(range(DIRECTIONS)) * seconds
    for metric in range(len(METRICS)):
        values = np.stack([columns[metric] for columns in by_direction], axis=1).ravel().tolist()
        yield "".join(map("{}, {}, {}, 0, 0\n".format, interleaved, values, directions)).encode()


def _generate_columns(seconds: int, random: np.random.Generator) -> list[Ints]:
    """Return bandwidth (KiB/s), IOPS, lat, clat and slat (ns) of one direction, one value a second.

    The drive is fresh at first, then on a plateau with dips.
    """
    progress = np.arange(seconds) / max(seconds / 8, 1)
    dips = np.where(np.arange(seconds) % 397 < 5, 1.8, 1.0)
    slowness = (1 - 0.6 * np.exp(-progress)) * dips
    slat = _round_values(_SUBMISSION_NS * random.normal(1, 0.1, seconds).clip(0.5))
    clat = _round_values(_PLATEAU_NS * slowness * random.normal(1, 0.1, seconds).clip(0.5))
    lat = clat + slat + random.integers(0, 60, seconds)
    iops = _round_values(_IOPS / slowness * random.normal(1, 0.05, seconds).clip(0.5))
    bandwidth = iops * BLOCK_KIB + random.integers(0, BLOCK_KIB, seconds)
    return [bandwidth, iops, lat, clat, slat]


def _make_random_generator(*place: int) -> np.random.Generator:
    """Return a random generator with the same numbers in every run, but others for each `place`."""
    return np.random.default_rng([_SEED, *place])


def _round_values(values: npt.NDArray[np.float64]) -> Ints:
    return np.rint(values).astype(np.int64)
