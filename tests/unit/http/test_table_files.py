"""Files of tables: which one an `Accept` header prefers."""

from __future__ import annotations

import pytest

from storagelab.http.table_files import FileType, choose_file_type


@pytest.mark.parametrize(
    ("accept", "file_type"),
    [
        (None, None),
        ("", None),
        ("*/*", None),
        ("text/csv", FileType.CSV),
        ("Text/CSV; charset=utf-8", FileType.CSV),
        ("application/vnd.apache.arrow.stream", FileType.ARROW),
        ("application/vnd.apache.parquet, */*;q=0.1", FileType.PARQUET),
        ("application/json, text/csv", None),
        ("application/json;q=0.5, text/csv;q=0.8", FileType.CSV),
        ("text/csv;q=0, application/json", None),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", None),
        ("text/csv;q=high", None),
        ("image/png", None),
    ],
)
def test_preferred_form_is_chosen(accept: str | None, file_type: FileType | None) -> None:
    assert choose_file_type(accept) is file_type
