"""Text that comes in: what turns the direction of writing is turned back where the text ends."""

from __future__ import annotations

import pytest

from storagelab.http.schemas import clean_line, clean_text

RLE, RLO, PDF = "\u202b", "\u202e", "\u202c"
LRI, RLI, PDI = "\u2066", "\u2067", "\u2069"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"drive {RLO}01 DIAR", f"drive {RLO}01 DIAR{PDF}"),
        (f"{RLE}a{PDF}", f"{RLE}a{PDF}"),
        (f"{RLI}a{LRI}b", f"{RLI}a{LRI}b{PDI}{PDI}"),
        (f"{RLI}a{RLO}b", f"{RLI}a{RLO}b{PDF}{PDI}"),
        (f"{RLI}a{RLO}b{PDI}c", f"{RLI}a{RLO}b{PDI}c"),
        (f"{PDF}{PDI}a", f"{PDF}{PDI}a"),
        ("\u0645\u0635\u0641\u0648\u0641\u0629", "\u0645\u0635\u0641\u0648\u0641\u0629"),
    ],
)
def test_name_does_not_reverse_following_text(text: str, clean: str) -> None:
    assert clean_line(text) == clean
    assert clean_line(clean) == clean, "once is enough"


def test_newline_ends_text_direction_overrides() -> None:
    assert clean_text(f"{RLO}a\nb") == f"{RLO}a\nb"
    assert clean_text(f"a\n{RLO}b") == f"a\n{RLO}b{PDF}"


@pytest.mark.parametrize("text", ["\u200b\u200b", " \u2060\ufeff ", "\u3164", "\u2800\u00a0", f"{RLI}{PDI}"])
def test_invisible_characters_make_an_empty_name(text: str) -> None:
    assert clean_line(text) == ""


@pytest.mark.parametrize("text", ["\U0001f469\u200d\U0001f527", "\u0645\u200c\u0631", "a\u200bb", "."])
def test_name_may_contain_invisible_characters(text: str) -> None:
    assert clean_line(text) == text
