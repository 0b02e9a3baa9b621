"""Conditions that a run records: arrays at the end of each phase, health before and after."""

import hashlib
import json

import pytest


def test_phase_conditions_are_recorded_and_hashed_in_status(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randread", 1)))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded"
    for phase in status["phases"]:
        data = server.file(channel, attempt_id, f"phases/{phase['ordinal']:02d}/conditions.json")
        assert hashlib.sha256(data).hexdigest() == phase["conditions"]
        record = json.loads(data)
        assert set(record) == {"boottime_ns", "realtime_ns", "duration_ms", "conditions"}
        # The phase ended before the next look at it.
        ended = json.loads(server.file(channel, attempt_id, f"phases/{phase['ordinal']:02d}/ended.json"))
        assert ended["boottime_ns"] <= record["boottime_ns"]
    first = json.loads(server.file(channel, attempt_id, "conditions.json"))
    started = json.loads(server.file(channel, attempt_id, "phases/01/started.json"))
    assert first["boottime_ns"] <= started["boottime_ns"]


def test_health_is_read_before_and_after_all_phases(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill()))
    status = server.ended(channel, attempt_id)
    proven = {file["name"]: file["sha256"] for file in status["exit"]["files"]}
    records = {}
    for name in ("health_before.json", "health_after.json"):
        data = server.file(channel, attempt_id, name)
        assert hashlib.sha256(data).hexdigest() == proven[name]
        records[name] = json.loads(data)
    started = json.loads(server.file(channel, attempt_id, "phases/01/started.json"))
    ended = json.loads(server.file(channel, attempt_id, "phases/01/ended.json"))
    assert records["health_before.json"]["boottime_ns"] <= started["boottime_ns"]
    assert records["health_after.json"]["boottime_ns"] >= ended["boottime_ns"]
    assert all(isinstance(record["outputs"], list) for record in records.values())


@pytest.mark.in_turn
@pytest.mark.parametrize("when", ["now", "after_phase"])
def test_cancelled_phase_has_its_conditions(server, channel, make, when):
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randwrite", 3), make.timed(3, "read", 9)))
    server.phase_runs(channel, attempt_id, 2, documents=1)
    channel.call("cancel", when=when, **server.arguments(attempt_id))
    status = server.ended(channel, attempt_id)
    assert [phase["conditions"] is not None for phase in status["phases"]] == [True, True, False]
    assert "health_after.json" in {file["name"] for file in status["exit"]["files"]}
