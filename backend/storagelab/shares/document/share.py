"""Document of a share as a whole, and its strict decoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import field

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.finding import Finding, FindingOrigin
from storagelab.domain.metrics import Better
from storagelab.domain.struct_faults import describe_fault
from storagelab.errors import InvalidInput
from storagelab.evaluate.finding_basis import FindingBasis
from storagelab.shares.document.answers import CampaignView, ComparisonView, FrozenResults, FrozenView, RankingView
from storagelab.shares.document.bounds import Bounds, Count, Line, LongText, Moment, Number, Sha256, ShortText, bind
from storagelab.shares.document.run import FrozenFact, FrozenInvalidation, FrozenPart, FrozenRun, JsonObject
from storagelab.shares.options import (
    MAX_BLOCKS,
    MAX_FINDING_TEXT,
    MAX_FINDINGS,
    MAX_RUNS,
    MAX_TEXT,
    MAX_VERSION,
    Layout,
)

SCHEMA = "storagelab.share/2"
#: Data of a chart as its drawing takes them: a part of the share, opaque to the document.
ChartData = Mapping[str, Any]


class ShownSecrets(FrozenPart, frozen=True, kw_only=True):
    """Kinds of text that the author shows; `aliases` is true if models were renamed."""

    serials: bool
    names: bool
    aliases: bool


class ShareHeader(FrozenPart, frozen=True, kw_only=True):
    """Description of a share by its author."""

    kind: Annotated[str, Bounds("run", "comparison", "ranking", "campaign")]
    layout: Layout = "plain"
    title: Line
    author: Annotated[str, Bounds(max_length=200)]
    licence: Line | None
    contact: Line | None
    embargo_until: Moment | None
    lineage_id: Annotated[str, Bounds(pattern=r"\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")]
    version: Annotated[int, Bounds(ge=1, le=MAX_VERSION)]
    frozen_at: Moment
    redaction: ShownSecrets


class ShareProduct(FrozenPart, frozen=True, kw_only=True):
    """Product that froze the share."""

    name: Annotated[str, Bounds(min_length=1, max_length=100)]
    version: Annotated[str, Bounds(min_length=1, max_length=100)]


class FrozenConfiguration(FrozenPart, frozen=True, kw_only=True):
    """Configuration that runs were measured on, in words. Its hashes are those of the lab of the document."""

    key: Annotated[str, Bounds(max_length=24, pattern=r"\Ac[1-9][0-9]*\Z")]
    number: Number
    name: ShortText
    class_hash: Sha256
    instance_hash: Sha256
    rows: Annotated[list[FrozenFact], Bounds(max_length=10_000)]
    measured_with: list[str]


class FrozenReportFact(FrozenPart, frozen=True, kw_only=True):
    """A fact in the header of a report; null is not recorded."""

    name: str
    value: str | None


class FrozenReportBlock(FrozenPart, frozen=True, kw_only=True):
    """A block of the header of a report."""

    title: str
    facts: list[FrozenReportFact]


class FrozenReportColumn(FrozenPart, frozen=True, kw_only=True):
    """A column of a table of a report."""

    label: str
    unit: str | None


class FrozenReportPanel(FrozenPart, frozen=True, kw_only=True):
    """A plot of a report by the key of its chart, or a table with its rows."""

    id: str
    title: str
    kind: str
    empty: str | None
    note: str | None
    chart: str | None
    columns: list[FrozenReportColumn]
    rows: list[list[Any]]


class FrozenReport(FrozenPart, frozen=True, kw_only=True):
    """The report of a test of SNIA PTS."""

    run: str
    test: str
    title: str
    steady: bool | None
    sentence: str
    header: list[FrozenReportBlock]
    operator: str | None
    panels: list[FrozenReportPanel]


class FrozenExclusion(FrozenPart, frozen=True, kw_only=True):
    """Runs that are not here for one reason."""

    reason: str
    runs: int


class FrozenCount(FrozenPart, frozen=True, kw_only=True):
    """Counts of the runs of one configuration and profile."""

    configuration: str
    profile: str
    exist: int
    shown: int
    failed: int
    excluded: list[FrozenExclusion]


class FrozenHeadline(FrozenPart, frozen=True, kw_only=True):
    """One of at most four numbers; `relative_percent` is against the baseline.

    `subject` is the entry that `value` is of, `workload` the block size, mix, depth and direction in words, `phase` the
    name of the phase where it says more. `metric` is the key and `metric_label` the name of the metric. A change has
    the value of the baseline in `baseline_value` and its name in `baseline_label`.
    """

    label: str
    value: float | None
    unit: str
    better: Better | None = None
    configuration: str | None = None
    relative_percent: float | None = None
    baseline: bool = False
    subject: str | None = None
    workload: str | None = None
    phase: str | None = None
    metric: str | None = None
    metric_label: str | None = None
    baseline_value: float | None = None
    baseline_label: str | None = None


class FrozenFinding(FrozenPart, frozen=True, kw_only=True):
    """A finding in the author's order; the first one leads, and a silenced one is absent.

    `key` is `f1` for a computed finding by its place in the computed order, and the number `f-12` for one that the lab
    stores. `sentence` is the finding in plain text, `text` what the author wrote in its place. `basis` is null unless
    the finding was computed. `fingerprint` is the hash of the other fields and the place in the order, null in
    documents of earlier releases.
    """

    key: Annotated[str, Bounds(max_length=24, pattern=r"\Af-?[1-9][0-9]*\Z")]
    origin: FindingOrigin
    sentence: Annotated[str, Bounds(max_length=2000)]
    text: Annotated[str, Bounds(max_length=MAX_FINDING_TEXT)] | None = None
    short: Annotated[str, Bounds(max_length=100)] | None = None
    finding: Finding
    basis: FindingBasis | None = None
    fingerprint: Annotated[str, Bounds(pattern=r"\A[0-9a-f]{16}\Z")] | None = None

    @property
    def words(self) -> str:
        """The text of the author, else the sentence."""
        return self.text if self.text is not None else self.sentence


class FrozenCaveat(FrozenPart, frozen=True, kw_only=True):
    """Fact that a reader must have before the results."""

    code: str
    label: str
    detail: str | None = None


class FrozenBlock(FrozenPart, frozen=True, kw_only=True, omit_defaults=True):
    """One thing in the author's order: a text in Markdown, or a chart by its key."""

    text: Annotated[str, Bounds(max_length=MAX_TEXT)] | None = None
    chart: Annotated[str, Bounds(max_length=100)] | None = None


class FrozenChart(FrozenPart, frozen=True, kw_only=True, omit_defaults=True):
    """A chart. `data` and `table` name parts; the latter, sentence and heights exist if it was read at freezing."""

    kind: Annotated[str, Bounds(max_length=100, pattern=r"\A[a-z][a-z0-9-]*\Z")]
    title: LongText
    caption: LongText
    settings: JsonObject
    data: ShortText
    runs: list[str]
    sentence: str | None = None
    heights: tuple[int, int] | None = None
    table: ShortText | None = None


class FrozenBlob(FrozenPart, frozen=True, kw_only=True):
    """Bytes of the share, by their hash."""

    sha256: Sha256
    size_bytes: Count
    media_type: Annotated[str, Bounds(max_length=200, pattern=r"\A[ -~]+\Z")]


class ShareDocument(FrozenPart, frozen=True, kw_only=True):
    """The document of a share. Each kind has a class of its own with its view."""

    schema: str = SCHEMA
    share: ShareHeader
    product: ShareProduct
    #: Absent in older documents.
    wording: int | None = None
    configurations: Annotated[list[FrozenConfiguration], Bounds(max_length=MAX_RUNS)]
    runs: Annotated[list[FrozenRun], Bounds(min_length=1, max_length=MAX_RUNS)]
    view: FrozenView | None
    reports: list[FrozenReport] = field(default_factory=list)
    counted: list[FrozenCount]
    headline: list[FrozenHeadline]
    #: Empty in older documents.
    findings: Annotated[list[FrozenFinding], Bounds(max_length=MAX_FINDINGS)] = field(default_factory=list)
    caveats: list[FrozenCaveat]
    body: Annotated[list[FrozenBlock], Bounds(max_length=2 * MAX_BLOCKS)]
    charts: Annotated[dict[str, FrozenChart], Bounds(max_length=2 * MAX_BLOCKS)]
    recipe: JsonObject | None = None
    parts: Annotated[dict[str, FrozenBlob], Bounds(max_length=100_000)]

    @property
    def results(self) -> FrozenResults | None:
        """The result set of a campaign; None for any other share."""
        return self.view.answer.results if isinstance(self.view, CampaignView) else None


class RunDocument(ShareDocument, frozen=True, kw_only=True):
    """Document of a share of one run."""

    view: None = None


class ComparisonDocument(ShareDocument, frozen=True, kw_only=True):
    """Document of a share of a comparison."""

    view: ComparisonView


class RankingDocument(ShareDocument, frozen=True, kw_only=True):
    """Document of a share of a ranking."""

    view: RankingView


class CampaignDocument(ShareDocument, frozen=True, kw_only=True):
    """Document of a share of a campaign."""

    view: CampaignView


DOCUMENTS: Mapping[str, type[ShareDocument]] = {
    "run": RunDocument,
    "comparison": ComparisonDocument,
    "ranking": RankingDocument,
    "campaign": CampaignDocument,
}
#: The same with the bounds of what this lab can store.
BOUND_DOCUMENTS = {kind: bind(shape) for kind, shape in DOCUMENTS.items()}
Shape = TypeVar("Shape")


def encode_document(document: ShareDocument) -> bytes:
    """Return the canonical JSON of a document, whose SHA-256 is its fingerprint."""
    return encode_canonical_json(msgspec.to_builtins(document))


class OutlineHeader(FrozenPart, frozen=True):
    """The part of a header that notices depend on."""

    redaction: ShownSecrets


class OutlineRun(FrozenPart, frozen=True):
    """The part of a run that notices depend on."""

    number: str
    invalid: FrozenInvalidation | None


class ShareOutline(FrozenPart, frozen=True):
    """The part of a document that notices above its page depend on."""

    share: OutlineHeader
    runs: list[OutlineRun]


class _KindHeader(FrozenPart, frozen=True):
    kind: str


class _Kind(FrozenPart, frozen=True):
    schema: str
    share: _KindHeader


def decode_document(content: bytes, *, bounds: bool = False) -> ShareDocument:
    """Return the document of a share by its JSON.

    With `bounds` its fields must also be what this lab can store. Raises InvalidInput with the place of the fault.
    """
    return decode_shape(content, _find_type(decode_shape(content, _Kind), BOUND_DOCUMENTS if bounds else DOCUMENTS))


def convert_document(value: Any) -> ShareDocument:
    """Return the document of a share by its JSON value. Raises InvalidInput with the place of the fault."""
    return convert_shape(value, _find_type(convert_shape(value, _Kind), DOCUMENTS))


def decode_shape(content: bytes, shape: type[Shape]) -> Shape:
    """Return the part of a document that `shape` has. Raises InvalidInput with the place of the fault."""
    return _attempt(lambda: msgspec.json.decode(content, type=shape))


def convert_shape(value: Any, shape: type[Shape], place: str = "") -> Shape:
    """Return a JSON value as `shape`. Raises InvalidInput with the place of the fault, below `place`."""
    return _attempt(lambda: msgspec.convert(value, shape), place)


def make_form_refusal(place: str, reason: str) -> InvalidInput:
    """Return the error for a document with a fault at `place`; both texts may have parts of the document."""
    where = f" at {place[:200]}" if place and place.isprintable() else ""
    words = reason if reason.isprintable() else "a value is not allowed"
    return InvalidInput(f"The document does not have the form of a share{where}: {words}.")


def _find_type(head: _Kind, types: Mapping[str, type[ShareDocument]]) -> type[ShareDocument]:
    if head.schema != SCHEMA:
        raise InvalidInput(f"The document has the schema {head.schema[:100]!r}, not {SCHEMA!r}.")
    if head.share.kind not in types:
        raise make_form_refusal("share.kind", "the kind is unknown")
    return types[head.share.kind]


def _attempt(read: Callable[[], Shape], place: str = "") -> Shape:
    try:
        return read()
    except msgspec.ValidationError as wrong:
        below, reason = describe_fault(wrong)
        raise make_form_refusal(".".join(filter(None, (place, below))), reason) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise InvalidInput("The document is not the JSON of a share.") from None
