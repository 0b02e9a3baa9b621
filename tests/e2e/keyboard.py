"""Hands that have no mouse: the focus is moved by keys, and only what has it is used."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

#: More stops than any page has between two things that belong together.
MAX_TABS = 150


def tab_to(page: Page, target: Locator, *, key: str = "Tab") -> None:
    """Press Tab, or another key, until the focus is on an element or in it."""
    target.wait_for()
    for _ in range(MAX_TABS):
        page.keyboard.press(key)
        if target.evaluate("element => element.contains(document.activeElement)"):
            return
    raise AssertionError(f"{key} does not lead to {target}")


def press(page: Page, target: Locator, *, key: str = "Enter", back: bool = False) -> None:
    """Tab to a button, a link or a box, forwards or back, and press it."""
    tab_to(page, target, key="Shift+Tab" if back else "Tab")
    expect(target).to_be_enabled()
    page.keyboard.press(key)


def choose(page: Page, item: Locator) -> None:
    """Go to an item of the open menu with the arrows and choose it."""
    tab_to(page, item, key="ArrowDown")
    page.keyboard.press("Enter")


def wait_for_keys(page: Page, name: str) -> None:
    """Wait for a page of the application: the words that it begins with listen to no key."""
    # The bar names the page: a heading may show a state instead.
    bar = page.get_by_role("banner").get_by_role("navigation", name="Breadcrumb")
    expect(bar.locator("[aria-current=page]")).to_have_text(name)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".first-words")).to_have_count(0)


def choose_by_keys(page: Page, group: Locator, choice: Locator) -> None:
    """Tab into a group of radio buttons and go to one of them with the arrows."""
    tab_to(page, group)
    page.keyboard.press("Space")
    for _ in range(group.get_by_role("radio").count()):
        if choice.is_checked():
            return
        page.keyboard.press("ArrowDown")
    expect(choice).to_be_checked()


def write(page: Page, text: str) -> None:
    """Replace the content of the field that has the focus by a text."""
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
