"""Schemas of shares."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from storagelab.domain.finding import FindingOrigin
from storagelab.domain.metrics import METRICS, Better
from storagelab.http.listing import Listing
from storagelab.http.optimistic_locking import Patch
from storagelab.http.rest_names import MetricKey
from storagelab.http.schemas import Line, Moment, Strict, Text, clean_text
from storagelab.http.validation_messages import register_pattern_words
from storagelab.pivots.schemas import MetricName
from storagelab.shares.addresses import AddressStatus, Readability
from storagelab.shares.options import MAX_BLOCKS, MAX_FINDING_TEXT, MAX_FINDINGS, MAX_RUNS, MAX_TEXT, Layout
from storagelab.shares.page.summary import Hidden, Picture
from storagelab.workbench.document import WorkbenchDocument
from storagelab.workbench.stored import Digest

Kind = Literal["run", "comparison", "ranking", "campaign"]
#: A corrected share is published.
ShareState = Literal["draft", "published", "embargo", "expired", "withdrawn"]
Audience = Annotated[Line, Field(min_length=1, max_length=120)]
_Reference = Annotated[str, Field(max_length=64)]

_SHA256 = register_pattern_words("^[0-9a-f]{64}$", "must be the SHA-256 of a document: 64 digits and letters a-f")


class ShareBlockCreate(Strict):
    """One thing in the author's order: a text in Markdown, or a chart by its key. Exactly one of both."""

    text: str | None = Field(default=None, max_length=MAX_TEXT)
    chart: str | None = Field(default=None, max_length=100)

    @model_validator(mode="after")
    def _one_of_both(self) -> ShareBlockCreate:
        if (self.text is None) == (self.chart is None):
            raise ValueError("must have either text or chart")
        if self.text is not None:
            clean_text(self.text)
        return self


class ShareRedaction(Strict):
    """Exceptions from the redaction of a share: texts that are shown, and aliases of models."""

    serials: bool = False
    names: bool = False
    aliases: dict[
        Annotated[Line, Field(min_length=2, max_length=200)], Annotated[Line, Field(min_length=1, max_length=80)]
    ] = Field(default_factory=dict, max_length=50, description="The name of a model, and what it is called instead")


class ShareViewCreate(Strict):
    """The settings of a comparison (`metric`, `metrics`, `baseline`, `pooled`), a ranking or a campaign (`metric`)."""

    metric: MetricName | None = Field(default=None, description="The main metric, of the headline and the first charts")
    metrics: Annotated[list[MetricName], Field(min_length=1, max_length=len(METRICS))] | None = Field(
        default=None,
        description="All metrics of a comparison, the main one first. Null: the usual ones that the runs have",
    )
    baseline: _Reference | None = Field(default=None, description="Which of the runs the others are measured by")
    pooled: bool = Field(default=False, description="Pool the repeats of one test")
    profile: Annotated[Line, Field(max_length=120)] | None = Field(
        default=None, description="A ranking of all runs of a profile, as in four-corners@2"
    )
    everything: bool = Field(default=False, description="A ranking also of figures with doubts")
    without: list[Annotated[str, Field(max_length=100)]] = Field(
        default_factory=list, max_length=500, description="Keys of workloads that a ranking leaves out"
    )
    reference: _Reference | None = Field(default=None, description="The configuration with 100")


def _get_plain_layout() -> Layout:
    return "plain"


_CONFIRMED = "Publish figures of others under this author knowingly. The share names their source"


def _get_workbench_kind(value: Any) -> str:
    return "stored" if isinstance(value, str) else "document"


Workbench = Annotated[
    Annotated[WorkbenchDocument, Tag("document")] | Annotated[Digest, Tag("stored")],
    Discriminator(_get_workbench_kind),
]


class ShareSubject(Strict):
    """Subject of a share with its view: a run (`run_id`), runs (`run_ids`), a campaign, a dashboard or a workbench."""

    kind: Kind | None = Field(default=None, description="None: a run as earlier releases froze it")
    run_id: _Reference | None = Field(default=None, description="Id or number of a run that has ended")
    run_ids: list[_Reference] | None = Field(default=None, min_length=1, max_length=MAX_RUNS)
    campaign: _Reference | None = Field(default=None, description="Id or number of a campaign")
    dashboard: _Reference | None = Field(
        default=None,
        description="Id or number of a dashboard: its share has the runs that it shows now, with its panels",
    )
    workbench: Workbench | None = Field(
        default=None,
        description="A workbench that is not saved: its document, or the digest that `POST /workbenches` gave",
    )
    layout: Layout = Field(
        default_factory=_get_plain_layout,
        description="review: a campaign as reviews print it, snia: tests of SNIA PTS, of a run or of a campaign, "
        "figure: one chart alone",
    )
    view: ShareViewCreate = Field(default_factory=ShareViewCreate)
    redaction: ShareRedaction = Field(default_factory=ShareRedaction)


class ShareFindingCreate(Strict):
    """A finding of a share: a computed one by its key, or a stored one by its number. Exactly one of both."""

    key: str | None = Field(default=None, max_length=24)
    finding: _Reference | None = Field(default=None, description="Number of a finding that the lab stores")
    text: Text | None = Field(
        default=None, min_length=1, max_length=MAX_FINDING_TEXT, description="Replaces the sentence"
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> ShareFindingCreate:
        if (self.key is None) == (self.finding is None):
            raise ValueError("must have either key or finding")
        return self


class ShareCreate(ShareSubject):
    """Content and words of a new share. It is a draft unless `publish` is true.

    A body without `kind` is published at once, as by earlier releases.
    """

    # Flags that came later have a factory: what is a default in the schema, generated clients have to send.

    # A bound that stands beside the default would yield to the wider one of the type.
    title: Annotated[Line, Field(min_length=1, max_length=200)]
    author: Annotated[Line, Field(max_length=200)] = ""
    note: Annotated[Text, Field(max_length=4000)] = Field(
        default="", description="Text before the charts where there is no body"
    )
    body: list[ShareBlockCreate] | None = Field(
        default=None,
        max_length=MAX_BLOCKS,
        description="Texts and charts in order. Null: all charts offered by default",
    )
    findings: list[ShareFindingCreate] | None = Field(
        default=None,
        max_length=MAX_FINDINGS,
        description="Findings in order, the first leads. Others are silenced. Null: the first computed ones",
    )
    raw_files: bool = Field(
        default_factory=bool, description="Whether raw files are given out, redacted where necessary"
    )
    licence: Annotated[Line, Field(min_length=1, max_length=200)] | None = None
    contact: Annotated[Line, Field(min_length=1, max_length=200)] | None = None
    embargo_until: Moment | None = Field(default=None, description="The page asks readers not to quote it before")
    closed_until_embargo: bool = Field(default_factory=bool, description="Whether the page opens only then")
    expires_at: Moment | None = Field(default=None, description="None: no expiry")
    publish: bool = Field(default_factory=bool, description="Whether readers can open it at once")
    version_of: _Reference | None = Field(default=None, description="Id or number of a share that this is newer than")
    confirm_new_author: bool = Field(default_factory=bool, description=_CONFIRMED)


class SharePublication(Strict):
    """Choices at the publication of a draft."""

    confirm_new_author: bool = Field(default_factory=bool, description=_CONFIRMED)
    document_sha256: Annotated[str, Field(pattern=_SHA256)] | None = Field(
        default=None, description="The document that you looked at. Another one is refused with 409"
    )


class ShareRevocation(Strict):
    """Reason for the withdrawal of a share. Its readers see the reason."""

    reason: Annotated[Line, Field(min_length=3, max_length=500)] | None = None


class ShareCorrection(Strict):
    """A correction of a share that cannot be changed. Null removes it."""

    correction: Annotated[Line, Field(min_length=3, max_length=1000)] | None


class ShareOriginRun(Strict):
    """A run of a received share: its number in the lab it comes from, and here, where it is still filed.

    A `removable` run was filed with the share, and no other share uses it.
    """

    there: str
    here: str | None
    removable: bool


class ShareOrigin(Strict):
    """Origin of a share that another lab froze. `lineage_id` and `version` are those of that lab.

    `address` is the permalink that its zip names, `product` the release that packed it.
    """

    address: str | None
    product: str
    lineage_id: uuid.UUID
    version: int
    at: dt.datetime
    by: str | None
    runs: list[ShareOriginRun]


class ShareAddressCreate(Strict):
    """A new address of a published share. With `raw_files` its readers can download raw output that the share has."""

    audience: Audience
    expires_at: Moment | None = Field(default=None, description="None: as long as the share")
    raw_files: bool = Field(default_factory=bool)


class ShareAddressUpdate(Patch):
    """Fields of an address to change. An `expires_at` of null removes its own end."""

    clearable = frozenset({"expires_at"})

    audience: Audience | None = None
    expires_at: Moment | None = None
    raw_files: bool | None = None


class ShareAddressOut(Strict, schema_name="ShareAddress"):
    """An address of a share for one audience.

    `url` is null unless `readability` is `readable`: an address is `not_stored` where an earlier release created it or
    the lab had no key, and `unreadable` where the key is missing or another one. Its readers can still open it.
    `daily_views` counts reads of the page on each of the last 30 days (UTC), the oldest first.
    """

    id: uuid.UUID
    number: int
    audience: str
    status: AddressStatus
    readability: Readability
    url: str | None
    raw_files: bool
    expires_at: dt.datetime | None
    revoked_at: dt.datetime | None
    revoked_reason: str | None
    created_at: dt.datetime
    created_by: str | None
    views: int
    daily_views: list[int]
    last_viewed_at: dt.datetime | None


class ShareAddressPage(Listing[ShareAddressOut]):
    """All addresses of a share, in the order of their numbers."""


class ShareBadge(Strict):
    """A fact above the title of a page, such as the verdict on steady state, which has a tone."""

    text: str
    tone: Literal["plain", "good", "warn"] | None


class ShareOut(Strict, schema_name="Share"):
    """A permalink.

    `layout`, `badges`, `finding` (the one that leads) and the number of `figures` are those of its page. `hidden` are
    the kinds of texts that its readers do not see. All of them are null or empty for a document that this release
    cannot read. `picture` is what `GET /shares/{ref}/picture.svg` shows, null without a picture.

    `url` is its first open address, else its first one, `token` the end of it, `addresses` are all of them. Those who
    may manage it (`can_manage`: its author, who published it, and administrators) see them, others get null and none.
    Answers for one share have `citation` and `bibtex` with that address. `daily_views` is as for an address.

    `run_id` and `run_number` are null for other kinds than `run`, and when the run was removed after the permalink had
    been withdrawn. `runs` are the numbers of all runs it uses, of a received one those that it was filed as.
    `views` counts reads of the page, `version` is its place in its lineage and `newest_version` the last one of it that
    is published.

    `listed` is true while the share is on the public page of the lab. `public_url` is its address there, `embed_code`
    the HTML that shows its first chart in an article. Both are null while the public page is off.
    """

    id: uuid.UUID
    number: str
    kind: Kind
    state: ShareState
    layout: Layout | None
    figures: int | None
    badges: list[ShareBadge]
    finding: str | None
    hidden: list[Hidden] | None
    picture: Picture | None
    lineage_id: uuid.UUID
    version: int
    newest_version: int | None
    run_id: uuid.UUID | None
    run_number: str | None
    runs: list[str]
    title: str
    author: str
    licence: str | None
    contact: str | None
    embargo_until: dt.datetime | None
    closed_until_embargo: bool
    document_sha256: str
    created_at: dt.datetime
    published_at: dt.datetime | None
    expires_at: dt.datetime | None
    revoked_at: dt.datetime | None
    revoked_reason: str | None
    correction: str | None
    corrected_at: dt.datetime | None
    views: int
    daily_views: list[int]
    last_viewed_at: dt.datetime | None
    #: Null for what this lab froze itself.
    received: ShareOrigin | None
    doi: str | None
    listed: bool
    public_url: str | None
    embed_code: str | None
    mine: bool
    can_manage: bool
    url: str | None
    token: str | None
    addresses: list[ShareAddressOut]
    citation: str | None
    bibtex: str | None


class ShareCounts(Strict):
    """Number of shares in each state, and their views in the last 30 days. Corrected shares are published.

    `received` ones were frozen by another lab, and are counted in their state too.
    """

    total: int
    received: int
    draft: int
    published: int
    embargo: int
    expired: int
    withdrawn: int
    views_30_days: int


class SharePage(Listing[ShareOut]):
    """One page of shares. `counts` are of all shares that the other filters than `state` and `origin` find."""

    counts: ShareCounts


class ShareReceipt(ShareOut):
    """A received share. `already` is true where the same document was received before: nothing was added now."""

    already: bool


class HashCommitment(Strict):
    """Commitment to the hidden hash of a raw file: HMAC-SHA256, with this key (hex), of the 32 bytes of its SHA-256."""

    run: str
    name: str
    sealed_sha256: str
    opening_key: str


class HashCommitmentPage(Listing[HashCommitment]):
    """All hash commitments of a share, in the order of its document."""


class AvailableChart(Strict):
    """A chart that can be part of a share. `kind` is a chart of the gallery."""

    key: str
    kind: str
    title: str
    caption: str
    default: bool
    runs: list[str]


class AvailableFinding(Strict):
    """A finding that a share can have: a computed one by its `key`, a stored one by its number in `finding`.

    `default` is true for those that a share has unless its author chooses. The sentence is not redacted.
    """

    key: str | None
    finding: str | None
    origin: FindingOrigin
    sentence: str
    default: bool


class HiddenText(Strict):
    """A text that redaction replaces, and its replacement."""

    text: str
    instead: str
    group: Literal["serials", "names"]


class ShareOmission(Strict):
    """A run or a panel of a workbench that its share would not have, and why."""

    name: str
    reason: str


class AvailableMetric(Strict):
    """A metric that a share can have, by its name for `view.metrics`. The page has the `selected` ones."""

    name: Annotated[str, MetricKey()]
    label: str
    selected: bool


class AvailableHeadline(Strict):
    """A headline figure of the page. `relative_percent` is against the baseline."""

    label: str
    value: float | None
    unit: str
    better: Better | None
    relative_percent: float | None
    baseline: bool


class AvailableCaveat(Strict):
    """A caveat that the page prints."""

    code: str
    label: str
    detail: str | None


class AvailableFiles(Strict):
    """The raw files of the runs, which a share can give out."""

    count: int
    size_bytes: int


class ShareChartPicture(ShareSubject):
    """A chart of a subject by its key, as a picture of this size in CSS px."""

    chart: str = Field(max_length=100)
    theme: Literal["light", "dark"] = "light"
    width: int = Field(ge=200, le=1600)
    height: int = Field(ge=150, le=1600)


class AvailableShareOptions(Strict):
    """Options of a share of this subject: its runs, charts, texts that are hidden by default, and names of models.

    `hidden` is what is known of the pieces under the runs. Ids and addresses are also found by their form. `left_out`
    is what the share of a dashboard or a workbench cannot carry. `headline` and `caveats` are those of its page, and
    `raw_files` what it can give out. `metrics` are those that its author can choose, the main one first, and at most
    `max_metrics` of them. A run and a ranking have none to choose.
    """

    kind: Kind
    runs: list[str]
    charts: list[AvailableChart]
    findings: list[AvailableFinding]
    hidden: list[HiddenText]
    left_out: list[ShareOmission]
    models: list[str]
    metrics: list[AvailableMetric]
    max_metrics: int
    headline: list[AvailableHeadline]
    caveats: list[AvailableCaveat]
    raw_files: AvailableFiles


class ShareBlock(Strict):
    """A text in Markdown, or a chart by its key, as it is in a share."""

    text: str | None
    chart: str | None


class ShareFinding(Strict):
    """A finding of a share by its key or its number. `text` is null where the sentence is printed."""

    key: str | None
    finding: str | None
    text: str | None


class ShareViewOut(Strict, schema_name="ShareView"):
    """The settings that a comparison, a ranking or a campaign was frozen with, as `ShareViewCreate` takes them."""

    metric: Annotated[str, MetricKey()] | None
    metrics: list[Annotated[str, MetricKey()]] | None
    baseline: str | None
    pooled: bool
    profile: str | None
    everything: bool
    without: list[str]
    reference: str | None


class ShareOptionsOut(Strict, schema_name="ShareOptions"):
    """The request that created a share. Edit it and post it as the next version, or in place of a draft.

    Texts are as its readers see them. `had_aliases` is true if models were renamed. The names are not stored.
    `version_of` is the version before, null for the first one. `workbench` is the digest of what a workbench or a
    dashboard showed. Its runs stay the same.
    """

    kind: Kind
    run_id: str | None
    run_ids: list[str] | None
    campaign: str | None
    workbench: str | None
    layout: Layout
    view: ShareViewOut
    title: str
    author: str
    licence: str | None
    contact: str | None
    embargo_until: dt.datetime | None
    closed_until_embargo: bool
    expires_at: dt.datetime | None
    version_of: str | None
    body: list[ShareBlock] | None
    findings: list[ShareFinding] | None
    serials: bool
    names: bool
    had_aliases: bool
    raw_files: bool
