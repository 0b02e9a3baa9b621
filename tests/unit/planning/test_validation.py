"""Paths of file targets, checked before a job is stored."""

from __future__ import annotations

import pytest

from storagelab.errors import InvalidInput
from storagelab.planning.schemas import FileTarget
from storagelab.planning.validation import check_place


@pytest.mark.parametrize("engine", ["fio", "files", "an engine that is refused later"])
def test_fio_and_the_file_tool_take_every_safe_path(engine: str) -> None:
    check_place(FileTarget(kind="file", size_bytes=1 << 30, path="/srv/a+b@c,d=e"), engine=engine)


def test_vdbench_refuses_characters_that_fio_takes() -> None:
    with pytest.raises(InvalidInput, match="Vdbench takes no others") as refused:
        check_place(FileTarget(kind="file", size_bytes=1 << 30, path="/srv/a+b"), engine="vdbench")
    assert refused.value.path == "target.path"
