"""The page of a new run: refusals, drafts, how soon a run is started, and by keys alone."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import Watch
from tests.e2e.conftest import Opener
from tests.e2e.hands import MAX_ACTIONS, Hands
from tests.e2e.keyboard import choose_by_keys, tab_to, wait_for_keys
from tests.e2e.lab import Lab

QUICK_4K = re.compile("^Quick look, 4K random read")
PLANNED_AND_REFUSED = (422, "/api/v1/jobs")
#: For a job that is never submitted.
NAME = "nothing is lost"


def start_draft(page: Page, lab: Lab) -> None:
    """Open the form and choose the profile; the lab's only server is chosen already."""
    page.goto(f"{lab.url}/new")
    page.get_by_role("radio", name=QUICK_4K).check()
    expect(page.get_by_role("button", name="Start run")).to_be_enabled()


def open_settings(page: Page) -> None:
    """Show all settings of the run."""
    page.get_by_role("button", name=re.compile(r"^All \d+ settings$")).click()


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


@pytest.mark.in_turn
def test_refusal_is_shown_at_field_and_bar(page: Page, lab: Lab, watch: Watch) -> None:
    watch.expected.add(PLANNED_AND_REFUSED)
    start_draft(page, lab)
    open_settings(page)
    page.get_by_label("Name", exact=True).fill(NAME)
    submit = page.get_by_role("button", name="Start run")
    for label, value, message in REFUSED:
        field = page.get_by_label(label, exact=True)
        accepted = field.input_value()
        field.fill(value)

        expect(field).to_have_attribute("aria-invalid", "true")
        expect(described(page, field)).to_contain_text(message)
        # The bar at the foot shows the same with the name of the field, and leads there.
        page.get_by_role("region", name="New run").get_by_role("link", name=re.compile(f"^{label}: ")).click()
        expect(field).to_be_focused()
        expect(submit).to_be_disabled()
        assert field.input_value().replace(",", "") == value
        expect(page.get_by_label("Name", exact=True)).to_have_value(NAME)
        expect(page.get_by_role("radio", name=QUICK_4K)).to_be_checked()

        field.fill(accepted)
        expect(field).not_to_have_attribute("aria-invalid", "true")
        expect(submit).to_be_enabled()
    assert NAME not in {job["name"] for job in lab.call("GET", "/jobs")["items"]}


def described(page: Page, field: Locator) -> Locator:
    """Return the texts that describe a field to users who cannot see where they are."""
    ids = (field.get_attribute("aria-describedby") or "").split()
    return page.locator(", ".join(f'[id="{name}"]' for name in ids)).last


@pytest.mark.in_turn
def test_a_draft_survives_reload_back_and_forward(page: Page, lab: Lab) -> None:
    start_draft(page, lab)
    open_settings(page)
    page.get_by_label("Size in MiB").fill("64")
    page.get_by_label("Rounds at most").fill("7")
    page.get_by_label("Name", exact=True).fill("half a thought")
    page.wait_for_url(re.compile("half"))
    draft = draft_in(page)
    assert draft["size_bytes"] == str(64 * 2**20)

    page.reload()
    require_draft(page)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Queue", exact=True).click()
    # The address is the new one before its page has taken the place of this one.
    expect(page.get_by_role("navigation", name="Views of the queue")).to_be_visible()
    page.go_back()
    require_draft(page)
    page.go_back()
    page.go_forward()
    require_draft(page)
    assert draft_in(page) == draft


def require_draft(page: Page) -> None:
    """Check that the form shows the draft of the test above."""
    expect(page.get_by_role("radio", name=QUICK_4K)).to_be_checked()
    expect(page.get_by_label("Size in MiB")).to_have_value("64")
    if page.get_by_label("Rounds at most").count() == 0:
        open_settings(page)
    expect(page.get_by_label("Rounds at most")).to_have_value("7")
    expect(page.get_by_label("Name", exact=True)).to_have_value("half a thought")


def test_a_run_is_started_in_three_actions(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/campaigns")
    wait_for_keys(page, "Campaigns")
    hands = Hands(page)
    hands.press("n")
    hands.click(page.get_by_role("radio", name=QUICK_4K))
    expect(page.get_by_role("button", name="Start run")).to_be_enabled()
    hands.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    assert hands.actions <= MAX_ACTIONS
    run = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    lab.call("POST", f"/jobs/{run['job']['number']}/cancel")


@pytest.mark.in_turn
def test_profile_page_starts_a_run_in_two_actions(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/profiles/quick-4k")
    hands = Hands(page)
    hands.click(page.get_by_role("link", name="New run with this profile"))
    hands.click(page.get_by_role("button", name="Start run"))
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    assert hands.actions < MAX_ACTIONS
    run = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    lab.call("POST", f"/jobs/{run['job']['number']}/cancel")
    lab.wait_for_end(run["job"]["number"])


@pytest.mark.in_turn
def test_a_custom_workload_needs_no_saved_profile(page: Page, lab: Lab, watch: Watch) -> None:
    watch.expected.add(PLANNED_AND_REFUSED)
    page.goto(f"{lab.url}/new")
    page.get_by_role("radio", name="Custom", exact=True).check()
    page.get_by_label("Size in MiB").fill("16")
    depths = page.get_by_label("Queue depths")
    depths.fill("1..x")
    expect(depths).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Block sizes").fill("4k, 8k")
    depths.fill("1..4")
    page.get_by_label("Time per point (s)").fill("1")
    expect(page.get_by_role("button", name="Start run")).to_be_enabled()
    page.reload()
    expect(page.get_by_label("Block sizes")).to_have_value("4k, 8k")
    expect(page.get_by_role("button", name="Start run")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))

    run = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    job = lab.wait_for_end(run["job"]["number"])
    assert job["state"] == "finished", job["failure"]
    points = [phase["workload"] for phase in job["plan"]["phases"][1:]]
    sizes = [(point["block_sizes"][0]["bytes"], point["queue_depth"]) for point in points]
    assert sizes == [(size, depth) for size in (4096, 8192) for depth in (1, 2, 4)]
    assert lab.call("GET", "/profiles", params={"q": "adhoc"})["items"] == []


def test_old_address_redirects_with_its_draft(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/jobs/new?profile=quick-4k&size_bytes={64 * 2**20}")
    page.wait_for_url(re.compile(rf"^{re.escape(lab.url)}/new\?"))
    expect(page.get_by_label("Size in MiB")).to_have_value("64")


@pytest.mark.in_turn
def test_keyboard_user_submits_a_job_from_sign_in(visit: Opener, lab: Lab, watch: Watch) -> None:
    page = visit()
    # The lab is requested together with the session, before the missing session is known.
    watch.expected |= {(401, "/api/v1/session"), (401, "/api/v1/lab")}
    # The arrows pass over profiles that need more than 16 MiB, or a drive: a pause on one shows its refusal.
    watch.expected.add(PLANNED_AND_REFUSED)
    page.goto(lab.url)
    tab_to(page, page.get_by_label("One-time link"))
    page.keyboard.insert_text(lab.sign_in_link())
    tab_to(page, page.get_by_role("button", name="Sign in"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"{lab.url}/")
    # The focus is at the beginning of the page's content: the top bar is behind it, the whole list before it.
    tab_to(page, page.get_by_role("banner").get_by_role("link", name="New run"), key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/new$"))

    tab_to(page, page.get_by_label("Size in MiB"))
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("16")
    choose_by_keys(
        page, page.get_by_role("radiogroup", name="Profile", exact=True), page.get_by_role("radio", name=QUICK_4K)
    )
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
