"""Table of the findings of a source: each field of each finding."""

from __future__ import annotations

from typing import Any

from tests.unit.shares.page.documents import a_document, a_run, find_table, read_rows

FINDING = {
    "origin": "published", "relation": "at_least_times", "subject": "A", "object": "B", "test": "Fileserver",
    "workload": {"block": "4k", "pattern": "random", "file_system": "NTFS"}, "raid_level": "RAID5", "value": 113.8,
    "unit": "x", "strength": "clear", "source": "A review", "place": "Results, paragraph 3", "note": "small files",
}  # fmt: skip


def freeze(key: str, **changes: Any) -> dict[str, Any]:
    return {"key": key, "origin": "published", "sentence": "A leads.", "finding": {**FINDING, **changes}}


def test_findings_are_rows_with_all_fields() -> None:
    document = a_document(runs=[a_run()], findings=[freeze("f-1"), freeze("f-2", object=None, value=None, unit=None)])
    table = find_table(document, "finding-data")
    assert table is not None
    first, second = read_rows(table)
    assert {title: cell.value for title, cell in first.items()} == {
        "Finding": "f-1", "Test": "Fileserver", "RAID level": "RAID5",
        "Workload": "pattern random, block 4k, file system NTFS", "Subject": "A", "Relation": "at least times",
        "Object": "B", "Value": 113.8, "Unit": "x", "Strength": "clear", "Place": "Results, paragraph 3",
        "Note": "small files",
    }  # fmt: skip
    assert [second[title].value for title in ("Object", "Value", "Unit")] == ["", "", ""]
    assert table.hint is not None
    assert table.hint.endswith("Source: A review")


def test_findings_of_several_sources_name_them() -> None:
    document = a_document(runs=[a_run()], findings=[freeze("f-1"), freeze("f-2", source="Another", place=None)])
    table = find_table(document, "finding-data")
    assert table is not None
    assert [row["Source"].value for row in read_rows(table)] == ["A review", "Another"]


def test_page_without_stated_findings_has_no_such_table() -> None:
    assert find_table(a_document(runs=[a_run()]), "finding-data") is None
