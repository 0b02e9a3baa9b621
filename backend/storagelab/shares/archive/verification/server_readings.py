"""Readings of the server during a run, read again from the file of the runner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from storagelab.domain.telemetry import TELEMETRY_STREAM, TelemetrySample
from storagelab.results.telemetry import iterate_lanes
from storagelab.results.telemetry_digest import digest_readings
from storagelab.shares.archive.verification.frozen import FrozenShare, Json


@dataclass(frozen=True, slots=True)
class ServerReadings:
    """The readings of a run by the ordinals of its phases, and the name of their file."""

    file: str
    samples: Mapping[int, Sequence[TelemetrySample]]

    def series(self, ordinal: int) -> dict[str, dict[str, Any]]:
        """Return the series of a phase by metric and direction, as a document holds them."""
        return {
            f"{lane.metric}/{lane.direction}": {
                "unit": lane.unit,
                "factor": lane.factor,
                "estimated": False,
                "t_ms": lane.t_ms.tolist(),
                "integers": lane.integers.tolist(),
            }
            for lane in iterate_lanes([asdict(sample) for sample in self.samples.get(ordinal, ())])
        }


def read_server(share: FrozenShare, run: Json) -> ServerReadings | None:
    """Return the readings of a run of ours.

    None where their file is not published. Also None where the run began several times: the share does not show which
    file counts for which phase, and each has a clock of its own.
    """
    attempts = (run.get("lineage") or {}).get("attempts", 1)
    files = [file for file in run["artifacts"] if file["name"] == TELEMETRY_STREAM]
    if run["origin"] != "measured" or attempts != 1 or len(files) != 1 or not files[0]["part"]:
        return None
    begins = {phase["ordinal"]: phase["t0_ms"] for phase in run["phases"] if phase["t0_ms"] is not None}
    digest = digest_readings(share.raw(files[0]["part"]), begins=begins)
    if digest.unreadable is not None and files[0]["redacted_sha256"] is not None:
        # The hidden text may have been at the position of a number.
        return None
    samples: dict[int, list[TelemetrySample]] = {}
    for stretch in digest.stretches:
        samples.setdefault(stretch.phase_ordinal, []).extend(stretch.samples)
    return ServerReadings(files[0]["name"], samples)
