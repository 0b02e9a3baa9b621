"""The printed examples of the documents, `docs/examples`, made from a lab of its own.

The published PERC 12 figures of the demo data are compared, and scratch files of this machine are measured: one run, a
throughput test of SNIA PTS in its layout, and a small campaign in the layout of a review. Each is printed as PDF and as
workbook, under the address of no lab in particular.

Run it in the checkout's root: `.venv/bin/python -m scripts.example_prints`. The front end has to be built, which `make
up` does. It takes about six minutes, and prints a sentence for each file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx2
from tests.e2e.lab import MIB, Lab, running_lab, wait_for

from storagelab.demo.sets import PERC12

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
MAX_BYTES = 1_000_000
#: A reserved name without an owner (RFC 2606).
PUBLIC_URL = "https://lab.example.org"
RUN_SECONDS = 900.0
PRINT_SECONDS = 60.0
FORMS = ("pdf", "xlsx")
SHORT_RUN = {"round_seconds": 2, "max_rounds": 10, "point_seconds": 4}
SHORT_CORNERS = {"round_seconds": 1, "max_rounds": 5, "ramp_seconds": 0, "measure_seconds": 2}
README = """# Printed examples

Made by `python -m scripts.example_prints` on a fresh lab. What is measured there are scratch files of the machine that
ran it, for seconds: the figures show what a print looks like, and nothing about any drive. The address on them is
nobody's.

| Print | Is |
| --- | --- |
| [PDF](perc12.pdf), [workbook](perc12.xlsx) | the published figures of the PERC 12 review, compared |
| [PDF](run.pdf), [workbook](run.xlsx) | one run of `quick-4k` |
| [PDF](snia-throughput.pdf), [workbook](snia-throughput.xlsx) | a throughput test, laid out as a report of SNIA PTS |
| [PDF](review.pdf), [workbook](review.xlsx) | a campaign over two files, laid out as a review |
"""


def main() -> int:
    """Make all prints; return 1 when one is too large for the repository."""
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    with running_lab(public_url=PUBLIC_URL) as lab:
        print_share(lab, "perc12", compare_perc12(lab))
        print_share(
            lab,
            "run",
            measure(lab, {"name": "quick-4k", "parameters": SHORT_RUN}, title="A scratch file, 4 KiB at random"),
        )
        # A file cannot be purged, so the test runs at the scale that only shows how it looks.
        throughput = {"name": "snia-throughput", "scale": "smoke"}
        pts = measure(lab, throughput, title="Throughput of a scratch file, laid out as SNIA PTS")
        print_share(lab, "snia-throughput", {**pts, "layout": "snia"})
        print_share(lab, "review", measure_campaign(lab))
    (EXAMPLES / "README.md").write_text(README, encoding="utf-8")
    too_large = [path.name for path in sorted(EXAMPLES.iterdir()) if path.stat().st_size > MAX_BYTES]
    if too_large:
        print(f"Larger than {MAX_BYTES // 1000} kB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


def compare_perc12(lab: Lab) -> dict[str, Any]:
    """Return the subject: every published run of the review, in its order."""
    listed = lab.call("GET", "/runs", params={"origin": "published", "limit": 200})["items"]
    runs = [lab.call("GET", f"/runs/{run['number']}") for run in reversed(listed)]
    chosen = [run["number"] for run in runs if run["source"]["title"] == PERC12.source_title]
    return {
        "kind": "comparison",
        "run_ids": chosen,
        "view": {"metric": "iops"},
        "title": "PERC 12 H965i and direct drives, as published",
    }


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


def print_share(lab: Lab, name: str, subject: dict[str, Any]) -> None:
    """Freeze a subject and keep its prints."""
    share = lab.call(
        "POST", "/shares", json={**subject, "author": "Storage Lab", "publish": True, "confirm_new_author": True}
    )
    for form in FORMS:
        answer = httpx2.get(f"{share['url'].replace(PUBLIC_URL, lab.url)}.{form}", timeout=PRINT_SECONDS)
        if answer.is_error:
            raise RuntimeError(f"{name}.{form} was not printed ({answer.status_code}): {answer.text[:500]}")
        file = EXAMPLES / f"{name}.{form}"
        file.write_bytes(answer.content)
        print(f"{file.relative_to(EXAMPLES.parents[1])} is written: {share['title']}, {len(answer.content):,} bytes.")


if __name__ == "__main__":
    sys.exit(main())
