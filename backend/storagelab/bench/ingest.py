"""One reading of results in a process of its own, for its own time and memory.

Run as `python -m storagelab.bench.ingest parse|store PATH`: read the results at a path, store them as runs if
requested, and print time and memory as one JSON object.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.orm import configure_mappers

from storagelab.config import get_settings
from storagelab.db.session import get_database, session_scope
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.filing import file_result
from storagelab.imports.sources import open_members


def ingest(path: Path, *, store: bool) -> dict[str, float]:
    """Read all results at a path with the product's importers; return counts and the time.

    With `store`, store each result in a transaction of its own. Keys are `seconds` (from the first look at the files to
    the last commit), `rows` and `measurements`.
    """
    measurements, rows = 0, 0
    begun = time.perf_counter()
    with open_members(path) as members:
        for format_name, claim in find_claims(members)[0]:
            for result in read_claim(format_name, claim):
                measurements += len(result.measurements)
                rows += sum(len(series.t_ms) for series in result.series)
                if store:
                    with session_scope() as session:
                        file_result(session, result, origin="imported")
    return {"seconds": time.perf_counter() - begun, "measurements": measurements, "rows": rows}


def measure_series_bytes() -> int:
    """Return the size on disk of all stored series in bytes, with indexes and out-of-line values."""
    with session_scope() as session:
        size: int = session.scalars(text("select pg_total_relation_size('series')").columns()).one()
    return size


def read_peak_memory_bytes() -> int:
    """Return the peak memory of this process. `ru_maxrss` would count its parent's, up to the exec."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("This kernel does not say how much memory a process has used.")


def main() -> None:
    """Run the import that the command line arguments describe, and print its figures."""
    store = sys.argv[1] == "store"
    before = 0
    if store:
        # Opening the connection and preparing the tables' classes is part of a worker's life, not of a result's.
        configure_mappers()
        before = measure_series_bytes()
    figures = ingest(Path(sys.argv[2]), store=store)
    figures["peak_memory_bytes"] = read_peak_memory_bytes()
    if store:
        figures["stored_bytes"] = measure_series_bytes() - before
        get_database(get_settings().database_url).dispose()
    sys.stdout.write(json.dumps(figures))


if __name__ == "__main__":
    main()
