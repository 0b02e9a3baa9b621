"""Pictures of the documents, `docs/screens`, from a lab of its own with demo data and new runs.

The pictures that documents show are PNG. Those of every page, light and dark, and those of the comparisons of the five
reviews are WebP in `docs/screens/pages` and `docs/screens/reviews`.

Run it in the checkout's root: `.venv/bin/python -m scripts.screenshots`, for a part of them with `--only pages` or
`--only reviews`, for single pages with their names, as `--page "new share" --page permalinks`.
"""

from __future__ import annotations

import argparse
import base64
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page, expect
from scripts.screened_views import prepare_views, views
from tests.e2e import reviews
from tests.e2e.browsing import chromium, open_page, sign_in
from tests.e2e.conftest import Measured
from tests.e2e.lab import MIB, Lab, running_lab
from tests.e2e.pages import LabPage, lab_pages

SCREENS = Path(__file__).resolve().parents[1] / "docs" / "screens"
PAGES = SCREENS / "pages"
REVIEWS = SCREENS / "reviews"
MAX_BYTES = 250_000
#: The browser itself packs a picture, so that no other program is needed.
PACK = """async (picture) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  return canvas.toDataURL("image/webp", 0.8).split(",")[1];
}"""
RUN_SECONDS = 600.0
#: Long enough for meaningful curves.
RUN_PARAMETERS = {"round_seconds": 4, "max_rounds": 15, "point_seconds": 8}
#: The loads of the reviews for the pages that show them.
VIEWED = reviews.Lengths(precondition=30, point=1, depths="1,4,16", write_shares="100..0 -25")
#: A picture shows the beginning of its page: what a visitor sees, and the first charts below it.
TALL = {"width": 1440, "height": 1500}
WIDE = {"width": 1440, "height": 900}
LIST = {"width": 1440, "height": 760}
SHORT = {"width": 1440, "height": 420}
NARROW = {"width": 390, "height": 1100}
#: The placeholders of a page while it loads, except in a sample of them. Far below on a phone, charts wait until they
#: are scrolled to.
UNFINISHED = (
    '[aria-busy="true"]:not([data-sample] *), .mantine-Loader-root, '
    ".mantine-Skeleton-root:not([data-far] *, [data-sample] *), "
    ".first-words, [data-chart]:not([data-painted])"
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HEAD_OF_LIST = """# Every page, light and dark

Made by `python -m scripts.screenshots` from the demo data and a run that it measures.

| Page | Light | Dark |
| --- | --- | --- |"""
CURVES_MS = 500
MEASURING = re.compile("^Phase [45] of 8")


def main() -> int:
    """Make all pictures; return 1 when one is too large for the repository."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["pages", "reviews"])
    parser.add_argument("--page", action="append", metavar="NAME", help="take only this page, in both themes")
    given = parser.parse_args()
    only = given.only
    SCREENS.mkdir(parents=True, exist_ok=True)
    with running_lab() as lab, chromium() as browser:
        if given.page:
            take_single_pages(browser, lab, set(given.page))
            return 0
        if only != "reviews":
            submitted = lab.submit(RUN_PARAMETERS, name="First look at a scratch file", size_bytes=256 * MIB)
            take_live_run(browser, lab, submitted["number"])
            run = lab.wait_for_end(submitted["number"], RUN_SECONDS)["runs"][0]
            take_pages(browser, lab, submitted["number"], run)
        if only != "pages":
            take_reviews(browser, lab)
    too_large = [path.name for path in sorted(SCREENS.rglob("*.*")) if path.stat().st_size > MAX_BYTES]
    if too_large:
        print(f"Larger than {MAX_BYTES // 1000} kB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


def take_live_run(browser: Browser, lab: Lab, job: str) -> None:
    """Take the picture of a run while it measures."""
    page = signed_in(browser, lab, viewport=TALL)
    page.goto(f"{lab.url}/jobs/{job}")
    expect(page.get_by_text(MEASURING)).to_be_visible(timeout=RUN_SECONDS * 1000)
    take(page, "run-live-light")


def take_pages(browser: Browser, lab: Lab, job: str, run: dict[str, Any]) -> None:
    """Take the pictures of the pages that do not change."""
    request = {"run_id": run["id"], "title": run["title"], "author": "Storage Lab", "note": ""}
    share_url = lab.call("POST", "/shares", json=request)["url"]
    take_every_page(browser, lab, Measured(job, run["number"], share_url))
    run_url = f"{lab.url}/runs/{run['number']}"
    draft = f"{lab.url}/new?profile=quick-4k&server={lab.server()['number']}"
    take_page(signed_in(browser, lab, viewport=LIST), "runs-light", f"{lab.url}/runs")
    take_page(signed_in(browser, lab, viewport=SHORT), "servers-light", f"{lab.url}/servers")
    light = signed_in(browser, lab, viewport=TALL)
    take_page(light, "run-light", run_url)
    take_page(light, "new-run-light", draft)
    take_page(light, "share-light", share_url)
    take_page(signed_in(browser, lab, viewport=TALL, color_scheme="dark"), "run-dark", run_url)
    narrow = signed_in(browser, lab, viewport=NARROW, color_scheme="dark", device_scale_factor=2)
    take_page(narrow, "run-narrow-dark", run_url)


def take_single_pages(browser: Browser, lab: Lab, names: set[str]) -> None:
    """Take the pictures of some pages, from a short run of the loads of the reviews; all others stay."""
    run = reviews.measure_reviews(lab, VIEWED)
    share_url = lab.call("POST", "/shares", json={"run_id": run["id"], "title": run["title"]})["url"]
    measured = Measured(run["job"]["number"], run["number"], share_url)
    pages = shown_pages(lab, measured, run)
    unknown = names - {item.name for item in pages}
    if unknown:
        raise SystemExit(f"No page has the name {', '.join(sorted(unknown))}.")
    take_both(browser, lab, [item for item in pages if item.name in names])
    list_pages(pages)


def take_every_page(browser: Browser, lab: Lab, measured: Measured) -> None:
    """Take the picture of every page in both themes, and list them."""
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.glob("*.webp"):
        old.unlink()
    run = reviews.measure_reviews(lab, VIEWED)
    pages = shown_pages(lab, measured, run)
    take_both(browser, lab, pages)
    list_pages(pages)


def shown_pages(lab: Lab, measured: Measured, run: dict[str, Any]) -> list[LabPage]:
    """Return every page once: as tests check it, or at work where that shows more."""
    pages = {item.name: item for item in lab_pages(lab, measured)}
    pages |= {item.name: item for item in views(lab, measured, run, prepare_views(lab))}
    return list(pages.values())


def take_both(browser: Browser, lab: Lab, pages: list[LabPage]) -> None:
    """Take the picture of each in both themes."""
    for scheme in SCHEMES:
        page = signed_in(browser, lab, viewport=WIDE, color_scheme=scheme)
        for item in pages:
            page.goto(item.address)
            item.arrived(page)
            settle(page)
            pack(browser, page.screenshot(), PAGES / picture_name(item, scheme))


def list_pages(pages: list[LabPage]) -> None:
    """Write the list of the pictures that there are."""
    rows = [
        f"| {item.name} | " + " | ".join(f"![]({picture_name(item, scheme)})" for scheme in SCHEMES) + " |"
        for item in pages
        if all((PAGES / picture_name(item, scheme)).exists() for scheme in SCHEMES)
    ]
    (PAGES / "README.md").write_text("\n".join([HEAD_OF_LIST, *rows, ""]), encoding="utf-8")


def take_reviews(browser: Browser, lab: Lab) -> None:
    """Take the pictures of the comparisons of the five reviews, from the demo data and from a run of their loads."""
    REVIEWS.mkdir(exist_ok=True)
    lengths = reviews.Lengths(precondition=60, point=2, depths="1..16 x2", write_shares="100..0 -10")
    run = reviews.measure_reviews(lab, lengths)
    page = signed_in(browser, lab, viewport=TALL)
    finders: dict[str, Callable[[Page], Locator]] = {
        "lsi-queue-depth": reviews.queue_depths,
        "lsi-cards": reviews.one_card_or_two,
        "h730p-matrix": reviews.raid_matrix,
        "iodrive2-preconditioning": partial(reviews.preconditioning, lab=lab, run=run),
        "iodrive2-steps": partial(reviews.steps_of_load, lab=lab, run=run),
        "perc12-table": reviews.perc12_table,
        "perc12-rebuild": reviews.perc12_rebuild,
        "six-controllers-surface": partial(reviews.write_surface, lab=lab, run=run),
    }
    for name, find in finders.items():
        page.goto(lab.url)
        element = find(page)
        settle(page)
        pack(browser, element.screenshot(), REVIEWS / f"{name}.webp")


def pack(browser: Browser, picture: bytes, path: Path) -> None:
    """Store a picture as WebP."""
    page = browser.new_page()
    path.write_bytes(base64.b64decode(page.evaluate(PACK, base64.b64encode(picture).decode())))
    page.close()


def picture_name(item: LabPage, scheme: str) -> str:
    """File name of a page's picture."""
    return f"{item.name.lower().replace(' ', '-')}-{scheme}.webp"


def take_page(page: Page, name: str, url: str) -> None:
    """Open an address and take its picture."""
    page.goto(url)
    take(page, name)


def take(page: Page, name: str) -> None:
    """Take the picture of what is in sight, once all of it is there."""
    settle(page)
    page.screenshot(path=SCREENS / f"{name}.png")


def settle(page: Page) -> None:
    """Wait until all that is in sight is there."""
    page.get_by_role("heading", level=1).first.wait_for()
    expect(page.locator(UNFINISHED)).to_have_count(0)
    # A live page keeps its stream open, so only the letters are waited for.
    page.evaluate("document.fonts.ready.then(() => null)")
    # Small curves of a list are read when it has been at rest.
    page.wait_for_timeout(CURVES_MS)


def signed_in(browser: Browser, lab: Lab, **options: Any) -> Page:
    """Open a page of the lab."""
    page = open_page(browser, **options)
    sign_in(page, lab)
    return page


if __name__ == "__main__":
    sys.exit(main())
