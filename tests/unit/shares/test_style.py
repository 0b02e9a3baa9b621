"""Style sheet of permalinks has every variable it uses, for both themes and for paper."""

from __future__ import annotations

import re

import pytest

from storagelab.shares.pictures import add_picture_lines
from storagelab.shares.style import style_sheet, theme_tokens


def test_sheet_defines_the_variables_it_uses() -> None:
    sheet = str(style_sheet())
    used = set(re.findall(r"var\(--sl-([a-z0-9-]+)\)", sheet))
    assert used
    assert used <= set(theme_tokens("light"))


def test_dark_theme_redefines_colours_only() -> None:
    light, dark = theme_tokens("light"), theme_tokens("dark")
    assert set(dark) < set(light)
    assert {name for name in light if light[name].startswith("#")} == set(dark)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_picture_lines_use_colours_of_the_theme(theme: str) -> None:
    drawn = add_picture_lines("<svg/>", ("4K random read",), theme=theme, width=400, height=300)  # type: ignore[arg-type]
    tokens = theme_tokens(theme)  # type: ignore[arg-type]
    assert f'fill="{tokens["surface"]}"' in drawn
    assert f'fill="{tokens["text-2"]}">4K random read' in drawn
