"""Packages of engines over HTTP: given once, described, taken back, and never handed out."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool

from storagelab.auth.dependencies import CurrentUser, require, require_admin_uploader
from storagelab.auth.service import Identity
from storagelab.engine_packages.checking import MAX_BYTES, check_vdbench
from storagelab.engine_packages.service import StoredPackage, find_package, keep_package, remove_package
from storagelab.errors import NotFound
from storagelab.http.pagination import Listing
from storagelab.http.problems import declare_problem_responses
from storagelab.http.responses import OpenApiPart
from storagelab.http.schemas import Strict
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.http.small_upload import read_small_upload
from storagelab.results.artifact_store import get_artifact_store

router = APIRouter()
#: Its body is larger than those of other requests: it signs in by itself, before the body.
upload_router = APIRouter()

MEDIA_TYPE = "application/zip"
_BODY: OpenApiPart = {
    "requestBody": {"required": True, "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


class EnginePackage(Strict):
    """The package of an engine that the lab was given for its servers."""

    engine: Literal["vdbench"] = "vdbench"
    version: str
    sha256: str
    size_bytes: int
    uploaded_at: dt.datetime
    uploaded_by: str | None


class EnginePackagePage(Listing[EnginePackage]):
    """All packages that the lab was given."""


@router.get("/engine-packages", dependencies=[Depends(require("admin"))])
def list_engine_packages(session: SessionDep) -> EnginePackagePage:
    """List the packages that the lab has: that of Vdbench, or none."""
    package = find_package(session)
    return EnginePackagePage(items=[] if package is None else [_describe(package)], next_cursor=None)


@upload_router.put(
    "/engine-packages/vdbench",
    openapi_extra=_BODY,
    responses=declare_problem_responses(400, 401, 403, 413, 415, 422, 503),
)
async def put_vdbench_package(
    request: Request,
    user: Annotated[Identity, Depends(require_admin_uploader, scope="function")],
    open_scope: OpenScopeDep,
) -> EnginePackage:
    """Give the lab your own Vdbench: the body is the zip of its distribution, 32 MiB at most.

    Servers get it at their next discovery. The lab gives it to its own servers only.
    """
    _, data = await read_small_upload(request, media_types=(MEDIA_TYPE,), limit=MAX_BYTES)
    return await run_in_threadpool(_keep, open_scope, user, data)


@router.delete(
    "/engine-packages/vdbench",
    status_code=204,
    responses=declare_problem_responses(404),
    dependencies=[Depends(require("admin"))],
)
def delete_vdbench_package(session: SessionDep, user: CurrentUser) -> None:
    """Remove the package of Vdbench. Servers that have it keep it, and no other server gets it."""
    remove_package(session, user=user)


def _keep(open_scope: OpenScope, user: Identity, data: bytes) -> EnginePackage:
    version = check_vdbench(data)
    stored = get_artifact_store().put([data])
    with open_scope() as session:
        keep_package(session, user=user, version=version, stored=stored)
        package = find_package(session)
    if package is None:
        raise NotFound("The package was removed meanwhile.")
    return _describe(package)


def _describe(package: StoredPackage) -> EnginePackage:
    return EnginePackage.model_validate(
        {
            **{name: value for name, value in package.items() if name in EnginePackage.model_fields},
            "uploaded_at": dt.datetime.fromisoformat(package["uploaded_at"]),
        }
    )
