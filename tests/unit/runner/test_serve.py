"""Line protocol that survives any input."""

import io
import json

import pytest

from storagelab_runner.layout import StateFolder
from storagelab_runner.serve import MAX_LINE_BYTES, answer_line, serve


def _answers(tmp_path, data):
    answers = io.BytesIO()
    serve(StateFolder(tmp_path / "state"), io.BytesIO(data), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"{",
        b"[]",
        b"null",
        b"5",
        b'"text"',
        b"\x00",
        b'{"id": 1, "verb": "list"}\x00',
        b"\xff\xfe",
        b'{"id": 1, "id": 2, "verb": "list"}',
        b'{"id": 1, "verb": "list", "args": {"x": NaN}}',
        b'{"verb": "list"}',
        b'{"id": [1], "verb": "list"}',
        b'{"id": true, "verb": "list"}',
        b"[" * 200_000,
        b'{"id": ' + b"9" * 100_000 + b"}",
    ],
)
def test_malformed_line_does_not_block_the_next(line, tmp_path):
    broken, good = _answers(tmp_path, line + b'\n{"id": "next", "verb": "list"}\n')
    assert (broken["ok"], broken["id"]) == (False, None)
    assert broken["error"]["code"] in ("bad_request", "unknown_verb")
    assert good == {"id": "next", "ok": True, "result": {"attempts": [], "orphans": []}}


def test_overlong_line_is_refused_and_skipped(tmp_path):
    data = b'{"id": 1, "verb": "' + b"x" * (MAX_LINE_BYTES + 10) + b'"}\n{"id": 2, "verb": "list"}\n'
    first, second = _answers(tmp_path, data)
    assert first["error"]["code"] == "bad_request"
    assert second["ok"]


def test_an_unknown_verb_is_named(tmp_path):
    answer = answer_line(StateFolder(tmp_path), b'{"id": 7, "verb": "rm"}')
    assert (answer["id"], answer["error"]["code"]) == (7, "unknown_verb")
    assert "'rm'" in answer["error"]["message"]


@pytest.mark.parametrize("args", [None, [], "x", 5])
def test_args_are_an_object(args, tmp_path):
    answer = answer_line(StateFolder(tmp_path), json.dumps({"id": 1, "verb": "list", "args": args}).encode())
    assert answer["error"]["code"] == "bad_request"


@pytest.mark.parametrize("attempt_id", ["../../etc", "x", "", None, 5, "A" * 36, "0" * 10_000, "../" * 12])
def test_an_attempt_id_is_a_uuid(attempt_id, tmp_path):
    request = {"id": 1, "verb": "status", "args": {"attempt_id": attempt_id}}
    answer = answer_line(StateFolder(tmp_path), json.dumps(request).encode())
    assert answer["error"]["code"] == "bad_request"


@pytest.mark.parametrize("controller_id", ["../x", "a/b", "", ".", "-x", "a" * 65, "a\0b", None])
def test_a_controller_id_cannot_be_a_path(controller_id, tmp_path):
    args = {"attempt_id": "0" * 8 + "-0000-0000-0000-" + "0" * 12, "fence": 1, "controller_id": controller_id}
    request = {"id": 1, "verb": "prepare", "args": {**args, "spec": {}}}
    answer = answer_line(StateFolder(tmp_path), json.dumps(request).encode())
    assert answer["error"]["code"] == "bad_request"


def test_uncreatable_state_folder_is_an_infrastructure_error(tmp_path):
    (tmp_path / "file").write_text("")
    answer = answer_line(StateFolder(tmp_path / "file" / "state"), b'{"id": 1, "verb": "list"}')
    assert (answer["error"]["code"], answer["error"]["kind"]) == ("refused", "infrastructure")
