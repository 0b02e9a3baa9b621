"""Pages for tests of prints: one with every block, and small ones of a single block."""

from __future__ import annotations

import dataclasses

from storagelab.shares.page import model
from storagelab.shares.page.model import (
    AuthorText,
    Block,
    Caveat,
    Caveats,
    Code,
    FactCard,
    Headlines,
    PageCell,
    PageChart,
    PageColumn,
    PageFact,
    PageHeadline,
    PageSection,
    PageTable,
    Sentence,
    SharePageModel,
)

SHA256 = "7d1c" * 16
ADDRESS = "https://lab.example/s/Zm9vYmFyYmF6cXV4"

MARKDOWN = """\
## What I wanted to know

Whether **eight drives** are *enough* for `4 KiB` writes; see [the review](https://example.org/review).

1. Filled twice
2. Measured until steady
   - with one thread
   - with eight

> The array was new.

```
fio --name=x
```
"""


def depth_table(points: int = 6) -> PageTable:
    """Return a table of two curves over the queue depth."""
    rows = [
        (
            PageCell(curve),
            PageCell(1 << step),
            PageCell(5_901.639344262295 * (1 << step)),
            PageCell(169_444.4444 * (step + 1)),
        )
        for curve in ("RAID 0, 16 drives", "RAID 5, 16 drives")
        for step in range(points)
    ]
    columns = (
        PageColumn("Configuration"),
        PageColumn("Outstanding I/O"),
        PageColumn("IOPS", "1/s"),
        PageColumn("Mean latency", "ns"),
    )
    return PageTable(columns, tuple(rows), title="Measurements over outstanding I/O")


def chart(key: str = "depth", *, kind: str = "queue-depth", table: PageTable | None = None) -> PageChart:
    """Return a chart with a table."""
    return PageChart(
        key=key,
        kind=kind,
        title="IOPS and latency over outstanding I/O",
        caption="RAID 0 gains until 64 outstanding I/Os.",
        settings_line="4 KiB random read, n = 3, steady",
        data={},
        height=430,
        table=table or depth_table(),
    )


def drawing(width: int = 720, height: int = 300) -> str:
    """Return an SVG document in the form that ECharts writes."""
    return (
        f'<svg width="{width}" height="{height}" xmlns="http://www.w3.org/2000/svg" version="1.1" baseProfile="full" '
        f'viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" x="0" y="0" fill="#ffffff"></rect>'
        '<path d="M60 240L360 120L660 60" fill="none" stroke="#1f5fa8" stroke-width="2"></path>'
        '<text x="60" y="270" style="font-size:11px;font-family:Inter Variable, Inter, system-ui, sans-serif;">'
        "Outstanding I/O</text></svg>"
    )


def page_of(*blocks: Block, title: str = "RAID 5 on eight drives") -> SharePageModel:
    """Return a page with these blocks in one section."""
    return SharePageModel(
        title=title,
        kicker="Measured with Storage Lab",
        byline="Ada Example, 22 November 2026",
        lines=("Licence: CC BY 4.0", "Contact: ada@example.org"),
        sections=(PageSection("results", "Results", blocks),),
        citation=f"Ada Example: RAID 5 on eight drives, 2026. {model.ADDRESS} (SHA-256 {model.FINGERPRINT})",
        bibtex="@misc{example2026,\n  howpublished = {\\url{" + model.ADDRESS + "}}\n}",
        frozen_at="2026-11-22T09:30:00Z",
    )


def sample_page(*, charts: int = 12, rows: int = 90) -> SharePageModel:
    """Return a page as long as a review, with every block."""
    facts = FactCard(
        (
            PageFact("Controller", "PERC H755N, firmware 52.26.0-5179"),
            PageFact("Drives", "8 × Dell Ent NVMe v2 AGN RI U.2 1.92TB"),
            PageFact("Server", "PowerEdge R750"),
            PageFact("Level", "RAID 5, strip of 64 KiB"),
            PageFact("Class hash", SHA256, code=True),
            PageFact("型号", "三星 PM9A3"),
        ),
        title="What was tested",
    )
    headlines = Headlines(
        (
            PageHeadline("4 KiB random read", 1_534_221.7, "1/s", "higher", "RAID 5", 12.3),
            PageHeadline("4 KiB random write", 231_456.2, "1/s", "higher", "RAID 5", -61.4),
            PageHeadline("Mean latency", 169_444.4, "ns", "lower", "RAID 0", baseline=True),
            PageHeadline("Sequential read", None, "bytes/s"),
        )
    )
    caveats = Caveats((Caveat("One run", "The number of repeats is 1."), Caveat("The processor was the limit")))
    long_table = PageTable(
        (
            PageColumn("Phase"),
            PageColumn("Kind"),
            PageColumn("Block size", "bytes"),
            PageColumn("IOPS", "1/s"),
            PageColumn("p99", "ns"),
            PageColumn("Busy", "percent"),
        ),
        tuple(
            (
                PageCell(f"{number}. 4K random write, QD {number}"),
                PageCell("Measure"),
                PageCell(4096),
                PageCell(1000.123 * number, note="at least" if number % 7 == 0 else None),
                PageCell(None if number % 11 == 0 else 81_234.5 * number),
                PageCell(99.5),
            )
            for number in range(1, rows + 1)
        ),
        title="All phases",
        hint="One row for each phase.",
    )
    sections = [
        PageSection("tested", "What was tested", (facts, caveats)),
        PageSection("words", "In the author's words", (AuthorText(MARKDOWN), headlines)),
        PageSection(
            "verdict", "Verdict", (Sentence("Steady after 9 rounds.", "good"), Sentence("Two runs failed.", "warn"))
        ),
        PageSection("charts", "Charts", tuple(chart(f"chart-{number}") for number in range(charts))),
        PageSection(
            "data", "Data", (long_table, Code("Job file 1", "[global]\nioengine=libaio\n\n[job]\nrw=randwrite\n"))
        ),
    ]
    return dataclasses.replace(page_of(), sections=tuple(sections), summary=(headlines,))
