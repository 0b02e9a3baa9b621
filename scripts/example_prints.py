"""Printed examples of the documents, `docs/examples`: prints and pictures of a lab of its own.

Published reviews of the demo data are compared, a measured run of the demo data is shown, and this machine is measured:
a scratch file by one run and by a throughput test of SNIA PTS in its layout, loop drives by a campaign in the layout of
a review. Each is printed under the address of no lab in particular. Permalinks are also shown on a desk, in dark, on a
phone and as the sheets of their PDF.

Run it in the checkout's root: `.venv/bin/python -m scripts.example_prints`, for some of them with their names, as
`--only perc12 --only precondition`. The front end has to be built, which `make up` does. The campaign needs root, for
its loop drives. All of them take about ten minutes, those of published and demo data two. It prints a sentence for each
file.
"""

from __future__ import annotations

import argparse
import base64
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize
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
#: Depths at which drives are not yet limited by the machine: more drives then do more.
DEPTHS_PROFILE: Mapping[str, Any] = {
    "name": "drives-by-depth",
    "version": 1,
    "title": "4K by depth",
    "description": "4K random reads and writes at four depths of each drive, on drives that were filled first.",
    "source": "",
    "parameters": {},
    "phases": [
        {
            "name": "Fill",
            "kind": "fill",
            "workload": {"block_size": "128k", "read": 0, "random": 0, "threads": 1, "queue_depth": 32},
            "stop": {"kind": "volume", "passes": 1},
        },
        *(
            {
                "name": f"4K random {direction} QD{{queue_depth}}",
                "kind": "measure",
                "group": f"4K random {direction}",
                "workload": {"block_size": "4k", "read": reads, "random": 100, "threads": 1},
                "sweep": {"queue_depth": "1,2,4,8"},
                "ramp": 1,
                "stop": {"kind": "time", "seconds": 4},
            }
            for direction, reads in (("read", 100), ("write", 0))
        ),
    ],
}
LOOP_DRIVES, LOOP_DRIVE_BYTES = 4, 256 * MIB
#: Typed to enrol a drive.
SERIAL_ENDING = 6
CAMPAIGN_SECONDS = 1800.0
SIX_CONTROLLERS = next(item for item in SETS if item.name == "six_controllers")
#: Ends of the titles of published runs: one spare area of the ioDrive2 Duo on one system, the baseline first.
IODRIVE2_RUNS = (
    "duo stock capacity, CentOS 6.3",
    "duo high-performance (20 % extra over-provisioning), CentOS 6.3",
    "duo stock capacity, Windows Server 2008 R2 SP1",
    "duo high-performance (20 % extra over-provisioning), Windows Server 2008 R2 SP1",
)
#: The title of the run that the demo set `precondition` holds.
PRECONDITION_TITLE = "4K random writes for two hours"
MAX_COMPARED = 50

#: Name, viewport and scheme of the pictures of a permalink, and how much of it they show, in CSS px.
VIEWS = (
    ("desk", {"width": 1440, "height": 900}, "light", 3200),
    ("dark", {"width": 1440, "height": 900}, "dark", 900),
    ("phone", {"width": 390, "height": 844}, "light", 3200),
)
#: Viewport in which Chromium shows a sheet, the place of the sheet in it, and how many sheets are shown, in CSS px.
SHEET_VIEW: ViewportSize = {"width": 900, "height": 1273}
SHEET: FloatRect = {"x": 6, "y": 4, "width": 888, "height": 1256}
MAX_SHEETS = 6
SHEET_SECONDS = 30.0
PAGE_COUNT = re.compile(rb"/Type\s*/Pages\b[^>]*?/Count\s+(\d+)")
README_HEAD = """# Printed examples

Made by `python -m scripts.example_prints` on a fresh lab. What is measured there are scratch files and loop drives of
the machine that ran it, for seconds: the figures show what a print looks like, and nothing about any drive. The address
on them is nobody's. Of a PDF with many sheets the first ones are shown.

| Example | Prints | Pictures | Sheets |
| --- | --- | --- | --- |
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
        sheets = ", ".join(f"[{number}]({path.name})" for number, path in list_sheets(name))
        rows.append(f"| {example.description} | {prints} | {pictures} | {sheets} |")
    return README_HEAD + "\n".join(rows) + "\n"


def list_sheets(name: str) -> list[tuple[int, Path]]:
    """Return the pictures of the sheets of an example with their numbers, in order."""
    paths = {int(path.stem.rpartition("-")[2]): path for path in EXAMPLES.glob(f"{name}-page-*.webp")}
    return sorted(paths.items())


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


def compare_iodrive2(lab: Lab) -> dict[str, Any]:
    """Return the subject: the preconditioned ioDrive2 Duo with two spare areas on two systems, as published."""
    listed = lab.call("GET", "/runs", params={"origin": "published", "limit": 200})["items"]
    chosen = [next(run["number"] for run in listed if run["title"].endswith(end)) for end in IODRIVE2_RUNS]
    return {"kind": "comparison", "run_ids": chosen, "title": "Preconditioning the Fusion-io ioDrive2 Duo"}


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
    """Measure one, two and four loop drives by depth, three times each; return the subject with that campaign."""
    lab.call("POST", "/profiles", json={"document": DEPTHS_PROFILE})
    with loop_drives(lab, LOOP_DRIVES) as drives:
        serials = [drive["serial"] for drive in drives]
        request = {
            "name": "One, two and four drives",
            "server_id": lab.server()["id"],
            "drives": {"stable_ids": [drive["stable_id"] for drive in drives]},
            "axes": {"layouts": ["jbod"], "drive_counts": [1, 2, 4]},
            "workloads": [{"label": "4K by depth", "profile": {"name": DEPTHS_PROFILE["name"]}}],
            "repeats": 3,
            "confirm_serials": serials,
        }
        number = lab.call("POST", "/campaigns", json=request)["number"]

        def ended() -> dict[str, Any] | None:
            progress: dict[str, Any] = lab.call("GET", f"/campaigns/{number}")
            return progress if progress["state"] in ("finished", "cancelled", "waiting_for_decision") else None

        campaign = wait_for(f"the end of {number}", CAMPAIGN_SECONDS, ended)
    if campaign["state"] != "finished":
        raise RuntimeError(f"{number} is {campaign['state']}: {campaign['pending_decision']}")
    return {"kind": "campaign", "campaign": number, "layout": "review", "title": request["name"]}


@contextmanager
def loop_drives(lab: Lab, count: int) -> Iterator[list[dict[str, Any]]]:
    """Provide loop devices on files of a lab as drives that it may erase; only root can make them."""
    files = [lab.images / f"{lab.place.name}-{number}.img" for number in range(1, count + 1)]
    paths: list[str] = []
    try:
        for file in files:
            with file.open("wb") as backing:
                backing.truncate(LOOP_DRIVE_BYTES)
            # Past the page cache, which would be measured otherwise.
            paths.append(run_command("losetup", "--find", "--show", "--direct-io=on", str(file)).strip())
        lab.discover()
        listed = lab.call("GET", "/drives", params={"server_id": lab.server()["id"], "limit": 200})["items"]
        by_name = {drive["stable_id"]: drive for drive in listed}
        drives = [by_name[f"loop-{file.name}"] for file in files]
        for drive in drives:
            enrol(lab, drive)
        lab.discover()
        yield drives
    finally:
        for path in paths:
            run_command("losetup", "--detach", path)


def enrol(lab: Lab, drive: Mapping[str, Any]) -> None:
    """Propose a drive, and run the command that the lab requests from root."""
    ending = drive["serial"][-SERIAL_ENDING:]
    proposal = {"server_id": lab.server()["number"], "stable_id": drive["stable_id"], "serial_ending": ending}
    _, *argv = shlex.split(lab.call("POST", "/enrolments", json=proposal)["command"])
    run_command(*argv, typed=f"{drive['serial']}\n")


def run_command(*argv: str, typed: str = "") -> str:
    """Run a command of this machine and return what it printed. Raises CalledProcessError."""
    return subprocess.run(argv, input=typed, check=True, capture_output=True, text=True, timeout=60).stdout


EXAMPLES_BY_NAME: Mapping[str, Example] = {
    "perc12": Example("the published figures of the PERC 12 review, compared", compare_perc12, pictured=True),
    "six-controllers": Example(
        "the published review of six RAID controllers", compare_six_controllers, ("pdf",), pictured=True
    ),
    "iodrive2": Example(
        "the published preconditioning of the ioDrive2 Duo, two spare areas on two systems",
        compare_iodrive2,
        ("pdf",),
        pictured=True,
    ),
    "precondition": Example("a drive that is preconditioned for two hours", find_precondition, ("pdf",), pictured=True),
    "run": Example("one run of `quick-4k`", measure_run),
    "snia-throughput": Example("a throughput test, laid out as a report of SNIA PTS", measure_throughput),
    "review": Example(
        "a campaign over one, two and four drives, laid out as a review", measure_campaign, pictured=True
    ),
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
    if not example.pictured:
        return
    for _, path in list_sheets(name):
        path.unlink()
    for number, sheet in enumerate(take_sheets(browser, EXAMPLES / f"{name}.pdf"), 1):
        write_file(EXAMPLES / f"{name}-page-{number}.webp", sheet)
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
    picture = page.screenshot()
    page.context.close()
    return pack(browser, picture)


def take_sheets(browser: Browser, pdf: Path) -> list[bytes]:
    """Return pictures of the first sheets of a PDF as WebP, as Chromium shows them."""
    counts = [int(count) for count in PAGE_COUNT.findall(pdf.read_bytes())]
    context = browser.new_context(viewport=SHEET_VIEW)
    sheets: list[bytes] = []
    for number in range(1, min(counts[0], MAX_SHEETS) + 1):
        # The viewer reads the number of a sheet only when it opens.
        page = context.new_page()
        page.goto(f"{pdf.as_uri()}#page={number}&toolbar=0&navpanes=0&view=Fit")
        sheets.append(pack(browser, wait_for_picture(page)))
        page.close()
    context.close()
    return sheets


def wait_for_picture(page: Page) -> bytes:
    """Return the picture of a sheet once it is drawn: it is no empty page and does not change any more."""
    empty, before, deadline = page.screenshot(clip=SHEET), b"", time.monotonic() + SHEET_SECONDS
    while time.monotonic() < deadline:
        time.sleep(1)
        picture = page.screenshot(clip=SHEET)
        if picture == before != empty:
            return picture
        before = picture
    raise RuntimeError(f"{page.url} was not drawn within {SHEET_SECONDS:.0f} s.")


def pack(browser: Browser, picture: bytes) -> bytes:
    """Return a PNG as WebP. The policy of a permalink forbids the packing, so an empty page does it."""
    page = open_page(browser)
    packed = base64.b64decode(page.evaluate(PACK, base64.b64encode(picture).decode()))
    page.context.close()
    return packed


def write_file(file: Path, content: bytes) -> None:
    """Write a file of the examples and print a sentence about it."""
    file.write_bytes(content)
    print(f"{file.relative_to(EXAMPLES.parents[1])} is written: {len(content):,} bytes.")


if __name__ == "__main__":
    sys.exit(main())
