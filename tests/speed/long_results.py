"""Output of Vdbench for a long run, with an interval each second.

An interval has rate, response time, its maximum and its deviation. Every row can be reproduced from the seed. The noise
is that of a real drive: fresh at first, then on a plateau, with short dips, so that no two buckets of a chart are
alike.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

#: The columns of a flat file of Vdbench that matter here, in its order.
COLUMNS = (
    "tod", "timestamp", "Run", "Interval", "reqrate", "rate", "MB/sec", "bytes/io", "read%", "resp", "read_resp",
    "write_resp", "resp_max", "read_max", "write_max", "resp_std", "read_std", "write_std", "xfersize", "threads",
    "rdpct", "rhpct", "whpct", "seekpct", "lunsize",
)  # fmt: skip
_BEGAN = dt.datetime(2026, 3, 2, 18, 0, tzinfo=dt.UTC)
THREADS = 32
_BLOCK = 4096
_MIB = 2**20
_PLATEAU_MS = 0.5
#: Without it the number of outstanding requests would be unknown, and no two of the runs would share a chart.
_PARAMETERS = """<title>Vdbench parmfile.html</title><pre>
sd=sd1,lun=/dev/nvme0n1,openflags=o_direct
wd=wd1,sd=sd1,xfersize={block},rdpct=0,seekpct=100
rd=write,wd=wd1,iorate=max,threads={threads},interval=1
"""


def write_long_result(folder: Path, *, seconds: int, seed: int, threads: int = THREADS) -> Path:
    """Write the output folder of a run of random writes of `seconds` seconds by `threads` threads and return it."""
    folder.mkdir()
    title = f"<title>Vdbench {folder.name}/flatfile.html</title><pre>\n"
    rows = [" ".join(COLUMNS), *_rows(seconds, threads, np.random.default_rng(seed))]
    text = title + "".join(f"{row} \n" for row in rows)
    (folder / "flatfile.html").write_text(text, encoding="ascii")
    (folder / "parmfile.html").write_text(_PARAMETERS.format(block=_BLOCK, threads=threads), encoding="ascii")
    return folder


def _rows(seconds: int, threads: int, random: np.random.Generator) -> list[str]:
    means, deviations, maxima = _response_times(seconds, random)
    # All threads wait for an answer all the time, so the rate follows from the response time.
    rates = threads / means * 1000 * random.normal(1, 0.01, seconds).clip(0.9)
    figures = zip(rates.tolist(), means.tolist(), maxima.tolist(), deviations.tolist(), strict=True)
    rows = [_row(number, str(number), threads, *figure) for number, figure in enumerate(figures, start=1)]
    # The first interval is a warm-up, as Vdbench counts it.
    later = slice(1, None)
    weights = rates[later]
    mean = float(np.average(means[later], weights=weights))
    square = float(np.average(deviations[later] ** 2 + means[later] ** 2, weights=weights))
    average = (float(weights.mean()), mean, float(maxima[later].max()), float(np.sqrt(max(square - mean**2, 0.0))))
    return [*rows, _row(seconds, f"avg_2-{seconds}", threads, *average)]


def _response_times(seconds: int, random: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Generate the mean, standard deviation and maximum response time of each second in milliseconds."""
    progress = np.arange(seconds) / max(seconds / 8, 1)
    dips = np.where(random.random(seconds) < 0.01, random.uniform(1.5, 4, seconds), 1.0)
    pace = random.uniform(0.8, 1.25)
    means = _PLATEAU_MS * pace * (1 - 0.6 * np.exp(-progress)) * dips * random.normal(1, 0.05, seconds).clip(0.7)
    deviations = means * random.uniform(0.3, 0.9, seconds)
    return means, deviations, means + deviations * random.uniform(4, 40, seconds)


def _row(second: int, label: str, threads: int, rate: float, mean: float, highest: float, deviation: float) -> str:
    """Return one line of random writes in 4 KiB, whose columns of reads are empty."""
    at = _BEGAN + dt.timedelta(seconds=second)
    latency = f"{mean:.4f} 0.0000 {mean:.4f} {highest:.3f} 0.000 {highest:.3f} {deviation:.4f} 0.0000 {deviation:.4f}"
    return (
        f"{at:%H:%M:%S}.000 {at:%m/%d/%Y-%H:%M:%S}-UTC write {label} 9999977 {rate:.4f} "
        f"{rate * _BLOCK / _MIB:.4f} {_BLOCK} 0.0000 {latency} {_BLOCK} {threads} 0 0 0 100 100.0000"
    )
