"""Messages of an open stream when deliveries overtake each other."""

from __future__ import annotations

import uuid

from storagelab.live.rows import LiveRow, Snapshot
from storagelab.live.subscriber import Delivery, Position, Subscriber

ATTEMPT = uuid.UUID(int=1)


def a_delivery(state: str, read_at: float, event_id: int) -> Delivery:
    row = LiveRow(ATTEMPT, "event", event_id, ({"message": state},))
    return Delivery(Snapshot({"run_state": state}, None, False, (ATTEMPT,)), (row,), read_at)


def test_older_delivery_sends_rows_but_not_state() -> None:
    subscriber = Subscriber(Position())

    def sent(delivery: Delivery) -> str:
        return b"".join(subscriber.messages(delivery, 0.0)).decode()

    assert 'event: state\ndata: {"run_state": "preparing"}' in sent(a_delivery("preparing", 2.0, 1))
    late = sent(a_delivery("waiting", 1.0, 2))
    assert "event: event" in late
    assert "event: state" not in late
    assert 'event: state\ndata: {"run_state": "running"}' in sent(a_delivery("running", 3.0, 3))
