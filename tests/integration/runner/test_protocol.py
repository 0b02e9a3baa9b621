"""A serve process as a controller meets it: greetings, inventory, reading files, garbage."""

import base64
import json
import os

import pytest


def test_hello_identifies_server_and_engines(server, channel):
    hello = channel.call("hello")
    assert (hello["protocol"], hello["uid"]) == (2, os.geteuid())
    assert hello["state_dir"] == str(server.state)
    assert hello["engines"]["fio"]["version"].startswith("fio-")
    assert hello["engines"]["fio"]["path"] == str(server.programs / "fio")
    assert hello["free_bytes"] > 0


def test_inventory_names_all_outputs_and_missing_tools(server):
    outputs = {output["name"]: output for output in server.channel(path="/nonexistent").call("inventory")["outputs"]}
    assert set(outputs) >= {
        *("lsblk", "uname", "os_release", "cpuinfo", "meminfo", "mountinfo", "swaps", "machine_id", "dmi"),
        *("fio_version", "by_id", "firmware", "enrolled", "sandbox_devices"),
    }
    assert outputs["lsblk"]["exit_code"] is None
    assert outputs["lsblk"]["error"] == "lsblk was not found on PATH"
    assert json.loads(outputs["uname"]["stdout"])["sysname"] == "Linux"
    assert "processor" in outputs["cpuinfo"]["stdout"]


def test_only_listed_files_are_read(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    (server.state / "secret").write_text("secret")
    tricks = ["../../secret", "/etc/passwd", "phases/../spec.json", "./spec.json", "phases//01/job.fio"]
    for name in [*tricks, ".lock", "prepared.json", "phases", ""]:
        with pytest.raises(make.Refused) as refused:
            channel.call("read", attempt_id=attempt_id, name=name, offset=0, length=10)
        assert refused.value.code in ("not_found", "bad_request"), name
    for numbers in ({"offset": -1, "length": 1}, {"offset": 0, "length": (1 << 20) + 1}, {"offset": "0", "length": 1}):
        with pytest.raises(make.Refused) as refused:
            channel.call("read", attempt_id=attempt_id, name="spec.json", **numbers)
        assert refused.value.code == "bad_request"


def test_symbolic_link_among_files_is_not_followed(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill()))
    server.ended(channel, attempt_id)
    (server.state / "attempts" / attempt_id / "phases" / "01" / "link").symlink_to("/etc/passwd")
    with pytest.raises(make.Refused) as refused:
        channel.call("read", attempt_id=attempt_id, name="phases/01/link", offset=0, length=10)
    assert refused.value.code == "not_found"


def test_read_bundles_small_files_up_to_answer_limit(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill()))
    names = [file["name"] for file in server.ended(channel, attempt_id)["files"]]
    root = server.state / "attempts" / attempt_id

    def read(name, along):
        answer = channel.call("read", attempt_id=attempt_id, name=name, offset=0, length=1 << 20, along=along)
        return [(item["name"], base64.b64decode(item["data_b64"])) for item in (answer, *answer["along"])]

    assert len(names) > 5
    assert read(names[0], names[1:]) == [(name, (root / name).read_bytes()) for name in names]
    folder = "phases/01"
    contents = {f"{folder}/{number}.log": bytes([number]) * (400 << 10) for number in range(3)}
    for name, content in contents.items():
        (root / name).write_bytes(content)
    (root / folder / "empty.log").write_bytes(b"")
    wanted = [f"{folder}/empty.log", f"{folder}/0.log", f"{folder}/1.log", f"{folder}/2.log", "spec.json"]
    assert read(wanted[0], wanted[1:]) == [(wanted[0], b""), *list(contents.items())[:2]]


def test_files_along_obey_the_same_allow_list(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    for along in (["../../secret"], ["checks.json", "prepared.json"], [7], "checks.json", [], ["checks.json"] * 257):
        with pytest.raises(make.Refused) as refused:
            channel.call("read", attempt_id=attempt_id, name="spec.json", offset=0, length=9, along=along)
        assert refused.value.code in ("not_found", "bad_request"), along


def test_read_beyond_end_returns_empty_data(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    answer = channel.call("read", attempt_id=attempt_id, name="spec.json", offset=10**9, length=10)
    assert answer["data_b64"] == ""
    assert answer["size"] == (server.state / "attempts" / attempt_id / "spec.json").stat().st_size


def test_garbage_does_not_end_the_process(channel):
    garbage = [b"garbage", b"{", b"\x00\x01\xff", b'{"id":1}', b'{"id":2,"verb":"format-c"}', b"[" * 90000]
    for line in [*garbage, b"x" * (5 << 20)]:
        channel.send(line)
        assert channel.answer()["ok"] is False
    assert channel.call("list") == {"attempts": [], "orphans": []}


def test_the_supervisor_outlives_the_channel(server, make):
    channel = server.channel()
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randread", 1)))
    channel.close()
    status = server.ended(server.channel(), attempt_id)
    assert status["exit"]["outcome"] == "succeeded"
