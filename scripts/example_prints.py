"""Printed examples of the documents, `docs/examples`: prints and pictures of a lab of its own.

Published reviews of the demo data are compared, a measured run of the demo data is shown, and scratch files of this
machine are measured: one run, a throughput test of SNIA PTS in its layout, and a small campaign in the layout of a
review. Each is printed under the address of no lab in particular. Permalinks are also shown on a desk, in dark and on a
phone.

Run it in the checkout's root: `.venv/bin/python -m scripts.example_prints`, for some of them with their names, as
`--only perc12 --only precondition`. The front end has to be built, which `make up` does. All of them take about six
minutes, those of published and demo data one. It prints a sentence for each file.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Browser
from scripts.screenshots import PACK
from tests.e2e.browsing import chromium, open_page
from tests.e2e.lab import MIB, Lab, running_lab, wait_for

from storagelab.demo.sets import PERC12, SETS

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
MAX_BYTES = 1_000_000
MAX_PICTURE_BYTES = 300_000
#: A reserved name without an owner (RFC 2606).
PUBLIC_URL = "https://lab.example.org"
RUN_SECONDS = 900.0
PRINT_SECONDS = 60.0
SHORT_RUN = {"round_seconds": 2, "max_rounds": 10, "point_seconds": 4}
SHORT_CORNERS = {"round_seconds": 1, "max_rounds": 5, "ramp_seconds": 0, "measure_seconds": 2}
SIX_CONTROLLERS = next(item for item in SETS if item.name == "six_controllers")
#: The title of the run that the demo set `precondition` holds.
PRECONDITION_TITLE = "4K random writes for two hours"
MAX_COMPARED = 50

#: Name, viewport and scheme of the pictures of a permalink, and how much of it they show, in CSS px.
VIEWS = (
    ("desk", {"width": 1440, "height": 900}, "light", 3200),
    ("dark", {"width": 1440, "height": 900}, "dark", 900),
    ("phone", {"width": 390, "height": 844}, "light", 3200),
)
README_HEAD = """# Printed examples

Made by `python -m scripts.example_prints` on a fresh lab. What is measured there are scratch files of the machine that
ran it, for seconds: the figures show what a print looks like, and nothing about any drive. The address on them is
nobody's.

| Example | Prints | Pictures |
| --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Example:
    """A share of the lab: its description, the preparation of its subject, its prints, and whether it has pictures."""

    description: str
    prepare: Callable[[Lab], dict[str, Any]]
    forms: Sequence[str] = ("pdf", "xlsx")
    pictured: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the prints and pictures; return 1 when one is too large for the repository."""
    parser = argparse.ArgumentParser(description="Make docs/examples.")
    parser.add_argument("--only", action="append", choices=list(EXAMPLES_BY_NAME), help="Name of an example.")
    chosen = parser.parse_args(arguments).only or list(EXAMPLES_BY_NAME)
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    with running_lab(public_url=PUBLIC_URL) as lab, chromium() as browser:
        for name in chosen:
            make_example(lab, browser, name, EXAMPLES_BY_NAME[name])
    (EXAMPLES / "README.md").write_text(format_readme(EXAMPLES_BY_NAME), encoding="utf-8")
    too_large = [path.name for path in sorted(EXAMPLES.iterdir()) if path.stat().st_size > get_limit_bytes(path)]
    if too_large:
        print(f"Too large: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


def get_limit_bytes(path: Path) -> int:
    """Return the size that a file of the repository may have."""
    return MAX_PICTURE_BYTES if path.suffix == ".webp" else MAX_BYTES


def format_readme(examples: Mapping[str, Example]) -> str:
    """Return the text of the list of examples."""
    rows = []
    for name, example in examples.items():
        prints = ", ".join(f"[{form.upper()}]({name}.{form})" for form in example.forms)
        pictures = ", ".join(f"[{view}]({name}-{view}.webp)" for view, *_ in VIEWS) if example.pictured else ""
        rows.append(f"| {example.description} | {prints} | {pictures} |")
    return README_HEAD + "\n".join(rows) + "\n"


def compare_published(lab: Lab, source_title: str, title: str) -> dict[str, Any]:
    """Return the subject: the published runs of a review, in its order."""
    listed = lab.call("GET", "/runs", params={"origin": "published", "limit": 200})["items"]
    runs = [lab.call("GET", f"/runs/{run['number']}") for run in reversed(listed)]
    chosen = [run["number"] for run in runs if run["source"]["title"] == source_title]
    return {"kind": "comparison", "run_ids": chosen[:MAX_COMPARED], "view": {"metric": "iops"}, "title": title}


def compare_perc12(lab: Lab) -> dict[str, Any]:
    """Return the subject: every published run of the PERC 12 review."""
    return compare_published(lab, PERC12.source_title, "PERC 12 against direct drives")


def compare_six_controllers(lab: Lab) -> dict[str, Any]:
    """Return the subject: every published run of the review of six controllers."""
    return compare_published(lab, SIX_CONTROLLERS.source_title, "Six SAS RAID controllers with eight drives")


def find_precondition(lab: Lab) -> dict[str, Any]:
    """Return the subject: the run that the demo data measured for two hours."""
    listed = lab.call("GET", "/runs", params={"origin": "imported", "limit": 200})["items"]
    number = next(run["number"] for run in listed if run["title"] == PRECONDITION_TITLE)
    return {"kind": "run", "run_id": number, "title": PRECONDITION_TITLE}


def measure(lab: Lab, profile: dict[str, Any], *, title: str) -> dict[str, Any]:
    """Measure a scratch file of this machine; return the subject with that run."""
    request = {
        "name": title,
        "server_id": lab.server()["id"],
        "engine": "fio",
        "profile": profile,
        "target": {"kind": "file", "path": None, "size_bytes": 256 * MIB},
    }
    job = lab.wait_for_end(lab.call("POST", "/jobs", json=request)["number"], RUN_SECONDS)
    if job["state"] != "finished":
        raise RuntimeError(f"{title} {job['state']}: {job['failure']}")
    return {"kind": "run", "run_id": job["runs"][0]["number"], "title": title}


def measure_run(lab: Lab) -> dict[str, Any]:
    """Measure a scratch file with a short profile; return the subject with that run."""
    return measure(lab, {"name": "quick-4k", "parameters": SHORT_RUN}, title="A scratch file, 4 KiB at random")


def measure_throughput(lab: Lab) -> dict[str, Any]:
    """Measure a scratch file with a test of SNIA PTS; return the subject with that run in its layout."""
    # A file cannot be purged, so the test runs at the scale that only shows how it looks.
    profile = {"name": "snia-throughput", "scale": "smoke"}
    return {**measure(lab, profile, title="Throughput of a scratch file, laid out as SNIA PTS"), "layout": "snia"}


def measure_campaign(lab: Lab) -> dict[str, Any]:
    """Measure two files of unlike size under the four corners, twice; return the subject with that campaign."""
    request = {
        "name": "A small and a large scratch file",
        "server_id": lab.server()["id"],
        "configurations": [
            {"layout": "file", "size_bytes": size * MIB, "name": f"File of {size} MiB"} for size in (64, 256)
        ],
        "states": ["optimal"],
        "workloads": [{"label": "Four corners", "profile": {"name": "four-corners", "parameters": SHORT_CORNERS}}],
        "repeats": 2,
    }
    number = lab.call("POST", "/campaigns", json=request)["number"]

    def ended() -> dict[str, Any] | None:
        progress: dict[str, Any] = lab.call("GET", f"/campaigns/{number}")
        return progress if progress["state"] in ("finished", "cancelled", "waiting_for_decision") else None

    campaign = wait_for(f"the end of {number}", RUN_SECONDS, ended)
    if campaign["state"] != "finished":
        raise RuntimeError(f"{number} is {campaign['state']}: {campaign['pending_decision']}")
    return {"kind": "campaign", "campaign": number, "layout": "review", "title": request["name"]}


EXAMPLES_BY_NAME: Mapping[str, Example] = {
    "perc12": Example("the published figures of the PERC 12 review, compared", compare_perc12, pictured=True),
    "six-controllers": Example(
        "the published review of six RAID controllers", compare_six_controllers, ("pdf",), pictured=True
    ),
    "precondition": Example("a drive that is preconditioned for two hours", find_precondition, ("pdf",), pictured=True),
    "run": Example("one run of `quick-4k`", measure_run),
    "snia-throughput": Example("a throughput test, laid out as a report of SNIA PTS", measure_throughput),
    "review": Example("a campaign over two files, laid out as a review", measure_campaign, pictured=True),
}


def make_example(lab: Lab, browser: Browser, name: str, example: Example) -> None:
    """Freeze the subject of an example, and write its prints and pictures."""
    terms = {"author": "Storage Lab", "publish": True, "confirm_new_author": True}
    share = lab.call("POST", "/shares", json={**example.prepare(lab), **terms})
    address = share["url"].replace(PUBLIC_URL, lab.url)
    for form in example.forms:
        answer = httpx2.get(f"{address}.{form}", timeout=PRINT_SECONDS)
        if answer.is_error:
            raise RuntimeError(f"{name}.{form} was not printed ({answer.status_code}): {answer.text[:500]}")
        write_file(EXAMPLES / f"{name}.{form}", answer.content)
    if example.pictured:
        for view, viewport, scheme, height in VIEWS:
            picture = take_picture(browser, address, viewport=viewport, scheme=scheme, height=height)
            write_file(EXAMPLES / f"{name}-{view}.webp", picture)


def take_picture(browser: Browser, address: str, *, viewport: Mapping[str, int], scheme: str, height: int) -> bytes:
    """Return a picture of the beginning of a permalink as WebP, at most `height` CSS px of it."""
    page = open_page(browser, viewport=dict(viewport), color_scheme=scheme)
    page.goto(address)
    whole = int(page.evaluate("document.documentElement.scrollHeight"))
    # Charts below the first screen are loaded when they are near it.
    page.set_viewport_size({"width": viewport["width"], "height": min(whole, height)})
    page.wait_for_load_state("networkidle")
    picture = base64.b64encode(page.screenshot()).decode()
    page.context.close()
    # The policy of a permalink forbids the packing, so an empty page does it.
    packing = open_page(browser)
    packed = base64.b64decode(packing.evaluate(PACK, picture))
    packing.context.close()
    return packed


def write_file(file: Path, content: bytes) -> None:
    """Write a file of the examples and print a sentence about it."""
    file.write_bytes(content)
    print(f"{file.relative_to(EXAMPLES.parents[1])} is written: {len(content):,} bytes.")


if __name__ == "__main__":
    sys.exit(main())
