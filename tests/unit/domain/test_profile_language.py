"""Numbers of a profile: plain digits, or a sentence about what was written."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.profile_language import ProfileInvalid, parse_number, parse_whole_number
from storagelab.domain.units import parse_size


@pytest.mark.parametrize(("raw", "value"), [(50, 50.0), ("50", 50.0), (" 5.5 ", 5.5), ("1e3", 1000.0), ("$q", 5.5)])
def test_numbers_and_their_texts_are_read(raw: Any, value: float) -> None:
    assert parse_number("read", raw, {"q": 5.5}) == value


@pytest.mark.parametrize("raw", ["\uff15\uff10", "x", "nan", "inf", "1_0", "", True, None, [], float("nan")])
def test_invalid_number_is_refused_with_its_value(raw: Any) -> None:
    with pytest.raises(ProfileInvalid) as refused:
        parse_number("read", raw, {})
    assert (refused.value.path, refused.value.message) == ("read", f"{raw!r} is not a number")


@pytest.mark.parametrize("raw", ["\uff14k", "4\u017f"])
def test_sizes_have_plain_digits_and_letters(raw: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(raw)


def test_fractional_value_names_its_parameter() -> None:
    with pytest.raises(ProfileInvalid, match=r"5\.5, the value of the parameter rounds, is not a whole number"):
        parse_whole_number("phases.0.stop.max_rounds", "$rounds", {"rounds": 5.5})
