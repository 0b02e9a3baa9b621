"""Every figure and finding of the five reviews, cell by cell, on permalinks and in their downloads."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.page_tables import PageReader, ReadCell, ReadTable
from tests.integration.shares.sharing import freeze, path_of
from tests.unit.shares.printing.workbook_reader import Workbook

from storagelab.config import Settings
from storagelab.db.models import Run
from storagelab.demo import load
from storagelab.demo.findings import load_source_titles
from storagelab.demo.sets import SETS, DemoSet
from storagelab.http.csv_cells import read_cell
from storagelab.shares import print_endpoints

#: The set of each review: its printed figures, and its findings.
COUNTS = {
    "lsi_megaraid": (27, 55),
    "perc_h730p": (36, 62),
    "iodrive2_duo": (112, 136),
    "perc12": (79, 46),
    "six_controllers": (23, 423),
}
REVIEWS = [demo_set for demo_set in SETS if demo_set.name in COUNTS]
#: Units of the tables of figures in the base unit of pages and workbooks.
FACTORS = {"MB/s": 10**6, "GB/s": 10**9, "ms": 10**6, "us": 10**3, "µs": 10**3, "TB": 1}
#: Units of pages, with the same.
SHOWN_FACTORS = {
    "MB/s": 10**6, "s": 10**9, "ms": 10**6, "µs": 10**3, "ns": 1, "KiB": 1024, "MiB": 1024**2, "B": 1, "%": 1, "": 1
}  # fmt: skip
METRICS = {"iops": "IOPS", "throughput": "Throughput", "latency_mean": "Mean latency", "latency_max": "Maximum latency"}
COLUMNS = {
    "IOPS": "iops", "Throughput": "bandwidth_bytes_per_s", "Mean latency": "latency_mean_ns",
    "Maximum latency": "latency_max_ns",
}  # fmt: skip
#: Keys of a workload in the order of all pages.
KEYS = ("pattern", "block", "read", "qd", "threads", "size", "set", "operation", "file_system", "metric")
RATINGS = {"leads": "leads", "lags": "lags", "worst_of": "lags"}
#: A number as tables have it: thousands separated, every digit, with its unit, never in thousands or millions.
EXACT = re.compile(r"[+\u2212]?(\d{1,3}(,\d{3})*)(\.\d+)?( (MB/s|s|ms|µs|ns|KiB|MiB|B|%))?")


@dataclass(frozen=True)
class Figure:
    """One printed figure as a page or a file has it; `value` is in the base unit of its metric."""

    metric: str
    value: float
    precision: str
    text: str
    place: str
    source_reads: str
    configuration: str
    workload: str

    @property
    def key(self) -> tuple[object, ...]:
        """The fields that equal those of the source, character by character."""
        return (self.metric, round(self.value, 3), self.precision, self.text, self.place, self.source_reads)


@dataclass(frozen=True)
class Printed:
    """One row of a table of the source: the figure, and the words that its configuration and workload have."""

    figure: Figure
    settings: tuple[str, ...]

    def is_shown_by(self, shown: Figure, titles: Mapping[str, str]) -> bool:
        """Return whether a figure is this one, of this configuration and under this workload with its settings."""
        names = f"{titles.get(shown.configuration, shown.configuration)}, {shown.workload}"
        return (
            shown.key == self.figure.key
            and self.figure.configuration in names
            and self.figure.workload in names
            and all(re.search(pattern, names, re.IGNORECASE) for pattern in self.settings)
        )


def read_packaged(name: str) -> list[dict[str, str]]:
    """Return the rows of a packaged table, read here without the product's reader."""
    text = resources.files("storagelab.demo").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def read_printed(demo_set: DemoSet) -> list[Printed]:
    """Return the printed figures of a review."""
    return [_read_printed_row(row) for row in read_packaged(demo_set.file)]


def _read_printed_row(row: dict[str, str]) -> Printed:
    number = row["value"]
    value = int(number[:-1]) * 1024 if number.endswith("k") else float(number) * FACTORS.get(row["unit"], 1)
    kinds = [{"approx": "approximate"}.get(row["value_kind"], row["value_kind"].replace("_", " "))]
    kinds += ["reconstructed"] if row["scrambled"] == "reconstructed" else []
    is_restated = row.get("role") == "restated"
    kinds += ["restated"] if is_restated else []
    words = row["metric"].replace("_", " ")
    workload = row["restates"] if is_restated else row["workload"].removeprefix("text: ")
    figure = Figure(
        metric=METRICS.get(row["metric"], words[:1].upper() + words[1:]), value=value, precision=", ".join(kinds),
        text=row["value_printed"], place=row["place"], source_reads=row.get("source_reads") or "",
        configuration=row["configuration"], workload="" if workload == "text" else workload,
    )  # fmt: skip
    return Printed(figure, tuple(_generate_settings(row)))


def _generate_settings(row: dict[str, str]) -> Iterator[str]:
    """Yield patterns of the settings that a row states: block size, depth, threads and state."""
    if re.fullmatch(r"\d+k?", row["block_size"]):
        yield rf"\b{row['block_size'].replace('k', 'K')}\b"
    if row["qd"].isdecimal():
        yield rf"\b{row['qd']}Q|\bqd {row['qd']}\b"
    if row["threads"].isdecimal():
        yield rf"\b{row['threads']}T|\bthreads {row['threads']}\b"
    if row["state"] not in ("", "optimal"):
        yield row["state"]


def read_value(text: str) -> float:
    """Return a number of a page in the base unit."""
    number, _, unit = text.replace("\xa0", " ").partition(" ")
    return float(number.replace(",", "").replace("\u2212", "-")) * SHOWN_FACTORS[unit]


def read_page_figures(table: ReadTable) -> list[Figure]:
    """Return the figures of the table As published on a page."""
    return [
        Figure(
            metric=row["Metric"].text, value=read_value(row["Value"].text), precision=row["Precision"].text,
            text=row["As published"].text, place=row["Place"].text, source_reads=_text_of(row, "Source reads"),
            configuration=row["Configuration"].text, workload=f"{row['Workload'].text}, {row['Workload'].note}",
        )
        for row in table.rows
    ]  # fmt: skip


def _text_of(row: Mapping[str, ReadCell], title: str) -> str:
    return row[title].text if title in row else ""


def read_sheet(book: Workbook, name: str) -> list[dict[str, Any]]:
    """Return the rows of the last table of a sheet by the titles of its columns; an empty cell is absent."""
    cells: dict[int, dict[str, Any]] = {}
    for address, value in book.sheets[name].items():
        column, line = re.fullmatch(r"([A-Z]+)(\d+)", address).groups()  # type: ignore[union-attr]
        cells.setdefault(int(line), {})[column] = value
    first = next(line for line in sorted(cells) if len(cells[line]) > 2)
    heads = cells[first]
    return [
        {str(heads[column]): value for column, value in cells[line].items() if column in heads}
        for line in sorted(cells)
        if line > first
    ]


def read_book_figures(book: Workbook) -> list[Figure]:
    """Return the figures of the sheet As published of a workbook."""
    return [
        Figure(
            metric=row["Metric"], value=row["Value"], precision=row["Precision"], text=row.get("As published", ""),
            place=row.get("Place", ""), source_reads=row.get("Source reads", ""), configuration=row["Configuration"],
            workload=f"{row['Workload']}, {row.get('Workload, note', '')}",
        )
        for row in read_sheet(book, "As published")
    ]  # fmt: skip


def read_document_figures(document: dict[str, Any], names: Mapping[str, str]) -> list[Figure]:
    """Return the figures of a document. `names` are those of configurations by their runs."""
    return [figure for run in document["runs"] for figure in _generate_document_figures(run, names[run["number"]])]


def _generate_document_figures(run: dict[str, Any], name: str) -> Iterator[Figure]:
    labels = {"bandwidth": "Throughput", "lat_mean": "Mean latency", "lat_max": "Maximum latency", "iops": "IOPS"}
    for phase in run["phases"]:
        for figure in phase["measurement"]["published_figures"]:
            kinds = [figure["value_kind"].replace("_", " ")]
            kinds += [word for word in ("reconstructed", "restated") if figure[word]]
            yield Figure(
                metric=labels[figure["metric"]], value=figure["value"], precision=", ".join(kinds),
                text=figure["text"] or "", place=figure["place"] or "", source_reads=figure["source_reads"] or "",
                configuration=name, workload=f"{phase['name']}, {phase['workload']['description']}",
            )  # fmt: skip
    for statement in run.get("statements", ()):
        is_reconstructed = (statement["note"] or "").startswith("reconstructed")
        words = statement["workload"]["metric"].replace("_", " ")
        settings = [f"{key} {value}" for key, value in statement["workload"].items()]
        yield Figure(
            metric=METRICS.get(words, words[:1].upper() + words[1:]), value=statement["value"],
            precision=statement["value_kind"].replace("_", " ") + (", reconstructed" if is_reconstructed else ""),
            text="" if is_reconstructed else statement["printed"], place=statement["place"],
            source_reads=statement["source_reads"] or "", configuration=name,
            workload=", ".join([statement["subject"], *settings, statement["state"] or ""]),
        )  # fmt: skip


def count_shown(printed: Sequence[Printed], shown: Sequence[Figure], titles: Mapping[str, str], where: str) -> int:
    """Return how many printed figures are shown; fail with those that are not, and with those of no source."""
    rest = list(shown)
    missing = []
    for one in printed:
        place = next((place for place, figure in enumerate(rest) if one.is_shown_by(figure, titles)), None)
        if place is None:
            missing.append(one)
        else:
            del rest[place]
    assert (missing, rest) == ([], []), where
    return len(printed)


Finding = tuple[str, ...]
FIELDS = (
    "Test",
    "RAID level",
    "Workload",
    "Subject",
    "Relation",
    "Object",
    "Unit",
    "State",
    "Strength",
    "Place",
    "Note",
)


def read_findings(demo_set: DemoSet) -> list[dict[str, str]]:
    """Return the findings of a review as its table has them."""
    titles = load_source_titles()
    return [row for row in read_packaged("findings.csv") if titles[row["source"]] == demo_set.source_title]


def build_finding(row: dict[str, str]) -> Finding:
    """Return a finding of the source as a page shows it, field by field."""
    workload = dict(part.split("=", 1) for part in row["workload"].split("; ") if part)
    words = ", ".join(f"{key.replace('_', ' ')} {workload[key]}" for key in KEYS if key in workload)
    shown = {"Workload": words, "Relation": row["relation"].replace("_", " ")}
    own = {"RAID level": "raid_level"}
    texts = [shown[name] if name in shown else row[own.get(name, name.lower())] for name in FIELDS]
    return (*texts, str(float(row["value"])) if row["value"] else "")


def read_page_findings(table: ReadTable) -> list[Finding]:
    """Return the findings of the table Findings as data on a page."""
    return [
        (*(_text_of(row, name) for name in FIELDS), str(read_value(text)) if (text := _text_of(row, "Value")) else "")
        for row in table.rows
    ]


def read_book_findings(book: Workbook) -> list[Finding]:
    """Return the findings of the sheet Findings as data of a workbook."""
    return [
        (*(row.get(name, "") for name in FIELDS), str(float(value)) if (value := row.get("Value")) else "")
        for row in read_sheet(book, "Findings as data")
    ]


def read_document_findings(document: dict[str, Any]) -> list[Finding]:
    """Return the findings of a document that its sources state."""
    stated = [item["finding"] for item in document["findings"] if item["basis"] is None]
    rows = [
        {name: "" if value is None else value for name, value in finding.items() if name != "workload"}
        | {"workload": "; ".join(f"{key}={value}" for key, value in finding["workload"].items())}
        for finding in stated
    ]
    return [build_finding({name: str(value) for name, value in row.items()}) for row in rows]


def count_sentences(page: PageReader, document: dict[str, Any]) -> tuple[int, int]:
    """Return how many findings are ratings in the matrix of a page, and how many are sentences; together all.

    A rating with an object or a number has a sentence beside its cell.
    """
    ratings = {
        (row["Test"].text, name): [mark.partition(",")[0] for mark in cell.marks] or [cell.text]
        for table in page.generate("findings")
        for row in table.rows
        for name, cell in row.items()
        if name != "Test" and cell.text
    }
    levels = {"all": "all levels", "none": "pass-through", "single": "single drive", None: ""}
    sentences = Counter(page.findings)
    rated = 0
    stated = [item for item in document["findings"] if item["basis"] is None]
    for item in stated:
        finding = item["finding"]
        cell = ratings.get((finding["test"] or "", finding["subject"]))
        level = levels.get(finding["raid_level"], finding["raid_level"])
        is_rating = cell is not None and finding["relation"] in RATINGS
        assert not is_rating or f"{RATINGS[finding['relation']]} {level}".strip() in cell, finding
        if is_rating and finding["object"] is finding["value"] is None:
            rated += 1
        else:
            assert sentences[item["sentence"]] > 0, finding
            sentences[item["sentence"]] -= 1
    return rated, len(stated) - rated


@pytest.fixture
def review(
    request: pytest.FixtureRequest, session: Session, operator: TestClient, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """File the tables of one review alone; return the permalink over all its runs with all findings."""
    demo_set: DemoSet = request.param
    monkeypatch.setattr(load, "SETS", [demo_set])
    monkeypatch.setattr(load, "MEASURED_SETS", ())
    monkeypatch.setattr(load, "file_servers", lambda *_: [])
    load.ensure_demo_data(session)
    runs = session.scalars(select(Run).where(Run.source_title == demo_set.source_title)).all()
    subject = {"kind": "comparison", "run_ids": [str(run.id) for run in runs]}
    offered = operator.post("/api/v1/shares/options", json=subject).json()["findings"]
    chosen = [{"key": one["key"]} if one["key"] else {"finding": one["finding"]} for one in offered]
    return freeze(operator, **subject, findings=chosen, confirm_new_author=True)


def read_all_numbers(page: PageReader) -> list[tuple[str, str, str, float, str]]:
    """Return the filled cells of the table of all numbers: configuration, workload, metric, value and note."""
    tables = [table for table in page.generate("numbers") if table.heads[0] == "Workload"]
    cells = []
    for row in (row for table in tables for row in table.rows):
        workload = row["Workload"]
        metric = row["Metric"].text if "Metric" in row else workload.note
        for name, cell in row.items():
            if name not in ("Workload", "Metric", "Change") and cell.text:
                cells.append((name, workload.text, metric, read_value(cell.text), cell.note))
    return cells


def count_in_all_numbers(page: PageReader, document: dict[str, Any], names: Mapping[str, str]) -> int:
    """Return the number of measured figures in the table of all numbers, each under its own column and row."""
    rest = read_all_numbers(page)
    expected = 0
    for run in document["runs"]:
        for phase in run["phases"]:
            measurement = phase["measurement"]
            for label, column in COLUMNS.items():
                if measurement[column] is None:
                    continue
                expected += 1
                kind = measurement["value_kind"].replace("_", " ")
                place = next(
                    place
                    for place, (name, workload, metric, value, note) in enumerate(rest)
                    if (name, metric) == (names[run["number"]], label)
                    and (phase["name"] in workload or phase["workload"]["description"] in workload)
                    and abs(value - measurement[column]) <= 1e-9 * measurement[column]
                    and (kind == "exact" or kind in note)
                )
                del rest[place]
    assert rest == []
    return expected


def check_digits(page: PageReader) -> int:
    """Return the number of numeric cells; fail with those that are shortened, as only charts are."""
    cells = [cell for table in page.tables for line in table.lines[1:] for cell in line if cell.is_number and cell.text]
    shortened = [cell.text for cell in cells if cell.text != "n/a" and not EXACT.fullmatch(cell.text)]
    assert shortened == []
    return len(cells)


def read_paper(data: dict[str, Any]) -> tuple[list[dict[str, str]], list[str]]:
    """Return the cells of the tables of all numbers on paper, by column, and all sentences of findings."""
    sections = {section["title"]: section["blocks"] for section in data["sections"]}
    rows: list[dict[str, str]] = []
    tables = [block for block in sections["All numbers"] if block["kind"] == "table"]
    for table in (table for table in tables if _join(table["parts"][0]["columns"][0]["title"]) == "Workload"):
        first = len(rows)
        for part in table["parts"]:
            heads = [_join(column["title"]) for column in part["columns"]]
            for index, line in enumerate(part["rows"], first):
                if index == len(rows):
                    rows.append({})
                rows[index] |= {head: _join(cell["text"]) for head, cell in zip(heads, line, strict=True)}
    findings = [_join(data["lead"]["text"])]
    for block in sections.get("Findings", ()):
        findings += [_join(item["text"]) for item in block["items"]] if block["kind"] == "findings" else []
    return rows, findings


def set_as_json(_: str, data: dict[str, Any], **__: object) -> bytes:
    """Return the data for Typst in place of a PDF."""
    return b"%PDF-1.7 pdfuaid:part\n" + json.dumps(data).encode()


def _join(text: str | list[str]) -> str:
    return (text if isinstance(text, str) else "".join(text)).replace("\xa0", " ")


def check_zip(files: Mapping[str, bytes]) -> None:
    """Check that the prints of a zip have the cells of the downloads."""
    with zipfile.ZipFile(io.BytesIO(files[".zip"])) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    page, packed_page = (PageReader(content.decode()) for content in (files[""], packed["page.html"]))
    assert packed["document.json"] == files[".json"]
    assert packed["measurements.csv"] == files[".csv"]
    assert packed["page.pdf"].startswith(b"%PDF-")
    assert Workbook(packed["tables.xlsx"]).sheets == Workbook(files[".xlsx"]).sheets
    assert packed_page.tables == page.tables
    assert packed_page.findings == page.findings


def count_in_csv(content: bytes, printed: Sequence[Printed], document: dict[str, Any]) -> int:
    """Return the number of measured figures in the CSV, each in its line with its characters and place."""
    lines = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    phases = [phase for run in document["runs"] for phase in run["phases"]]
    expected = Counter(one.figure.key for one in printed)
    count = 0
    for phase, line in zip(phases, lines, strict=True):
        assert read_cell(line["name"]) == phase["name"]
        for figure in _generate_document_figures({"phases": [phase]}, ""):
            assert expected[figure.key] > 0
            for text, column in ((figure.text, "value_printed"), (figure.place, "place"),
                                 (figure.source_reads, "source_reads")):  # fmt: skip
                assert text in read_cell(line[column])
            if "restated" not in figure.precision:
                assert line[COLUMNS[figure.metric]] == repr(figure.value)
            count += 1
    return count


@pytest.mark.in_turn
@pytest.mark.parametrize("review", REVIEWS, indirect=True, ids=lambda demo_set: demo_set.name)
def test_every_cell_is_on_the_page_and_in_its_downloads(
    request: pytest.FixtureRequest,
    review: dict[str, Any],
    anonymous: TestClient,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    demo_set: DemoSet = request.node.callspec.params["review"]
    address = path_of(review)
    files = {suffix: anonymous.get(address + suffix).content for suffix in ("", ".json", ".csv", ".xlsx", ".zip")}
    page, document = PageReader(files[""].decode()), json.loads(files[".json"])
    titles = {row["Configuration"].text: row["Title"].text for row in page.find("runs").rows}
    names = {row["Run"].text: row["Configuration"].text for row in page.find("runs").rows}
    printed, book = read_printed(demo_set), Workbook(files[".xlsx"])

    shown = {
        "page": count_shown(printed, read_page_figures(page.find("published")), titles, "page"),
        "JSON": count_shown(printed, read_document_figures(document, names), titles, "JSON"),
        "XLSX": count_shown(printed, read_book_figures(book), titles, "XLSX"),
    }
    findings = Counter(map(build_finding, read_findings(demo_set)))
    read = {
        "page": Counter(read_page_findings(page.find("finding-data"))),
        "JSON": Counter(read_document_findings(document)),
        "XLSX": Counter(read_book_findings(book)),
    }
    assert read == dict.fromkeys(read, findings)
    rated, sentences = count_sentences(page, document)
    cells = count_in_all_numbers(page, document, names)
    numbers = check_digits(page)

    assert (len(printed), findings.total()) == COUNTS[demo_set.name]
    assert set(shown.values()) == {len(printed)}
    total = findings.total()
    for where, count in shown.items():
        print(f"{demo_set.name}: {count} of {len(printed)} figures, {read[where].total()} of {total} findings: {where}")
    print(f"{demo_set.name}: {cells} cells of all numbers, {numbers} exact numeric cells on the page")
    assert rated + sentences == total
    print(f"{demo_set.name}: {rated} findings in the rating matrix, {sentences} as sentences")
    check_zip(files)
    in_csv = count_in_csv(files[".csv"], printed, document)
    stated = sum(len(run.get("statements", ())) for run in document["runs"])
    assert in_csv + stated == len(printed)
    print(f"{demo_set.name}: {in_csv} figures in the CSV, {stated} others are no measurements")

    monkeypatch.setattr(print_endpoints.pdf, "typeset", set_as_json)
    paper, printed_findings = read_paper(json.loads(anonymous.get(address + ".pdf").content.partition(b"\n")[2]))
    on_paper = [
        {name: cell for name, cell in row.items() if name not in ("Workload", "Metric", "Change")} for row in paper
    ]
    on_page = [
        {name: cell.text for name, cell in row.items() if name not in ("Workload", "Metric", "Change")}
        for table in page.generate("numbers")
        if table.heads[0] == "Workload"
        for row in table.rows
    ]
    assert on_paper == on_page
    assert printed_findings == page.findings
    print(f"{demo_set.name}: {len(paper)} rows of all numbers and {len(printed_findings)} sentences on paper")
