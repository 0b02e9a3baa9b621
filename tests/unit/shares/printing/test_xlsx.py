"""A page as a workbook: exact numbers, text that stays text, and charts over the right cells."""

from __future__ import annotations

import dataclasses

import pytest
from tests.unit.shares.printing.sample_pages import ADDRESS, SHA256, chart, depth_table, page_of, sample_page
from tests.unit.shares.printing.workbook_reader import CHART, Workbook

from storagelab.shares.page.model import (
    AuthorText,
    Block,
    Code,
    FactCard,
    PageCell,
    PageChart,
    PageColumn,
    PageFact,
    PageSection,
    PageTable,
    Sentence,
)
from storagelab.shares.printing import xlsx

HOSTILE = [
    '=HYPERLINK("https://evil.example")',
    "@SUM(A1)",
    "+1+1",
    "-2",
    "{=1}",
    "https://example.org",
    "0123",
    "\x00\x1b",
]


def render(*blocks: Block) -> Workbook:
    return Workbook(xlsx.render(page_of(*blocks), sha256=SHA256, address=ADDRESS))


def references(book: Workbook, element: str) -> list[list[str]]:
    """Return the cells of each chart that its series take names (tx), places (xVal, cat) or values (yVal, val) from."""
    return [
        [formula.text or "" for part in drawn.iter(f"{CHART}{element}") for formula in part.iter(f"{CHART}f")]
        for drawn in book.charts()
    ]


def test_first_sheet_describes_the_file() -> None:
    book = Workbook(xlsx.render(sample_page(charts=1), sha256=SHA256, address=ADDRESS))
    assert book.names[0] == "About"
    rows = book.rows("About")
    assert rows[0] == ["RAID 5 on eight drives"]
    assert ["Permalink", ADDRESS] in rows
    assert ["SHA-256", SHA256] in rows
    assert ["Licence: CC BY 4.0"] in rows
    assert any(row[0] == "How to cite" and f"{ADDRESS} (SHA-256 {SHA256})" in str(row[1]) for row in rows)
    text = [str(value) for row in rows for value in row]
    assert "One run: The number of repeats is 1." in text
    assert "What I wanted to know" in text
    assert "2. Measured until steady" in text
    assert not any("**" in value for value in text)


def test_date_is_a_date() -> None:
    book = render(
        PageTable((PageColumn("Run"), PageColumn("Started")), ((PageCell("r-1"), PageCell("2026-11-21 02:30:18 UTC")),))
    )
    frozen = next(row for row in book.rows("About") if row[0] == "Frozen")
    # 22 November 2026 is the 46348th day of a spreadsheet, half past nine is so much of it.
    assert frozen[1] == pytest.approx(46348 + 9.5 / 24)
    assert book.sheets["Results"]["B4"] == pytest.approx(46347 + (2 * 3600 + 30 * 60 + 18) / 86400)
    assert book.number_format("Results", "B4") == 'yyyy-mm-dd hh:mm:ss" UTC"'


def test_numbers_are_exact_in_the_base_unit() -> None:
    columns = (PageColumn("Phase"), PageColumn("IOPS", "1/s"), PageColumn("p99", "ns"), PageColumn("Threads", "count"))
    book = render(PageTable(columns, ((PageCell("1. Fill"), PageCell(231_456.23456), PageCell(81_234), PageCell(8)),)))
    assert book.rows("Results")[1:] == [
        ["Phase", "IOPS (1/s)", "p99 (ns)", "Threads"],
        ["1. Fill", 231_456.23456, 81_234.0, 8.0],
    ]


def test_unknown_is_empty_and_unrepresentable_number_is_text() -> None:
    row = (PageCell(None), PageCell(float("nan")), PageCell(2**63 - 1), PageCell(0))
    book = render(
        PageTable((PageColumn("a"), PageColumn("b", "ns"), PageColumn("c", "bytes"), PageColumn("d")), (row,))
    )
    assert book.rows("Results")[2] == ["9223372036854775807", 0.0]


def test_notes_and_mixed_units_get_separate_columns() -> None:
    rows = (
        (PageCell("IOPS"), PageCell(5.0, unit="1/s", note="at least")),
        (PageCell("Latency"), PageCell(7.0, unit="ns")),
    )
    book = render(PageTable((PageColumn("Metric"), PageColumn("Value")), rows))
    assert book.rows("Results")[1:] == [
        ["Metric", "Value", "Value, unit", "Value, note"],
        ["IOPS", 5.0, "1/s", "at least"],
        ["Latency", 7.0, "ns"],
    ]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_text_never_becomes_formula_link_or_number(text: str) -> None:
    hostile = dataclasses.replace(
        chart(table=PageTable((PageColumn(text), PageColumn(text, "1/s")),
            ((PageCell(text), PageCell(1.0)), (PageCell(text), PageCell(2.0))))),
        title=text, caption=text, settings_line=text,
    )  # fmt: skip
    table = PageTable((PageColumn(text),), ((PageCell(text),),), title=text, hint=text)
    page = page_of(
        AuthorText(text),
        Sentence(text),
        FactCard((PageFact(text, text),)),
        table,
        Code(text, text),
        hostile,
        title=text,
    )
    page = dataclasses.replace(page, citation=text, byline=text, lines=(text,))
    book = Workbook(xlsx.render(page, sha256=SHA256, address=ADDRESS))
    assert book.formulas() == 0
    assert not any(
        "hyperlink" in book.archive.read(name).decode() for name in book.archive.namelist() if "rels" in name
    )
    shown = text.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")
    assert all(value == shown for value in book.rows("Results")[-1])
    # What a chart takes from cells are our own tables, never a reference that a text wrote.
    assert all(
        "!$" in formula and "HYPERLINK" not in formula.rpartition("!")[2]
        for drawn in book.charts()
        for formula in (element.text or "" for element in drawn.iter(f"{CHART}f"))
    )


def test_sheet_names_are_valid_in_excel() -> None:
    titles = ["a/b\\c?d*e[f]g:h", "x" * 50, "X" * 50, "", "'quoted'", "History", "About", "\x00"]
    sections = tuple(PageSection(f"s-{number}", title, (Sentence("."),)) for number, title in enumerate(titles))
    page = dataclasses.replace(page_of(), sections=sections)
    names = Workbook(xlsx.render(page, sha256=SHA256, address=ADDRESS)).names
    assert len(names) == len({name.lower() for name in names}) == 9
    assert all(0 < len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)
    assert not any(name.startswith("'") or name.endswith("'") or name.lower() == "history" for name in names)


def test_title_that_reads_as_a_cell_of_a_sheet_is_text() -> None:
    titled = dataclasses.replace(chart(table=depth_table(3)), title="=cmd|' /C calc'!A0 or x!$B$12")
    (drawn,) = render(titled).charts()[:1]
    title = next(drawn.iter(f"{CHART}title"))
    assert list(title.iter(f"{CHART}f")) == []
    assert "".join(title.itertext()).strip() == "=cmd|' /C calc'! A0 or x! $B$12"


def test_curves_reference_their_rows_on_logarithmic_axis() -> None:
    book = render(chart(table=depth_table(3)))
    # The head is in row 5, three rows for each of two curves follow; IOPS above, latency below.
    sheet = "'IOPS and latency over outstandi'"
    assert references(book, "tx")[0] == [f"{sheet}!$A$6", f"{sheet}!$A$9"]
    assert references(book, "xVal")[0] == [f"{sheet}!$B$6:$B$8", f"{sheet}!$B$9:$B$11"]
    assert references(book, "yVal") == [
        [f"{sheet}!$C$6:$C$8", f"{sheet}!$C$9:$C$11"],
        [f"{sheet}!$D$6:$D$8", f"{sheet}!$D$9:$D$11"],
    ]
    first = book.charts()[0]
    assert [base.attrib["val"] for base in first.iter(f"{CHART}logBase")] == ["2"]
    assert len(list(first.iter(f"{CHART}scatterChart"))) == 1


def test_shuffled_rows_are_grouped_by_curve() -> None:
    table = depth_table(2)
    shuffled = dataclasses.replace(table, rows=tuple(table.rows[place] for place in (0, 2, 1, 3)))
    rows = render(chart(table=shuffled)).rows("IOPS and latency over outstandi")
    assert [row[0] for row in rows[-4:]] == ["RAID 0, 16 drives"] * 2 + ["RAID 5, 16 drives"] * 2


def test_axes_have_title_and_unit() -> None:
    book = render(chart(table=depth_table(3)))
    titles = [
        "".join(text.text or "" for text in axis.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}t"))
        for drawn in book.charts()
        for axis in drawn.iter(f"{CHART}valAx")
    ]
    assert titles == ["Outstanding I/O", "IOPS (1/s)", "Outstanding I/O", "Mean latency (µs)"]
    units = [unit.attrib["val"] for drawn in book.charts() for unit in drawn.iter(f"{CHART}builtInUnit")]
    assert units == ["thousands"]


def test_bars_use_all_word_columns_as_categories() -> None:
    columns = (PageColumn("Workload"), PageColumn("Configuration"), PageColumn("IOPS", "1/s"))
    rows = tuple(
        (PageCell(load), PageCell(level), PageCell(1000.0))
        for load in ("read", "write")
        for level in ("RAID 0", "RAID 5")
    )
    book = render(chart(kind="bars", table=PageTable(columns, rows)))
    assert len(list(book.charts()[0].iter(f"{CHART}barChart"))) == 1
    assert references(book, "cat")[0][0].endswith("!$A$6:$B$9")
    assert references(book, "val")[0][0].endswith("!$C$6:$C$9")


def test_chart_without_numbers_is_not_drawn() -> None:
    empty = PageTable((PageColumn("Run"), PageColumn("IOPS", "1/s")), ((PageCell("r-1"), PageCell(None)),))
    none: PageChart = dataclasses.replace(chart("b"), table=None)
    book = render(chart("a", table=empty), none)
    assert book.charts() == []
    assert len(book.names) == 3


def test_same_page_gives_the_same_bytes() -> None:
    page = sample_page(charts=2)
    first, second = (xlsx.render(page, sha256=SHA256, address=ADDRESS) for _ in range(2))
    assert first == second


def test_large_book_is_written_through_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "_MAX_ROWS_IN_MEMORY", 3)
    book = render(depth_table(4))
    assert len(book.rows("Results")) == 1 + 1 + 1 + 8


def test_overlong_text_is_cut_with_a_note() -> None:
    text = render(Sentence("\U0001f600" * 40_000)).rows("Results")[1][0]
    assert isinstance(text, str)
    assert text.endswith("(cut here: a cell holds no more)")
    assert len(text.encode("utf-16-le")) // 2 <= 32_767
