"""Page as PDF: its contents, with every text as text and nothing else."""

from __future__ import annotations

import dataclasses
import re

import pytest
from tests.unit.shares.printing.sample_pages import ADDRESS, SHA256, chart, drawing, page_of, sample_page
from tests.unit.shares.printing.typeset_text import elements_of

from storagelab.shares.page.model import (
    AuthorText,
    Block,
    Caveat,
    Caveats,
    Code,
    FactCard,
    FindingList,
    Headlines,
    PageBadge,
    PageCell,
    PageColumn,
    PageFact,
    PageFinding,
    PageHeadline,
    PageSection,
    PageTable,
    Sentence,
    Steps,
)
from storagelab.shares.printing import pdf

HOSTILE = [
    '#import "/etc/passwd": *',
    '#read("/etc/passwd")',
    "$ x^2 $ and $",
    "@citation <label>",
    "\\ \\u{41} // comment /* more */",
    "``` raw ` ```",
    "= heading - list + list / term: it",
    "*strong* _emphasis_ ~ -- ---",
    "'quotes' \"quotes\"",
    "]} #[",
    '=HYPERLINK("https://evil.example")',
    "<script>alert(1)</script>",
]


def render(*blocks: Block) -> bytes:
    return pdf.render(page_of(*blocks), svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)


def sheets_of(document: bytes) -> int:
    counts = re.findall(rb"/Type\s*/Pages\b[^>]*?/Count\s+(\d+)", document)
    return max(int(count) for count in counts)


def everywhere(text: str) -> tuple[Block, ...]:
    """Return a text in every place that takes one."""
    return (
        AuthorText(text),
        AuthorText(f"[{text}](https://example.org/{text}) `{text}`\n\n```\n{text}\n```"),
        Sentence(text, "warn"),
        FactCard((PageFact(text, text), PageFact(text, text, code=True)), title=text),
        Headlines((PageHeadline(text, 1.0, "1/s", subject=text),)),
        PageTable(
            (PageColumn(text), PageColumn("IOPS", "1/s")),
            ((PageCell(text), PageCell(None, note=text)),),
            title=text,
            hint=text,
        ),
        dataclasses.replace(chart(), title=text, caption=text, settings_line=text, sentence=text),
        Code(text, text),
        Caveats((Caveat(text, text),)),
        FindingList((PageFinding(text, (PageFact("Rule", text),)),)),
        Steps((PageFact(text, text),), title=text),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_printed_literally(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [block for block in everywhere(text) if not isinstance(block, AuthorText)]
    page = dataclasses.replace(
        page_of(*blocks, title=text),
        byline=text,
        badges=(PageBadge(text), PageBadge(text, "good")),
        lead=PageFinding(text, (PageFact("Workload", text),)),
        lines=(text,),
        citation=text,
    )
    printed = elements_of(page, monkeypatch).text()
    # Title, byline, line, citation, two badges, lead with basis, sentence; 5 of facts, 2 of a headline, 4 in the table,
    # 2 at the chart, 2 each of code, caveats and findings, 3 of steps.
    assert printed.count(text) == 9 + 5 + 2 + 5 + 2 + 2 + 2 + 2 + 3
    assert "root:" not in printed


@pytest.mark.parametrize(
    "text",
    [
        *HOSTILE,
        "x" * 10_000,
        "nul \x00 escape \x1b[31m bell \x07 \ud800 \ufffe",
        "שלום עולם, مرحبا بالعالم",
        "型号 三星 " * 50,
        "emoji 😀👩‍🔬",
        "a\u0301" * 300,
        "\u202eevil",
        "",
        " ",
        "\n\n\n",
        "\t",
    ],
    ids=lambda text: ascii(text)[:24],
)
def test_every_text_makes_a_document(text: str) -> None:
    page = page_of(*everywhere(text), title=text)
    page = dataclasses.replace(page, byline=text, kicker=text, lines=(text,), citation=text, bibtex=text)
    document = pdf.render(page, svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)
    assert document.startswith(b"%PDF-")


def test_same_page_gives_identical_bytes_with_frozen_date() -> None:
    first, second = render(Sentence("One.")), render(Sentence("One."))
    assert first == second
    assert b"(D:20261122093000Z)" in first
    assert first != render(Sentence("Two."))


def test_document_is_tagged_with_title_and_language() -> None:
    document = render(chart())
    assert b"pdfuaid:part>1<" in document
    assert b"/Lang (en" in document or b"/Lang(en" in document
    assert b"RAID 5 on eight drives" in document
    assert b"/StructTreeRoot" in document or b"/MarkInfo" in document


def test_characters_without_a_font_are_named() -> None:
    # Hardly any installation has a font for these; what is printed as boxes may not be called readable by everybody.
    document = render(Sentence("\U0001bc00 shorthand \U00016a0a"))
    assert b"pdfuaid:part>1<" not in document


def test_long_table_repeats_its_head_across_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = tuple((PageCell(f"phase {number}"), PageCell(1000.0 + number)) for number in range(250))
    table = PageTable((PageColumn("Phase"), PageColumn("IOPS", "1/s")), rows)
    assert sheets_of(render(table)) >= 4
    (printed,) = elements_of(page_of(table), monkeypatch).of("table")
    heads = [child for child in printed["children"] if child["func"] == "header"]
    assert len(heads) == 1
    assert heads[0].get("repeat", True) is True
    assert "phase 249" in str(printed)


def test_rows_that_are_left_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = tuple((PageCell(number), PageCell("x")) for number in range(1000))
    whole, folded = (
        PageTable((PageColumn("#"), PageColumn("Kind")), rows),
        PageTable((PageColumn("#"), PageColumn("Kind")), rows, folded=True),
    )
    text = elements_of(page_of(whole, folded), monkeypatch).text()
    assert "700 more rows are in the workbook" in text
    assert "970 more rows are in the workbook" in text


def test_wide_table_repeats_first_column_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (PageColumn("Point"), *(PageColumn(f"Run {number}", "ns") for number in range(20)))
    table = PageTable(columns, ((PageCell("4K"), *(PageCell(1000.0 * number) for number in range(20))),))
    parts = elements_of(page_of(table), monkeypatch).of("table")
    assert len(parts) == 3
    assert all("Point" in str(part) and "4K" in str(part) for part in parts)
    assert "Run 19" in str(parts[-1])


def test_numbers_have_every_digit_and_unknown_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (PageColumn("Phase"), PageColumn("IOPS", "1/s"), PageColumn("p99", "ns"), PageColumn("Value"))
    row = (PageCell(1), PageCell(231_456.2, note="at least"), PageCell(None), PageCell(12.34567, unit="percent"))
    failed_row = (PageCell(2), PageCell(None, note="failed"), PageCell(81_234.5), PageCell(None))
    text = elements_of(page_of(PageTable(columns, (row, failed_row))), monkeypatch).text()
    assert "231,456.2 at least" in text
    assert "81.2345\u00a0µs" in text
    assert "12.35\u00a0%" in text
    assert "n/a failed" not in text
    assert text.count("n/a") == 2


def test_headlines_show_their_relation_to_the_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    items = (
        PageHeadline("Writes", 231_456.2, "1/s", "higher", "RAID 5", -61.44),
        PageHeadline("Writes", 600_000.0, "1/s", "higher", "RAID 0", baseline=True),
        PageHeadline("Latency", None, "ns", "lower"),
    )
    text = elements_of(page_of(Headlines(items)), monkeypatch).text()
    assert "\u221261\u00a0%" in text
    assert "231k\u00a0IOPS, RAID 5" in text
    assert "baseline, RAID 0" in text
    assert "n/a" in text


def test_charts_are_vectors_with_alternative_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = dataclasses.replace(chart(), sentence="IOPS rise until 64.")
    page = page_of(shown, chart("second"))
    images = elements_of(page, monkeypatch).of("image")
    assert [image["alt"].split(".")[0] for image in images] == ["IOPS and latency over outstanding I/O"] * 2
    assert images[0]["alt"].endswith("IOPS rise until 64.")


def test_rule_of_several_findings_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def a_finding(text: str, rule: str) -> PageFinding:
        return PageFinding(text, (PageFact("Ratio", "1.66"), PageFact("Rule", rule)))

    findings = FindingList((a_finding("B writes more.", "Rule one."), a_finding("C writes more.", "Rule two.")))
    page = dataclasses.replace(page_of(findings), lead=a_finding("A writes more.", "Rule one."))
    printed = elements_of(page, monkeypatch).text()
    assert [printed.count(text) for text in ("Ratio: 1.66", "Rule one", "Rule two")] == [3, 1, 1]


def test_tall_drawing_is_scaled_to_the_sheet() -> None:
    tall = pdf.render(page_of(chart()), svg=lambda _: drawing(400, 4000), sha256=SHA256, address=ADDRESS)
    assert sheets_of(tall) <= 3


def test_tables_of_charts_are_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = elements_of(page_of(chart(), chart("second")), monkeypatch)
    assert printed.of("table") == []
    assert "Figure" in printed.text()


def test_charts_of_half_the_width_share_a_row() -> None:
    halves = [dataclasses.replace(chart(str(number)), is_half=True, width=470) for number in range(8)]
    assert [pdf.get_drawing_width(item) for item in (chart(), halves[0])] == [720, 470]
    assert sheets_of(render(*halves)) == 1
    assert sheets_of(render(*(chart(str(number)) for number in range(8)))) >= 2


def test_appendix_is_last_and_long_sections_stay_on_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = (
        PageSection("jobs", "Job files", (Sentence("In the appendix."),), is_appendix=True),
        PageSection("phases", "Phases", (Sentence("On screens."),), is_appendix=True, is_printed=False),
        PageSection("data", "Data", (Sentence("In the main part."),)),
    )
    page = dataclasses.replace(page_of(), sections=sections)
    text = elements_of(page, monkeypatch).text()
    assert text.index("In the main part.") < text.index("Appendix") < text.index("In the appendix.")
    assert "On screens." not in text


def test_file_names_its_author_alone() -> None:
    page = dataclasses.replace(page_of(Sentence("One.")), byline="Shared by Ada Example", author="Ada Example")
    document = pdf.render(page, svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)
    assert b"Ada Example" in document
    assert b"Shared by" not in document


def test_empty_section_has_no_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    page = dataclasses.replace(page_of(Sentence("One.")), sections=(PageSection("data", "Nothing in it", ()),))
    assert "Nothing in it" not in elements_of(page, monkeypatch).text()


def test_only_narrow_job_files_print_side_by_side() -> None:
    job = "\n".join(["[phase]", *(f"setting_{number}=1" for number in range(25))])
    narrow = [Code(f"Job {number}", job) for number in range(12)]
    assert sheets_of(render(*narrow)) <= 2
    assert sheets_of(render(*narrow, Code("Wide", "x" * 47))) >= 2


def test_hash_of_a_file_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (PageColumn("Raw file"), PageColumn("Size", "bytes"), PageColumn("SHA-256"))
    table = PageTable(
        columns, ((PageCell("phases/01/phase_lat.1.log", note="not published"), PageCell(12), PageCell(SHA256)),)
    )
    (printed,) = elements_of(page_of(table), monkeypatch).of("table")
    assert f"'text': '{SHA256}'" in str(printed)


def test_citation_and_code_contain_address_and_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    text = elements_of(page_of(Code("Again", "submit --from \ue000 # \ue001")), monkeypatch).text()
    assert f"submit --from {ADDRESS} # {SHA256}" in text
    assert f"{ADDRESS} (SHA-256 {SHA256})" in text


def test_page_with_every_block_and_without_any() -> None:
    page = sample_page(charts=12)
    whole = pdf.render(page, svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)
    assert sheets_of(whole) > 6
    empty = dataclasses.replace(page, sections=(PageSection("none", "Nothing", ()),), lines=(), summary=())
    assert sheets_of(pdf.render(empty, svg=lambda _: "", sha256=SHA256, address=ADDRESS)) == 1


def test_later_notices_are_above_the_frozen_page() -> None:
    page, facts = sample_page(charts=0), {"sha256": SHA256, "address": ADDRESS}
    frozen = pdf.render(page, svg=lambda _: drawing(), **facts)
    endless = "r-1 was marked invalid. " * 300
    for notices in (("Corrected: #panic() <b> $x$",), ("W" * 400, endless)):
        document = pdf.render(page, svg=lambda _: drawing(), notices=notices, **facts)
        assert document.startswith(b"%PDF-")
        assert document != frozen
    assert pdf.render(page, svg=lambda _: drawing(), notices=(), **facts) == frozen
