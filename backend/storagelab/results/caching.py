"""HTTP caching of runs: a strong ETag for an ended run, `no-store` for one in progress."""

from __future__ import annotations

from fastapi import Request, Response

from storagelab.db.models import Run
from storagelab.domain.lifecycle import RUN_TERMINAL

#: For bytes under their hash.
IMMUTABLE = "private, max-age=31536000, immutable"
#: For figures and names: a later release may read raw files again. Stored by the client, and revalidated each time.
REVALIDATED = "private, no-cache"


def is_over(run: Run) -> bool:
    """Return whether the run has ended for good."""
    return run.state in RUN_TERMINAL


def build_caching_headers(version: str, *, policy: str) -> dict[str, str]:
    """Return the ETag and Cache-Control headers of a response made from ended runs.

    `version` is the state of the runs, `policy` the value of Cache-Control.
    """
    return {"ETag": f'"{version}"', "Cache-Control": policy}


def find_not_modified_response(request: Request, headers: dict[str, str]) -> Response | None:
    """Return a response 304 if the request names the ETag in `headers`, else None."""
    header = request.headers.get("if-none-match", "")
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    if headers["ETag"] in tags or "*" in tags:
        return Response(status_code=304, headers=headers)
    return None
