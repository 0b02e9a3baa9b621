"""Figures in the characters of their source, beside the value that each was read as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NotRequired, TypedDict

from msgspec import Struct

from storagelab.domain.metrics import METRICS


class PublishedFigureValues(TypedDict):
    """A published figure as it is stored with a measurement."""

    metric: str
    value: float
    value_kind: str
    text: NotRequired[str | None]
    place: NotRequired[str | None]
    source_reads: NotRequired[str | None]
    reconstructed: NotRequired[bool]
    restated: NotRequired[bool]


class PublishedFigure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One figure of a measurement as its source publishes it.

    `metric` is a key of `METRICS`, `value` its reading in the base unit. `text` has the characters of the source, for a
    range those of the whole range. It is None where a value was reconstructed from a damaged text. `place` is the
    heading and paragraph, `source_reads` the damaged characters. A `restated` figure is a rounding of the same result
    elsewhere in the source, and no value of the measurement.
    """

    metric: str
    value: float
    value_kind: str
    text: str | None = None
    place: str | None = None
    source_reads: str | None = None
    reconstructed: bool = False
    restated: bool = False

    @property
    def label(self) -> str:
        """The label of the metric."""
        metric = METRICS.get(self.metric)
        return metric.label if metric is not None else self.metric


def join_texts(figures: Sequence[PublishedFigure]) -> str | None:
    """Return the characters of the source for all figures as one text; None where there are none."""
    return _join(figures, lambda figure: figure.text)


def join_places(figures: Sequence[PublishedFigure]) -> str | None:
    """Return the places of all figures in their source as one text; None where none is known."""
    return _join(figures, lambda figure: figure.place)


def join_source_reads(figures: Sequence[PublishedFigure]) -> str | None:
    """Return the damaged characters behind reconstructed figures as one text; None where there are none."""
    return _join(figures, lambda figure: figure.source_reads)


def describe_published(figure: PublishedFigure) -> str | None:
    """Return the characters of the source and their place in words, or that a value was reconstructed and from what.

    None where the source is known by neither.
    """
    words = [f"as published “{figure.text}”" if figure.text else "", "reconstructed" if figure.reconstructed else ""]
    if figure.source_reads:
        words.append(f"the source reads “{figure.source_reads}”")
    return ", ".join(word for word in (*words, figure.place) if word) or None


def _join(figures: Sequence[PublishedFigure], read: Callable[[PublishedFigure], str | None]) -> str | None:
    """Join one field of the figures. A text of one figure alone stays as it is, others name their figure."""
    texts = [(figure, text) for figure in figures if (text := read(figure))]
    if len(figures) == 1 and texts:
        return texts[0][1]
    return "; ".join(f"{_name(figure)}: {text}" for figure, text in texts) or None


def _name(figure: PublishedFigure) -> str:
    return f"{figure.label}, restated" if figure.restated else figure.label
