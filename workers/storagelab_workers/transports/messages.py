"""The lines that cross a channel: one JSON request, one JSON response with the same id."""

from __future__ import annotations

import json
from collections.abc import Mapping

from storagelab.domain.json_values import JsonObject
from storagelab.errors import ServerCallFailed
from storagelab_workers.transports.base import ServerUnreachable

#: A response holds at most 1 MiB of a file in base64, or an inventory of a few commands of 2 MiB each.
MAX_LINE_BYTES = 64 << 20


def encode_request(request_id: int, verb: str, args: Mapping[str, object]) -> bytes:
    """Encode a request to the runner as one line of JSON."""
    return json.dumps({"id": request_id, "verb": verb, "args": args}, separators=(",", ":")).encode("ascii") + b"\n"


def decode_response(line: bytes, request_id: int, *, server: str) -> JsonObject:
    """Decode the result in a response line.

    Raises ServerCallFailed for a refusal, ServerUnreachable when the line is not the answer to this request.
    """
    try:
        response = json.loads(line)
        if response["id"] != request_id:
            raise ValueError
        if response["ok"]:
            result = response["result"]
            if not isinstance(result, dict):
                raise ValueError
            return result
        error = response["error"]
        refusal = ServerCallFailed(
            str(error["message"]),
            runner_code=str(error["code"]),
            kind=str(error["kind"]),
            findings=[dict(finding) for finding in error.get("findings") or ()],
        )
    except (ValueError, KeyError, TypeError):
        shown = line[:80].decode("utf-8", "replace").strip()
        raise ServerUnreachable(f"{server} sent something that is not an answer of the runner: {shown!r}.") from None
    raise refusal
