"""A REST client that hides nothing: wrong answers go into the history."""

from __future__ import annotations

import http.client
import json
from typing import Any

from tests.faults.independent.history import History

#: Answers of the API when a part of the lab is down, by its own documents.
_ALLOWED_5XX = (502, 503)


class NoAnswer(Exception):
    """The API could not be reached, or the connection broke."""


class Refused(Exception):
    """The API answered with a problem document."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status}: {body}")
        self.status = status
        self.body = body


class Api:
    """Calls with one token; every thread may use it."""

    def __init__(self, port: int, token: str, history: History) -> None:
        self._port = port
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._history = history

    def call(self, method: str, path: str, body: Any = None, *, key: str | None = None, trial: str = "") -> Any:
        """Return the parsed answer; a `body` of bytes is sent as it is. Raises NoAnswer or Refused."""
        headers = self._headers | ({"Idempotency-Key": key} if key else {})
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=40)
        try:
            data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode("ascii")
            connection.request(method, f"/api/v1{path}", data, headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as problem:
            raise NoAnswer(f"{type(problem).__name__}: {problem}") from problem
        finally:
            connection.close()
        try:
            value = json.loads(text) if text else None
        except ValueError:
            value = text[:300].decode("utf-8", "replace")
        if answer.status >= 500 and answer.status not in _ALLOWED_5XX:
            self._history.write(
                "wrong_answer", trial=trial, method=method, path=path, status=answer.status, body=str(value)[:500]
            )
        if answer.status >= 400:
            raise Refused(answer.status, value)
        return value
