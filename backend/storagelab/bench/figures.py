"""Each benchmark as a function that returns its figures."""

from __future__ import annotations

import datetime as dt
import statistics
import time
import zlib

import httpx2
import numpy as np

from storagelab.analysis.series_codec import decode_series, encode_series
from storagelab.bench.lab import POLL_SECONDS, Lab, wait_for_ready_server
from storagelab.bench.report import BenchmarkFigure

SCRATCH_BYTES = 16 * 1024 * 1024


def measure_series_codec(points: int) -> list[BenchmarkFigure]:
    """Measure bytes per sample and speed of the series codec, compared with zlib on the log text.

    The series is a realistic noisy latency curve of `points` samples.
    """
    random = np.random.default_rng(20)
    t_ms = np.arange(1, points + 1, dtype=np.int64) * 1000 + random.integers(0, 3, points)
    decay = 200_000 + 900_000 * np.exp(-np.arange(points) / (points / 8))
    values = (decay * random.normal(1, 0.03, points)).astype(np.int64)
    started = time.perf_counter()
    blob = encode_series(t_ms, values)
    encoded = time.perf_counter()
    back_t, back_values = decode_series(blob)
    decoded = time.perf_counter()
    if not (np.array_equal(back_t, t_ms) and np.array_equal(back_values, values)):
        raise RuntimeError("The series codec did not give back what it was given.")
    text = "".join(f"{t}, {value}, 0, 0, 0\n" for t, value in zip(t_ms.tolist(), values.tolist(), strict=True)).encode()
    packed = len(zlib.compress(text, 6))
    return [
        BenchmarkFigure(
            "series_codec_bytes_per_sample", len(blob) / points, "bytes", "lower", 3.0, f"{points} samples"
        ),
        BenchmarkFigure(
            "series_codec_of_gzip_text", len(blob) / packed, "ratio", "lower", 0.55, "zlib level 6 of the log text"
        ),
        BenchmarkFigure("series_codec_encode", points / (encoded - started), "samples/s", "higher", None, ""),
        BenchmarkFigure("series_codec_decode", points / (decoded - encoded), "samples/s", "higher", None, ""),
    ]


def start_up(lab: Lab) -> list[BenchmarkFigure]:
    """Measure the start of the lab until it is ready: on an empty data folder, and on the same again."""
    first = _time_command(lab, "up", "--detach")
    lab.command("down")
    again = _time_command(lab, "up", "--detach")
    return [
        BenchmarkFigure(
            "start_up_first", first, "s", "lower", None, "empty data folder; initdb, migrations, demo data"
        ),
        BenchmarkFigure("start_up_again", again, "s", "lower", 5.0, "the same data folder"),
    ]


def submit_to_engine(lab: Lab, repeats: int) -> list[BenchmarkFigure]:
    """Measure the time from POST /jobs to the start of fio, and from a fio sample to the chart.

    The lab runs fio `repeats` times on this machine.
    """
    starts: list[float] = []
    lags: list[float] = []
    with lab.client() as client:
        server = wait_for_ready_server(client)
        for _ in range(repeats):
            body = {
                "name": "bench",
                "server_id": server["id"],
                "engine": "fio",
                "profile": {"name": "quick-4k", "parameters": {}},
                "target": {"kind": "file", "path": None, "size_bytes": SCRATCH_BYTES},
            }
            submitted = time.time()
            job = client.post("/jobs", json=body).raise_for_status().json()
            run_id = job["runs"][0]["id"]
            starts.append(_find_engine_start(client, run_id) - submitted)
            lags.append(_sample_lag(client, run_id))
            client.post(f"/jobs/{job['id']}/cancel").raise_for_status()
            _wait_terminal(client, job["id"])
    return [
        BenchmarkFigure("submit_to_engine", statistics.median(starts), "s", "lower", 1.5, f"median of {repeats}"),
        BenchmarkFigure(
            "sample_to_chart", max(lags), "s", "lower", 3.0, "largest age of the newest point while fio runs"
        ),
    ]


def _time_command(lab: Lab, *arguments: str) -> float:
    started = time.perf_counter()
    lab.command(*arguments)
    return time.perf_counter() - started


def _find_engine_start(client: httpx2.Client, run_id: str) -> float:
    """Return the epoch seconds at which the first phase's engine started, by the clock of this machine."""
    while True:
        phases = client.get(f"/runs/{run_id}").raise_for_status().json()["phases"]
        if phases and phases[0]["started_at"]:
            return dt.datetime.fromisoformat(phases[0]["started_at"]).timestamp()
        time.sleep(POLL_SECONDS)


def _sample_lag(client: httpx2.Client, run_id: str) -> float:
    """Return the largest age in seconds of the newest chart point, over ten seconds of a running phase."""
    origin = _find_engine_start(client, run_id)
    worst = 0.0
    seen = False
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        series = (
            client.get("/series", params={"run_id": run_id, "metric": "iops", "phase": "all"}).raise_for_status().json()
        )
        if series["last_ms"] is not None:
            seen = True
            worst = max(worst, time.time() - origin - series["last_ms"] / 1000)
        time.sleep(0.2)
    if not seen:
        raise RuntimeError("No point reached the chart within ten seconds.")
    return worst


def _wait_terminal(client: httpx2.Client, job_id: str) -> None:
    while client.get(f"/jobs/{job_id}").raise_for_status().json()["state"] not in ("finished", "failed", "cancelled"):
        time.sleep(POLL_SECONDS)
