"""Tests of the sections of a page for known and unknown facts of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.unit.shares.page.documents import (
    a_document,
    a_measurement,
    a_phase,
    a_run,
    a_verdict,
    page_of,
)

from storagelab.shares.page.model import (
    Block,
    Caveats,
    Code,
    FactCard,
    Headlines,
    PageCell,
    PageTable,
    Sentence,
    SharePageModel,
    fill_citation,
)


def _page(document: dict[str, Any]) -> SharePageModel:
    return page_of(document)


def _blocks(page: SharePageModel, section: str, kind: type[Block] | None = None) -> Iterator[Any]:
    blocks = next(candidate for candidate in page.sections if candidate.id == section).blocks
    return (block for block in blocks if kind is None or isinstance(block, kind))


def _facts(page: SharePageModel, section: str) -> dict[str, str]:
    return {row.label: row.value for card in _blocks(page, section, FactCard) for row in card.rows}


def _cells(table: PageTable) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in table.rows]


def _table(page: SharePageModel, section: str, title: str) -> PageTable:
    table: PageTable = next(block for block in _blocks(page, section, PageTable) if block.title == title)
    return table


def test_sections_stand_in_the_order_of_reading() -> None:
    page = _page(a_document())
    assert [section.id for section in page.sections] == [
        "tested", "method", "headline", "charts", "caveats", "numbers", "data",
    ]  # fmt: skip


def test_head_shows_author_date_and_terms() -> None:
    document = a_document()
    document["share"]["embargo_until"] = "2026-12-01T06:00:00+00:00"
    page = _page(document)
    assert page.byline == "A. Author, frozen 20 Nov 2026 14:02 UTC, version 2. This page does not change."
    assert page.lines[0] == "Under embargo until 2026-12-01 06:00 UTC: do not publish before."
    assert "Licence: CC BY 4.0" in page.lines
    assert "Contact: lab@example.org" in page.lines
    assert page.lines[-1].startswith("Not shown: serial numbers")


def test_summary_shows_verdict_numbers_and_caveats() -> None:
    verdict, headlines, caveats = _page(a_document()).summary
    assert verdict == Sentence("Steady from round 3 on.", "good")
    assert isinstance(headlines, Headlines)
    assert [(item.label, item.value, item.unit) for item in headlines.items] == [
        ("IOPS at steady state", 95_012.5, "1/s")
    ]
    assert isinstance(caveats, Sentence)
    assert caveats.text.startswith("1 caveat")


def test_single_configuration_is_a_card_with_fingerprints() -> None:
    (card,) = _blocks(_page(a_document()), "tested", FactCard)
    assert card.title == "PERC H965i, 8 drives, RAID 5"
    assert [row.value for row in card.rows if row.code] == ["1" * 16, "2" * 16]


def test_several_configurations_are_one_table_of_differences() -> None:
    document = a_document("comparison")
    first = document["configurations"][0]
    first["rows"] = [{"label": "Controller", "value": "PERC H965i"}, {"label": "Drives", "value": "8"}]
    rows = [first["rows"][0], {"label": "Drives", "value": "12"}]
    other = {**first, "key": "c2", "name": "The same, 12 drives", "measured_with": ["r-8"], "rows": rows}
    document["configurations"].append(other)
    document["runs"].append(a_run("r-8", configuration="c2"))
    page = _page(document)
    shared, table = _blocks(page, "tested")
    assert [(row.label, row.value) for row in shared.rows] == [("Controller", "PERC H965i")]
    assert [column.title for column in table.columns[1:]] == ["PERC H965i, 8 drives, RAID 5", "The same, 12 drives"]
    cells_by_label = {row[0].value: [cell.value for cell in row[1:]] for row in table.rows}
    assert cells_by_label == {
        "Drives": ["8", "12"],
        "Measured with": ["r-7", "r-8"],
        "Class fingerprint": ["1" * 16] * 2,
        "Instance fingerprint": ["2" * 16] * 2,
    }
    assert page.sections[0].title == "What was tested"


def test_kernel_mitigations_share_a_line() -> None:
    states = {"meltdown": "Not affected", "l1tf": "Not affected", "spectre_v1": "Mitigation: barriers"}
    labels = {f"mitigations.{name}": state for name, state in states.items()}
    labels |= {"sysctl.vm.swappiness": "60", "sysctl.fs.aio-max-nr": "65536", "cpu.smt": "off"}
    document = a_document()
    document["configurations"][0]["rows"] = [{"label": label, "value": value} for label, value in labels.items()]
    (card,) = _blocks(_page(document), "tested", FactCard)
    assert [(row.label, row.value) for row in card.rows if not row.code] == [
        ("CPU mitigations", "Not affected (meltdown, l1tf), Mitigation: barriers (spectre_v1)"),
        # Two are no reason to look for them in a longer line.
        ("sysctl.vm.swappiness", "60"),
        ("sysctl.fs.aio-max-nr", "65536"),
        ("cpu.smt", "off"),
    ]


def test_unrecorded_configuration_is_marked() -> None:
    document = a_document(configurations=[], runs=[a_run(configuration=None)])
    assert list(_blocks(_page(document), "tested")) == [Sentence("The configuration was not recorded.", "warn")]


def test_method_is_read_from_phases_and_jobs() -> None:
    facts = _facts(_page(a_document()), "method")
    assert facts["Profile"] == "quick-4k, version 2"
    assert facts["Direct I/O"] == "yes"
    assert facts["Conditioning"] == "Fill (1 min 00 s)"
    assert facts["Measured for"] == "1 min 00 s in 1 phase"
    assert facts["Steady-state rule"].endswith("range at most 20 %, slope at most 10 % over the window")
    assert facts["Repeats"].startswith("n = 1")


def test_imported_run_omits_facts_from_job_files() -> None:
    run = a_run(origin="imported", job_files=[], verdict=None, method=[], phases=[a_phase(1, t0_ms=None, t1_ms=None)])
    page = _page(a_document(runs=[run]))
    facts = _facts(page, "method")
    assert not {"Direct I/O", "Measured for", "Steady-state rule"} & facts.keys()
    assert facts["Conditioning"] == "none in this run"


def test_unfinished_conditioning_is_marked() -> None:
    phases = [a_phase(1, name="Fill", kind="fill", state="failed", measurement=None), a_phase(2)]
    assert (
        _facts(_page(a_document(runs=[a_run(phases=phases)])), "method")["Conditioning"] == "Fill (1 min 00 s, failed)"
    )


def test_runs_of_one_method_share_a_card() -> None:
    runs = [a_run("r-7"), a_run("r-8", duration_s=180.0), a_run("r-9", engine="vdbench", method=[])]
    cards = list(_blocks(_page(a_document(runs=runs)), "method", FactCard))
    assert [card.title for card in cards] == ["r-7 and r-8", "r-9"]
    rows = {row.label: row.value for row in cards[0].rows}
    assert rows["Repeats"] == "n = 2"
    assert rows["Duration"] == "2 min 00 s to 3 min 00 s"


def test_verdict_is_shown_with_numbers_and_limits() -> None:
    table = _table(_page(a_document()), "method", "Steady state")
    (row,) = table.rows
    assert [cell.value for cell in row] == ["r-7", "steady", 7, "3 to 7", 95_012.5, 6.2, -1.1]
    assert [cell.note for cell in row[2:]] == ["of 60 s", None, None, "limit 20 %", "limit 10 %"]
    assert row[4].unit == "1/s"


def test_tracked_variables_of_loops_have_a_table() -> None:
    tracked = {"phase": "4K write", "metric": "lat_mean", "average": 5e5, "range_pct": 3.0, "slope_pct": None}
    loop = {"name": "Matrix", "window": [2, 6], "tracked": [tracked]}
    page = _page(a_document(runs=[a_run(verdict=a_verdict(loops=[loop]))]))
    (row,) = _cells(_table(page, "method", "Tracked variables of the loops"))
    assert row == ["r-7, Matrix", "4K write", "Mean latency", "2 to 6", 5e5, 3.0, None]


def test_shared_job_file_is_shown_once() -> None:
    runs = [a_run("r-7"), a_run("r-8")]
    codes = list(_blocks(_page(a_document(runs=runs)), "method", Code))
    assert [(code.title, "direct=1" in code.text) for code in codes] == [("2. 4K read (r-7 and r-8)", True)]


def test_excess_job_files_are_counted() -> None:
    files = [{"ordinal": index, "name": f"Job {index}", "text": f"[{index}]\n" + "x=1\n" * 1000} for index in range(40)]
    page = _page(a_document(runs=[a_run(job_files=files)]))
    shown = list(_blocks(page, "method", Code))
    assert sum(len(code.text) for code in shown) <= 48_000
    assert Sentence(f"{40 - len(shown)} more job files in the JSON of this page.") in list(_blocks(page, "method"))


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (a_run(verdict=None), "No steady-state check"),
        (a_run(verdict=None, origin="published"), "Published values"),
        (a_run(verdict=a_verdict(status="not_steady", sentence="Not steady: range 31 %.")), "Not steady: range 31 %."),
    ],
)
def test_verdict_without_steady_state_is_never_good(run: dict[str, Any], words: str) -> None:
    verdict = _page(a_document(runs=[run])).summary[0]
    assert isinstance(verdict, Sentence)
    assert words in verdict.text
    assert verdict.tone != "good"


def test_runs_without_verdict_are_not_counted_as_steady() -> None:
    runs = [a_run("r-1"), a_run("r-2", verdict=None), a_run("r-3", verdict=a_verdict(status="not_steady"))]
    verdict = _page(a_document(runs=runs)).summary[0]
    assert verdict == Sentence("1 of 2 checked runs reached steady state, 1 run without a verdict.", "warn")


def test_headline_has_baseline_and_signed_difference() -> None:
    base = {"label": "A", "value": 100.0, "unit": "1/s", "better": "higher", "configuration": "c1"}
    items = [
        {**base, "relative_percent": None, "baseline": True},
        {**base, "relative_percent": -4.0, "baseline": False},
    ]
    (table,) = _blocks(_page(a_document(headline=items)), "headline", PageTable)
    assert [row[-1] for row in table.rows] == [PageCell(None, note="baseline"), PageCell(-4.0)]
    assert (table.columns[-1].unit, table.columns[-1].signed) == ("percent", True)


def test_caveats_list_existing_runs_and_exclusions() -> None:
    excluded = [{"reason": "they were marked invalid", "runs": 2}]
    entry = {"configuration": "c1", "profile": "quick-4k@2", "exist": 7, "shown": 3, "failed": 2, "excluded": excluded}
    page = _page(a_document(counted=[entry]))
    (caveats,) = _blocks(page, "caveats", Caveats)
    assert [(item.label, item.detail) for item in caveats.items] == [("One run only", "nothing is known of its spread")]
    (table,) = _blocks(page, "caveats", PageTable)
    assert _cells(table) == [
        ["PERC H965i, 8 drives, RAID 5", "quick-4k@2", 7, 3, 2, "2 because they were marked invalid"]
    ]


def test_absence_of_caveats_is_shown() -> None:
    page = _page(a_document(caveats=[]))
    assert [block.tone for block in _blocks(page, "caveats", Sentence)] == ["good"]
    assert len(page.summary) == 2


def test_measurements_are_exact_with_notes_on_doubts() -> None:
    phases = [
        a_phase(1, state="failed", message="the drive went away", measurement=None),
        a_phase(2, measurement=a_measurement(value_kind="lower_bound", latency_p99_ns=None)),
        a_phase(3, measurement=a_measurement(badges=[{"code": "estimated_percentiles", "label": "", "level": "info"}])),
    ]
    table = _table(_page(a_document(runs=[a_run(phases=phases)])), "numbers", "Phases")
    failed, bound, estimated = table.rows
    assert failed[0].note == "failed, the drive went away and no measurement"
    assert all(cell.value is None for cell in failed[2:])
    assert bound[0].note == "lower bound"
    assert bound[2].value == 231_456.4
    assert (bound[5].value, bound[5].note) == (None, None)
    assert (estimated[4].note, estimated[5].note, estimated[7].note) == (None, "estimated", None)


def test_unrecorded_metric_has_no_column() -> None:
    only = dict.fromkeys(("latency_mean_ns", "latency_p99_ns", "latency_p999_ns", "latency_max_ns", "little_ratio"))
    phases = [a_phase(1, measurement=a_measurement(**only)), a_phase(2, measurement=None)]
    (table,) = _blocks(_page(a_document(runs=[a_run(phases=phases)])), "numbers", PageTable)
    assert [column.title for column in table.columns] == ["Phase", "Workload", "IOPS", "Throughput"]
    assert [cell.value for cell in table.rows[0][2:]] == [231_456.4, 948_045_414.4]
    assert [cell.value for cell in table.rows[1][2:]] == [None, None]
    assert table.hint.startswith("Not recorded: Mean latency, p99 latency")
    assert "merged bins" not in table.hint


def test_counting_rounds_of_a_loop_are_marked() -> None:
    phases = [a_phase(n, loop="Matrix", round=n, in_window=n > 1) for n in (1, 2)]
    table = _table(_page(a_document(runs=[a_run(phases=phases)])), "numbers", "Phases")
    assert [row[2].value for row in table.rows] == ["no, outside the window", "yes"]
    assert "1 of 2 rounds" in (table.hint or "")


def test_raw_files_show_hashes_and_publication() -> None:
    (table,) = _blocks(_page(a_document()), "data", PageTable)
    assert _cells(table) == [["phase-2.json", 20_480, "ab" * 32]]
    assert table.rows[0][0].note == "not published"


def test_a_redacted_file_has_both_hashes() -> None:
    file = {"name": "a", "size_bytes": 1, "sha256": "a" * 64, "part": "p", "redacted_sha256": "b" * 64}
    (table,) = _blocks(_page(a_document(runs=[a_run(artifacts=[file])])), "data", PageTable)
    assert _cells(table) == [["a", 1, "a" * 64, "b" * 64]]


def test_recipe_is_repeated_with_one_command() -> None:
    page = _page(a_document(recipe={"schema": 1}, runs=[a_run(target="file")]))
    (code,) = _blocks(page, "data", Code)
    command = fill_citation(code.text, address="https://lab/s/x", sha256="f" * 64)
    assert command.startswith(
        f"storagelab submit --from https://lab/s/x --sha256 {'f' * 64} --bind server=SERVER,size="
    )
    (code,) = _blocks(_page(a_document(recipe={"schema": 1}, runs=[a_run("r-7"), a_run("r-8")])), "data", Code)
    assert " --run r-7 --bind server=SERVER,drives=" in code.text
    assert list(_blocks(_page(a_document()), "data", Code)) == []


def test_empty_document_is_a_page_without_content() -> None:
    document = a_document(configurations=[], runs=[], charts={}, body=[], caveats=[], headline=[], counted=[], parts={})
    page = _page(document)
    assert page.charts() == ()
    assert [next(iter(section.blocks), None) is not None for section in page.sections] == [True] * 6 + [False]
