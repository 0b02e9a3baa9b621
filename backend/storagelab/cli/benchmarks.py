"""`storagelab bench`: the benchmarks of the lab itself, on a lab of its own."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from storagelab.cli.output import print_json

DAY_OF_SECONDS = 86_400


def bench(quick: Annotated[bool, typer.Option("--quick", help="Measure once, with small imports.")] = False) -> None:
    """Benchmark Storage Lab itself on a temporary lab, and print one JSON document."""
    from storagelab.bench import discovery_figures as discovery  # noqa: PLC0415
    from storagelab.bench import fleet_figures as fleet  # noqa: PLC0415
    from storagelab.bench import inventory_figures as inventory  # noqa: PLC0415
    from storagelab.bench.figures import measure_series_codec, start_up, submit_to_engine  # noqa: PLC0415 - see cli/main.py.
    from storagelab.bench.import_figures import FULL, QUICK, import_figures  # noqa: PLC0415
    from storagelab.bench.lab import temporary_lab  # noqa: PLC0415
    from storagelab.bench.report import build_document  # noqa: PLC0415

    figures = measure_series_codec(3600 if quick else DAY_OF_SECONDS)
    with temporary_lab() as lab, tempfile.TemporaryDirectory(prefix="storagelab-bench-") as folder:
        figures += start_up(lab)
        figures += submit_to_engine(lab, 1 if quick else 5)
        figures += import_figures(lab, Path(folder), QUICK if quick else FULL)
        figures += inventory.measure_inventory(lab, inventory.QUICK if quick else inventory.FULL)
        size = discovery.QUICK if quick else discovery.FULL
        figures += discovery.measure_discovery(lab, Path(folder) / "drawers", size)
        # The cost of a fleet is measured on workers that hold nothing of other servers.
        lab.command("down")
        lab.command("up", "--detach")
        figures += fleet.measure_fleet(lab, Path(folder) / "fleet", fleet.QUICK if quick else fleet.FULL)
    print_json(build_document(figures))
