"""The form of a new job: what it refuses, what it keeps, and that it needs no mouse."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import Watch
from tests.e2e.conftest import Opener
from tests.e2e.keyboard import choose_by_keys, tab_to
from tests.e2e.lab import Lab

QUICK_4K = re.compile("^Quick look, 4K random read")
PLANNED_AND_REFUSED = (422, "/api/v1/jobs")
#: Of a job that nobody submits.
NAME = "nothing is lost"


def start_draft(page: Page, lab: Lab) -> None:
    """Open the form and choose the profile; the lab's only server is chosen already."""
    page.goto(f"{lab.url}/jobs/new")
    page.get_by_role("radio", name=QUICK_4K).check()
    expect(page.get_by_role("button", name="Start run")).to_be_enabled()


def draft_in(page: Page) -> dict[str, Any]:
    """Return the draft that the address holds."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


#: What is refused: field, value, and the message at the field.
REFUSED = [
    ("Path", "/etc/hostname", "test files are never written into system folders"),
    ("Path", "scratch/lab.dat", "must be an absolute path"),
    ("Size in MiB", "1", "between 4 MiB and 16,777,216 MiB"),
    ("Size in MiB", "99999999", "between 4 MiB and 16,777,216 MiB"),
    ("Rounds at most", "3", "3 is not between 5 and 100"),
]


def test_a_refusal_stands_at_its_field(page: Page, lab: Lab, watch: Watch) -> None:
    watch.expected.add(PLANNED_AND_REFUSED)
    start_draft(page, lab)
    page.get_by_label("Name", exact=True).fill(NAME)
    submit = page.get_by_role("button", name="Start run")
    for label, value, message in REFUSED:
        field = page.get_by_label(label, exact=True)
        accepted = field.input_value()
        field.fill(value)

        expect(field).to_have_attribute("aria-invalid", "true")
        expect(described(page, field)).to_contain_text(message)
        expect(submit).to_be_disabled()
        assert field.input_value().replace(",", "") == value
        expect(page.get_by_label("Name", exact=True)).to_have_value(NAME)
        expect(page.get_by_role("radio", name=QUICK_4K)).to_be_checked()

        field.fill(accepted)
        expect(field).not_to_have_attribute("aria-invalid", "true")
        expect(submit).to_be_enabled()
    assert NAME not in {job["name"] for job in lab.call("GET", "/jobs")["items"]}


def described(page: Page, field: Locator) -> Locator:
    """Return the texts that describe a field to who cannot see where they stand."""
    ids = (field.get_attribute("aria-describedby") or "").split()
    return page.locator(", ".join(f'[id="{name}"]' for name in ids)).last


def test_a_draft_survives_reload_back_and_forward(page: Page, lab: Lab) -> None:
    start_draft(page, lab)
    page.get_by_label("Size in MiB").fill("64")
    page.get_by_label("Rounds at most").fill("7")
    page.get_by_label("Name", exact=True).fill("half a thought")
    page.wait_for_url(re.compile("half"))
    draft = draft_in(page)
    assert draft["size_bytes"] == str(64 * 2**20)

    page.reload()
    require_draft(page)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Queue", exact=True).click()
    page.wait_for_url(f"{lab.url}/queue")
    page.go_back()
    require_draft(page)
    page.go_back()
    page.go_forward()
    require_draft(page)
    assert draft_in(page) == draft


def require_draft(page: Page) -> None:
    """The form shows the draft of the test above."""
    expect(page.get_by_role("radio", name=QUICK_4K)).to_be_checked()
    expect(page.get_by_label("Size in MiB")).to_have_value("64")
    expect(page.get_by_label("Rounds at most")).to_have_value("7")
    expect(page.get_by_label("Name", exact=True)).to_have_value("half a thought")


def test_from_sign_in_to_a_job_without_a_mouse(visit: Opener, lab: Lab, watch: Watch) -> None:
    page = visit()
    # The lab is asked for together with the session, before anybody knows that there is none.
    watch.expected |= {(401, "/api/v1/session"), (401, "/api/v1/lab")}
    # The arrows go over profiles that need more than 16 MiB, or a drive: who pauses on one is told so.
    watch.expected.add(PLANNED_AND_REFUSED)
    page.goto(lab.url)
    tab_to(page, page.get_by_label("Sign-in link"))
    page.keyboard.insert_text(lab.sign_in_link())
    tab_to(page, page.get_by_role("button", name="Sign in"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"{lab.url}/")
    # The focus is at the beginning of the page's content: the top bar is behind it, the whole list before it.
    tab_to(page, page.get_by_role("banner").get_by_role("link", name="New run"), key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/jobs/new"))

    tab_to(page, page.get_by_label("Size in MiB"))
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("16")
    choose_by_keys(page, page.get_by_role("radiogroup", name="Profile"), page.get_by_role("radio", name=QUICK_4K))
    submit = page.get_by_role("button", name="Start run")
    expect(submit).to_be_enabled()
    tab_to(page, submit)
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    number = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")["job"]["number"]
    job = lab.job(number)
    assert job["target"]["size_bytes"] == 16 * 2**20
    lab.call("POST", f"/jobs/{number}/cancel")
    lab.wait_for_end(number)
