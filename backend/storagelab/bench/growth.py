"""Growth of reading time with the input: every slow input, once and twice as long."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from storagelab.bench.hostile_inputs import HOSTILE, Files
from storagelab.bench.report import BenchmarkFigure
from storagelab.errors import InvalidInput
from storagelab.formats.nearest import read_unrecognised
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.sources import open_files

_SIZE = 1_000
_TRIES = 3
#: Shorter reading times show too little about growth.
_SHORTEST_SECONDS = 0.01


def measure_hostile_growth(folder: Path) -> BenchmarkFigure:
    """Return the largest ratio of the processor time of twice the input to that of the input; 2 is linear."""
    folder.mkdir()
    ratios = {}
    for name, make in HOSTILE.items():
        once, twice = (_measure_best_time(make(factor * _SIZE), folder) for factor in (1, 2))
        if once >= _SHORTEST_SECONDS:
            ratios[name] = twice / once
    worst = max(ratios, key=lambda name: ratios[name])
    return BenchmarkFigure("hostile_upload_growth", ratios[worst], "ratio", "lower", 3.0, f"twice as many {worst}")


def _measure_best_time(files: Files, folder: Path) -> float:
    given = []
    for number, (name, content) in enumerate(files.items()):
        (folder / str(number)).write_bytes(content)
        given.append((name, folder / str(number)))
    seconds = []
    for _ in range(_TRIES):
        begun = time.process_time()
        with suppress(InvalidInput), open_files(given, scratch=folder) as members:
            claims, _ = find_claims(members)
            for format_name, claim in claims:
                with suppress(InvalidInput):
                    list(read_claim(format_name, claim))
            if not claims:
                read_unrecognised(members)
        seconds.append(time.process_time() - begun)
    return min(seconds)
