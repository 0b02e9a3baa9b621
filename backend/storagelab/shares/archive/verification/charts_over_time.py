"""Response times over time: folded again from the raw file of the phase, as far as that is given out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import orjson

from storagelab.analysis.latency_slices import merge_slices
from storagelab.db.models import Phase
from storagelab.latency.over_time import TOTAL, TimedDirection, describe_timed, find_result_kind
from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.drawing import Drawing
from storagelab.shares.archive.verification.timed import find_phase_slices

_NO_RAW = "the raw file that its histograms over time were read from was not published"


def check_timed(drawing: Drawing) -> set[str]:
    """Check the heat map of a phase, all directions together. Returns the fields of the data that were checked."""
    run = drawing.run(drawing.chart["runs"][0])
    phase = next(candidate for candidate in run["phases"] if candidate["ordinal"] == drawing.data["phase_ordinal"])
    parts = [SimpleNamespace(**part) for part in (phase["measurement"] or {"parts": []})["parts"]]
    of, result_ios = find_result_kind(parts, TOTAL)
    basis: dict[str, Any] = {"of": of, "result_ios": result_ios}
    drawing.verification.compare(
        drawing.place, {name: drawing.data[name] for name in basis}, basis, formula=formulas.COPY,
        source=f"runs/{run['number']}/phases/{phase['ordinal']}/measurement",
    )  # fmt: skip
    timed_slices = find_phase_slices(drawing.share, run, phase)
    rest = {name: value for name, value in drawing.data.items() if name not in basis}
    if timed_slices is None:
        drawing.verification.add_unverified(drawing.place, rest, _NO_RAW)
        return set(drawing.data)
    slices, source = timed_slices
    timed = TimedDirection(
        cast("Phase", SimpleNamespace(**{name: phase[name] for name in ("ordinal", "name", "state")})),
        merge_slices(list(slices.values())),
        of,
        result_ios,
    )
    computed = orjson.loads(orjson.dumps(describe_timed(timed, direction=TOTAL), option=orjson.OPT_SERIALIZE_NUMPY))
    drawing.verification.compare(
        drawing.place, rest, {name: value for name, value in computed.items() if name not in basis},
        formula=formulas.TIMED, source=source,
    )  # fmt: skip
    return set(drawing.data)
