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
    FindingList,
    Headlines,
    PageFinding,
    PageTable,
    Sentence,
    SharePageModel,
    Steps,
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
    assert [(section.id, section.is_appendix) for section in page.sections] == [
        ("figures", False), ("numbers", False), ("tested", False), ("method", False), ("caveats", False),
        ("data", False), ("set-up", True), ("runs", True), ("phases", True), ("jobs", True), ("raw-files", True),
    ]  # fmt: skip


def test_head_shows_author_date_and_terms() -> None:
    document = a_document()
    document["share"]["embargo_until"] = "2026-12-01T06:00:00+00:00"
    page = _page(document)
    assert (page.byline, page.author) == ("By A. Author", "A. Author")
    assert page.frozen == "Permalink, version 2, frozen 20 Nov 2026, 14:02 UTC"
    assert page.lines == (
        "Under embargo until 2026-12-01 06:00 UTC: do not publish before.",
        "Licence: CC BY 4.0",
        "Contact: lab@example.org",
    )
    assert Sentence("Not shown: serial numbers, names and addresses.") in list(_blocks(page, "data"))


def test_head_leads_with_verdict_and_numbers_without_findings() -> None:
    page = _page(a_document())
    assert page.lead == PageFinding("Steady from round 3 on.")
    (tiles,) = page.summary
    assert isinstance(tiles, Headlines)
    assert [(item.label, item.value, item.unit) for item in tiles.items] == [("IOPS at steady state", 95_012.5, "1/s")]


@pytest.mark.parametrize(
    ("runs", "badges"),
    [
        ([a_run()], [("Steady", "good"), ("1 run", None), ("measured on 20 Nov 2026", None)]),
        (
            [a_run(verdict=None)],
            [("No steady-state check", "warn"), ("1 run", None), ("measured on 20 Nov 2026", None)],
        ),
        ([a_run(verdict=None, origin="published", started_at=None)], [("As published", "plain"), ("1 run", None)]),
        (
            [
                a_run("r-7", started_at="2026-10-30T12:00:00+00:00"),
                a_run("r-8", verdict=a_verdict(status="not_steady")),
            ],
            [("1 of 2 runs steady", "warn"), ("2 runs", None), ("measured 30 Oct 2026 to 20 Nov 2026", None)],
        ),
    ],
    ids=["steady", "unchecked", "published", "partly"],
)
def test_badges_state_steadiness_runs_and_dates(
    runs: list[dict[str, Any]], badges: list[tuple[str, str | None]]
) -> None:
    assert [(badge.text, badge.tone) for badge in _page(a_document(runs=runs)).badges] == badges


def test_first_finding_leads_and_the_others_have_a_section() -> None:
    side = {"label": "RAID 0", "runs": ["r-7"], "values": [11_323_633.0], "n": 1, "median": 11_323_633.0}
    basis = {
        "metric": "iops", "metric_label": "IOPS", "unit": "1/s", "better": "higher", "workload": "4K random write",
        "entry": side, "baseline": side | {"label": "RAID 5", "values": [3_473_446.0], "median": 3_473_446.0},
        "ratio": 3.26, "support": "printed", "rule": "Medians are compared",
    }  # fmt: skip
    finding = {"origin": "computed", "relation": "times", "subject": "RAID 0"}
    first = {
        "key": "f1",
        "origin": "computed",
        "sentence": "RAID 0 writes 3.3 times as much: 11.3M against 3.47M IOPS",
        "finding": finding,
    }
    second = {"key": "f2", "origin": "computed", "sentence": "Computed.", "text": "Written instead", "finding": finding}
    page = _page(a_document(findings=[first | {"basis": basis}, second]))
    assert page.lead is not None
    assert page.lead.text == "RAID 0 writes 3.3 times as much: 11,323,633 against 3,473,446 IOPS."
    assert [(row.label, row.value) for row in page.lead.basis] == [
        ("Workload", "4K random write"),
        ("IOPS, RAID 0", "11,323,633 IOPS, n = 1 (r-7)"),
        ("IOPS, RAID 5", "3,473,446 IOPS, n = 1 (r-7)"),
        ("Ratio", "3.26"),
        ("Rule", "Medians are compared."),
    ]
    (findings,) = _blocks(page, "findings", FindingList)
    assert [(item.text, [row.value for row in item.basis]) for item in findings.items] == [
        ("Written instead.", ["Computed."])
    ]


def test_many_ratings_are_a_matrix_of_tests_and_configurations() -> None:
    def rated(key: str, relation: str, subject: str, test: str, **changes: Any) -> dict[str, Any]:
        finding = {"origin": "published", "relation": relation, "subject": subject, "test": test, **changes}
        return {"key": key, "origin": "published", "sentence": f"{subject} {relation} in {test}", "finding": finding}

    findings = [rated("f-1", "leads", "Areca", "Database", raid_level="RAID5", strength="slight")]
    findings += [rated(f"f-{index}", "leads", "Adaptec", f"Test {index}", strength="stated") for index in (2, 3, 4)]
    findings.append(rated("f-5", "lags", "Promise", "Database", raid_level="RAID5", strength="clear"))
    findings.append(rated("f-6", "limited_by", "Promise", "Test 2"))
    # Both are in the cell of a rating, which does not state them.
    findings.append(rated("f-7", "limited_by", "Adaptec", "Test 2"))
    findings.append(rated("f-8", "leads", "Adaptec", "Test 3", value=30.0, unit="%"))
    findings.append(rated("f-9", "lags", "Areca", "Database", raid_level="RAID0", strength="clear"))
    findings.append(rated("f-10", "leads", "Areca", "Database", raid_level="all", strength="clear"))
    table, rest = _blocks(_page(a_document(findings=findings)), "findings")
    assert [column.title for column in table.columns] == ["Test", "Adaptec", "Areca", "Promise"]
    assert [cell.value for cell in table.rows[0]] == [
        "Database", "", "lags RAID0; leads RAID5 (slight), all levels", "lags RAID5",
    ]  # fmt: skip
    assert table.slots == 2
    assert [(mark.sign, mark.words, mark.tone, mark.slot) for mark in table.rows[0][2].marks] == [
        ("\u25bc0", "lags RAID0", "warn", 1), ("\u25b35", "leads RAID5, slight", "good", 2),
        ("\u25b2all", "leads all levels", "good", None),
    ]  # fmt: skip
    # What the matrix shows is not repeated as a sentence.
    assert [item.text for item in rest.items] == [
        "Promise limited_by in Test 2.", "Adaptec limited_by in Test 2.", "Adaptec leads in Test 3.",
    ]  # fmt: skip


def test_ratings_without_levels_are_words() -> None:
    findings = [
        {"key": f"f-{index}", "origin": "published", "sentence": "A leads", "finding":
         {"origin": "published", "relation": "leads", "subject": "A", "test": f"Test {index}", "strength": "slight"}}
        for index in range(1, 5)
    ]  # fmt: skip
    (table,) = _blocks(_page(a_document(findings=findings)), "findings")
    assert table.slots == 0
    assert [(cell.value, cell.note, cell.tone, cell.marks) for cell in table.rows[3]] == [
        ("Test 4", None, None, ()), ("leads", "slight", "good", ()),
    ]  # fmt: skip


def test_rating_of_all_levels_is_beside_one_without_a_level() -> None:
    def leads(key: str, test: str, **fields: str) -> dict[str, Any]:
        finding = {"origin": "published", "relation": "leads", "subject": "A", "test": test, "strength": "stated"}
        return {"key": key, "origin": "published", "sentence": "A leads", "finding": finding | fields}

    findings = [leads(f"f-{index}", f"Test {index}") for index in range(1, 5)]
    (table,) = _blocks(_page(a_document(findings=[*findings, leads("f-5", "Test 1", raid_level="all")])), "findings")
    assert (table.slots, table.rows[0][1].value) == (0, "leads all levels")
    assert [mark.words for mark in table.rows[0][1].marks] == ["leads all levels", "leads"]


def test_ratings_without_figures_lead_by_their_counts() -> None:
    def rated(key: str, relation: str, subject: str, test: str) -> dict[str, Any]:
        finding = {"origin": "published", "relation": relation, "subject": subject, "test": test}
        return {"key": key, "origin": "published", "sentence": f"{subject} {relation} in {test}", "finding": finding}

    findings = [rated(f"f-{index}", "leads", "Areca", f"Test {index}") for index in (1, 2, 3)]
    findings += [rated("f-4", "leads", "Adaptec", "Test 4"), rated("f-5", "lags", "Promise", "Test 4")]
    page = _page(a_document(findings=findings, headline=[]))
    assert page.lead is not None
    assert page.lead.text == (
        "Areca leads most often: in 3 of 4 ratings, before Adaptec with 1. Promise lags most often: in 1."
    )
    (tiles,) = page.summary
    assert isinstance(tiles, Headlines)
    assert [(tile.value, tile.label, tile.subject) for tile in tiles.items][:2] == [
        (3, "ratings led, of 4", "Areca"), (1, "ratings led, of 4", "Adaptec"),
    ]  # fmt: skip
    # An author's words for the first finding lead in their place.
    worded = _page(a_document(findings=[findings[0] | {"text": "Areca wins."}, *findings[1:]], headline=[]))
    assert worded.lead is not None
    assert worded.lead.text == "Areca wins."


def test_tiles_name_workload_and_metric() -> None:
    item = {"label": "old words", "value": 11_323_633.0, "unit": "1/s", "better": "higher", "configuration": None,
            "relative_percent": 226.0, "baseline": False, "subject": "JBOD", "workload": "4K random write",
            "metric": "iops"}  # fmt: skip
    (tiles,) = _page(a_document(headline=[item])).summary
    assert isinstance(tiles, Headlines)
    (tile,) = tiles.items
    assert (tile.label, tile.subject, tile.is_better) == ("4K random write, IOPS", "JBOD", True)
    # A phase that names the workload says it once.
    (tiles,) = _page(a_document(headline=[item | {"phase": "fio 4K random writes"}])).summary
    assert isinstance(tiles, Headlines)
    assert tiles.items[0].label == "fio 4K random writes, IOPS"


def test_single_configuration_is_a_card_with_fingerprints_in_the_appendix() -> None:
    page = _page(a_document())
    assert _facts(page, "tested") == {
        "Configuration": "PERC H965i, 8 drives, RAID 5", "Controller": "PERC H965i", "Kernel": "6.1.0",
    }  # fmt: skip
    (card,) = _blocks(page, "set-up", FactCard)
    assert [row.value for row in card.rows if row.code] == ["1" * 16, "2" * 16]


def test_several_configurations_are_one_table_of_differences() -> None:
    document = a_document("comparison")
    first = document["configurations"][0]
    detail = {"label": "sysctl.vm.swappiness", "value": "60"}
    first["rows"] = [{"label": "Controller", "value": "PERC H965i"}, {"label": "Drives", "value": "8"}, detail]
    rows = [first["rows"][0], {"label": "Drives", "value": "12"}, detail]
    other = {**first, "key": "c2", "name": "The same, 12 drives", "measured_with": ["r-8"], "rows": rows}
    document["configurations"].append(other)
    document["runs"].append(a_run("r-8", configuration="c2"))
    page = _page(document)
    table, shared = _blocks(page, "tested")
    assert [(row.label, row.value) for row in shared.rows] == [("Controller", "PERC H965i")]
    assert [column.title for column in table.columns[1:]] == ["PERC H965i, 8 drives, RAID 5", "The same, 12 drives"]
    assert (_cells(table), table.marked) == ([["Drives", "8", "12"]], 1)
    assert _facts(page, "set-up") == {"sysctl.vm.swappiness": "60"}
    runs = next(iter(_blocks(page, "runs", PageTable)))
    assert [column.title for column in runs.columns[-2:]] == ["Class fingerprint", "Instance fingerprint"]
    assert [row[-1] for row in _cells(runs)] == ["2" * 16] * 2


def test_kernel_mitigations_share_a_line() -> None:
    states = {"meltdown": "Not affected", "l1tf": "Not affected", "spectre_v1": "Mitigation: barriers"}
    labels = {f"mitigations.{name}": state for name, state in states.items()}
    labels |= {"sysctl.vm.swappiness": "60", "sysctl.fs.aio-max-nr": "65536", "cpu.smt": "off"}
    document = a_document()
    document["configurations"][0]["rows"] = [{"label": label, "value": value} for label, value in labels.items()]
    (card,) = _blocks(_page(document), "set-up", FactCard)
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


def test_method_has_its_steps_and_other_facts() -> None:
    page = _page(a_document())
    (steps,) = _blocks(page, "method", Steps)
    assert [(row.label, row.value) for row in steps.rows] == [
        ("Fill", "4K random read, 16T/16Q, 1 min 00 s"),
        ("Judge", "IOPS by rounds: range at most 20 %, slope at most 10 % over the window in 7 rounds"),
        ("Measure", "4K random read, 16T/16Q, 1 min 00 s, fio-3.36"),
    ]
    assert _facts(page, "method") == {
        "Profile": "quick-4k, version 2", "Direct I/O": "yes", "Repeats": "1 run, spread unknown",
    }  # fmt: skip


def test_imported_run_omits_facts_from_job_files() -> None:
    run = a_run(origin="imported", job_files=[], verdict=None, method=[], phases=[a_phase(1, t0_ms=None, t1_ms=None)])
    page = _page(a_document(runs=[run]))
    assert not {"Direct I/O", "Measured for", "Steady-state rule"} & _facts(page, "method").keys()
    (steps,) = _blocks(page, "method", Steps)
    assert [(row.label, row.value) for row in steps.rows] == [("Measure", "4K random read, 16T/16Q")]


def test_published_run_has_no_repeats() -> None:
    run = a_run(origin="published", verdict=None, method=[], job_files=[], phases=[a_phase(1, kind="published")])
    (sentence,) = _blocks(_page(a_document(runs=[run])), "method")
    assert sentence == Sentence("The sources of these results describe how they were measured.")


def test_unfinished_conditioning_is_marked() -> None:
    phases = [a_phase(1, name="Fill", kind="fill", state="failed", measurement=None), a_phase(2)]
    (steps,) = _blocks(_page(a_document(runs=[a_run(phases=phases)])), "method", Steps)
    assert steps.rows[0].value == "4K random read, 16T/16Q, 1 min 00 s, failed"


def test_runs_of_one_method_share_their_steps() -> None:
    longer = [a_phase(1, name="Fill", kind="fill", measurement=None, t1_ms=90_000), a_phase(2)]
    runs = [
        a_run("r-7"),
        a_run("r-8", duration_s=180.0, phases=longer),
        a_run("r-9", engine="vdbench", method=[], duration_s=None),
    ]
    page = _page(a_document(runs=runs))
    steps = list(_blocks(page, "method", Steps))
    assert [block.title for block in steps] == ["r-7 and r-8", "r-9"]
    assert steps[0].rows[0].value == "4K random read, 16T/16Q, 1 min 00 s to 1 min 30 s"
    rows = {row.label: row.value for row in next(_blocks(page, "method", FactCard)).rows}
    assert rows["Repeats"] == "2 runs"
    assert rows["Duration"] == "2 min 00 s to 3 min 00 s"


def test_verdict_is_shown_with_numbers_and_limits() -> None:
    table = _table(_page(a_document()), "runs", "Steady state")
    (row,) = table.rows
    assert [cell.value for cell in row] == ["r-7", "steady", 7, "3 to 7", 95_012.5, 6.2, -1.1]
    assert [cell.note for cell in row[2:]] == ["of 60 s", None, None, "limit 20 %", "limit 10 %"]
    assert row[4].unit == "1/s"


def test_tracked_variables_of_loops_have_a_table() -> None:
    tracked = {"phase": "4K write", "metric": "lat_mean", "average": 5e5, "range_pct": 3.0, "slope_pct": None}
    loop = {"name": "Matrix", "window": [2, 6], "tracked": [tracked]}
    page = _page(a_document(runs=[a_run(verdict=a_verdict(loops=[loop]))]))
    (row,) = _cells(_table(page, "runs", "Tracked variables of the loops"))
    assert row == ["r-7, Matrix", "4K write", "Mean latency", "2 to 6", 5e5, 3.0, None]


def test_shared_job_file_is_shown_once() -> None:
    runs = [a_run("r-7"), a_run("r-8")]
    codes = list(_blocks(_page(a_document(runs=runs)), "jobs", Code))
    assert [(code.title, "direct=1" in code.text) for code in codes] == [("2. 4K read (r-7 and r-8)", True)]


def test_excess_job_files_are_counted() -> None:
    files = [{"ordinal": index, "name": f"Job {index}", "text": f"[{index}]\n" + "x=1\n" * 1000} for index in range(40)]
    page = _page(a_document(runs=[a_run(job_files=files)]))
    shown = list(_blocks(page, "jobs", Code))
    assert sum(len(code.text) for code in shown) <= 48_000
    assert Sentence(f"{40 - len(shown)} more job files in the JSON of this page.") in list(_blocks(page, "jobs"))


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (a_run(verdict=None), "No steady-state check"),
        (a_run(verdict=None, origin="published"), "Published values"),
        (a_run(verdict=a_verdict(status="not_steady", sentence="Not steady: range 31 %.")), "Not steady: range 31 %."),
    ],
)
def test_verdict_without_steady_state_is_never_good(run: dict[str, Any], words: str) -> None:
    page = _page(a_document(runs=[run]))
    assert page.lead is not None
    assert words in page.lead.text
    assert "good" not in [badge.tone for badge in page.badges]


def test_runs_without_verdict_are_not_counted_as_steady() -> None:
    runs = [a_run("r-1"), a_run("r-2", verdict=None), a_run("r-3", verdict=a_verdict(status="not_steady"))]
    lead = _page(a_document(runs=runs)).lead
    assert lead == PageFinding("1 of 2 checked runs reached steady state, 1 run without a verdict.")


def test_headline_has_baseline_and_difference() -> None:
    base = {"label": "A", "value": 100.0, "unit": "1/s", "better": "higher", "configuration": "c1"}
    items = [
        {**base, "relative_percent": None, "baseline": True},
        {**base, "relative_percent": -4.0, "baseline": False},
    ]
    (tiles,) = _page(a_document(headline=items)).summary
    assert isinstance(tiles, Headlines)
    assert [(item.baseline, item.relative_percent, item.is_better) for item in tiles.items] == [
        (True, None, None), (False, -4.0, False),
    ]  # fmt: skip


def test_caveats_are_listed_and_existing_runs_counted() -> None:
    excluded = [{"reason": "they were marked invalid", "runs": 2}]
    entry = {"configuration": "c1", "profile": "quick-4k@2", "exist": 7, "shown": 3, "failed": 2, "excluded": excluded}
    page = _page(a_document(counted=[entry]))
    (caveats,) = _blocks(page, "caveats", Caveats)
    assert [(item.label, item.detail) for item in caveats.items] == [("One run only", "nothing is known of its spread")]
    assert _cells(_table(page, "runs", "Runs included")) == [
        ["PERC H965i, 8 drives, RAID 5", "quick-4k@2", 7, 3, 2, "2 because they were marked invalid"]
    ]


@pytest.mark.parametrize(
    "detail", ["The source publishes this unusual value. See its note.", "The figure is odd. Its note says why."]
)
def test_caveat_has_the_note_and_sends_nobody_to_it(detail: str) -> None:
    badge = {"code": "as_printed", "label": "As published", "level": "info", "detail": detail}
    measurement = a_measurement(badges=[badge], source_note="Printed in the row of another array")
    caveat = {"code": "as_printed", "label": "As published", "detail": f"{detail}; r-7"}
    page = _page(a_document(runs=[a_run(phases=[a_phase(1, measurement=measurement)])], caveats=[caveat]))
    (caveats,) = _blocks(page, "caveats", Caveats)
    assert "Printed in the row of another array." in caveats.items[0].detail
    assert "note" not in caveats.items[0].detail


def test_absence_of_caveats_is_shown() -> None:
    page = _page(a_document(caveats=[]))
    assert [block.tone for block in _blocks(page, "caveats", Sentence)] == ["good"]


def test_measurements_are_exact_with_notes_on_doubts() -> None:
    phases = [
        a_phase(1, state="failed", message="the drive went away", measurement=None),
        a_phase(2, measurement=a_measurement(value_kind="lower_bound", latency_p99_ns=None)),
        a_phase(3, measurement=a_measurement(badges=[{"code": "estimated_percentiles", "label": "", "level": "info"}])),
    ]
    (table,) = _blocks(_page(a_document(runs=[a_run(phases=phases)])), "phases", PageTable)
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
    page = _page(a_document(runs=[a_run(phases=phases)]))
    (numbers,) = _blocks(page, "numbers", PageTable)
    assert [column.title for column in numbers.columns] == ["Workload", "IOPS", "Throughput"]
    (table,) = _blocks(page, "phases", PageTable)
    assert [column.title for column in table.columns] == ["Phase", "Workload", "IOPS", "Throughput"]
    assert [cell.value for cell in table.rows[0][2:]] == [231_456.4, 948_045_414.4]
    assert [cell.value for cell in table.rows[1][2:]] == [None, None]
    assert table.hint.startswith("Not recorded: Mean latency, p99 latency")
    assert "merged bins" not in table.hint


def test_counting_rounds_of_a_loop_are_marked() -> None:
    phases = [a_phase(n, loop="Matrix", round=n, in_window=n > 1) for n in (1, 2)]
    (table,) = _blocks(_page(a_document(runs=[a_run(phases=phases)])), "phases", PageTable)
    assert [row[2].value for row in table.rows] == ["no, outside the window", "yes"]
    assert "1 of 2 rounds" in (table.hint or "")


def test_raw_files_show_hashes_and_publication() -> None:
    page = _page(a_document())
    (table,) = _blocks(page, "raw-files", PageTable)
    assert _cells(table) == [["phase-2.json", 20_480, "ab" * 32]]
    assert table.rows[0][0].note == "not published"
    assert Sentence("1 raw file of 20 KiB, by SHA-256 in the JSON.") in list(_blocks(page, "data"))


def test_a_redacted_file_has_both_hashes() -> None:
    file = {"name": "a", "size_bytes": 1, "sha256": "a" * 64, "part": "p", "redacted_sha256": "b" * 64}
    (table,) = _blocks(_page(a_document(runs=[a_run(artifacts=[file])])), "raw-files", PageTable)
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
    assert [section.id for section in page.sections] == ["numbers", "tested", "method", "caveats", "data"]
