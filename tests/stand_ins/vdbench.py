"""Stand-in for Vdbench that replays a recorded output folder row by row.

It takes `-f parameter file -o output folder`, obeys `monitor=` and signals, and ends with the exit status of Vdbench.
Its output is that of an execution of the parameter file. The JSON file beside it (`install`) names the recording and
its faults. It uses only the standard library, as it runs as a program.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

FAILED = 157
_GENERAL = frozenset({"messagescan", "monitor", "compratio"})
_DEFINED: Mapping[str, frozenset[str]] = {
    "hd": frozenset({"jvms"}),
    "sd": frozenset({"lun", "openflags", "threads", "align", "size"}),
    "wd": frozenset({"sd", "xfersize", "rdpct", "seekpct", "range", "streams"}),
    "rd": frozenset({"wd", "iorate", "distribution", "maxdata", "elapsed", "interval", "warmup"}),
}
_END = frozenset({"end_rd", "shutdown", "end_vdbench", "terminate"})


class Aborted(Exception):
    """Reason for which Vdbench ends with status 157."""


class Silent(Exception):
    """An end without the last words."""


class Interrupted(Exception):
    """A signal; its number is the argument."""


def install(
    folder: Path, *, recorded: Path, seconds_per_interval: float, wrong: str | None = None, slave: bool = False
) -> Path:
    """Install a program in `folder` that replays the first run of `recorded`; its pace does not change its output.

    After its second interval it goes `wrong`: it has failed, was killed, falls silent with a status of success, or has
    met an I/O error after which it continues. A `slave` is a process of its own that outlives it and has no
    descriptors.
    """
    program = folder / "vdbench"
    program.write_text(f"#!{sys.executable}\n{Path(__file__).read_text()}")
    program.chmod(0o755)
    settings = {"recorded": str(recorded.resolve()), "seconds_per_interval": seconds_per_interval}
    settings |= {"wrong": wrong, "slave": slave}
    program.with_suffix(".json").write_text(json.dumps(settings))
    return program


@dataclass(frozen=True)
class Recording:
    """The first run of a recorded folder: the lines before its rows, its rows by interval, its histogram page."""

    preamble: str
    columns: list[str]
    rows: list[list[str]]
    histogram: str

    @classmethod
    def read(cls, folder: Path) -> Recording:
        lines = (folder / "flatfile.html").read_text().splitlines()
        head = next(place for place, line in enumerate(lines) if line.split()[:1] == ["tod"])
        columns = lines[head].split()
        run, label = columns.index("Run"), columns.index("Interval")
        rows = [fields for line in lines[head + 1 :] if len(fields := line.split()) == len(columns)]
        first = [fields for fields in rows if fields[run] == rows[0][run] and fields[label].isdigit()]
        page = folder / "histogram.html"
        histogram = _first_histogram(page.read_text(), rows[0][run]) if page.exists() else ""
        return cls("\n".join(lines[: head + 1]) + "\n", columns, first, histogram)


@dataclass(frozen=True)
class Parameters:
    """Options of a parameter file, as far as they can be seen in the output."""

    monitor: Path | None
    run: str
    interval: int
    intervals: int
    left_out: int
    max_bytes: float
    block_bytes: float

    @classmethod
    def read(cls, file: Path) -> Parameters:
        options: dict[str, dict[str, str]] = {}
        for line in file.read_text().splitlines():
            pairs = _pairs(line)
            kind = pairs[0][0]
            for key, _ in pairs[1:] if kind in _DEFINED else pairs:
                if key not in _DEFINED.get(kind, _GENERAL):
                    raise Aborted(f"Unknown keyword: {key}")
            options.setdefault(kind, {}).update(pairs)
            if kind == "sd" and not Path(dict(pairs)["lun"]).exists():
                raise Aborted(f"lun={dict(pairs)['lun']} does not exist")
        run = options["rd"]
        interval, warmup = int(run["interval"]), int(run.get("warmup", "0")) // int(run["interval"])
        monitor = options.get("monitor", {}).get("monitor")
        return cls(
            monitor=Path(monitor) if monitor else None,
            run=run["rd"],
            interval=interval,
            intervals=int(run["elapsed"]) // interval + warmup,
            left_out=max(warmup, 1),
            max_bytes=float(run.get("maxdata", "inf")),
            block_bytes=_mean_size(options["wd"]["xfersize"]),
        )


class Execution:
    """One execution: the files it writes, and the rows so far."""

    def __init__(
        self, output: Path, recording: Recording, parameters: Parameters, pace: float, wrong: str | None
    ) -> None:
        self._output, self._recording, self._parameters, self._pace = output, recording, parameters, pace
        self._wrong = wrong
        self._rows: list[list[str]] = []

    def play(self) -> None:
        """Play the whole run, to its end or to an earlier stop. Raises Interrupted."""
        parameters, recording = self._parameters, self._recording
        if parameters.monitor is not None:
            parameters.monitor.write_text("")
        self.report("Starting slaves")
        self.report(f"Starting\trd={parameters.run}\tFor loops: None")
        self._append("flatfile.html", recording.preamble)
        number, last = 0, False
        while not last:
            # Vdbench goes on for one interval after it has seen that enough was done.
            last = number + 1 >= parameters.intervals or self._bytes() > parameters.max_bytes
            time.sleep(self._pace)
            number += 1
            last = self._is_end_requested() or last
            self._rows.append(self._row(recording.rows[(number - 1) % len(recording.rows)], str(number)))
            self._append("flatfile.html", " ".join(self._rows[-1]) + " \n")
            if number == 2:
                self._go_wrong()
        self._append("flatfile.html", " ".join(self._average()) + " \n")
        self._append("histogram.html", recording.histogram.replace("RD=@", f"RD={parameters.run}"))
        self.report(f"Workload done\trd={parameters.run}\tFor loops: None")
        self.report("Vdbench complete")

    def report(self, words: str) -> None:
        """Write a line to status.html and to the console."""
        self._append("status.html", f"{dt.datetime.now(dt.UTC):%m/%d/%Y-%H:%M:%S}-UTC \t{words}\n")
        print(words, flush=True)

    def _go_wrong(self) -> None:
        if self._wrong == "failed":
            raise Aborted("java.lang.RuntimeException: lun=/dev/sdx does not exist")
        if self._wrong == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self._wrong == "silent":
            raise Silent
        if self._wrong == "error":
            self._append("errorlog.html", "19:56:01.000 localhost-0: op: read lun: sd1 lba: 4096 errno: EIO\n")

    def _append(self, page: str, text: str) -> None:
        with (self._output / page).open("a") as file:
            file.write(text)

    def _row(self, recorded: Sequence[str], label: str) -> list[str]:
        now = dt.datetime.now(dt.UTC)
        fields = dict(zip(self._recording.columns, recorded, strict=True))
        stamps = {"tod": f"{now:%H:%M:%S}.{now.microsecond // 1000:03}", "timestamp": f"{now:%m/%d/%Y-%H:%M:%S}-UTC"}
        fields |= {**{name: stamp for name, stamp in stamps.items() if name in fields}}
        recorded_bytes, requested_bytes = float(fields["xfersize"]), self._parameters.block_bytes
        if recorded_bytes != requested_bytes and not label.startswith("avg"):
            sizes = {name: f"{requested_bytes:.0f}" for name in ("bytes/io", "xfersize") if name in fields}
            fields |= {**sizes, "MB/sec": f"{float(fields['MB/sec']) * requested_bytes / recorded_bytes:.4f}"}
        return list((fields | {"Run": self._parameters.run, "Interval": label}).values())

    def _average(self) -> list[str]:
        counted = [
            dict(zip(self._recording.columns, row, strict=True)) for row in self._rows[self._parameters.left_out :]
        ]
        label = f"avg_{self._parameters.left_out + 1}-{len(self._rows)}"
        average = dict(zip(self._recording.columns, self._row(self._rows[-1], label), strict=True))
        average |= {name: "NaN" for name in ("rate", "MB/sec", "resp") if not counted}
        average |= _mean_of(counted) if counted else {}
        return list(average.values())

    def _bytes(self) -> float:
        place = self._recording.columns.index("MB/sec")
        rates = [float(row[place]) for row in self._rows[self._parameters.left_out :]]
        return sum(rates) * 1048576 * self._parameters.interval

    def _is_end_requested(self) -> bool:
        monitor = self._parameters.monitor
        return monitor is not None and monitor.read_text().strip().lower() in _END


def _mean_of(rows: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return rates as plain means, response times weighted by their I/Os, and deviations about the common mean."""
    rates = [float(row["rate"]) for row in rows]
    reads = [rate * float(row["read%"]) / 100 for rate, row in zip(rates, rows, strict=True)]
    writes = [rate - read for rate, read in zip(rates, reads, strict=True)]
    means = {name: f"{sum(float(row[name]) for row in rows) / len(rows):.4f}" for name in ("rate", "MB/sec")}
    means["read%"] = f"{100 * sum(reads) / sum(rates):.4f}" if sum(rates) else "NaN"
    for prefix, mean, weights in (
        ("resp", "resp", rates),
        ("read", "read_resp", reads),
        ("write", "write_resp", writes),
    ):
        if sum(weights):
            means |= _weighted(rows, prefix, mean, weights)
    return means


def _weighted(rows: Sequence[Mapping[str, str]], prefix: str, mean: str, weights: Sequence[float]) -> dict[str, str]:
    means, deviations = ([float(row[name]) for row in rows] for name in (mean, f"{prefix}_std"))
    centre = sum(weight * value for weight, value in zip(weights, means, strict=True)) / sum(weights)
    squares = sum(
        weight * (deviation**2 + (value - centre) ** 2)
        for weight, value, deviation in zip(weights, means, deviations, strict=True)
    )
    return {
        mean: f"{centre:.4f}",
        f"{prefix}_std": f"{math.sqrt(squares / sum(weights)):.4f}",
        f"{prefix}_max": f"{max(float(row[f'{prefix}_max']) for row in rows):.3f}",
    }


def _mean_size(text: str) -> float:
    """Return the mean size of a request: `8192`, or pairs of a size and its share in percent."""
    if not text.startswith("("):
        return float(text)
    numbers = [float(piece) for piece in text[1:-1].split(",")]
    return sum(size * share / 100 for size, share in zip(numbers[::2], numbers[1::2], strict=True))


def _pairs(line: str) -> list[tuple[str, str]]:
    """Return the `key=value` pieces of a line; commas within parentheses are part of a value."""
    pieces, depth = [""], 0
    for char in line:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += char
    return [(key, value) for key, _, value in (piece.partition("=") for piece in pieces)]


def _first_histogram(page: str, run: str) -> str:
    begin = page.index(f"Starting RD={run};")
    begin = page.rindex("\n", 0, begin)
    end = page.find("Starting RD=", page.index("Starting RD=", begin) + 1)
    return page[begin : page.rindex("\n", 0, end) if end > 0 else len(page)].replace(f"RD={run};", "RD=@;")


def _write_pages(output: Path, arguments: Sequence[str]) -> None:
    """Write Vdbench's other files beside its results, most of them about the server."""
    for page in ("config", "logfile", "localhost-0.stdout", "localhost.var_adm_msgs", "parmfile", "parmscan"):
        (output / f"{page}.html").write_text(f"private: {arguments}\n")
    for page in ("skew", "summary", "totals"):
        (output / f"{page}.html").write_text(f"<title>Vdbench {page}</title><pre>\n")
    (output / "errorlog.html").write_text(
        "<title>Vdbench errorlog</title><pre>\nVdbench error log, created 19:56:00 Nov 20 2026 UTC \nError log. "
        "If there are no error messages beyond this line then there were no Data Validation or I/O errors.\n\n"
    )


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise Interrupted(number)


def main(arguments: Sequence[str]) -> int:
    """Run as Vdbench would; the exit status."""
    given = dict(zip(arguments[::2], arguments[1::2], strict=True))
    settings = json.loads(Path(__file__).with_suffix(".json").read_text())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    output = Path(given["-o"])
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir()
    output.chmod(0o777)
    _write_pages(output, arguments)
    print("Vdbench distribution: vdbench50407 Tue June 05  9:49:29 MDT 2018", flush=True)
    try:
        parameters = Parameters.read(Path(given["-f"]))
    except Aborted as problem:
        print(problem, flush=True)
        return FAILED
    if settings.get("slave"):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], close_fds=True)
    recording = Recording.read(Path(settings["recorded"]))
    execution = Execution(output, recording, parameters, settings["seconds_per_interval"], settings.get("wrong"))
    try:
        execution.play()
    except Aborted as problem:
        print(problem, "\n\tat Vdb.common.failure(common.java:335)", flush=True)
        return FAILED
    except Silent:
        return 0
    except Interrupted as interrupted:
        execution.report("Ctrl-C found")
        return 128 + int(interrupted.args[0])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
