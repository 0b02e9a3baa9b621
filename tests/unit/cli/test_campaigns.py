"""Files of campaigns as the command line reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.cli.campaigns import _read
from storagelab.errors import InvalidInput


def test_a_file_is_read_as_yaml_or_json(tmp_path: Path) -> None:
    for name, text in (("c.yaml", "name: x\ndeadline: 2027-01-01"), ("c.json", '{"name": "x"}')):
        (tmp_path / name).write_text(text)
        assert _read(tmp_path / name)["name"] == "x"
    assert _read(tmp_path / "c.yaml")["deadline"] == "2027-01-01"


def test_aliases_that_would_fill_the_memory_are_refused(tmp_path: Path) -> None:
    lines = ["a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    # Small enough to be written out where they are not refused; each further line would make it nine times as much.
    lines += [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in ("ab", "bc", "cd")]
    file = tmp_path / "bomb.yaml"
    file.write_text("\n".join(lines))
    with pytest.raises(InvalidInput, match="aliases are not read"):
        _read(file)
