"""Style sheet of permalinks: the variables that the front end writes, and the rules that use them."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Literal

from markupsafe import Markup

#: Written by frontend/token-styles.ts from frontend/src/app/tokens.ts, one line for each of light, dark and paper.
TOKENS = "tokens.css"
_VARIABLE = re.compile(r"--sl-([a-z0-9-]+):([^;}]+)")


def _read(name: str) -> str:
    return resources.files("storagelab.shares").joinpath(f"templates/{name}").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def style_sheet() -> Markup:
    """Return the style sheet of shared pages, with the variables that it uses."""
    return Markup(_read(TOKENS) + _read("page.css"))  # noqa: S704 - both files are ours.


@lru_cache(maxsize=2)
def theme_tokens(theme: Literal["light", "dark"]) -> dict[str, str]:
    """Return the style variables of a theme by name, without the prefix `--sl-`."""
    light, dark, _ = _read(TOKENS).splitlines()
    return dict(_VARIABLE.findall(light if theme == "light" else dark))
