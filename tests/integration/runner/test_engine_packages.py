"""Engine packages from the lab: received in pieces, checked by their hash, unpacked by strict rules."""

import base64
import hashlib
import io
import zipfile
from pathlib import Path

import pytest
from tests.stand_ins import vdbench
from tests.stand_ins.vdbench_package import archive, damaged_archives, package

RECORDED = Path(__file__).parents[2] / "data" / "vdbench" / "curve"


def send(channel, data, piece_bytes=1 << 20, digest=None, **changes):
    """Send a package as the lab does; the last answer."""
    answer = {"received": 0, "installed": False}
    while not answer["installed"]:
        piece = data[answer["received"] :][:piece_bytes]
        args = {"controller_id": "lab-1", "engine": "vdbench", "size": len(data), "offset": answer["received"]}
        args |= {"sha256": digest or hashlib.sha256(data).hexdigest()}
        args |= {"data_b64": base64.b64encode(piece).decode(), **changes}
        answer = channel.call("install_engine", **args)
    return answer


def left(server):
    return (
        sorted(path.name for path in (server.state / "engines").glob("*"))
        if (server.state / "engines").exists()
        else []
    )


def test_installed_package_is_used_and_replaces_older_one(server, channel):
    server.programs.mkdir(exist_ok=True)
    (server.programs / "java").write_text("#!/bin/sh\nexit 0\n")
    (server.programs / "java").chmod(0o755)
    (server.folder / "made").mkdir()
    program = vdbench.install(server.folder / "made", recorded=RECORDED, seconds_per_interval=0.1)
    bare = server.channel(path=str(server.programs))
    assert "error" in bare.call("hello")["engines"]["vdbench"]
    first = package(program)
    assert send(channel, first, piece_bytes=2000)["installed"]
    assert send(channel, first)["installed"]
    engine = channel.call("hello")["engines"]["vdbench"]
    assert engine["version"] == "Vdbench 5.04.07"
    assert engine["package"] == hashlib.sha256(first).hexdigest()
    assert Path(engine["path"]).parent.parent == server.state / "engines"
    second = package(program, folder="", **{"readme.txt": b"another"})
    assert send(channel, second)["installed"]
    assert left(server) == [f"vdbench-{hashlib.sha256(second).hexdigest()}", "vdbench.json"]
    assert [path for path in server.state.rglob("*") if path.lstat().st_mode & 0o077] == []


def test_repeated_and_early_chunks_are_tolerated(channel):
    data = package()
    digest = hashlib.sha256(data).hexdigest()
    args = {"controller_id": "lab-1", "engine": "vdbench", "sha256": digest, "size": len(data)}
    piece = base64.b64encode(data[:100]).decode()
    assert channel.call("install_engine", **args, offset=50, data_b64=piece) == {"received": 0, "installed": False}
    assert channel.call("install_engine", **args, offset=0, data_b64=piece)["received"] == 100
    assert channel.call("install_engine", **args, offset=0, data_b64=piece)["received"] == 100
    rest = base64.b64encode(data[100:]).decode()
    assert channel.call("install_engine", **args, offset=100, data_b64=rest) == {
        "received": len(data),
        "installed": True,
    }


def symbolic_link():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        entry = zipfile.ZipInfo("vdbench")
        entry.create_system = 3
        entry.external_attr = 0o120777 << 16
        written.writestr(entry, "/bin/sh")
        written.writestr("vdbench.jar", b"")
    return buffer.getvalue()


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no zip at all", "cannot be unpacked"),
        (archive({"vdbench": b"", "readme": b""}), "does not hold vdbench and vdbench.jar"),
        (archive({"vdbench": b"", "vdbench.jar": b"", "../evil": b""}), "not a file in an ordinary folder"),
        (archive({"vdbench": b"", "vdbench.jar": b"", "/etc/evil": b""}), "not a file in an ordinary folder"),
        (archive({"vdbench": b"", "vdbench.jar": b"", "a b": b""}), "not a file in an ordinary folder"),
        (archive({"vdbench": b"", "vdbench.jar": b"", "bomb": bytes(130 << 20)}), "more than any engine needs"),
        (symbolic_link(), "not a file in an ordinary folder"),
    ],
)
def test_invalid_package_leaves_no_files(server, channel, make, data, words):
    with pytest.raises(make.Refused, match=words) as refused:
        send(channel, data)
    assert refused.value.code == "bad_request"
    assert left(server) == []
    assert list((server.state / "engines").iterdir()) == []


@pytest.mark.parametrize("name", damaged_archives())
def test_damaged_archive_is_refused_in_words(server, channel, make, name):
    with pytest.raises(make.Refused, match="package") as refused:
        send(channel, damaged_archives()[name])
    assert refused.value.code == "bad_request"
    assert list((server.state / "engines").iterdir()) == []


def test_complete_partial_file_restarts_the_transfer(server, channel):
    """Check that a complete partial file is discarded.

    No piece can follow a whole package, so that it could never have been installed.
    """
    data = package()
    digest = hashlib.sha256(data).hexdigest()
    (server.state / "engines").mkdir(parents=True, exist_ok=True)
    (server.state / "engines" / f".vdbench-{digest}.part").write_bytes(data)
    args = {"controller_id": "lab-1", "engine": "vdbench", "sha256": digest, "size": len(data)}
    last = base64.b64encode(data[-1:]).decode()
    answer = channel.call("install_engine", **args, offset=len(data) - 1, data_b64=last)
    assert answer == {"received": 0, "installed": False}
    assert send(channel, data)["installed"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"engine": "fio"}, "must be vdbench"),
        ({"sha256": "../../x"}, "64 hexadecimal"),
        ({"size": 1 << 40}, "size must be"),
        ({"data_b64": "%%"}, "is not base64"),
        ({"size": 10}, "goes beyond"),
        ({"digest": "0" * 64}, "does not have its announced SHA-256"),
        ({"controller_id": "a/b"}, "controller_id"),
    ],
)
def test_wrong_request_is_refused(server, channel, make, changes, words):
    with pytest.raises(make.Refused, match=words):
        send(channel, package(), **changes)
    assert left(server) == []


def test_running_attempt_prevents_engine_installation(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randread", 60)))
    server.phase_runs(channel, attempt_id, 2)
    with pytest.raises(make.Refused, match="no engine is installed meanwhile") as refused:
        send(channel, package())
    assert refused.value.code == "host_busy"
    channel.call("cancel", **server.arguments(attempt_id))
    server.ended(channel, attempt_id)
