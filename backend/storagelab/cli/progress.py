"""Shows a job's progress: a live bar on a terminal, one line per phase and second anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from storagelab.cli.output import format_duration, format_latency, format_number

_WORDS = {"waiting": "queued"}
#: What a run does while none of its phases is at work.
_BETWEEN = {"waiting": "Queued", "preparing": "Preparing", "collecting": "Collecting files"}


def follow(events: Iterator[tuple[str, Any]]) -> None:
    """Show the messages of a job's stream until it ends."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if console.is_terminal:
        _follow_on_terminal(events, console)
    else:
        for event, data in events:
            line = event_line(event, data)
            if line is not None:
                print(line, flush=True)


def event_line(event: str, data: dict[str, Any]) -> str | None:
    """Return the line that tells a message to a person, None for those that tell nothing new."""
    if event == "point":
        return (
            f"  {data['t_ms'] / 1000:6.1f} s  {data['phase_name'] or ''}: {format_number(data['iops'])} IOPS  "
            f"{format_number(_megabytes(data['bandwidth_bytes_per_s']))} MB/s  "
            f"mean {format_latency(data['lat_mean_ns'])}"
        )
    if event == "state":
        where = f" - {data['phase_name']}" if data["phase_name"] else ""
        return f"{data['run_number'] or 'job'} {state_words(data['run_state'] or data['job_state'])}{where}"
    if event == "event":
        return f"  {data['message']}"
    return None


def state_words(state: str) -> str:
    """Return the word for a state; a job and its runs have one word for one thing."""
    return _WORDS.get(state, state)


def progress_words(data: dict[str, Any], run_state: str | None) -> str:
    """Return the phase at work, such as `3/8 random read`; between phases what the run does instead."""
    if data["phase_ordinal"] is None:
        return _BETWEEN.get(run_state or "", "Between phases")
    return f"{data['phase_ordinal']}/{data['phase_count']} {data['phase_name']}"


def _follow_on_terminal(events: Iterator[tuple[str, Any]], console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[figures]}"))
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(_BETWEEN["waiting"], total=100, figures="")
        run_state: str | None = None
        for event, data in events:
            if event == "progress" and data:
                progress.update(bar, completed=data["percent"], description=progress_words(data, run_state))
            elif event == "point":
                progress.update(
                    bar, figures=f"{format_number(data['iops'])} IOPS, {format_latency(data['lat_mean_ns'])}"
                )
            elif event == "state":
                run_state = data["run_state"]
                progress.console.print(event_line(event, data))
        progress.update(bar, completed=100, description=f"ended after {format_duration(progress.tasks[0].elapsed)}")


def _megabytes(bytes_per_s: float | None) -> float | None:
    return None if bytes_per_s is None else bytes_per_s / 1e6
