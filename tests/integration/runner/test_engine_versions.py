"""No engine is started for its version while an attempt runs: what it answered before is repeated."""

import json
import shutil

import pytest

REASON = "fio was not run for its version: an attempt runs on this server."


@pytest.fixture
def starts(server):
    """Provide a function that counts every start of fio, for any purpose."""
    listed = server.folder / "all-starts"
    server.install_engine(f'#!/bin/sh\necho "$*" >> {listed}\nexec {shutil.which("fio")} "$@"\n')

    def count():
        return len(listed.read_text().splitlines()) if listed.exists() else 0

    return count


def long_run(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randread", 60)))
    server.phase_runs(channel, attempt_id, 2, documents=1)
    return attempt_id


def outputs_of(channel):
    return {output["name"]: output for output in channel.call("inventory")["outputs"]}


def cancel(server, channel, attempt_id):
    channel.call("cancel", **server.arguments(attempt_id))
    server.ended(channel, attempt_id)


@pytest.mark.in_turn
def test_no_second_engine_starts_beside_a_phase(server, channel, make, starts):
    version, before = channel.call("hello")["engines"]["fio"], outputs_of(channel)
    attempt_id = long_run(server, channel, make)
    counted = starts()
    for connection in (channel, server.channel()):
        assert connection.call("hello")["engines"]["fio"] == version
        outputs = outputs_of(connection)
        assert outputs["fio_version"]["stdout"] == before["fio_version"]["stdout"]
        connection.call("check", target={"kind": "file", "path": None, "size_bytes": 8 * make.MIB}, writes=True)
        assert json.loads(outputs["tool_versions"]["stdout"])["fio"]["state"] == "ok"
    assert starts() == counted
    cancel(server, channel, attempt_id)


@pytest.mark.in_turn
def test_unknown_version_is_null_beside_a_phase(server, channel, make, starts):
    channel.call("hello")
    attempt_id = long_run(server, channel, make)
    engine = server.programs / "fio"
    engine.write_text(engine.read_text() + "# another program\n")
    counted = starts()
    fio = channel.call("hello")["engines"]["fio"]
    assert fio == {"path": str(engine), "version": None, "reason": REASON}
    outputs = outputs_of(channel)
    assert outputs["fio_version"]["exit_code"] is None
    assert json.loads(outputs["tool_versions"]["stdout"])["fio"]["version"] is None
    assert starts() == counted
    cancel(server, channel, attempt_id)
    make.eventually(lambda: channel.call("hello")["engines"]["fio"]["version"] is not None)
