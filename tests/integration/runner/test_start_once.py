"""Attempts that start once in their life, for any number of callers at any time."""

import json
import os
import signal

import pytest

CALLERS = 40


@pytest.mark.in_turn
def test_forty_callers_at_once_start_one_engine(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.timed(1, "randwrite", 2)))
    callers = [server.channel() for _ in range(CALLERS)]
    for caller in callers:
        caller.call("list")
    for caller in callers:
        caller.send_request("start", **server.arguments(attempt_id))
    answers = [caller.answer() for caller in callers]
    assert [answer.get("error") for answer in answers] == [None] * CALLERS
    assert [answer["result"]["again"] for answer in answers].count(False) == 1
    assert len({answer["result"]["supervisor_pid"] for answer in answers}) == 1
    server.ended(channel, attempt_id)
    assert server.engine_starts() == 1


def test_server_runs_one_attempt_at_a_time(server, channel, make):
    spec = make.spec(make.timed(1, "randwrite", 30))
    first, second = server.start(channel, spec), server.prepare(channel, spec)
    with pytest.raises(make.Refused, match=first) as refused:
        server.channel().call("start", **server.arguments(second))
    assert refused.value.code == "host_busy"
    channel.call("cancel", **server.arguments(first))
    server.ended(channel, first)
    assert channel.call("start", **server.arguments(second))["again"] is False


def test_a_lost_attempt_is_not_started_again(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 30)))
    status = server.phase_runs(channel, attempt_id, 1, documents=1)
    os.kill(status["supervisor_pid"], signal.SIGKILL)
    server.ended(channel, attempt_id)
    again = channel.call("start", **server.arguments(attempt_id))
    assert (again["state"], again["again"]) == ("lost", True)
    assert server.engine_starts() == 1


def test_preparing_again_needs_the_same_spec(server, channel, make):
    spec = make.spec(make.fill())
    attempt_id = server.prepare(channel, spec)
    again = channel.call("prepare", spec=spec, **server.arguments(attempt_id))
    assert (again["state"], again["again"]) == ("prepared", True)
    with pytest.raises(make.Refused) as refused:
        channel.call("prepare", spec={**spec, "deadline_seconds": 5}, **server.arguments(attempt_id))
    assert refused.value.code == "spec_conflict"
    recorded = (server.state / "attempts" / attempt_id / "spec.json").read_bytes()
    assert json.loads(recorded) == spec


def test_a_controller_that_was_overtaken_is_refused(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    server.fence = 7
    channel.call("cancel", **server.arguments(server.prepare(channel, make.spec(make.fill()))))
    server.fence = 6
    for verb in ("start", "cancel"):
        with pytest.raises(make.Refused) as refused:
            channel.call(verb, **server.arguments(attempt_id))
        assert refused.value.code == "stale_fence"
    assert channel.call("status", attempt_id=attempt_id)["state"] == "prepared"


def test_another_controller_is_refused(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    other = {**server.arguments(attempt_id), "controller_id": "lab-2", "fence": 99}
    for verb, more in (("start", {}), ("cancel", {}), ("ack", {}), ("prepare", {"spec": make.spec(make.fill())})):
        with pytest.raises(make.Refused) as refused:
            channel.call(verb, **other, **more)
        assert refused.value.code == "wrong_controller", verb
    assert channel.call("start", **server.arguments(attempt_id))["again"] is False


def test_unprepared_attempt_is_not_found(server, channel, make):
    for verb in ("start", "status", "cancel", "ack"):
        with pytest.raises(make.Refused) as refused:
            channel.call(verb, **server.arguments("00000000-0000-4000-8000-000000000000"))
        assert refused.value.code == "not_found", verb
