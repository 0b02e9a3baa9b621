"""Every error a user can meet.

    StorageLabError                 500  ours
    ├── RequestRefused              422  the request cannot be carried out in this form
    │   ├── InvalidInput            422  a field is wrong; `path` names it
    │   └── InvalidQuery            422  a query cannot be read; `start` and `end` are its characters
    ├── NotFound                    404
    ├── NotSignedIn                 401
    ├── NotAllowed                  403
    ├── Conflict                    409  the state of the object does not allow this
    ├── TooManyRequests             429
    ├── LabUnavailable              503  a part of the lab (broker, database, server) does not answer
    └── ServerCallFailed            502  a registered server refused or failed a call

An error contains the event (`message`), the person who can fix it (`responsible`) and the saved work (`preserved`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

Responsible = Literal["request", "lab", "tool", "us"]
#: Parameters that hold a query or columns of a table.
QueryParameter = Literal["q", "columns", "sort", "group"]


class StorageLabError(Exception):
    """Base of the tree: a sentence for the user, a stable code for programs, an HTTP status for the edge."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    responsible: ClassVar[Responsible] = "us"

    def __init__(self, message: str, *, path: str | None = None, preserved: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.preserved = preserved


class RequestRefused(StorageLabError):
    """The request is well formed and cannot be carried out."""

    status = 422
    code = "request_refused"
    responsible: ClassVar[Responsible] = "request"


class InvalidInput(RequestRefused):
    """A value is wrong; `path` names the field, as in `target.size_bytes`."""

    code = "invalid_input"


class InvalidQuery(RequestRefused):
    """A query cannot be read from the character `start` up to `end`, the end exclusive.

    `available` are the possible names or values, `suggestion` the one that is probably meant. `parameter` is the one
    that holds the text.
    """

    code = "invalid_query"

    def __init__(
        self,
        message: str,
        *,
        start: int,
        end: int,
        available: Sequence[str] = (),
        suggestion: str | None = None,
        parameter: QueryParameter = "q",
    ) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.start = start
        self.end = end
        self.available = tuple(available)
        self.suggestion = suggestion

    def within(self, parameter: QueryParameter, start: int) -> InvalidQuery:
        """Return the error of a text within a longer query parameter, with positions in the parameter.

        The text begins at the character `start`.
        """
        return InvalidQuery(
            self.message,
            start=self.start + start,
            end=self.end + start,
            available=self.available,
            suggestion=self.suggestion,
            parameter=parameter,
        )


class NotFound(StorageLabError):
    """No such object, or none this caller may see."""

    status = 404
    code = "not_found"
    responsible: ClassVar[Responsible] = "request"


class NotSignedIn(StorageLabError):
    """No session and no valid token."""

    status = 401
    code = "not_signed_in"
    responsible: ClassVar[Responsible] = "request"


class NotAllowed(StorageLabError):
    """Signed in, but the role does not allow this."""

    status = 403
    code = "not_allowed"
    responsible: ClassVar[Responsible] = "request"


class Conflict(StorageLabError):
    """The object is not in a state that allows this, or the key was used for another body."""

    status = 409
    code = "conflict"
    responsible: ClassVar[Responsible] = "request"


class TooManyRequests(StorageLabError):
    """A rate limit was reached; `retry_after_seconds` is the waiting time in seconds."""

    status = 429
    code = "too_many_requests"
    responsible: ClassVar[Responsible] = "request"

    def __init__(self, message: str, *, retry_after_seconds: int) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class LabUnavailable(StorageLabError):
    """A part of the lab does not answer."""

    status = 503
    code = "lab_unavailable"
    responsible: ClassVar[Responsible] = "lab"


class ServerCallFailed(StorageLabError):
    """A registered server refused a call or could not be reached.

    `runner_code` is the runner's error code where the runner itself answered, else None. `findings` are its checks of
    the target, where it refused because of one.
    """

    status = 502
    code = "server_call_failed"
    responsible: ClassVar[Responsible] = "lab"

    def __init__(
        self,
        message: str,
        *,
        runner_code: str | None = None,
        kind: str | None = None,
        findings: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(message)
        self.runner_code = runner_code
        self.kind = kind
        self.findings = [dict(finding) for finding in findings]
