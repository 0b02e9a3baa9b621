"""Recorded run of Vdbench as one of ours, under the name that our parameter files give it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[4]
DATA = ROOT / "tests" / "data" / "vdbench"
CURVE = DATA / "curve"
RECORDED_RUN = "oltp"


def first_run(run: str = "phase_i1_w1", *, folder: Path = CURVE) -> bytes:
    """Return the flat file of the first run of the curve: four intervals of a second, the first of them its warm-up."""
    rows = [
        line.replace(f" {RECORDED_RUN} ", f" {run} ", 1)
        for line in (folder / "flatfile.html").read_text().splitlines(keepends=True)
        if "oltp_(" not in line
    ]
    return "".join(rows).encode()


def first_histogram(run: str = "phase_i1_w1") -> bytes:
    """Return the histogram page under the same name."""
    return (CURVE / "histogram.html").read_text().replace(f"RD={RECORDED_RUN};", f"RD={run};").encode()
