"""Fixtures of the browser tests: labs for all workers, a browser for each, a watched page per test."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page
from tests.e2e import reviews
from tests.e2e.browsing import Watch, chromium, open_context, open_page, sign_in
from tests.e2e.lab import Lab, start
from tests.e2e.scheduling import UnitScheduling, in_order
from tests.e2e.shared_labs import Labs, once, placed_labs

EVIDENCE = Path(__file__).resolve().parents[2] / "build" / "e2e"

Opener = Callable[..., Page]


@dataclass(frozen=True)
class Measured:
    """A run that finished in this lab, with its job and its permalink."""

    job: str
    run: str
    share_url: str


_PLACED = pytest.StashKey[Labs]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass a worker the places of the labs of all workers; they are stopped when the last worker has ended."""
    if _PLACED not in node.config.stash:
        stack = ExitStack()
        node.config.stash[_PLACED] = stack.enter_context(placed_labs())
        node.config.add_cleanup(stack.close)
    node.workerinput["labs"] = node.config.stash[_PLACED].to_words()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> UnitScheduling:
    """Hand out tests in the order in which they were collected."""
    config.option.loadscopereorder = False
    return UnitScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in the order in which they are begun."""
    items[:] = in_order(items)


@pytest.fixture(scope="session")
def labs(request: pytest.FixtureRequest) -> Iterator[Labs]:
    """Provide the labs of this run; a process without given labs has its own."""
    words = getattr(request.config, "workerinput", {}).get("labs")
    if words is not None:
        yield Labs.from_words(words)
        return
    with placed_labs() as labs:
        yield labs


@pytest.fixture(scope="session")
def lab(request: pytest.FixtureRequest, labs: Labs) -> Lab:
    """Provide a lab that runs as a user's would, with this machine as its server."""
    assert shutil.which("fio"), "The browser tests measure with fio: `sudo apt-get install fio`."
    needed = {name for item in request.session.items for name in getattr(item, "fixturenames", ())}
    once(labs.quiet, "started", lambda: begin(labs.quiet, needed))
    return labs.quiet


def begin(lab: Lab, needed: set[str]) -> None:
    """Start a lab and the measurements that tests need in it: they run while other tests do not need them yet."""
    start(lab)
    if "measured" in needed:
        measured_job(lab)
    if "measured_reviews" in needed:
        reviews_job(lab)


def measured_job(lab: Lab) -> str:
    """Return the number of the job whose run many pages show."""
    return str(once(lab, "measured-job", lambda: lab.submit()["number"]))


def reviews_job(lab: Lab) -> str:
    """Return the number of the job that measures what the reviews did."""
    return str(once(lab, "reviews-job", lambda: reviews.submit_reviews(lab, reviews.SHORT)))


@pytest.fixture(scope="module")
def measured(lab: Lab) -> Measured:
    """Provide a finished run and its share, for pages that only show them."""
    return Measured(**once(lab, "measured", lambda: asdict(share_measured(lab))))


def share_measured(lab: Lab) -> Measured:
    """Share the measured run once it has finished."""
    job = lab.wait_for_end(measured_job(lab))
    assert job["state"] == "finished", job["failure"]
    request = {"run_id": job["runs"][0]["id"], "title": "A finished run", "author": "Browser tests", "note": ""}
    return Measured(job["number"], job["runs"][0]["number"], lab.call("POST", "/shares", json=request)["url"])


@pytest.fixture(scope="module")
def measured_reviews(lab: Lab) -> dict[str, Any]:
    """Provide a finished run with preconditioning, threads by depth and a few shares of writes at a few depths."""
    return reviews.wait_for_reviews(lab, reviews_job(lab))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Provide one browser for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Yield the collected complaints of this test's pages; the test fails if there are any."""
    watch = Watch()
    yield watch
    assert watch.complaints == []


@pytest.fixture
def visit(browser: Browser, watch: Watch) -> Iterator[Opener]:
    """Provide an opener of pages in contexts of their own; options are those of a browser context."""
    opened: list[Page] = []

    def open_watched(**options: Any) -> Page:
        page = open_page(browser, **options)
        watch.follow(page)
        opened.append(page)
        return page

    yield open_watched
    for page in opened:
        page.context.close()


@pytest.fixture
def session(browser: Browser, lab: Lab) -> Any:
    """Provide the signed-in session for the pages of a lab, as a browser stores it, so that one sign-in is enough."""
    return once(lab, "session", lambda: signed_in(browser, lab))


def signed_in(browser: Browser, lab: Lab) -> Any:
    """Sign in and return the state that the browser stores."""
    page = open_page(browser)
    sign_in(page, lab)
    state = page.context.storage_state()
    page.context.close()
    return state


@pytest.fixture(scope="session")
def contexts() -> dict[str, BrowserContext]:
    """Return the browser contexts of the labs by their addresses, so that files are sent only once."""
    return {}


@pytest.fixture
def page(browser: Browser, lab: Lab, session: Any, contexts: dict[str, BrowserContext], watch: Watch) -> Iterator[Page]:
    """Provide an empty page, signed in, that knows nothing of the pages before it."""
    if lab.url not in contexts:
        contexts[lab.url] = open_context(browser, storage_state=session)
        # Its empty page keeps its window: a window costs more to open than a page.
        contexts[lab.url].new_page()
    page = contexts[lab.url].new_page()
    watch.follow(page)
    yield page
    storage = {"origin": lab.url, "storageTypes": "local_storage"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
    page.close()


@pytest.fixture
def overview(page: Page, lab: Lab) -> Page:
    """Provide the first page of the lab, signed in."""
    page.goto(f"{lab.url}/")
    return page


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Store the explanation of a failure, and report where."""
    report = yield
    if report.failed and isinstance(item, pytest.Function):
        folder = EVIDENCE / re.sub(r"[^\w.-]+", "_", item.name)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        keep_evidence(folder, item.funcargs)
        report.sections.append(("What was kept of this failure", str(folder)))
    return report


def keep_evidence(folder: Path, fixtures: Mapping[str, object]) -> None:
    """Save pictures of the pages that are open and the ends of the lab's logs."""
    lab, browser = fixtures.get("lab"), fixtures.get("browser")
    if isinstance(lab, Lab):
        (folder / "lab.log").write_text(lab.log_tails(), encoding="utf-8")
    pages = [page for context in browser.contexts for page in context.pages] if isinstance(browser, Browser) else []
    for number, page in enumerate(pages, start=1):
        # A page that hangs or crashed has no picture; the failure itself is what counts.
        with suppress(Error):
            page.screenshot(path=folder / f"page-{number}.png", full_page=True, timeout=5_000)
