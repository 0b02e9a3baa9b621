"""The load generator in the name of a printed workload."""

import pytest

from storagelab.domain.printed_engine import read_printed_engine


@pytest.mark.parametrize(
    ("workload", "engine"),
    [
        ("fio 4 KB random reads", "fio"),
        ("Vdbench 4K random read", "vdbench"),
        ("IOMeter", "iometer"),
        ("fiona", None),
        ("4K read with fio", None),
        ("", None),
    ],
)
def test_the_first_word_names_it(workload: str, engine: str | None) -> None:
    assert read_printed_engine(workload) == engine
