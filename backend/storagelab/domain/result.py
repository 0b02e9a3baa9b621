"""Results of runs, from which everything shown is computed: of the lab or of a share document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from msgspec import Struct

from storagelab.domain.published import PublishedFigure
from storagelab.domain.samples import ObservedPart

Origin = Literal["measured", "imported", "published"]
#: Figures by their columns in the table of metrics (`domain.metrics`); None is unknown.
Figures = Mapping[str, float | None]

PHASE_KINDS = ("fill", "precondition", "measure", "published")
#: Phases whose numbers are results; fills and preconditioning only prepare.
RESULT_KINDS = ("measure", "published")
#: A bound or an end of a range is the best of nothing.
HEADLINE_KINDS = ("exact", "approximate")
#: The code of the badge of a measurement whose percentiles were interpolated within wide buckets.
ESTIMATED_CODE = "estimated_percentiles"


class BadgeValues(TypedDict):
    """A badge as it is stored with a run or a measurement."""

    code: str
    label: str
    level: str
    detail: NotRequired[str]


class ResultBadge(Struct, frozen=True, omit_defaults=True):
    """Something a reader must know before using a number."""

    code: str
    label: str
    level: str
    detail: str | None = None


class RequestedLoad(Struct, frozen=True):
    """Load of a phase; a field is None where phases of several values are one, and where no source states it."""

    block_bytes: int | None = None
    read_percent: float | None = None
    random_percent: float | None = None
    threads: int | None = None
    queue_depth: int | None = None
    outstanding_ios: int | None = None
    offered_iops: float | None = None


class PartResult(Struct, frozen=True):
    """One direction and reporting group of a measurement; everything in the measurement is derived from these."""

    direction: str
    group: int
    part: ObservedPart


class PhaseMeasurement(Struct, frozen=True, kw_only=True):
    """The figures of one phase over its measurement window, with the conditions they hold under.

    `has_load` is false for a document that is older than the fields of `load`. `parts` are empty unless they were read.
    """

    figures: Figures
    load: RequestedLoad = RequestedLoad()
    has_load: bool = True
    latency_n: int | None = None
    little_ratio: float | None = None
    percentiles_of: str | None = None
    value_kind: str = "exact"
    preconditioned: bool | None = None
    steady: bool | None = None
    badges: tuple[ResultBadge, ...] = ()
    published_figures: tuple[PublishedFigure, ...] = ()
    parts: tuple[PartResult, ...] = ()

    @property
    def has_estimated_percentiles(self) -> bool:
        """Return whether percentiles were interpolated within the wide buckets of an engine."""
        return any(badge.code == ESTIMATED_CODE for badge in self.badges)


class PhaseResult(Struct, frozen=True, kw_only=True):
    """One workload of a run. Times are ms on the axis of the run, None for a phase that did not begin.

    `is_counted` states whether a round counts for the results of its loop: None outside of loops, and until the loop is
    over. `load` is what the plan requests.
    """

    ordinal: int
    name: str
    kind: str
    state: str
    group: str | None = None
    loop: str | None = None
    round: int | None = None
    is_counted: bool | None = None
    message: str | None = None
    workload: Mapping[str, Any]
    load: RequestedLoad = RequestedLoad()
    stop: Mapping[str, Any] = {}
    planned_seconds: float | None = None
    ramp_seconds: float = 0.0
    t0_ms: int | None = None
    t1_ms: int | None = None
    measurement: PhaseMeasurement | None = None


class SeriesRef(Struct, frozen=True, kw_only=True):
    """A stored series of a phase over time: value = integer x `factor` in `unit`. Its samples are read on their own."""

    phase_ordinal: int
    source: str
    metric: str
    direction: str
    unit: str
    factor: float
    estimated: bool
    job: int = 0


class ResultConfiguration(Struct, frozen=True, kw_only=True):
    """The configuration that a run was measured on. `snapshot` is empty where only its name was read."""

    number: str
    name: str
    class_hash: str
    snapshot: Mapping[str, Any] = {}


class ResultProfile(Struct, frozen=True):
    """The version of a profile that a run followed."""

    name: str
    version: int


class RunResult(Struct, frozen=True, kw_only=True):
    """One run with its phases in order: all that a view, a share or a check computes from.

    `id` identifies the run among those that are evaluated together: a key of the database, or the number in a document.
    `target_bytes` is the size that its phases could address. `invalid_reason` and `is_trashed` state that no figure of
    it counts. With `joins_rows` phases of one row of a table of its source are one workload, whatever it leaves out.
    """

    id: str
    number: str
    title: str
    origin: str
    state: str
    scale: str = "full"
    engine: str | None = None
    engine_version: str | None = None
    profile: ResultProfile | None = None
    source_title: str | None = None
    configuration: ResultConfiguration | None = None
    verdict: Mapping[str, Any] | None = None
    invalid_reason: str | None = None
    is_trashed: bool = False
    is_rankable: bool = True
    target_bytes: int | None = None
    joins_rows: bool = False
    phases: tuple[PhaseResult, ...] = ()
    series: Sequence[SeriesRef] = ()

    def find_phase(self, ordinal: int) -> PhaseResult | None:
        """Return the phase with this ordinal; None for an unknown one."""
        return next((phase for phase in self.phases if phase.ordinal == ordinal), None)

    @property
    def exclusion_reason(self) -> str | None:
        """The reason that figures of the run are not used, as a sentence; None for one that counts."""
        return format_exclusion_reason(self.number, is_trashed=self.is_trashed, invalid_reason=self.invalid_reason)


def format_exclusion_reason(number: str, *, is_trashed: bool, invalid_reason: str | None) -> str | None:
    """Return the reason that figures of the run `number` are not used, as a sentence; None for one that counts."""
    if is_trashed:
        return f"{number} is in the trash."
    return f"{number} was marked invalid: {invalid_reason.removesuffix('.')}." if invalid_reason is not None else None
