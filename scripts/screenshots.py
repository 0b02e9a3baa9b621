"""Makes the pictures of the documents, `docs/screens/*.png`, from a lab of its own with a run that it measures.

Run it in the checkout's root: `.venv/bin/python -m scripts.screenshots`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.e2e.browsing import chromium, open_page, sign_in
from tests.e2e.lab import MIB, Lab, running_lab

SCREENS = Path(__file__).resolve().parents[1] / "docs" / "screens"
MOST_BYTES = 250_000
RUN_SECONDS = 600.0
#: Long enough for curves that say something.
RUN_PARAMETERS = {"round_seconds": 4, "max_rounds": 15, "point_seconds": 8}
#: A picture shows the beginning of its page: what a visitor sees, and the first charts below it.
TALL = {"width": 1280, "height": 1500}
WIDE = {"width": 1280, "height": 900}
SHORT = {"width": 1280, "height": 420}
NARROW = {"width": 390, "height": 1100}
#: What stands on a page while something is still on its way.
UNFINISHED = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root, [data-chart]:not([data-painted])'
MEASURING = re.compile("^Phase [45] of 8")


def main() -> int:
    """Make all pictures; return 1 when one is too large to be kept with the sources."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with running_lab() as lab, chromium() as browser:
        submitted = lab.submit(RUN_PARAMETERS, name="First look at a scratch file", size_bytes=256 * MIB)
        take_live_job(browser, lab, submitted["number"])
        run = lab.wait_for_end(submitted["number"], RUN_SECONDS)["runs"][0]
        take_pages(browser, lab, run)
    too_large = [path.name for path in sorted(SCREENS.glob("*.png")) if path.stat().st_size > MOST_BYTES]
    if too_large:
        print(f"Larger than {MOST_BYTES // 1000} kB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


def take_live_job(browser: Browser, lab: Lab, job: str) -> None:
    """Take the picture of a job while it measures."""
    page = signed_in(browser, lab, viewport=TALL)
    page.goto(f"{lab.url}/jobs/{job}")
    expect(page.get_by_text(MEASURING)).to_be_visible(timeout=RUN_SECONDS * 1000)
    take(page, "job-live-light")


def take_pages(browser: Browser, lab: Lab, run: dict[str, Any]) -> None:
    """Take the pictures of the pages that stand still."""
    request = {"run_id": run["id"], "title": run["title"], "author": "Storage Lab", "note": ""}
    share_url = lab.call("POST", "/shares", json=request)["url"]
    run_url = f"{lab.url}/runs/{run['number']}"
    draft = f"{lab.url}/jobs/new?profile=quick-4k&server={lab.server()['number']}"
    take_page(signed_in(browser, lab, viewport=WIDE), "runs-light", f"{lab.url}/runs")
    take_page(signed_in(browser, lab, viewport=SHORT), "servers-light", f"{lab.url}/inventory/servers")
    light = signed_in(browser, lab, viewport=TALL)
    take_page(light, "run-light", run_url)
    take_page(light, "new-job-light", draft)
    take_page(light, "share-light", share_url)
    take_page(signed_in(browser, lab, viewport=TALL, color_scheme="dark"), "run-dark", run_url)
    narrow = signed_in(browser, lab, viewport=NARROW, color_scheme="dark", device_scale_factor=2)
    take_page(narrow, "run-narrow-dark", run_url)


def take_page(page: Page, name: str, url: str) -> None:
    """Open an address and take its picture."""
    page.goto(url)
    take(page, name)


def take(page: Page, name: str) -> None:
    """Take the picture of what is in sight, once all of it is there."""
    page.get_by_role("heading", level=1).wait_for()
    expect(page.locator(UNFINISHED)).to_have_count(0)
    # A live page keeps its stream open, so only the letters are waited for.
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=SCREENS / f"{name}.png")


def signed_in(browser: Browser, lab: Lab, **options: Any) -> Page:
    """Open a page of the lab."""
    page = open_page(browser, **options)
    sign_in(page, lab)
    return page


if __name__ == "__main__":
    sys.exit(main())
