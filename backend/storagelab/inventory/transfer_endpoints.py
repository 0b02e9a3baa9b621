"""Import and export of what people wrote down, over HTTP."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from storagelab.auth.dependencies import uploader
from storagelab.auth.service import Identity
from storagelab.http.problems import problems
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.http.small_upload import clean_document, read_small_upload
from storagelab.inventory import transfer
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


@router.get(
    "/inventory/export.csv",
    response_class=Response,
    responses={200: {"content": {_CSV: {"schema": {"type": "string"}}}}},
)
def export_inventory_csv(
    session: SessionDep, of: Annotated[Literal["pieces", "models", "published"], Query()] = "pieces"
) -> Response:
    """Give what people wrote down of hardware, of models, or of published hardware as a table."""
    headers = {"Content-Disposition": f'attachment; filename="{of}.csv"'}
    return Response(transfer.export_table(session, of), media_type=f"{_CSV}; charset=utf-8", headers=headers)


@router.get(
    "/inventory/export.json",
    response_class=Response,
    responses={200: {"model": InventoryDocument, "content": {_JSON: {}}}},
)
def export_inventory_json(session: SessionDep) -> Response:
    """Give everything that people wrote down as one document."""
    text = json.dumps(transfer.export_document(session), ensure_ascii=False)
    headers = {"Content-Disposition": 'attachment; filename="inventory.json"'}
    return Response(text, media_type=_JSON, headers=headers)


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
