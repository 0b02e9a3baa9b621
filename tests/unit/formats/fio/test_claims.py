"""Titles of folders with results of fio."""

from __future__ import annotations

import pytest

from storagelab.formats.base import BytesFile
from storagelab.formats.registry import FORMATS

DOCUMENT = b'{"fio version": "fio-3.33", "jobs": []}'


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("out.json", "out.json"),
        ("monday/out.json", "monday"),
        ("lab/monday/out.json", "monday"),
        ("monday//", "monday"),
        ("//", "fio output"),
    ],
)
def test_a_result_always_has_a_title(name: str, title: str) -> None:
    [claim] = FORMATS["fio"].claim([BytesFile(name, DOCUMENT)])
    assert claim.title == title
