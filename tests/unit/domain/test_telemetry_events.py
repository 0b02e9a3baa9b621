"""Telemetry events: each change under a run is reported once, when it is first seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from storagelab.domain.telemetry import TelemetryLine
from storagelab.domain.telemetry_events import TelemetryEvent, fill_missing_values, find_events

WHOLE = {"state": "clean", "degraded": 0, "action": "idle", "completed": None}


def reading(ms: int, **values: Any) -> TelemetryLine:
    return TelemetryLine(ms=ms, phase=1, devices={}, cpu=[], **values)


def events_of(readings: Iterable[TelemetryLine]) -> list[TelemetryEvent]:
    """Return the events of consecutive readings."""
    events: list[TelemetryEvent] = []
    last = None
    for current in readings:
        events += find_events(last, current) if last is not None else ()
        last = fill_missing_values(last, current)
    return events


def array(ms: int, **changes: Any) -> TelemetryLine:
    return reading(ms, arrays={"md0": {**WHOLE, **changes}})


def test_rebuild_is_marked_at_its_start_and_end() -> None:
    events = events_of(
        [
            array(0),
            reading(1000),
            array(5000, degraded=1),
            array(10_000, degraded=1, action="recover", completed="1 / 8"),
            array(15_000, degraded=1, action="recover", completed="5 / 8"),
            reading(16_000),
            array(20_000, completed="none"),
        ]
    )
    assert [(event.ms, event.phase, event.kind, event.subject) for event in events] == [
        (ms, 1, "array_state_changed", "md0") for ms in (5000, 10_000, 20_000)
    ]
    assert [event.after for event in events] == [
        "without 1 of its members",
        "without 1 of its members, busy with recover",
        "whole and at rest",
    ]
    assert events[0].words == "The array md0 was whole and at rest and is now without 1 of its members."


def test_active_array_states_produce_no_events() -> None:
    assert events_of([array(0), array(5000, state="active"), array(10_000, state="write-pending"), array(15_000)]) == []


@pytest.mark.parametrize(
    ("state", "words"), [("broken", "in state broken"), ("readonly", "in state readonly"), (None, "in state unknown")]
)
def test_abnormal_array_state_is_reported(state: str | None, words: str) -> None:
    [event] = events_of([array(0), array(5000, state=state)])
    assert event.after == words


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (["8.0 GT/s PCIe", 4], "8.0 GT/s PCIe x4"),
        (["16.0 GT/s PCIe", 1], "16.0 GT/s PCIe x1"),
        ([None, None], "down"),
        ([], "down"),
    ],
)
def test_a_link_that_retrained_is_marked(link: list[Any], words: str) -> None:
    before = reading(0, links={"0000:01:00.0": ["16.0 GT/s PCIe", 4]})
    [event] = events_of([before, reading(1000), reading(10_000, links={"0000:01:00.0": link}), reading(11_000)])
    assert (event.kind, event.before, event.after) == ("link_changed", "16.0 GT/s PCIe x4", words)


def test_throttling_is_marked_where_it_sets_in() -> None:
    values = [{"cpu": 0, "nvme0n1": 0}, {"cpu": 1, "nvme0n1": 0}, {"cpu": 1, "nvme0n1": 1}, {"cpu": 0, "nvme0n1": 1}]
    events = events_of(reading(ms * 10_000, throttled=value) for ms, value in enumerate(values))
    assert [(event.ms, event.kind, event.subject) for event in events] == [
        (10_000, "throttled", "cpu"),
        (20_000, "throttled", "nvme0n1"),
    ]
    assert [event.words for event in events] == [
        "The processors are too hot and slowed down.",
        "The drive nvme0n1 raises its temperature alarm.",
    ]


def test_first_observation_is_not_a_change() -> None:
    late = reading(5000, arrays={"md0": {**WHOLE, "degraded": 1}}, links={"a": ["x", 1]}, throttled={"cpu": 1})
    assert events_of([reading(0), late]) == []
