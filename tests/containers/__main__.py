"""Command `python -m tests.containers`: the life of the product on a real container engine.

It builds, starts, uses, breaks, upgrades and restores the product, and prints each step with its time. With `--keep`
its folders and containers stay for inspection. Without an engine it fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import httpx2
from tests.containers.engine import Failed, Project, find_engine, run
from tests.containers.steps import SERVICES, STEPS, new_project, remove

from storagelab.config import CHECKOUT

_LOG_LINES = "15"


def main() -> int:
    """Play all steps; 1 when one fails, and then those after it are not tried."""
    parser = argparse.ArgumentParser(prog="python -m tests.containers", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="leave containers and volumes as they are at the end")
    parser.add_argument("--junitxml", type=Path)
    options = parser.parse_args()
    outcomes: dict[str, str] = {}
    begun = time.monotonic()
    try:
        _play(outcomes, keep=options.keep)
    except Failed as failure:
        print(f"FAILED {failure}", flush=True)
        outcomes.setdefault("engine", str(failure))
    if options.junitxml:
        _write_junit(options.junitxml, outcomes)
    passed = list(outcomes.values()).count("")
    print(f"containers: {passed} of {len(STEPS)} steps in {time.monotonic() - begun:.0f} s")
    return 0 if passed == len(STEPS) else 1


def _play(outcomes: dict[str, str], *, keep: bool) -> None:
    """Play the steps; `outcomes` gets the title of each that was tried, with what went wrong or nothing."""
    engine = find_engine()
    if engine.needs_images:
        run((*engine.docker[:-1], "images"))
    with tempfile.TemporaryDirectory(prefix="containers-", dir="/var/tmp") as place:
        here = new_project(engine, Path(place) / "lab", f"storage-lab-check-{os.getpid()}")
        try:
            for title, step in STEPS:
                begun = time.monotonic()
                try:
                    step(here)
                except (Failed, httpx2.HTTPError, subprocess.TimeoutExpired) as failure:
                    outcomes[title] = f"{type(failure).__name__}: {failure}"
                    print(f"{title}: FAILED\n{outcomes[title]}\n{_logs(here.project)}", flush=True)
                    return
                outcomes[title] = ""
                print(f"{title}: {time.monotonic() - begun:.1f} s", flush=True)
        finally:
            if not keep:
                remove(here)


def _logs(project: Project) -> str:
    try:
        return project.compose("logs", "--no-color", "--tail", _LOG_LINES, *SERVICES)
    except Failed as failure:
        return str(failure)


def _write_junit(path: Path, outcomes: dict[str, str]) -> None:
    suite = ElementTree.Element("testsuite", name="containers")
    for title, words in outcomes.items():
        case = ElementTree.SubElement(suite, "testcase", classname="containers", name=title)
        if words:
            ElementTree.SubElement(case, "failure", message=words)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    os.chdir(CHECKOUT)
    sys.exit(main())
