"""Translation of the options of `storagelab submit`."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.cli.jobs import repeat_fields


@pytest.mark.parametrize(
    ("limit", "cv_percent", "fields"),
    [
        (1, None, {"repeats": 1}),
        (4, None, {"repeats": 4}),
        (1, 5.0, {"repeats": 10, "repeat_until": {"cv_percent": 5.0}}),
        (20, 2.5, {"repeats": 20, "repeat_until": {"cv_percent": 2.5}}),
        # Too small a limit is for the API to refuse, in its own words.
        (2, 5.0, {"repeats": 2, "repeat_until": {"cv_percent": 5.0}}),
    ],
)
def test_repeats_become_fields_of_the_request(limit: int, cv_percent: float | None, fields: dict[str, Any]) -> None:
    assert repeat_fields(limit, cv_percent) == fields
