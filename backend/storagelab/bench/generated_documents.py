"""Results of fio in JSON+ of any size, written job by job, with figures that fit their histograms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import orjson

from storagelab.analysis.bins import compute_bin_value
from storagelab.domain.json_values import JsonObject, JsonValue

VERSION = "fio-3.33"
_FIRST_BIN = 150
_PERCENTILES = (1.0, 5.0, 10.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99)
_HISTOGRAMS = {"slat_ns": 1, "clat_ns": 100, "lat_ns": 101}
_SEED = 20


def write_document(path: Path, *, jobs: int, seconds: int, bins: int, groups: int) -> int:
    """Write a json+ result of fio with `groups` phases; return its size in bytes.

    Each phase has `jobs` jobs with histograms of `bins` bins.
    """
    random = np.random.default_rng(_SEED)
    head = {"fio version": VERSION, "timestamp": 1795204515, "time": "Fri Nov 20 19:55:15 2026"}
    head["global options"] = {"ioengine": "libaio", "direct": "1", "rw": "randrw", "bs": "4k", "log_avg_msec": "1000"}
    with path.open("wb") as file:
        file.write(orjson.dumps(head)[:-1] + b',"jobs":[\n')
        for number in range(jobs * groups):
            file.write(b",\n" if number else b"")
            job = orjson.dumps(_build_job(number, number // jobs, seconds, bins, random), option=orjson.OPT_INDENT_2)
            # As wide as fio writes it.
            file.write(job.replace(b"\n", b"\n    ").replace(b'": ', b'" : '))
        file.write(b'],"disk_util":[]}\n')
        return file.tell()


def _build_job(number: int, group: int, seconds: int, bins: int, random: np.random.Generator) -> JsonObject:
    return {
        "jobname": f"randrw{number + 1}",
        "groupid": group,
        "error": 0,
        "eta": 0,
        "elapsed": seconds + 1,
        "job options": {"name": f"randrw{number + 1}", "iodepth": "4", "runtime": str(seconds)},
        "read": _build_direction(seconds, bins, random),
        "write": _build_direction(seconds, bins, random),
        "trim": _build_idle_direction(),
        "sync": {"total_ios": 0, "lat_ns": _build_latency({})},
        "job_runtime": seconds * 1000,
        "usr_cpu": 12.5,
        "sys_cpu": 35.25,
        "ctx": 37446,
        "iodepth_level": {"1": 0.0, "2": 0.0, "4": 100.0, "8": 0.0, "16": 0.0, "32": 0.0, ">=64": 0.0},
    }


def _build_direction(seconds: int, bins: int, random: np.random.Generator) -> JsonObject:
    counts = random.integers(1, 10_000, bins)
    ios = int(counts.sum())
    figures: dict[str, JsonValue] = {
        "io_bytes": ios * 4096,
        "io_kbytes": ios * 4,
        "bw_bytes": ios * 4096 // seconds,
        "bw": ios * 4 // seconds,
        "iops": ios / seconds,
        "runtime": seconds * 1000,
        "total_ios": ios,
        "short_ios": 0,
        "drop_ios": 0,
    }
    for name, shift in _HISTOGRAMS.items():
        first = _FIRST_BIN if shift > 1 else 1
        figures[name] = _build_latency(
            {compute_bin_value(first + place): count for place, count in enumerate(counts.tolist())}
        )
    return figures


def _build_latency(histogram: dict[int, int]) -> JsonObject:
    """Build the block of one latency. Mean and spread are those of the histogram."""
    count = sum(histogram.values())
    if not count:
        return {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    values = np.fromiter(histogram, dtype=np.float64)
    weights = np.fromiter(histogram.values(), dtype=np.float64)
    mean = float(np.average(values, weights=weights))
    reached = np.cumsum(weights) / count * 100
    percentiles = {f"{percent:.6f}": int(values[np.searchsorted(reached, percent)]) for percent in _PERCENTILES}
    return {
        "min": int(values[0]),
        "max": int(values[-1]),
        "mean": mean,
        "stddev": float(np.sqrt(np.average((values - mean) ** 2, weights=weights))),
        "N": count,
        "percentile": percentiles,
        "bins": {str(value): number for value, number in histogram.items()},
    }


def _build_idle_direction() -> JsonObject:
    empty = dict.fromkeys(("io_bytes", "io_kbytes", "bw_bytes", "bw", "runtime", "total_ios"), 0)
    return {**empty, "iops": 0.0, **{name: _build_latency({}) for name in _HISTOGRAMS}}
