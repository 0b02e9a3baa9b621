"""Logs that are stored as their series alone only when that restores their text, byte for byte."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.domain.results import ObservedSeries
from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.logs import parse_log
from storagelab.imports.rebuildable_logs import find_log_layout
from storagelab.results.download import rebuild_log

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "fio"


def series_of(data: bytes) -> list[ObservedSeries]:
    log = parse_log(data)
    return [
        ObservedSeries("lat", direction, log.t_ms[mine], log.values[mine])
        for index, direction in enumerate(DIRECTIONS)
        if (mine := np.flatnonzero(log.directions == index)).size
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1000, 5, 0, 0\n2000, 7, 0, 0\n",
        "1000,5,0\n2000,7,0\n",
        "1000, 5, 0, 4096, 0\n1000, 6, 1, 8192, 0\n2000, 5, 0, 4096, 0\n2000, 9, 1, 8192, 0\n3000, 1, 0, 4096, 0\n",
        "1000, 5, 0, 0\r\n2000, 7, 0, 0\r\n",
        "1, 99999999999, 1, 0\n50, 100000000000, 1, 0\n",
        "1, 0, 1\n2, 0, 0\n3, 0, 0\n4, 0, 2\n5, 0, 1\n",
    ],
)
def test_plain_logs_are_rebuilt_byte_for_byte(text: str) -> None:
    data = text.encode()
    layout = find_log_layout(data, series_of(data))
    assert layout is not None
    assert rebuild_log(layout, series_of(data)) == data


@pytest.mark.parametrize(
    "text",
    [
        "1000, 5, 0, 0\n2000, 7, 0, 1\n",
        "1000, 5, 0, 0\n2000, 7, 0\n",
        "1000, 05, 0, 0\n",
        "1000 ,5, 0, 0\n",
        "1000,  5, 0, 0\n",
        "1000, 5, 0, 0\n\n2000, 7, 0, 0\n",
        "1000, 5, 0, 0\n2000, 7, 0, 0",
        "7,0,0,0\n9,8,0,0,0\n5,0,0\n",
        "9,8,0,0\n7,0,0\n9,8,0,0,0\n",
    ],
)
def test_odd_logs_keep_their_text(text: str) -> None:
    data = text.encode()
    assert find_log_layout(data, series_of(data)) is None


def test_mismatched_series_cannot_rebuild_a_log() -> None:
    data = b"1000, 5, 0, 0\n2000, 7, 0, 0\n"
    assert find_log_layout(data, series_of(b"1000, 5, 0, 0\n2000, 8, 0, 0\n")) is None
    assert find_log_layout(data, series_of(b"1000, 5, 0, 0\n")) is None
    assert find_log_layout(data, []) is None
    layout = find_log_layout(data, series_of(data))
    assert layout is not None
    for other in (b"1000, 5, 1, 0\n", b"1000, 5, 0, 0\n"):
        with pytest.raises(ValueError, match="not those of this log"):
            rebuild_log(layout, series_of(other))


@settings(derandomize=True, max_examples=300)
@given(st.text(alphabet="0123, \n", max_size=80))
def test_a_layout_is_never_wrong(text: str) -> None:
    data = text.encode()
    try:
        series = series_of(data)
    except ParseFailed:
        return
    layout = find_log_layout(data, series)
    assert layout is None or rebuild_log(layout, series) == data


def test_majority_of_corpus_logs_needs_no_text() -> None:
    if not CORPUS.is_dir():
        pytest.skip("../shared/corpus is not here")
    without_text, whole = 0, 0
    for path in CORPUS.rglob("*.log"):
        data = path.read_bytes()
        try:
            series = series_of(data)
        except ParseFailed:
            continue
        layout = find_log_layout(data, series)
        assert layout is None or rebuild_log(layout, series) == data, path
        without_text += layout is not None
        whole += 1
    print(f"{without_text} of {whole} logs of the corpus are kept as series alone")
    assert without_text > 0.8 * whole
