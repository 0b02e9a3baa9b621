"""Readings of an archive: compared word by word within one wording, by rows and numbers across two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.readings import check_readings
from storagelab.shares.verification.verification_report import VerificationReport
from storagelab.shares.wording import WORDING

SENTENCE = "IOPS of A goes from 95.1k to 30.2k."
TABLE: dict[str, Any] = {"columns": [{"title": "Mean latency", "unit": "ns"}], "rows": [[2_000_000]], "caption": "A"}


@dataclass
class Reading:
    sentence: str
    table: dict[str, Any]


class Code:
    """Charts that read as this release words them."""

    def read(self, kind: str, data: Mapping[str, Any]) -> Reading:
        return Reading(SENTENCE, TABLE)

    def offer(self, measured: Mapping[str, Any]) -> list[dict[str, Any]]:
        return []


def verified(*, wording: int | None, sentence: str = SENTENCE, table: dict[str, Any] = TABLE) -> VerificationReport:
    contents = {"data": orjson.dumps({}), "table": orjson.dumps(table)}
    document = {
        "charts": {"over-time": {"kind": "overlay", "sentence": sentence, "table": "table", "data": "data"}},
        "parts": {name: {"sha256": name, "size_bytes": len(content)} for name, content in contents.items()},
    } | ({} if wording is None else {"wording": wording})
    report = VerificationReport()
    check_readings(FrozenShare(document, contents.__getitem__), Code(), report)
    return report


OTHER_NAME = {"sentence": SENTENCE.replace("A", "B")}
OTHER_TITLE = {"table": {**TABLE, "columns": [{"title": "Average", "unit": "ns"}]}}


@pytest.mark.parametrize("change", [OTHER_NAME, OTHER_TITLE, {"sentence": SENTENCE.replace("30.2k", "90.2k")}])
def test_words_of_this_release_are_compared(change: dict[str, Any]) -> None:
    assert verified(wording=WORDING).differences == []
    assert len(verified(wording=WORDING, **change).differences) == 1


@pytest.mark.parametrize("wording", [None, WORDING - 1])
def test_words_of_another_release_are_not(wording: int | None) -> None:
    for change in (OTHER_NAME, OTHER_TITLE):
        report = verified(wording=wording, **change)
        assert report.differences == []
        assert [line.without_source for line in report.lines] == [0]


@pytest.mark.parametrize("wording", [None, WORDING])
@pytest.mark.parametrize("table", [{**TABLE, "rows": [[2_000_001]]}, {**TABLE, "columns": [{"title": "Mean latency"}]}])
def test_rows_and_units_are_always_compared(wording: int | None, table: dict[str, Any]) -> None:
    assert len(verified(wording=wording, table=table).differences) == 1


def test_unmatched_numbers_of_earlier_sentence_are_counted() -> None:
    report = verified(wording=None, sentence="IOPS of A goes from 99.9k to 30.2k.")
    assert (report.lines[0].place, report.lines[0].without_source) == ("charts/over-time/sentence", 2)
