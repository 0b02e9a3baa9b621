"""Trace of refusals: it is bounded, and no request can break it."""

import json

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.layout import StateFolder
from storagelab_runner.refusals import LARGEST_BYTES, record_refusal


@pytest.fixture
def state(tmp_path):
    return StateFolder(tmp_path)


def test_no_more_than_two_files_are_retained(state):
    refusal = Refusal("stale_fence", "x" * 300)
    for fence in range(2 * LARGEST_BYTES // 400):
        record_refusal(state, "start", {"fence": fence}, refusal)
    assert sorted(path.name for path in state.root.iterdir() if not path.name.startswith(".")) == [
        "refusals.1.jsonl",
        "refusals.jsonl",
    ]
    assert max(path.stat().st_size for path in state.root.iterdir()) <= LARGEST_BYTES
    last = json.loads(state.refusals.read_text().splitlines()[-1])
    assert (last["fence"], last["code"], len(last["message"])) == (2 * LARGEST_BYTES // 400 - 1, "stale_fence", 300)


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("start", {"attempt_id": "\ud800", "fence": 1 << 90, "controller_id": ["x" * 10_000]}),
        ("prepare", {"fence": True, "spec": {"deep": [[[]]]}}),
    ],
)
def test_any_request_fits_one_line(state, verb, args):
    record_refusal(state, verb, args, Refusal("bad_request", "no\nno"))
    [line] = state.refusals.read_text().splitlines()
    assert json.loads(line)["verb"] == verb
    assert len(line) < 2000


@pytest.mark.parametrize(("verb", "args"), [("status", {}), (["start"], {}), ("start", None), (None, {})])
def test_refusal_of_harmless_request_is_not_recorded(state, verb, args):
    record_refusal(state, verb, args, Refusal("not_found", "no"))
    assert not state.refusals.exists()
