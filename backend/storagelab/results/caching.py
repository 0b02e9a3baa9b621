"""What clients may keep: an ended run is answered with a strong ETag, a run under way with `no-store`."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Request, Response

from storagelab.db.models import Run
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState

#: For what is filed under a finished run and never changes under the same address.
IMMUTABLE = "private, max-age=31536000, immutable"
#: For what shows names that can still change: kept, but asked for again each time.
REVALIDATED = "private, no-cache"


def is_over(run: Run) -> bool:
    """Whether nothing more will happen to the run."""
    return run.state in RUN_TERMINAL


def policy_of(runs: Sequence[Run]) -> str:
    """How long a client may keep what is filed under ended runs: one that did not finish may be resumed."""
    return IMMUTABLE if all(run.state == RunState.FINISHED for run in runs) else REVALIDATED


def caching_headers(version: str, *, policy: str) -> dict[str, str]:
    """Headers of an answer made from ended runs whose state is `version`."""
    return {"ETag": f'"{version}"', "Cache-Control": policy}


def not_modified(request: Request, headers: dict[str, str]) -> Response | None:
    """The answer 304 where the client has this version already, else None."""
    known = request.headers.get("if-none-match", "")
    tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
    if headers["ETag"] in tags or "*" in tags:
        return Response(status_code=304, headers=headers)
    return None
