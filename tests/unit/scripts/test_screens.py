"""Every page has its picture in both themes, and every picture its page."""

from __future__ import annotations

import re

from storagelab.config import CHECKOUT

PAGES = CHECKOUT / "docs" / "screens" / "pages"
NAMED = re.compile(r'LabPage\(\s*"([^"]+)"')


def _names() -> set[str]:
    sources = (CHECKOUT / "tests" / "e2e" / "pages.py", CHECKOUT / "scripts" / "screened_views.py")
    return {name for source in sources for name in NAMED.findall(source.read_text(encoding="utf-8"))}


def test_pages_and_pictures_match_in_both_schemes() -> None:
    names = _names()
    assert len(names) > 50
    wanted = {f"{name.lower().replace(' ', '-')}-{scheme}.webp" for name in names for scheme in ("light", "dark")}
    there = {path.name for path in PAGES.glob("*.webp")}
    assert there == wanted, "take them: python -m scripts.screenshots --page NAME"


def test_the_list_shows_every_picture() -> None:
    listed = set(re.findall(r"\]\(([^)]+\.webp)\)", (PAGES / "README.md").read_text(encoding="utf-8")))
    assert listed == {path.name for path in PAGES.glob("*.webp")}
