"""Partition tables and patterns are what programs of the system take them for."""

import shutil
import subprocess

import pytest
from tests.layouts.tables import MIB, Part, gpt, luks_header, mbr, pattern

PARTS = [Part(1, 1, 20), Part(2, 30, 24)]


def _probe(folder, pieces):
    if shutil.which("blkid") is None:
        pytest.skip("blkid is not installed")
    image = folder / "image"
    with image.open("wb") as file:
        file.truncate(64 * MIB)
        for offset, data in pieces:
            file.seek(offset)
            file.write(data)
    return subprocess.run(["blkid", "-p", "-o", "export", image], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("pieces", "word"),
    [([(0, mbr(PARTS))], "PTTYPE=dos"), (gpt(PARTS, 64 * MIB), "PTTYPE=gpt"), ([(0, luks_header())], "crypto_LUKS")],
    ids=["mbr", "gpt", "luks"],
)
def test_libblkid_finds_it(tmp_path, pieces, word):
    assert word in _probe(tmp_path, pieces)


def test_blocks_of_a_pattern_are_all_different():
    data = pattern("layout 1", MIB)
    assert len(data) == MIB
    assert len({data[place : place + 4096] for place in range(0, MIB, 4096)}) == 256
    assert data != pattern("layout 2", MIB)
