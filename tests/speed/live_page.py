"""Cost of the page of a running job: processor time, and memory that is not given back."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Browser, CDPSession, Page
from tests.e2e.lab import MIB, Lab, wait_for
from tests.speed.heap import Held, read_held

from storagelab.bench.report import BenchmarkFigure

CPU_GOAL_PERCENT = 5.0
#: The curve itself grows by its samples, the page by nothing: less than this is no growth.
GROWTH_GOAL_MIB = 1.0
#: A phase that begins or ends adds a line to the events.
NODES_GOAL = 100
#: Hours of real fio on a file, so that the span lies within one run.
_LONG = {"round_seconds": 60, "max_rounds": 100, "point_seconds": 600}
_START_SECONDS = 120.0
#: Compiled code and caches settle before the span begins.
_SETTLING_SECONDS = 20
#: What looking at the memory leaves to be done is done before processor time counts.
_REST_SECONDS = 5


@dataclass(frozen=True)
class Cost:
    """Cost of a span: shares of one core in percent, and the retained memory before and after it."""

    renderer_percent: float
    browser_percent: float
    before: Held
    after: Held


def live_figures(lab: Lab, browser: Browser, page: Page, *, seconds: int) -> list[BenchmarkFigure]:
    """Return the figures of a job page that is open while fio runs.

    `page` is signed in and the only one of its browser.
    """
    job = lab.submit(_LONG, name="Long", size_bytes=64 * MIB)["number"]
    wait_for("fio to run", _START_SECONDS, lambda: lab.job(job)["state"] == "running" or None)
    page.goto(f"{lab.url}/jobs/{job}")
    page.locator("[data-chart][data-painted]").first.wait_for()
    page.wait_for_timeout(_SETTLING_SECONDS * 1000)
    cost = watch(browser, page, seconds)
    if lab.job(job)["state"] != "running":
        raise RuntimeError(f"The job {job} ended within the span that was watched.")
    lab.call("POST", f"/jobs/{job}/cancel")
    before, after = cost.before, cost.after
    span = f"{seconds} s beside a running fio"
    return [
        BenchmarkFigure(
            "live_page_cpu", cost.renderer_percent, "% of a core", "lower", CPU_GOAL_PERCENT,
            f"{span}; all threads of the page's process",
        ),
        BenchmarkFigure(
            "live_page_browser_cpu", cost.browser_percent, "% of a core", "lower", None,
            f"{span}; all processes of the browser, which draws without a graphics card",
        ),
        BenchmarkFigure(
            "live_page_growth", after.data_mib - before.data_mib, "MiB", "lower", GROWTH_GOAL_MIB,
            f"{span}; data of JavaScript after garbage collection, {before.data_mib:.1f} MiB before",
        ),
        BenchmarkFigure(
            "live_page_code_growth", after.code_mib - before.code_mib, "MiB", "lower", None,
            f"{span}; what was compiled because it runs often, {before.code_mib:.1f} MiB before",
        ),
        BenchmarkFigure(
            "live_page_nodes_growth", after.nodes - before.nodes, "nodes", "lower", NODES_GOAL,
            f"{span}; of the document and apart from it, {before.nodes} before",
        ),
    ]  # fmt: skip


def watch(browser: Browser, page: Page, seconds: int) -> Cost:
    """Watch a page for so long without touching it."""
    whole, own = browser.new_browser_cdp_session(), page.context.new_cdp_session(page)
    # Looking at the memory costs processor time itself, so that it is done outside of the span.
    held_before = read_held(own)
    page.wait_for_timeout(_REST_SECONDS * 1000)
    before = _cpu_seconds(whole)
    page.wait_for_timeout(seconds * 1000)
    after = _cpu_seconds(whole)
    spent = {kind: after[kind] - before.get(kind, 0.0) for kind in after}
    return Cost(
        renderer_percent=spent.get("renderer", 0.0) / seconds * 100,
        browser_percent=sum(spent.values()) / seconds * 100,
        before=held_before,
        after=read_held(own),
    )


def _cpu_seconds(session: CDPSession) -> dict[str, float]:
    """Return the processor time of the browser's processes by their kind, since they began."""
    spent: dict[str, float] = {}
    for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        spent[process["type"]] = spent.get(process["type"], 0.0) + process["cpuTime"]
    return spent
