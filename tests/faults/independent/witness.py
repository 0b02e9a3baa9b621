"""Witness in the place of the I/O program, which logs every start, every document and every end.

Run as `fio` with the arguments and job file of fio 3.33. It does next to no I/O and prints cumulative documents.
Interval k has 1000 + k I/Os, so that a lost or a doubled sample shows. It appends its actions to a log that only it
writes. Beside the program lies `witness.json`: {"log", "speed", "modes"}. `modes` is a file that maps the ordinal of a
phase, or "*", to one of the ways in which it misbehaves. Standard library only.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

VERSION = "fio-3.33"
FIRST_IOS = 1000
BLOCK_BYTES = 4096
INTERRUPTED = 128
FORKED_CHILDREN = 3
RUNAWAY_BYTES = 40 << 30
#: Latency of every I/O, in ns: a value that a bin of fio represents.
LATENCY_NS = 99_840


class Log:
    """The witness's own log: one line per fact, appended whole and written to disk before the next thing happens."""

    def __init__(self, path: str, facts: dict[str, Any]) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        self._facts = facts

    def write(self, event: str, **facts: Any) -> None:
        """Append one fact."""
        clocks = {
            "monotonic_ns": time.monotonic_ns(),
            "boottime_ns": time.clock_gettime_ns(time.CLOCK_BOOTTIME),
            "pid": os.getpid(),
        }
        line = json.dumps({"event": event, **self._facts, **clocks, **facts})
        os.write(self._descriptor, line.encode("ascii") + b"\n")


class Interrupted(Exception):
    """The interruption by SIGINT or SIGTERM."""


def main(arguments: list[str]) -> int:
    """Behave as fio would with these arguments; return its exit status."""
    if arguments == ["--version"]:
        print(VERSION)
        return 0
    # Before anything else, because the one who started us may die at any time.
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    settings = json.loads(Path(__file__).with_name("witness.json").read_text("utf-8"))
    options = dict(argument.lstrip("-").partition("=")[::2] for argument in arguments if argument.startswith("-"))
    job = read_job(Path(arguments[-1]))
    folder = Path.cwd()
    mode = _mode(settings["modes"], folder.name)
    facts = {
        "attempt": folder.parent.parent.name,
        "folder": str(folder),
        "host": str(Path(__file__).parents[1].name),
        "phase": folder.name,
        "target": job["filename"],
    }
    log = Log(settings["log"], facts)
    log.write("start", mode=mode, parent=os.getppid(), readonly="readonly" in options)
    status = 1
    try:
        with contextlib.suppress(Interrupted):
            status = INTERRUPTED
            status = _play(job, options, settings["speed"], mode, log)
    finally:
        log.write("stop", status=status)
    return status


def read_job(path: Path) -> dict[str, str]:
    """Return the options of a job file with one section."""
    lines = [line.strip() for line in path.read_text("ascii").splitlines()]
    return dict(line.partition("=")[::2] for line in lines if line and not line.startswith("["))


def _mode(path: str, phase: str) -> str:
    try:
        modes = json.loads(Path(path).read_text("utf-8"))
    except FileNotFoundError:
        return ""
    return str(modes.get(phase, modes.get("*", "")))


def _play(job: dict[str, str], options: dict[str, str], speed: float, mode: str, log: Log) -> int:
    reads = job["rw"] in ("read", "randread")
    targets = [os.open(name, os.O_RDONLY if reads else os.O_RDWR) for name in job["filename"].split(":")]
    interval_s = int(options["status-interval"]) * speed
    seconds = float(job["runtime"]) if job.get("time_based") == "1" else 3.0
    count = max(1, round(seconds * speed / interval_s))
    if mode == "fail":
        sys.stderr.write("fio: the drive fell out\n")
        return 1
    if mode == "ignore-sigint":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    began = time.monotonic()
    children = _fork_children(began + count * interval_s, log) if mode == "fork" else []
    with Path(options["output"]).open("ab") as output:
        ios = 0
        for number in range(1, count + 1):
            _sleep_until(began + number * interval_s)
            try:
                for target in targets:
                    _touch(target, number, reads)
            except OSError as problem:
                sys.stderr.write(f"fio: io_u error on file {job['filename']}: {problem.strerror}\n")
                return 1
            ios += FIRST_IOS + number
            _append(output.fileno(), document(job, reads, ios, round(number * interval_s * 1000)))
            log.write("document", number=number, ios=ios)
            if mode == "stop":
                os.kill(os.getpid(), signal.SIGSTOP)
            if mode == "runaway":
                os.ftruncate(output.fileno(), RUNAWAY_BYTES)
        for child in children:
            os.waitpid(child, 0)
        last = document(job, reads, ios, round(count * interval_s * 1000))
        _append(output.fileno(), _misprinted(last, mode))
    return 0


def document(job: dict[str, str], reads: bool, ios: int, runtime_ms: int) -> bytes:
    """Return one cumulative status document as fio 3.33 prints it with json+, with the fields that results use."""
    now = time.time()
    busy, idle = ("read", "write") if reads else ("write", "read")
    size = ios * block_bytes(job)
    entry = {
        "jobname": "phase", "groupid": 0, "error": 0, "eta": 0, "elapsed": max(1, runtime_ms // 1000),
        "job options": {key: value for key, value in job.items() if key != "filename"},
        busy: _direction(ios, size, runtime_ms), idle: _direction(0, 0, 0), "trim": _direction(0, 0, 0),
        "sync": {"total_ios": 0, "lat_ns": _latency(0)},
        "job_runtime": runtime_ms, "usr_cpu": 1.0, "sys_cpu": 1.0, "ctx": ios, "majf": 0, "minf": 2,
        "latency_depth": 1, "latency_target": 0, "latency_percentile": 100.0, "latency_window": 0,
    }  # fmt: skip
    head = {"fio version": VERSION, "timestamp": int(now), "timestamp_ms": int(now * 1000), "time": time.ctime(now)}
    return json.dumps({**head, "jobs": [entry], "disk_util": []}, indent=2).encode("ascii") + b"\n"


def block_bytes(job: dict[str, str]) -> int:
    """Return the size of an I/O of the job: it is counted with this size, whatever the witness writes."""
    text = job.get("bs", str(BLOCK_BYTES)).partition(",")[0].lower()
    units = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


def _direction(ios: int, size: int, runtime_ms: int) -> dict[str, Any]:
    rate = 1000 / runtime_ms if runtime_ms else 0.0
    return {
        "io_bytes": size, "io_kbytes": size // 1024, "bw_bytes": round(size * rate), "bw": round(size * rate / 1024),
        "iops": ios * rate, "runtime": runtime_ms, "total_ios": ios, "short_ios": 0, "drop_ios": 0,
        "slat_ns": _latency(0), "clat_ns": _latency(ios), "lat_ns": _latency(ios),
    }  # fmt: skip


def _latency(ios: int) -> dict[str, Any]:
    if ios == 0:
        return {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    percentiles = {f"{percent:.6f}": LATENCY_NS for percent in (50, 90, 95, 99, 99.9, 99.99)}
    return {
        "min": LATENCY_NS, "max": LATENCY_NS, "mean": float(LATENCY_NS), "stddev": 0.0, "N": ios,
        "percentile": percentiles, "bins": {str(LATENCY_NS): ios},
    }  # fmt: skip


def _misprinted(last: bytes, mode: str) -> bytes:
    """Return the last document as a broken program would leave it; unchanged in every other mode."""
    match mode.partition(":"):
        case ("truncated", _, _):
            return last[: len(last) // 2]
        case ("huge", _, megabytes):
            return last[:2] + b'"padding": "' + b"x" * (int(megabytes) << 20) + b'",\n' + last[2:]
        case ("deep", _, _):
            return b'{"fio version": "fio-3.33", "jobs": ' + b"[" * 100_000
        case ("not-utf8", _, _):
            return last.replace(b'"phase"', b'"\xff\xfe\x80"')
        case ("nan", _, _):
            return last.replace(b'"mean": 99840.0', b'"mean": nan').replace(b'"iops": ', b'"iops": inf, "x": ', 1)
        case _:
            return last


def _touch(target: int, number: int, reads: bool) -> None:
    if reads:
        os.pread(target, BLOCK_BYTES, 0)
    else:
        os.pwrite(target, number.to_bytes(8, "big") * (BLOCK_BYTES // 8), 0)


def _append(descriptor: int, data: bytes) -> None:
    """Append data whole or not at all, as far as a signal is concerned, and on disk before it is reported."""
    view = memoryview(data)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        while view:
            view = view[os.write(descriptor, view) :]
        os.fsync(descriptor)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))


def _fork_children(until: float, log: Log) -> list[int]:
    """Fork children in sessions of their own and return their process ids.

    They keep the target open to the end, as fio's job processes do.
    """
    children = []
    for _ in range(FORKED_CHILDREN):
        child = os.fork()
        if child == 0:
            _be_a_child(until, log)
        children.append(child)
    return children


def _be_a_child(until: float, log: Log) -> NoReturn:
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log.write("child")
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.5))
    os._exit(0)


def _sleep_until(moment: float) -> None:
    while (left := moment - time.monotonic()) > 0:
        time.sleep(left)


def _interrupt(number: int, _: object) -> None:
    raise Interrupted(number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
