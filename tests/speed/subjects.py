"""The runs that the pages are measured with: long results, imported as a user would."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.lab import Lab, wait_for
from tests.speed.long_results import write_long_result

from storagelab.demo.sets import PERC12

IMPORT_SECONDS = 300.0
OTHER_THREADS = (4, 8, 16, 64, 128)


@dataclass(frozen=True)
class Subjects:
    """Numbers of runs that are alike but for their noise, and the permalink of the first."""

    runs: list[str]
    others: list[str]
    """Numbers of runs with other workloads, which share no chart with those and with each other."""
    share_url: str
    note: str
    article: dict[str, Any]
    """Subject of a share with tables, tiles and findings: the published comparison of the PERC 12 review."""
    article_url: str
    article_note: str


def import_long_runs(lab: Lab, folder: Path, *, hours: int, count: int) -> Subjects:
    """Import `count` runs of `hours` hours with a sample of four metrics each second, and share the first."""
    runs = []
    for number in range(1, count + 1):
        written = write_long_result(folder / f"night-{number}", seconds=hours * 3600, seed=number)
        runs.append(_import(lab, written, f"Night {number}"))
    others = [
        _import(
            lab,
            write_long_result(folder / f"threads-{threads}", seconds=hours * 3600, seed=threads, threads=threads),
            f"{threads} threads",
        )
        for threads in OTHER_THREADS
    ]
    first = lab.call("GET", f"/runs/{runs[0]}")
    request = {"run_id": first["id"], "title": first["title"], "author": "Storage Lab", "note": ""}
    share = lab.call("POST", "/shares", json=request)
    article = find_article(lab)
    words = {"title": "PERC 12 against direct drives", "publish": True, "confirm_new_author": True}
    compared = lab.call("POST", "/shares", json={**article, **words})
    return Subjects(
        runs, others, str(share["url"]), f"{hours} h, 4 metrics, a sample a second", article, str(compared["url"]),
        f"a comparison of {len(article['run_ids'])} published runs",
    )  # fmt: skip


def find_article(lab: Lab) -> dict[str, Any]:
    """Return the subject of the comparison of all published runs of the PERC 12 review, which the demo data have."""
    listed = lab.call("GET", "/runs", params={"origin": "published", "limit": 200})["items"]
    runs = [lab.call("GET", f"/runs/{run['number']}") for run in reversed(listed)]
    numbers = [run["number"] for run in runs if run["source"]["title"] == PERC12.source_title]
    return {"kind": "comparison", "run_ids": numbers, "view": {"metric": "iops"}}


def _import(lab: Lab, folder: Path, title: str) -> str:
    """Upload an output folder and have its one result stored; the number of the run."""
    files = [("files", (f"{folder.name}/{path.name}", path.read_bytes())) for path in sorted(folder.iterdir())]
    created = lab.call("POST", "/imports", files=files, data={"store": "true", "title": title})

    def stored() -> str | None:
        made = lab.call("GET", f"/imports/{created['id']}")
        if made["state"] == "failed":
            raise RuntimeError(f"The import of {title} failed: {made['error']}")
        return str(made["results"][0]["run"]["number"]) if made["state"] == "stored" else None

    return wait_for(f"{title} to be stored", IMPORT_SECONDS, stored)
