"""Progress of a job: a live bar on a terminal, elsewhere one line per state and phase."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypedDict

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from storagelab.cli.output import format_duration, format_latency, format_number

_WORDS = {"waiting": "queued"}
#: What a run does while none of its phases is at work.
_BETWEEN = {"waiting": "Queued", "preparing": "Preparing", "collecting": "Collecting files"}
#: Kinds of events that add nothing to the state of the run.
_ROUTINE = frozenset({"state", "conditions"})


class JobEvent(TypedDict, total=False):
    """A state of a job and its run, or an event of the run."""

    run_number: str | None
    run_state: str | None
    job_state: str
    kind: str
    message: str


class ProgressEvent(TypedDict):
    """The progress of a run."""

    percent: float
    phase_ordinal: int | None
    phase_count: int
    phase_name: str | None


def follow(events: Iterator[tuple[str, Any]]) -> None:
    """Show the messages of a job's stream until it ends."""
    # The variables that force colours on Rich do not make a terminal of a pipe.
    console = Console(highlight=False, markup=False, soft_wrap=True, force_terminal=sys.stdout.isatty())
    if console.is_terminal and not console.is_dumb_terminal:
        _follow_on_terminal(events, console)
        return
    lines = ProgressLines()
    for event, data in events:
        line = lines.line_of(event, data)
        if line is not None:
            print(line, flush=True)


class ProgressLines:
    """The messages of a job's stream as lines: one for each state of a run and one for each of its phases."""

    def __init__(self) -> None:
        self._state: tuple[str, str] | None = None
        self._begun: set[str] = set()

    def line_of(self, event: str, data: JobEvent) -> str | None:
        """Return the line to print for an event of a job; None for an event without news."""
        if event == "state":
            return self._format_state_change(data)
        if event != "event" or data["kind"] in _ROUTINE:
            return None
        if data["kind"] == "phase" and self._is_expected_end(data["message"]):
            return None
        return f"  {data['message']}"

    def _format_state_change(self, data: JobEvent) -> str | None:
        state = (data["run_number"] or "job", format_state(data["run_state"] or data["job_state"]))
        if state == self._state:
            return None
        if self._state is not None and state[0] != self._state[0]:
            self._begun.clear()
        self._state = state
        return " ".join(state)

    def _is_expected_end(self, message: str) -> bool:
        """Return whether a message reports the end of a phase whose beginning was printed.

        Only the end of a short phase may be reported.
        """
        phase, _, state = message.rpartition(" is ")
        if state == "running":
            self._begun.add(phase)
        return state == "finished" and phase in self._begun


def format_state(state: str) -> str:
    """Return the word that is printed for a state; a job and its runs use the same words."""
    return _WORDS.get(state, state)


def format_progress(data: ProgressEvent, run_state: str | None) -> str:
    """Return the running phase, such as `3/8 random read`; between phases the activity of the run."""
    if data["phase_ordinal"] is None:
        return _BETWEEN.get(run_state or "", "Between phases")
    return f"{data['phase_ordinal']}/{data['phase_count']} {data['phase_name']}"


def _follow_on_terminal(events: Iterator[tuple[str, Any]], console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[figures]}"))
    lines = ProgressLines()
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(_BETWEEN["waiting"], total=100, figures="")
        run_state: str | None = None
        for event, data in events:
            if event == "progress" and data:
                progress.update(bar, completed=data["percent"], description=format_progress(data, run_state))
            elif event == "point":
                progress.update(
                    bar, figures=f"{format_number(data['iops'])} IOPS, {format_latency(data['latency_mean_ns'])}"
                )
            elif (line := lines.line_of(event, data)) is not None:
                progress.console.print(line)
            if event == "state":
                run_state = data["run_state"]
        progress.update(bar, completed=100, description=f"ended after {format_duration(progress.tasks[0].elapsed)}")
