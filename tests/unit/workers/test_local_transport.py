"""Local channel against small programs that replace the runner and break as it can."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from storagelab.errors import ServerCallFailed
from storagelab_workers.transports.base import ServerUnreachable
from storagelab_workers.transports.local import LocalTransport

Open = Callable[[str], LocalTransport]

ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    result = {"verb": request["verb"], **request["args"]}
    print(json.dumps({"id": request["id"], "ok": True, "result": result}), flush=True)
"""
REFUSING = """
import json, sys
for line in sys.stdin:
    error = {"code": "host_busy", "message": "Another attempt is running.", "kind": "infrastructure"}
    print(json.dumps({"id": json.loads(line)["id"], "ok": False, "error": error}), flush=True)
"""
SILENT = "import sys\nfor line in sys.stdin: pass"
ENDING = "import sys\nsys.stdin.readline()"
FOREIGN = "import sys\nfor line in sys.stdin: print('Welcome to this machine!', flush=True)"
LATE = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"] - 1, "ok": True, "result": {}}), flush=True)
"""


@pytest.fixture
def open_channel() -> Iterator[Open]:
    opened: list[LocalTransport] = []

    def begin(program: str) -> LocalTransport:
        opened.append(LocalTransport([sys.executable, "-c", program], server="this machine"))
        return opened[-1]

    yield begin
    for transport in opened:
        transport.close()


def test_calls_are_answered_one_after_the_other(open_channel: Open) -> None:
    channel = open_channel(ECHO)
    large = "x" * 300_000
    assert channel.call("status", {"attempt_id": "a"}) == {"verb": "status", "attempt_id": "a"}
    assert channel.call("read", {"data": large})["data"] == large


def test_a_refusal_keeps_the_runners_words(open_channel: Open) -> None:
    with pytest.raises(ServerCallFailed) as caught:
        open_channel(REFUSING).call("start", {})
    refusal = caught.value
    assert not isinstance(refusal, ServerUnreachable)
    assert (refusal.runner_code, refusal.kind) == ("host_busy", "infrastructure")
    assert refusal.message == "Another attempt is running."


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (SILENT, "did not answer 'hello' within 0.2 s"),
        (ENDING, "ended before it answered"),
        (FOREIGN, "not an answer of the runner: 'Welcome to this machine!'"),
        (LATE, "not an answer of the runner"),
    ],
)
def test_missing_answer_is_reported_in_words(open_channel: Open, program: str, words: str) -> None:
    timeout_seconds = 0.2 if program is SILENT else 20.0
    with pytest.raises(ServerUnreachable) as caught:
        open_channel(program).call("hello", {}, timeout_seconds=timeout_seconds)
    assert words in caught.value.message


def test_unstartable_runner_is_reported_in_words() -> None:
    with pytest.raises(ServerUnreachable, match="could not be started: No such file"):
        LocalTransport(["/nonexistent/python"], server="this machine")
