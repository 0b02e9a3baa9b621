"""Errors that the runner answers: a code for programs, a kind that names who acts, one sentence."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence

#: Every code of the protocol and the kind of failure it means unless the place that raises it knows better.
KIND_OF_CODE = {
    "bad_request": "job",
    "unknown_verb": "bug",
    "not_found": "job",
    "stale_fence": "infrastructure",
    "wrong_controller": "infrastructure",
    "host_busy": "infrastructure",
    "refused": "job",
    "spec_conflict": "bug",
    "cancelled": "job",
    "disk_full": "infrastructure",
    "engine_missing": "infrastructure",
    "internal": "bug",
}

DISK_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})


class Refusal(Exception):
    """A verb that cannot be carried out; `kind` is one of job, infrastructure, engine, bug.

    `findings` are the checks behind it as the protocol has them, none where no target was checked.
    """

    def __init__(
        self, code: str, message: str, kind: str | None = None, findings: Sequence[Mapping[str, str | None]] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.kind = kind or KIND_OF_CODE[code]
        self.findings = tuple(findings)


def convert_os_error(problem: OSError) -> Refusal:
    """Convert an unexpected operating system error to the Refusal that answers the request.

    A full disk gives disk_full, any other error refused.
    """
    where = f" ({problem.filename})" if problem.filename else ""
    reason = problem.strerror or str(problem)
    if problem.errno in DISK_FULL_ERRNOS:
        return Refusal("disk_full", f"The disk that holds the runner's state is full{where}: {reason}.")
    return Refusal("refused", f"The server did not allow it{where}: {reason}.", "infrastructure")
