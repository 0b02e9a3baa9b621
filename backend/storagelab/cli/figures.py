"""Figures of a job at its end, and the address of its charts, as the commands print them."""

from __future__ import annotations

from collections.abc import Sequence

import httpx2

from storagelab.cli.answers import JobAnswer, MeasurementAnswer, PhaseAnswer, RunAnswer
from storagelab.cli.client import call
from storagelab.cli.output import format_figure, format_latency, format_number, print_table


def print_figures(client: httpx2.Client, job: JobAnswer) -> None:
    """Print the results of an ended job, and the address of its charts.

    A job with one run has one row per phase; a job with several runs has one row per run.
    """
    address = str(client.base_url).rstrip("/")
    runs = job["runs"]
    if len(runs) == 1:
        print_run_figures(call(client, "GET", f"/runs/{runs[0]['number']}"))
    else:
        _print_runs(runs)
    if job["repeat_verdict"] is not None:
        print(job["repeat_verdict"]["sentence"])
    page = f"runs/{runs[0]['number']}" if len(runs) == 1 else f"jobs/{job['number']}"
    print(f"Charts     {address}/{page}")


def print_run_figures(run: RunAnswer) -> None:
    """Print one row per phase of a run, and its verdict; nothing for a run without measurements."""
    if not any(phase["measurement"] for phase in run["phases"]):
        return
    headings = ("Phase", "Name", "IOPS", "MB/s", "Mean latency", "p99 latency", "Ended")
    print_table(headings, [_build_phase_row(phase) for phase in run["phases"]])
    if run["verdict"] is not None:
        print(run["verdict"]["sentence"])


def _build_phase_row(phase: PhaseAnswer) -> tuple[object, ...]:
    measured: MeasurementAnswer = phase["measurement"] or {}
    throughput = measured.get("throughput_bytes_per_s")
    return (
        phase["ordinal"],
        phase["name"],
        format_number(measured.get("iops")),
        format_number(None if throughput is None else throughput / 1e6),
        format_latency(measured.get("latency_mean_ns")),
        format_latency(measured.get("latency_p99_ns")),
        phase["stop_reason"],
    )


def _print_runs(runs: Sequence[RunAnswer]) -> None:
    """Print one row per run of a job, with its state and its headline figures."""
    labels = list(dict.fromkeys(figure["label"] for run in runs for figure in run["headline"]))
    rows = []
    for run in runs:
        figures = {figure["label"]: format_figure(figure["value"], figure["unit"]) for figure in run["headline"]}
        rows.append((run["number"], run["state"], *(figures.get(label) for label in labels)))
    if rows:
        print_table(("Run", "State", *labels), rows)
