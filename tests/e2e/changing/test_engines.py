"""The lab is given its own Vdbench in the browser: refused, taken, shown, and removed again."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.e2e.browsing import Watch
from tests.e2e.lab import Lab
from tests.stand_ins.vdbench_package import archive, package


def test_vdbench_package_is_uploaded_and_removed(page: Page, lab: Lab, watch: Watch) -> None:
    watch.expected.add((422, "/api/v1/engine-packages/vdbench"))
    page.goto(f"{lab.url}/settings")
    page.get_by_role("navigation", name="Settings").get_by_role("link", name="Engines", exact=True).click()
    page.wait_for_url(f"{lab.url}/settings/engines")
    expect(page.get_by_role("heading", name="Engines", exact=True, level=1)).to_be_visible()
    rows = page.get_by_role("table", name="Engines by server at the last discovery").locator("tbody tr")
    expect(rows.filter(has_text=lab.server()["name"]).first).to_contain_text("fio-")
    expect(page.get_by_text("No Vdbench package uploaded.")).to_be_visible()

    choose = page.get_by_label("Choose zip", exact=True).and_(page.locator("input"))
    choose.set_input_files({"name": "x.zip", "mimeType": "application/zip", "buffer": archive({"readme": b"no"})})
    expect(page.get_by_role("alert")).to_contain_text("The package is not a distribution of Vdbench")
    choose.set_input_files({"name": "vdbench50407.zip", "mimeType": "application/zip", "buffer": package()})
    expect(page.get_by_text("Vdbench 5.04.07 was checked and stored.")).to_be_visible()
    (package_in_lab,) = lab.call("GET", "/engine-packages")["items"]
    expect(page.get_by_text(package_in_lab["sha256"])).to_be_visible()

    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog", name="Remove the Vdbench package?").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No Vdbench package uploaded.")).to_be_visible()
