"""Page model from which a permalink, its PDF, its workbook and campaign reports are printed.

Values are in base units (1/s, bytes/s, ns, bytes, s, percent 0 to 100) and exact: each renderer rounds for its reader,
by `shares.figures`. Nothing here is markup; only `AuthorText` holds Markdown, which renderers sanitise. Unknown is
None.

Texts hold no control characters and none that turn the direction of reading: `page.words` removes them. A page does not
have its own address or the hash of its document. `ADDRESS` and `FINGERPRINT` mark their places in the citations and in
`Code`, and `fill_citation` replaces them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

#: `number` is a number as its source gives it, in the unit beside it.
Unit = Literal["1/s", "bytes/s", "ns", "bytes", "s", "percent", "ratio", "count", "number"]
_UNITS: frozenset[str] = frozenset(get_args(Unit))
Tone = Literal["plain", "good", "warn"]

#: Private-use characters, which no other text of a page has.
ADDRESS, FINGERPRINT = "\ue000", "\ue001"


def find_unit(text: str | None) -> Unit | None:
    """Return the unit of this name; None for a unit that pages do not know."""
    return text if text in _UNITS else None  # type: ignore[return-value]


def fill_citation(text: str, *, address: str, sha256: str) -> str:
    """Return a citation with its placeholders replaced: the address of this version, and the hash.

    `sha256` is the hash of the document.
    """
    return text.replace(ADDRESS, address).replace(FINGERPRINT, sha256)


@dataclass(frozen=True, slots=True)
class AuthorText:
    """The author's own text, in Markdown."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of ours, such as a verdict. A tone is shown by a sign as well as by colour."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class PageFact:
    """One line of a card. `code` marks what is copied by hand, such as a hash."""

    label: str
    value: str
    code: bool = False


@dataclass(frozen=True, slots=True)
class FactCard:
    """A card: what was tested, or how."""

    rows: tuple[PageFact, ...]
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps of a test method in order, each with its name and what it did."""

    rows: tuple[PageFact, ...]
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PageBadge:
    """One fact of the line above the title, such as the verdict on steady state; one of a tone has a pill."""

    text: str
    tone: Tone | None = None


#: Label of the fact that has the rule behind a finding; many findings have the same.
RULE = "Rule"


@dataclass(frozen=True, slots=True)
class PageFinding:
    """A finding in one or two sentences. `basis` has how it was computed, line by line.

    `names` are those of configurations in the text; a number in them is no result.
    """

    text: str
    basis: tuple[PageFact, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingList:
    """Findings in the author's order."""

    items: tuple[PageFinding, ...]


@dataclass(frozen=True, slots=True)
class PageHeadline:
    """One of at most four numbers. `relative_percent` is against the baseline, which has none itself.

    `label` names workload and metric. `subject` is the configuration that has the value.
    """

    label: str
    value: float | None
    unit: Unit
    better: Literal["higher", "lower"] | None = None
    subject: str | None = None
    relative_percent: float | None = None
    baseline: bool = False

    @property
    def is_better(self) -> bool | None:
        """True for a value better than that of the baseline; None without a difference or a direction."""
        if not self.relative_percent or self.better is None:
            return None
        return (self.relative_percent > 0) == (self.better == "higher")


@dataclass(frozen=True, slots=True)
class Headlines:
    """The numbers a reader should keep."""

    items: tuple[PageHeadline, ...]


@dataclass(frozen=True, slots=True)
class PageColumn:
    """A column: its cells are numbers of `unit`, or text where there is none; `signed` ones are differences."""

    title: str
    unit: Unit | None = None
    signed: bool = False


@dataclass(frozen=True, slots=True)
class RatingMark:
    """A rating at one RAID level as a small sign; `words` are the same for a reader who does not see it, and on paper.

    `slot` is the place of the level among those of the table, from 1. A mark without one is about all levels.
    """

    sign: str
    words: str
    tone: Tone
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class PageCell:
    """One cell. A number is of the column's unit unless `unit` names another; `note` is a text beside it.

    A `tone` marks a change for the better or the worse. A page shows the `marks` of a cell in place of its value, which
    has the same in words.
    """

    value: float | int | str | None
    note: str | None = None
    unit: Unit | None = None
    tone: Tone | None = None
    marks: tuple[RatingMark, ...] = ()


@dataclass(frozen=True, slots=True)
class GridPlace:
    """Position of a panel of a workbench on its grid of 12 columns; `x` and `y` count from 0."""

    x: int
    y: int
    w: int
    h: int


@dataclass(frozen=True, slots=True)
class PageTable:
    """Rows as wide as the columns; the first column names its row. A `folded` one opens on demand, on paper it is open.

    A table of many rows makes each of them when it is read, so a renderer that shows few of them does not pay for all.
    `place` is that of a panel, which a desk shows beside others. The first `marked` rows are tinted. A `dense` table is
    set small on paper, because nobody reads it there: hashes, for example. A `compact` one has short words in many
    narrow columns. `slots` is the number of places that the marks of a cell have beside each other.
    """

    columns: tuple[PageColumn, ...]
    rows: Sequence[tuple[PageCell, ...]]
    title: str | None = None
    hint: str | None = None
    folded: bool = False
    place: GridPlace | None = None
    marked: int = 0
    dense: bool = False
    compact: bool = False
    slots: int = 0


@dataclass(frozen=True, slots=True)
class PageChart:
    """A chart of the gallery with the data that its option function takes, and the table under it.

    `height` is in CSS pixels on a desk (`width` wide), `narrow_height` on a phone (360 wide); `settings_line` names
    workload, load, block size, n and steadiness. `sentence` describes the curves with their numbers, and replaces the
    picture where that cannot be seen. `data` is read on first use; `data_sha256` is the hash of its bytes.
    """

    key: str
    kind: str
    title: str
    caption: str
    settings_line: str
    data: Mapping[str, Any]
    height: int
    table: PageTable | None = None
    narrow_height: int | None = None
    sentence: str = ""
    data_sha256: str | None = None
    width: int = 980
    #: Of a panel, which a desk shows beside others.
    place: GridPlace | None = None
    #: Whether it has the form of a panel there, and not that of a phone.
    is_panel: bool = False
    #: Whether it is one of two charts in a row.
    is_half: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Text as a machine got it, such as a job file."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Caveat:
    """Fact that a reader must have before the results."""

    label: str
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Caveats:
    """All caveats, most severe first."""

    items: tuple[Caveat, ...]


Block = AuthorText | Sentence | FactCard | Headlines | PageTable | PageChart | Code | Caveats | Steps | FindingList


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of the page. `id` is its anchor: lower case letters, digits and hyphens.

    The heading of a section without `is_titled` is for contents and screen readers only. A section of the appendix is
    folded on screens and comes last on paper, unless it is too long for paper (not `is_printed`).
    """

    id: str
    title: str
    blocks: tuple[Block, ...]
    is_titled: bool = True
    is_appendix: bool = False
    is_printed: bool = True


@dataclass(frozen=True, slots=True)
class SharePageModel:
    """A whole page in the order of reading. `lines` are under the title: sources, licence, contact, embargo.

    `badges`, `lead` and `summary` are shown first, before the first section: facts in a line, the finding, and the
    numbers. `citation` and `bibtex` have their address and hash still to be `fill_citation`. `frozen_at`
    is RFC 3339, `frozen` the version and that time in words.
    """

    title: str
    kicker: str
    byline: str
    lines: tuple[str, ...]
    sections: tuple[PageSection, ...]
    citation: str
    summary: tuple[Block, ...] = ()
    bibtex: str = ""
    frozen_at: str = ""
    author: str = ""
    frozen: str = ""
    badges: tuple[PageBadge, ...] = ()
    lead: PageFinding | None = None

    def charts(self) -> tuple[PageChart, ...]:
        """Return every chart, in the order of reading."""
        return tuple(block for section in self.sections for block in section.blocks if isinstance(block, PageChart))
