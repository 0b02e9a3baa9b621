"""A page that breaks a rule of every page is found, rule by rule."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Page
from tests.e2e.conftest import Opener
from tests.e2e.pages import LabPage
from tests.e2e.test_every_page import broken_rules

#: What a page of its own has in its style sheet and its body, and the rules that it breaks.
PAGES = {
    "sound": ("", "<p>words</p>", set()),
    "picture without words": ("", "<img src='data:,' width='10' height='10'>", {"axe, light", "axe, dark"}),
    "pale in the dark": (
        "@media (prefers-color-scheme: dark) { body { background: #222; color: #333 } }",
        "<p>words</p>",
        {"axe, dark"},
    ),
    "wide where it is narrow": (
        "@media (max-width: 400px) { p { width: 500px } }",
        "<p>words</p>",
        {"width at 320 px"},
    ),
    "jump": (
        "div { animation: grow 1ms 300ms forwards step-end } @keyframes grow { to { height: 300px } }",
        "<div></div><p>words that move</p><p>and more of them</p>" + "<p>words</p>" * 20,
        {"jumps"},
    ),
}


@pytest.mark.in_turn
@pytest.mark.parametrize("name", PAGES)
def test_broken_rule_is_found(visit: Opener, name: str) -> None:
    style, body, broken = PAGES[name]
    document = f"<html lang=en><title>t</title><style>{style}</style><main><h1>Title</h1>{body}</main></html>"
    item = LabPage("run", f"data:text/html,{quote(document)}", has_come_to_rest)
    assert set(broken_rules(visit(), item)) == broken


def has_come_to_rest(page: Page) -> None:
    """Check that the animations of the page are over."""
    page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")
