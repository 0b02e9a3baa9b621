"""Digest of an engine's cumulative documents: read in pieces, each sample exactly once, by offset."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from storagelab.domain.samples import IntervalSample
from storagelab.engines.base import Engine


class StatusDigest:
    """Reads on from `offset`; `state` is what the next difference starts from, as JSON.

    `tail_offset` in it is where the read began that found the last document.
    """

    def __init__(self, engine: Engine, *, offset: int = 0, state: dict[str, Any] | None = None) -> None:
        self._engine = engine
        self.offset = offset
        self.state: dict[str, Any] = {"engine": None, "last_t_ms": 0, "tail_offset": 0, **(state or {})}
        #: What was read and is no complete document yet.
        self.pending = b""

    def feed(self, piece: bytes) -> list[IntervalSample]:
        """Add a piece of a status stream, and return the samples of the documents that it completes.

        Raises ValueError for invalid documents.
        """
        self.pending += piece
        batch = self._engine.read_status(self.pending)
        if batch.documents:
            self.state = {**self.state, "tail_offset": self.offset}
        samples: list[IntervalSample] = []
        for document in batch.documents:
            intervals, following = self._engine.compute_interval(self.state["engine"], document)
            together = _align_samples(intervals, self.state["last_t_ms"])
            samples += together
            self.state = {
                **self.state,
                "engine": following,
                "last_t_ms": together[0].t_ms if together else self.state["last_t_ms"],
            }
        self.offset += batch.consumed_bytes
        self.pending = self.pending[batch.consumed_bytes :]
        return samples


def sample_as_json(sample: IntervalSample) -> dict[str, Any]:
    """Return a sample as a dict without its histogram, which is stored beside the sample."""
    row = asdict(replace(sample, bins=None))
    del row["bins"]
    return row


def _align_samples(samples: list[IntervalSample], after_ms: int) -> list[IntervalSample]:
    """Set the samples of one document, one for each direction, to one time after `after_ms`.

    The clocks of the directions differ by some ms.
    """
    if not samples:
        return []
    moment = max(after_ms + 1, *(sample.t_ms for sample in samples))
    return [replace(sample, t_ms=moment) for sample in samples]
