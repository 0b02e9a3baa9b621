"""Reasons for a refused file, in words a person can act on."""

from __future__ import annotations

import pytest

from storagelab.formats.base import BytesFile
from storagelab.formats.nearest import explain_refusal


@pytest.mark.parametrize(
    ("name", "content", "reason", "line"),
    [
        ("dd.txt", b"\n10 bytes copied, 9.1 s\nmore\n", "a result of fio, Vdbench", "10 bytes copied, 9.1 s"),
        ("a.json", b'{"jobs": []}', 'there is no "fio version" in it', '{"jobs": []}'),
        ("x.log", b"1, 2, 3\n", "a log of fio with a name such as", "1, 2, 3"),
        ("empty.txt", b"", "a result of fio, Vdbench", None),
        ("long.txt", b"x" * 900, "a result of fio", "x" * 200),
    ],
)
def test_the_reason_names_the_expected_file(name: str, content: bytes, reason: str, line: str | None) -> None:
    message, first = explain_refusal(BytesFile(name, content))
    assert reason in message
    assert first == line


def test_a_chosen_format_names_its_files() -> None:
    message, _ = explain_refusal(BytesFile("a.txt", b"hello"), "vdbench")
    assert message == "Expected an output folder of Vdbench with its flatfile.html."
