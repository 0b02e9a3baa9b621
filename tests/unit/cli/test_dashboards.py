"""Files of dashboards as the command line reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.cli.dashboards import read_file
from storagelab.errors import InvalidInput

DOCUMENT = {"version": 1, "entries": {"runs": []}}


def read(folder: Path, content: Any) -> dict[str, Any]:
    file = folder / "board.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_file(file)


def test_a_document_alone_is_a_new_dashboard(tmp_path: Path) -> None:
    assert read(tmp_path, DOCUMENT) == {"dashboard": {"document": DOCUMENT}, "number": None, "updated_at": None}


def test_a_shown_dashboard_names_the_one_it_replaces(tmp_path: Path) -> None:
    own = {"name": "x", "colour": 1, "document": DOCUMENT, "shared": True}
    shown = own | {"number": "b-1", "owner": "ada", "updated_at": "2026-11-28T10:00:00Z", "pin_position": None}
    assert read(tmp_path, shown) == {"dashboard": own, "number": "b-1", "updated_at": "2026-11-28T10:00:00Z"}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ([], "must be a JSON object"),
        ({"document": DOCUMENT, "color": 1}, "unknown field color"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: Any, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        read(tmp_path, content)
