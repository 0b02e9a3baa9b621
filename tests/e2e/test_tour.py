"""The tour: a first visit is led by keys alone, and never again unless it is started."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Opener
from tests.e2e.keyboard import press, wait_for_keys
from tests.e2e.lab import Lab
from tests.e2e.test_every_page import READ_SHIFTS, axe_findings, turn

STEPS = ["Home", "New run", "One result", "Workbench and Configurations", "Search and Help"]
PHONE = {"width": 390, "height": 844}
#: Home notes a visit in the quiet moment in which the tour would come.
QUIET = "() => new Promise(quiet => requestIdleCallback(() => requestIdleCallback(quiet)))"


@pytest.fixture
def newcomer(lab: Lab) -> dict[str, Any]:
    """Provide a person who has never been in this lab."""
    user: dict[str, Any] = lab.call("POST", "/users", json={"name": f"new-{uuid.uuid4().hex[:8]}", "role": "operator"})
    return user


def sign_in_as(page: Page, lab: Lab, user: dict[str, Any]) -> None:
    """Sign in by a fresh link for this person."""
    _, _, token = lab.call("POST", f"/users/{user['id']}/sign-in-link")["address"].partition("#")
    page.goto(f"{lab.url}/sign-in#{token}")
    page.wait_for_url(f"{lab.url}/")


def card(page: Page) -> Locator:
    """Return what lies over the page: nothing else on Home is a dialog."""
    return page.get_by_role("dialog")


def expect_step(page: Page, number: int) -> None:
    """Expect a step, with its card and the part that it is about in sight."""
    expect(card(page)).to_have_accessible_name(STEPS[number - 1])
    expect(card(page)).to_contain_text(f"Step {number} of {len(STEPS)}")
    expect(card(page)).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-tour-target]")).to_be_in_viewport()


def shifts_of_the_tour(page: Page) -> list[Any]:
    """Return what of the tour has moved by itself; tiles of Home may come and go meanwhile."""
    return [places for _, places in page.evaluate(READ_SHIFTS) if any("dialog" in place for place in places)]


def expect_no_tour(page: Page) -> None:
    """Expect Home without it, once the moment for it is over."""
    wait_for_keys(page, "Home")
    page.evaluate(QUIET)
    expect(card(page)).to_have_count(0)
    # Single keys are dead below a dialog.
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url("**/runs")


@pytest.mark.in_turn
def test_first_visit_is_led_by_keys_once(visit: Opener, lab: Lab, newcomer: dict[str, Any]) -> None:
    page = visit()
    sign_in_as(page, lab, newcomer)
    expect_step(page, 1)
    expect(card(page).get_by_role("button", name="Next")).to_be_focused()
    assert shifts_of_the_tour(page) == []
    page.keyboard.press("Enter")
    expect_step(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)
    for number in range(2, len(STEPS) + 1):
        page.keyboard.press("ArrowRight")
        expect_step(page, number)
    expect(card(page).get_by_role("button", name="Finish tour")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(page.locator("[data-tour-target]")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()

    page.reload()
    expect_no_tour(page)
    again = visit(viewport=PHONE)
    sign_in_as(again, lab, newcomer)
    expect_no_tour(again)

    again.goto(f"{lab.url}/help")
    press(again, again.get_by_role("link", name="Take the tour"))
    expect_step(again, 1)
    assert axe_findings(again) == []
    turn(again, "dark")
    assert axe_findings(again) == []
    for number in range(2, len(STEPS) + 1):
        again.keyboard.press("ArrowRight")
        expect_step(again, number)
    again.keyboard.press("Enter")
    expect(card(again)).to_have_count(0)
    again.wait_for_url(f"{lab.url}/")
