"""Refusals, each of which has a reason, is recorded, and changes nothing."""

import hashlib
import json

import pytest


def _recorded(server):
    return [json.loads(line) for line in (server.state / "refusals.jsonl").read_text().splitlines()]


def test_refusals_leave_a_trace(server, channel, make):
    spec = make.spec(make.fill())
    attempt_id = server.prepare(channel, spec)
    arguments = server.arguments(attempt_id)
    server.fence = 5
    channel.call("cancel", **server.arguments(attempt_id))
    calls = [
        ("start", arguments, "stale_fence"),
        ("ack", arguments, "stale_fence"),
        ("cancel", {**arguments, "controller_id": "lab-2"}, "wrong_controller"),
        ("start", server.arguments(attempt_id), "cancelled"),
        ("prepare", {**server.arguments(attempt_id), "spec": {**spec, "deadline_seconds": 7}}, "spec_conflict"),
        ("prepare", {**server.arguments(attempt_id[:-4] + "0000"), "spec": {**spec, "format": 1}}, "bad_request"),
    ]
    for verb, args, code in calls:
        with pytest.raises(make.Refused) as refused:
            channel.call(verb, **args)
        assert refused.value.code == code, (verb, str(refused.value))
    assert [(line["verb"], line["code"]) for line in _recorded(server)] == [(verb, code) for verb, _, code in calls]
    assert _recorded(server)[0]["fence"] == 1
    assert _recorded(server)[2]["controller_id"] == "lab-2"
    assert channel.call("status", attempt_id=attempt_id)["state"] == "cancelled"
    assert server.engine_starts() == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": 1}, "spec.format"),
        ({"format": 3}, "spec.format"),
        ({"exec": "x"}, "spec.exec"),
        ({"output_limit_bytes": "much"}, "spec.output_limit_bytes"),
    ],
)
def test_invalid_spec_is_refused_with_its_field(server, channel, make, change, field):
    with pytest.raises(make.Refused, match=field) as refused:
        server.prepare(channel, {**make.spec(make.fill()), **change})
    assert refused.value.code == "bad_request"


def test_full_state_folder_refuses_start_without_data_loss(server, make, tmpfs):
    server.state = tmpfs("small", "100m") / "state"
    channel = server.channel()
    spec = make.spec(make.fill(), path=str(server.folder / "target.dat"))
    attempt_id = server.prepare(channel, spec)
    make.fill_disk(server.state.parent)
    with pytest.raises(make.Refused) as refused:
        channel.call("start", **server.arguments(attempt_id))
    assert (refused.value.code, refused.value.kind) == ("disk_full", "infrastructure")
    (server.state.parent / "ballast").unlink()
    assert channel.call("status", attempt_id=attempt_id)["state"] == "prepared"
    assert channel.call("start", **server.arguments(attempt_id))["again"] is False
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "succeeded"


def test_hello_and_list_have_facts_for_reconciling(server, channel, make):
    server.fence = 9
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    hello = channel.call("hello", controller_id="lab-1")
    assert (hello["fence"], hello["sandbox"], hello["enrolled"]) == (9, False, 0)
    assert hello["sha256"] == hashlib.sha256(server.runner.read_bytes()).hexdigest()
    assert hello["launch"] in ("systemd", "setsid")
    assert channel.call("hello", controller_id="lab-2")["fence"] is None
    assert channel.call("hello")["fence"] is None
    make.bystander(server.state / "attempts" / attempt_id)
    answer = channel.call("list")
    assert answer["orphans"] == []
    (entry,) = answer["attempts"]
    assert entry == {
        "attempt_id": attempt_id,
        "controller_id": "lab-1",
        "fence": 9,
        "state": "prepared",
        "started_realtime_ns": None,
        "devices": [],
        "acknowledged": False,
    }
