"""Texts of people, devices and files never run: on no page, in no frame, in no saved file."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.e2e import hostile_texts
from tests.e2e.browsing import Watch
from tests.e2e.conftest import Measured, Opener, measured_job
from tests.e2e.lab import Lab
from tests.e2e.pages import lab_pages

#: What would have come of a text that was taken for something else.
_CAME_OF_IT = """() => [
  window.pwned === undefined ? null : `ran: ${window.pwned}`,
  ...[...document.querySelectorAll("script, img, svg, a, body, iframe, link, style")].map(element => {
    const marked = [...element.attributes].some(each => /^on/i.test(each.name) || /^\\s*javascript:/i.test(each.value));
    const runs = element.tagName === "SCRIPT" && element.type !== "application/json";
    const inside = runs && /pwned/.test(element.textContent);
    const asked = element.tagName === "IMG" && element.getAttribute("src") === "x";
    return marked || inside || asked ? element.outerHTML.slice(0, 200) : null;
  }),
].filter(each => each !== null)"""

#: Pages that show loading states, and the number of times they do so.
LOADING_SAMPLES = {"gallery": 3}


@pytest.fixture(scope="module")
def share(lab: Lab) -> dict[str, Any]:
    """Provide a share in a lab that is full of it. Other tests never meet any of it, as they all ran before."""
    job = lab.wait_for_end(measured_job(lab))
    assert job["state"] == "finished", job["failure"]
    run = job["runs"][0]["number"]
    return hostile_texts.fill(lab, Measured(job["number"], run, "")) | {"job": job["number"], "run": run}


def go_through(page: Page, watch: Watch, addresses: dict[str, str], *, min_showing: int) -> dict[str, Any]:
    """Return the effects of the texts on these pages; at least `min_showing` pages must show one unchanged."""
    came: dict[str, Any] = {}
    showing: set[str] = set()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for name, address in addresses.items():
        before = len(watch.complaints)
        page.goto(address, wait_until="load")
        page.get_by_role("heading", level=1).first.wait_for()
        expect(page.get_by_text("Loading", exact=True)).to_have_count(LOADING_SAMPLES.get(name, 0))
        effects = [*page.evaluate(_CAME_OF_IT), *dialogs, *watch.complaints[before:]]
        dialogs.clear()
        if "pwned" in page.locator("body").inner_text():
            showing.add(name)
        if effects:
            came[name] = effects
    assert len(showing) >= min_showing, sorted(showing)
    return came


@pytest.mark.in_turn
def test_hostile_texts_run_no_script_on_lab_pages(page: Page, lab: Lab, watch: Watch, share: dict[str, Any]) -> None:
    pages = lab_pages(lab, Measured(share["job"], share["run"], share["url"]))
    addresses = {entry.name: entry.address for entry in pages if entry.name != "sign-in"}
    addresses |= {"hostile profile": f"{lab.url}/profiles/hostile", "hostile search": f"{lab.url}/search?q=window"}
    assert go_through(page, watch, addresses, min_showing=20) == {}


def test_hostile_texts_run_no_script_on_shared_pages(
    visit: Opener, lab: Lab, watch: Watch, share: dict[str, Any]
) -> None:
    token = share["url"].rpartition("/")[2]
    document = httpx2.get(f"{share['url']}.json").json()
    addresses = {"page": share["url"], "with what was hidden": f"{share['url']}#data"}
    addresses |= {f"frame {key}": f"{lab.url}/embed/{token}/{key}" for key in document["charts"]}
    reader = visit()
    assert go_through(reader, watch, addresses, min_showing=len(addresses)) == {}
    # A drawing alone is a document of its own.
    for key in document["charts"]:
        reader.goto(f"{share['url']}/charts/{key}.svg")
        assert reader.evaluate("document.querySelectorAll('script, foreignObject, a, [onload]').length") == 0
        assert reader.evaluate("window.pwned") is None


def test_saved_files_hold_only_text(share: dict[str, Any]) -> None:
    url = share["url"]
    answers = {
        form: httpx2.get(f"{url}{form}", timeout=120) for form in (".csv", ".xlsx", ".pdf", ".json", "/preview.png")
    }
    assert {form: answer.status_code for form, answer in answers.items()} == dict.fromkeys(answers, 200)
    cells = [cell for row in csv.reader(io.StringIO(answers[".csv"].text)) for cell in row]
    assert [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t", "\r")] == []
    assert any("cmd|" in cell for cell in cells)
    with zipfile.ZipFile(io.BytesIO(answers[".xlsx"].content)) as book:
        sheets = {name: book.read(name).decode() for name in book.namelist() if name.endswith((".xml", ".rels"))}
    assert [name for name, text in sheets.items() if "<f>" in text and name.startswith("xl/worksheets/sheet")] == []
    assert [name for name, text in sheets.items() if "<hyperlink" in text] == []
    outside = [name for name, text in sheets.items() if name.endswith(".rels") and 'TargetMode="External"' in text]
    assert outside == []
    assert answers[".pdf"].content.startswith(b"%PDF-")
    assert b"/JavaScript" not in answers[".pdf"].content
    assert b"/S /URI" not in answers[".pdf"].content or b"(javascript:" not in answers[".pdf"].content
    assert json.loads(answers[".json"].content)["share"]["title"]
    for form, answer in answers.items():
        shown = answer.headers["content-type"].partition(";")[0]
        assert shown not in ("text/html", "image/svg+xml"), form
        assert answer.headers["x-content-type-options"] == "nosniff", form
    parts = json.loads(answers[".json"].content)["parts"]
    for part in list(parts.values())[:10]:
        answer = httpx2.get(f"{url}/parts/{part['sha256']}")
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["content-type"].partition(";")[0] in ("application/json", "application/octet-stream")
