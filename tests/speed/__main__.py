"""`python -m tests.speed`: the benchmarks of the lab and of its pages, as one JSON document."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

from tests.speed.measuring import FULL, QUICK, share_page_figures, speed_figures

from storagelab.bench.report import build_document


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.speed", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one repeat of each, a live page for a minute")
    parser.add_argument("--pages", action="store_true", help="the pages alone")
    parser.add_argument("--shares", action="store_true", help="the permalinks alone")
    chosen = parser.parse_args()
    documents = [] if chosen.pages or chosen.shares else [_product_document(quick=chosen.quick)]
    measure = share_page_figures if chosen.shares else speed_figures
    figures, chromium = measure(QUICK if chosen.quick else FULL)
    pages: dict[str, Any] = build_document(figures)
    pages["machine"]["chromium"] = chromium
    print(json.dumps(join([*documents, pages]), indent=2, ensure_ascii=False))
    return 0


def join(documents: list[dict[str, Any]]) -> dict[str, Any]:
    """Join documents of the same machine into one: its load is that of the first, before anything was measured."""
    machine: dict[str, Any] = {}
    for document in documents:
        machine = {**document["machine"], **machine}
    return {"machine": machine, "figures": [figure for document in documents for figure in document["figures"]]}


def _product_document(*, quick: bool) -> dict[str, Any]:
    """Return the document of `storagelab bench`, which has its own lab and needs no browser."""
    command = [sys.executable, "-m", "storagelab.cli.main", "bench", *(["--quick"] if quick else [])]
    document: dict[str, Any] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return document


if __name__ == "__main__":
    sys.exit(main())
