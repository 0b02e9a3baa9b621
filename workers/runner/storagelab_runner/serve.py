"""Line protocol: one JSON request a line on standard input, answers in order on standard output."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO

from storagelab_runner.errors import Refusal, convert_os_error
from storagelab_runner.layout import StateFolder
from storagelab_runner.refusals import record_refusal
from storagelab_runner.verbs import VERBS

MAX_LINE_BYTES = 4 << 20


def serve(state: StateFolder, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer request lines from `requests` on `answers` until the input ends.

    No request, however broken, ends the loop.
    """
    while True:
        line = requests.readline(MAX_LINE_BYTES + 1)
        if not line:
            return
        if len(line) > MAX_LINE_BYTES:
            _skip_rest_of_line(line, requests)
            answer = _build_error_answer(
                None, Refusal("bad_request", f"A request may have {MAX_LINE_BYTES} bytes at most.")
            )
        elif not line.strip():
            continue
        else:
            answer = answer_line(state, line)
        try:
            answers.write(json.dumps(answer, separators=(",", ":")).encode("ascii") + b"\n")
            answers.flush()
        except BrokenPipeError:
            return


def answer_line(state: StateFolder, line: bytes) -> dict[str, Any]:
    """Return the answer to one request line: `id` and `ok`, with `result` or `error`."""
    number: Any = None
    request: dict[str, Any] = {}
    try:
        request = _parse(line)
        number = request.get("id")
        if isinstance(number, bool) or not isinstance(number, (int, str)):
            number = None
            raise Refusal("bad_request", "A request needs an id that is a number or a text.")
        return {"id": number, "ok": True, "result": _carry_out(state, request)}
    except Exception as problem:
        refusal = _convert_problem(problem)
    record_refusal(state, request.get("verb"), request.get("args"), refusal)
    return _build_error_answer(number, refusal)


def _convert_problem(problem: Exception) -> Refusal:
    if isinstance(problem, Refusal):
        return problem
    if isinstance(problem, OSError):
        return convert_os_error(problem)
    traceback.print_exception(type(problem), problem, problem.__traceback__, file=sys.stderr)
    return Refusal("internal", f"The runner failed: {type(problem).__name__}: {problem}.")


def _carry_out(state: StateFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    verb = request.get("verb")
    action = VERBS.get(verb) if isinstance(verb, str) else None
    if action is None:
        raise Refusal("unknown_verb", f"This runner has no verb {str(verb)[:100]!r}. Available: {', '.join(VERBS)}.")
    args = request.get("args", {})
    if not isinstance(args, dict):
        raise Refusal("bad_request", "args must be an object.")
    state.create()
    return action(state, args)


def _parse(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(
            line.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_refuse_duplicate_fields
        )
    except (ValueError, RecursionError) as problem:
        raise Refusal("bad_request", f"The request is not valid JSON: {str(problem)[:200]}.") from None
    if not isinstance(request, dict):
        raise Refusal("bad_request", "A request must be a JSON object.")
    return request


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _refuse_duplicate_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a field is given twice")
    return value


def _build_error_answer(number: Any, refusal: Refusal) -> dict[str, Any]:
    error: dict[str, Any] = {"code": refusal.code, "message": refusal.message, "kind": refusal.kind}
    if refusal.findings:
        error["findings"] = list(refusal.findings)
    return {"id": number, "ok": False, "error": error}


def _skip_rest_of_line(line: bytes, requests: BinaryIO) -> None:
    while line and not line.endswith(b"\n"):
        line = requests.readline(1 << 20)
