"""Damaged and hostile input of every format: plausible results or one sentence, nothing else."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.fuzz.targets import TARGETS, seed_inputs

from storagelab.imports.limits import run_limited

#: Targets whose input is the bytes of one file, or of a packed folder; all but the archives.
FORMATS = [name for name in TARGETS if name != "sources"]
#: Of a longer input as many places are tried, evenly spread.
MAX_PLACES = 60

NUMBERS = re.compile(rb"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
STRANGE_NUMBERS = [
    *(b"-1", b"NaN", b"-Infinity", b"1e400", b"", b"2199023255552000", b"18446744073709551616", b"1" * 5000),
    *("１２".encode(), b"0x10", b"1.2.3", b"00012", b"1e-320"),
]
STRANGE_TEXT = [b"\0", b"\xed\xa0\x80", b"\\ud800", b"\xff\xfe", "Ж".encode("cp1251"), "测试".encode("gbk"), b"\x1b[2J"]


@pytest.fixture(params=FORMATS)
def target(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def spread(length: int, max_places: int = MAX_PLACES) -> range:
    """Return evenly spread places of `length`, about `max_places` at most, starting with the first."""
    return range(0, length, max(1, length // max_places))


def check_stored_inputs(target: str, change: Callable[[bytes], Iterator[bytes]]) -> int:
    """Give the target every change of every stored input; return the number of changes."""
    count = 0
    for _, data in seed_inputs(target):
        for changed in change(data):
            TARGETS[target](changed)
            count += 1
    return count


@pytest.mark.in_turn
def test_cut_anywhere(target: str) -> None:
    assert check_stored_inputs(target, lambda data: (data[:end] for end in spread(len(data)))) > MAX_PLACES


@pytest.mark.in_turn
def test_every_cut_of_a_short_file(target: str) -> None:
    shortest = min((data for _, data in seed_inputs(target)), key=len)
    for end in range(min(len(shortest), 2000)):
        TARGETS[target](shortest[:end])


@pytest.mark.in_turn
def test_strange_numbers(target: str) -> None:
    def change(data: bytes) -> Iterator[bytes]:
        numbers = list(NUMBERS.finditer(data))
        for place in spread(len(numbers), 10):
            number = numbers[place]
            for strange in STRANGE_NUMBERS:
                yield data[: number.start()] + strange + data[number.end() :]

    assert check_stored_inputs(target, change) > len(STRANGE_NUMBERS)


@pytest.mark.in_turn
def test_every_number_is_the_same_strange_one(target: str) -> None:
    check_stored_inputs(target, lambda data: (NUMBERS.sub(strange, data) for strange in STRANGE_NUMBERS))


@pytest.mark.in_turn
def test_strange_text(target: str) -> None:
    def change(data: bytes) -> Iterator[bytes]:
        for place in spread(len(data), 12):
            for strange in STRANGE_TEXT:
                yield data[:place] + strange + data[place:]

    check_stored_inputs(target, change)


@pytest.mark.in_turn
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32", "cp1251", "gbk"])
def test_recoded_input_is_read_or_refused(target: str, encoding: str) -> None:
    check_stored_inputs(target, lambda data: iter([data.decode(errors="replace").encode(encoding, errors="replace")]))


def test_wrong_format(target: str) -> None:
    for other in TARGETS:
        for _, data in seed_inputs(other):
            TARGETS[target](data)


def test_lines_in_another_order_and_twice(target: str) -> None:
    def change(data: bytes) -> Iterator[bytes]:
        lines = data.splitlines(keepends=True)
        yield b"".join(reversed(lines))
        yield data + data
        yield b"".join(line + line for line in lines)
        yield data.replace(b"\n", b"\r\n")
        yield data.replace(b"\n", b"\r")
        yield data.replace(b"\n", b"")
        for place in spread(len(lines), 30):
            yield b"".join(lines[:place] + lines[place + 1 :])

    check_stored_inputs(target, change)


def zip_bomb() -> bytes:
    content = io.BytesIO()
    with (
        zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("result.json", "w", force_zip64=True) as file,
    ):
        for _ in range(300):
            file.write(bytes(1 << 20))
    return content.getvalue()


MIB = 1 << 20
FIO = b'{"fio version": "fio-3.33", "jobs": '
HUGE: dict[str, Callable[[], bytes]] = {
    "nested-lists.json": lambda: FIO + b"[" * 100_000,
    "nested-objects.json": lambda: FIO + b'{"a":' * 100_000,
    "closed-nested.json": lambda: FIO + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "many-openings.json": lambda: b'{"fio version": ' * (4 * MIB // 16),
    "many-braces.json": lambda: b"{" * (16 * MIB),
    "many-lines-of-braces.txt": lambda: FIO + b"{\n" * (4 * MIB),
    "long-number.json": lambda: FIO + b"[" + b"9" * (8 * MIB) + b"]}",
    "long-string.json": lambda: FIO + b'["' + b"a" * (16 * MIB),
    "long-line_bw.1.log": lambda: b"1, 2, 0, " + b"4" * (16 * MIB),
    "separators_lat.1.log": lambda: b"," * (16 * MIB),
    "semicolons.txt": lambda: b"3;fio-3.33;" + b";" * (16 * MIB),
    "zeros.json": lambda: bytes(16 * MIB),
    "flatfile.html": lambda: b"<pre>\n" + b" tod timestamp Run Interval reqrate rate" * (4 * MIB // 40),
    "figures.csv": lambda: b"configuration,metric,value,unit\n" + b'"' * (8 * MIB),
    "columns.csv": lambda: b"configuration,metric,value,unit" + b",x" * (4 * MIB),
    "crystaldiskmark.txt": lambda: b"CrystalDiskMark 8.0.4\n" + b"SEQ 1MiB (Q= 8, T= 1): " * (4 * MIB // 23),
    "bomb.zip": zip_bomb,
}


@pytest.mark.in_turn
@pytest.mark.parametrize("name", HUGE)
def test_huge_input_costs_little(name: str, tmp_path: Path) -> None:
    """Check processor time and memory by limits of the kernel, so that a slow machine causes no other failure."""
    path = tmp_path / name
    path.write_bytes(HUGE[name]())
    argv = [sys.executable, "-m", "storagelab.cli.main", "parse", str(path), "--json"]
    ended = run_limited(argv, cpu_s=20, wall_s=300, memory_bytes=2 << 30)
    assert ended.ending in ("done", "refused"), (ended.sentence, ended.errors[-2000:])
    assert "Traceback" not in ended.errors
    assert len(ended.errors) < 2000
