"""Interface of engine plug-ins. An engine is a module of pure functions: no processes, no files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from storagelab.domain.profile import PhasePlan
from storagelab.domain.samples import Direction, EngineOutput, IntervalSample, ObservedPart
from storagelab.domain.workload import Workload
from storagelab.errors import InvalidInput

#: Placeholder of the target in a job text; the runner inserts the real path, and nothing else ever does.
TARGET = "@TARGET@"
#: Placeholders of whole IOPS, of all together and of each thread, that are known only after a maximum has been
#: measured.
RATE, READ_RATE, WRITE_RATE = "@RATE@", "@READ_RATE@", "@WRITE_RATE@"


class ParseFailed(InvalidInput, ValueError):
    """A file was not understood: `place` (line or byte) and `expected` are part of the message."""

    code = "parse_failed"

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(f"{place}: expected {expected}")
        self.place = place
        self.expected = expected


#: A cumulative document of an engine, which only this engine reads.
StatusDocument: TypeAlias = dict[str, object]
#: The state of a stream between two documents as JSON, which only its engine reads.
StreamState: TypeAlias = Mapping[str, object]


def accept_path(_: str) -> str | None:
    """Return None, for an engine that takes every path that the runner takes."""
    return None


@dataclass(frozen=True, slots=True)
class StatusBatch:
    """Complete cumulative documents of a stream that may still grow.

    `consumed_bytes` ends the last of them: the next read begins there. What follows is incomplete or text.
    """

    documents: tuple[StatusDocument, ...]
    consumed_bytes: int


class Engine(Protocol):
    """One load generator.

    `job_suffix` ends the name of its job files, without a dot. In the folder of a phase `stream` is the file that grows
    while it runs, and `histogram_page` one beside it with response times, where there is such a file. The end of
    `stream` makes a result of all engines but one that `needs_whole_stream`. The ramp of one whose `ramp_is_intervals`
    ends with an interval. `remedy` is the remedy for a missing engine of the server `{server}`, whose runner gave no
    reason.
    """

    name: str
    remedy: str
    job_suffix: str
    stream: str
    histogram_page: str | None
    needs_whole_stream: bool
    ramp_is_intervals: bool

    def render(self, plan: PhasePlan, *, target_bytes: int, devices: int = 1) -> str:
        """Return the job text of one phase, with TARGET for the path of the target.

        The target has `target_bytes` altogether, on `devices` drives of one size.

        Raises InvalidInput for a phase that this engine or this target cannot carry out.
        """

    def list_unsupported_settings(self, workload: Workload) -> list[str]:
        """Return the reasons why this engine cannot run the workload, as sentences; empty when it can."""

    def find_path_problem(self, path: str) -> str | None:
        """Return the reason why this engine cannot take a target `path` that the runner takes; None when it can."""

    def parse(self, data: bytes, *, histogram: bytes = b"") -> EngineOutput:
        """Parse the results of one output file, with the histogram page beside it. Raises ParseFailed."""

    def read_status(self, data: bytes) -> StatusBatch:
        """Read the complete status documents at the beginning of `data`."""

    def compute_interval(
        self, previous: StreamState | None, document: StatusDocument
    ) -> tuple[list[IntervalSample], StreamState]:
        """Return the samples of the interval that ends with `document`, and the state for the next call.

        `previous` is the state from the earlier call, None at the start. There is one sample for each direction with
        activity. The state is JSON.
        """

    def cut(self, documents: Iterable[StatusDocument], t0_ms: float, t1_ms: float) -> dict[Direction, ObservedPart]:
        """Return the result of each direction, over all jobs, from `t0_ms` to `t1_ms` of the phase; empty if unknown.

        `documents` are all that `read_status` found, from the beginning of the phase on.
        """
