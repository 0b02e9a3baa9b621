"""The document of a workbench: its runs, how they are compared, and its panels on a grid."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetPydanticSchema,
    Tag,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import literal_schema

from storagelab.domain.metrics import METRICS, READINGS
from storagelab.errors import InvalidInput, InvalidQuery
from storagelab.http.schemas import Line, Strict
from storagelab.http.validation_messages import register_pattern_words
from storagelab.query.conditions import TypedQuery
from storagelab.query.grammar import MAX_CHARACTERS
from storagelab.query.resolving import read_query
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.query.time_zones import DEFAULT_TIME_ZONE, find_time_zone

MAX_RUNS = 48
MAX_PANELS = 24
COLUMNS = 12
MAX_HEIGHT = 24
#: Below all panels of the greatest height.
MAX_ROW = 1000
#: The largest whole number that every reader of JSON has.
MAX_MILLISECONDS = 2**53 - 1
MAX_NAME = 300
DEFAULT_NEWEST = 20

ChartKind = Literal[
    "queue_depth",
    "over_time",
    "multiples",
    "percentiles",
    "bars",
    "heat_map",
    "scatter",
    "load_curve",
    "sweep",
    "rank",
    "table",
    "nightly",
    "latest",
    "night_map",
    "verdicts",
]
#: What runs are swept along beside queue depth and load.
SweepAxis = Literal[
    "block_size",
    "write_share",
    "random_share",
    "working_set",
    "streams",
    "position",
    "threads",
    "load",
]
#: Metrics of results, and readings of telemetry, which exist over time only.
_RESULT_METRICS = tuple(metric.rest_name for metric in METRICS.values())
PANEL_METRICS = (*_RESULT_METRICS, *READINGS)
PanelMetric = Annotated[str, GetPydanticSchema(lambda _source, _handler: literal_schema(list(PANEL_METRICS)))]
_OVER_TIME = ("over_time", "multiples")

Item = TypeVar("Item")


def _require_unique(values: list[Item], *, key: str | None = None) -> list[Item]:
    """Return `values`; raise a validation error at each item that repeats an earlier one.

    `key` is the attribute by which objects are compared; without it the items themselves are compared.
    """
    compared = [value if key is None else getattr(value, key) for value in values]
    faults = [
        InitErrorDetails(
            type=PydanticCustomError("listed_twice", "is listed twice"),
            loc=(place,) if key is None else (place, key),
            input=value,
        )
        for place, value in enumerate(compared)
        if value in compared[:place]
    ]
    if faults:
        raise ValidationError.from_exception_data("list", faults)
    return values


RunNumber = Annotated[
    str, Field(pattern=register_pattern_words(r"^r-[1-9][0-9]{0,17}$", "must be the number of a run, as in r-12"))
]
RunNumbers = Annotated[list[RunNumber], Field(max_length=MAX_RUNS), AfterValidator(_require_unique)]
#: The places of entries in the palette, by the runs that they begin with.
Colours = Annotated[
    dict[RunNumber, Annotated[int, Field(ge=0, lt=MAX_RUNS)]],
    Field(max_length=MAX_RUNS),
]
Milliseconds = Annotated[int, Field(ge=-MAX_MILLISECONDS, le=MAX_MILLISECONDS)]
FactorKey = Annotated[Line, Field(min_length=1, max_length=MAX_NAME)]


class DocumentPart(Strict):
    """Base of all parts of a document, which are written under the names that they are read by."""

    model_config = ConfigDict(serialize_by_alias=True)


class FixedEntries(DocumentPart):
    """Runs by their numbers, in this order."""

    runs: RunNumbers


class QueryEntries(DocumentPart):
    """The newest runs that a query finds, an empty one all of them. Dates in it are of `time_zone`."""

    query: Annotated[Line, Field(max_length=MAX_CHARACTERS)]
    newest: Annotated[int, Field(ge=1, le=MAX_RUNS)] = DEFAULT_NEWEST
    time_zone: Annotated[str, Field(max_length=64)] = DEFAULT_TIME_ZONE


def _get_entries_kind(value: Any) -> str | None:
    if isinstance(value, dict):
        return "of_query" if "query" in value else "fixed" if "runs" in value else None
    return "of_query" if isinstance(value, QueryEntries) else "fixed" if isinstance(value, FixedEntries) else None


Entries = Annotated[
    Annotated[FixedEntries, Tag("fixed")] | Annotated[QueryEntries, Tag("of_query")],
    Discriminator(
        _get_entries_kind,
        custom_error_type="entries_type",
        custom_error_message="must have runs or a query",
    ),
]


class TimeSpan(DocumentPart):
    """A part of the time axes, in ms from where each run is aligned: negative is before it."""

    from_ms: Annotated[Milliseconds, Field(alias="from")]
    to_ms: Annotated[Milliseconds, Field(alias="to")]

    @field_validator("to_ms")
    @classmethod
    def _check_order(cls, value: int, info: ValidationInfo) -> int:
        if value <= info.data.get("from_ms", value - 1):
            raise ValueError("must be later than the start")
        return value


class PanelOptions(DocumentPart):
    """Details of a chart: confidence intervals, knee, limit of the link, value at the end of a curve, log axis.

    `ratio` draws percentiles as ratios to the baseline.
    """

    interval: bool = True
    knee: bool = True
    link_limit: bool = False
    end_value: bool = True
    log: bool = False
    ratio: bool = False


class WorkbenchPanel(DocumentPart):
    """A chart of one metric on a grid of 12 columns. `workload` null is all, or the one that suits the data.

    `factors` are the rows and columns of a heat map, which chooses them itself when there are none. `axis` is the
    factor along which a sweep is drawn, null for the one that the data suggest. `phase` is the kind or the name of the
    phases that a chart over time draws, null for the whole run. `nightly`, `latest`, `night_map` and `verdicts` are of
    single runs by the dates on which they began.
    """

    id: Annotated[
        str,
        Field(pattern=register_pattern_words(r"^[a-z0-9]{1,16}$", "must have 1 to 16 of the characters a-z and 0-9")),
    ]
    chart: ChartKind
    metric: PanelMetric = "iops"
    workload: Annotated[Line, Field(min_length=1, max_length=MAX_NAME)] | None = None
    phase: Annotated[Line, Field(min_length=1, max_length=MAX_NAME)] | None = None
    factors: Annotated[list[FactorKey], Field(max_length=2), AfterValidator(_require_unique)] = Field(
        default_factory=list
    )
    axis: SweepAxis | None = None
    options: PanelOptions = Field(default_factory=PanelOptions)
    x: Annotated[int, Field(ge=0, lt=COLUMNS)]
    y: Annotated[int, Field(ge=0, le=MAX_ROW)]
    w: Annotated[int, Field(ge=1, le=COLUMNS)]
    h: Annotated[int, Field(ge=1, le=MAX_HEIGHT)]

    @field_validator("metric")
    @classmethod
    def _check_metric(cls, value: str, info: ValidationInfo) -> str:
        if value not in _RESULT_METRICS and not _is_over_time(info):
            raise ValueError("exists over time only: the chart must be over_time or multiples")
        return value

    @field_validator("phase")
    @classmethod
    def _check_phase(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and not _is_over_time(info):
            raise ValueError("only over_time and multiples have a phase")
        return value

    @field_validator("factors")
    @classmethod
    def _check_factors(cls, value: list[str], info: ValidationInfo) -> list[str]:
        if value and info.data.get("chart", "heat_map") != "heat_map":
            raise ValueError("only heat_map has factors")
        return value

    @field_validator("axis")
    @classmethod
    def _check_axis(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and info.data.get("chart", "sweep") != "sweep":
            raise ValueError("only sweep has an axis")
        return value

    @field_validator("w")
    @classmethod
    def _check_width(cls, value: int, info: ValidationInfo) -> int:
        if info.data.get("x", 0) + value > COLUMNS:
            raise ValueError(f"must end within {COLUMNS} columns: x and w are too large")
        return value


def _is_over_time(info: ValidationInfo) -> bool:
    """Return whether a panel's chart shows values over time; also True where the chart is invalid."""
    return info.data.get("chart", "over_time") in _OVER_TIME


def _require_unique_ids(panels: list[WorkbenchPanel]) -> list[WorkbenchPanel]:
    return _require_unique(panels, key="id")


class WorkbenchDocument(DocumentPart):
    """All that a workbench shows. `baseline` null is the first entry. `pooled` takes repeats as one entry.

    `align` is where time begins in charts over time: at the start of each run, of the phase of a panel (without one the
    first that measures), or of the steady window. `colours` are the places in the palette, from 0, of entries by the
    number of their first run: an entry that it does not name has the first that is free. `grouped_by` is the key of a
    factor of `GET /comparison` by whose values entries are ordered. `group_colours` gives those of a value one colour.
    """

    version: Literal[1]
    entries: Entries
    baseline: RunNumber | None = None
    hidden: RunNumbers = Field(default_factory=list)
    colours: Colours = Field(default_factory=dict)
    grouped_by: FactorKey | None = None
    group_colours: bool = False
    pooled: bool = True
    numbers: Literal["absolute", "relative", "ratio"] = "absolute"
    linked: bool = True
    align: Literal["start", "phase", "steady"] = "start"
    range: TimeSpan | None = None
    panels: Annotated[list[WorkbenchPanel], Field(max_length=MAX_PANELS), AfterValidator(_require_unique_ids)] = Field(
        default_factory=list
    )

    @field_validator("version", mode="before")
    @classmethod
    def _check_version(cls, value: Any) -> Any:
        # True equals 1, and a literal takes it.
        if isinstance(value, bool):
            raise ValueError("must be 1")
        return value

    def to_json(self) -> dict[str, Any]:
        """Return the document as it is stored and sent."""
        return self.model_dump(mode="json", by_alias=True)


def read_entries_query(entries: QueryEntries, now: dt.datetime, *, path: str) -> TypedQuery | None:
    """Return the query of a document as read at the moment `now`, None for an empty query.

    `path` names the entries: errors carry the place of the fault below it. Raises InvalidQuery or InvalidInput.
    """
    try:
        zone = find_time_zone(entries.time_zone)
        return read_query(entries.query, RUN_FIELDS, now.astimezone(zone))
    except InvalidQuery as fault:
        fault.path = f"{path}.query"
        raise
    except InvalidInput as fault:
        fault.path = f"{path}.time_zone"
        raise
