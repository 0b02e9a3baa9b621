"""Import and export of what people wrote down, over HTTP."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy import Select
from starlette.concurrency import run_in_threadpool

from storagelab.auth.dependencies import uploader
from storagelab.auth.service import Identity
from storagelab.domain.lifecycle import ServerState
from storagelab.http.problems import problems
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.http.small_upload import clean_document, read_small_upload
from storagelab.inventory import arrays, controllers, drives, queries, transfer, transfer_writing
from storagelab.inventory.hardware_schemas import Component
from storagelab.inventory.parameters import FilterDep, Firmware, Model, Tag, Word, Words
from storagelab.inventory.transfer_reading import read_document, read_table
from storagelab.inventory.transfer_schemas import InventoryDocument, InventoryImportOut

router = APIRouter(tags=["inventory"])
#: Bodies larger than those of other requests: this router signs in by itself, before the body.
upload_router = APIRouter(tags=["inventory"])

MAX_BYTES = 8 << 20
_JSON, _CSV = "application/json", "text/csv"
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            _CSV: {"schema": {"type": "string"}},
            _JSON: {"schema": {"type": "object", "required": ["format"]}},
        },
    }
}


#: What every export of a list answers: a table, or with `format=json` a document.
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"model": InventoryDocument, "content": {_CSV: {"schema": {"type": "string"}}, _JSON: {}}}
}
FileFormat = Annotated[Literal["csv", "json"], Query(alias="format", description="A table, or a document")]


@router.get(
    "/inventory/export.csv",
    response_class=Response,
    responses={200: {"content": {_CSV: {"schema": {"type": "string"}}}}},
)
def export_inventory_csv(
    session: SessionDep, of: Annotated[Literal["pieces", "models", "published"], Query()] = "pieces"
) -> Response:
    """Give what people wrote down of hardware, of models, or of published hardware as a table."""
    return _attached(transfer_writing.export_table(session, of), f"{of}.csv")


@router.get(
    "/inventory/export.json",
    response_class=Response,
    responses={200: {"model": InventoryDocument, "content": {_JSON: {}}}},
)
def export_inventory_json(session: SessionDep) -> Response:
    """Give everything that people wrote down as one document."""
    return _attached(transfer_writing.export_document(session), "inventory.json")


@router.get("/inventory/export/servers", response_class=Response, responses=_FILE)
def export_servers(
    session: SessionDep,
    file_format: FileFormat = "csv",
    state: ServerState | None = None,
    q: Words = None,
    tag: Tag = None,
) -> Response:
    """Give the list of servers as a file, with the filters of `GET /servers`."""
    return _list_file(session, queries.select_servers(state=state, q=q, tag=tag), "server", file_format)


@router.get("/inventory/export/controllers", response_class=Response, responses={**problems(404), **_FILE})
def export_controllers(
    session: SessionDep,
    wanted: FilterDep,
    file_format: FileFormat = "csv",
    model: Model = None,
    firmware: Firmware = None,
) -> Response:
    """Give the list of controllers as a file, with the filters of `GET /controllers`."""
    query = controllers.select_controllers(wanted, model=model, firmware=firmware)
    return _list_file(session, query, "controller", file_format)


@router.get("/inventory/export/drives", response_class=Response, responses={**problems(404), **_FILE})
def export_drives(
    session: SessionDep,
    wanted: FilterDep,
    file_format: FileFormat = "csv",
    model: Model = None,
    firmware: Firmware = None,
) -> Response:
    """Give the list of drives as a file, with the filters of `GET /drives`."""
    query = drives.select_drives(wanted, model=model, firmware=firmware)
    return _list_file(session, query, "drive", file_format)


@router.get("/inventory/export/arrays", response_class=Response, responses={**problems(404), **_FILE})
def export_arrays(
    session: SessionDep,
    wanted: FilterDep,
    file_format: FileFormat = "csv",
    level: Word = None,
    condition: Word = None,
) -> Response:
    """Give the list of arrays as a file, with the filters of `GET /arrays`."""
    query = arrays.select_arrays(wanted, level=level, condition=condition)
    return _list_file(session, query, "array", file_format)


@upload_router.post("/inventory/import", openapi_extra=_BODY, responses=problems(400, 401, 403, 413, 415, 422, 503))
async def import_inventory(
    request: Request,
    user: Annotated[Identity, Depends(uploader, scope="function")],
    open_scope: OpenScopeDep,
    dry_run: Annotated[bool, Query(description="Only say what would become of each row")] = False,
) -> InventoryImportOut:
    """Take in what people wrote down, as a table or a document; rows that cannot be used are refused one by one."""
    media_type, data = await read_small_upload(request, media_types=(_JSON, _CSV), limit=MAX_BYTES)
    return await run_in_threadpool(_import, open_scope, user, media_type, data, dry_run=dry_run)


def _import(
    open_scope: OpenScope, user: Identity, media_type: str, data: bytes, *, dry_run: bool
) -> InventoryImportOut:
    reading = read_document(clean_document(data)) if media_type == _JSON else read_table(data)
    with open_scope() as session:
        return transfer.import_rows(session, user=user, reading=reading, dry_run=dry_run)


def _list_file(session: SessionDep, query: Select[Any], component: Component, file_format: str) -> Response:
    name = f"{component}s.{file_format}"
    if file_format == "json":
        return _attached(transfer_writing.export_list_document(session, query, component), name)
    return _attached(transfer_writing.export_list_table(session, query, component), name)


def _attached(content: str | dict[str, Any], name: str) -> Response:
    """A file to keep: a table where it is text, else a document."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if isinstance(content, str):
        return Response(content, media_type=f"{_CSV}; charset=utf-8", headers=headers)
    return Response(json.dumps(content, ensure_ascii=False), media_type=_JSON, headers=headers)
