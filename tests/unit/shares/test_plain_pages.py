"""Page of an address that shows no result: its reason and its date."""

from __future__ import annotations

import datetime as dt

import pytest

from storagelab.shares.plain_pages import render_not_available

MOMENT = dt.datetime(2026, 11, 24, 15, 2, tzinfo=dt.timezone(dt.timedelta(hours=1)))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("revoked", "Withdrawn on 24 Nov 2026, 14:02 UTC."),
        ("address_revoked", "Withdrawn on 24 Nov 2026, 14:02 UTC."),
        ("expired", "Ended on 24 Nov 2026, 14:02 UTC."),
    ],
)
def test_end_has_its_date(reason: str, words: str) -> None:
    assert words in render_not_available(reason, ended_at=MOMENT)
    assert "2026" not in render_not_available(reason)


def test_embargo_names_the_day_it_ends() -> None:
    text = render_not_available("closed", until=MOMENT)
    assert "It opens at this address on 2026-11-24 14:02:00 UTC." in text
    assert "Ended" not in text
