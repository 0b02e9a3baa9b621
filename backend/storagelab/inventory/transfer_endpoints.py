"""Import and export of what people wrote down, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy import Select
from starlette.concurrency import run_in_threadpool

from storagelab.auth.dependencies import require_uploader
from storagelab.auth.service import Identity
from storagelab.domain.lifecycle import ServerState
from storagelab.errors import InvalidInput
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.query_text import QueryText, TimeZone, read_query_text
from storagelab.http.responses import OpenApiPart
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.http.small_upload import clean_document, read_small_upload
from storagelab.inventory import arrays, controllers, drives, queries, transfer, transfer_writing
from storagelab.inventory.catalogue_schemas import HardwareModelCreate
from storagelab.inventory.hardware_fields import ARRAYS, CONTROLLERS, DRIVES, SERVERS
from storagelab.inventory.hardware_schemas import Component
from storagelab.inventory.parameters import FilterDep, Firmware, Model, Word
from storagelab.inventory.query_lists import QueryList
from storagelab.inventory.transfer_reading import read_document, read_table
from storagelab.inventory.transfer_schemas import FORMAT, ComponentRow, InventoryDocument, InventoryImport, PublishedRow
from storagelab.inventory.transfer_writing import TransferDocument
from storagelab.query.time_zones import DEFAULT_TIME_ZONE

router = APIRouter()
#: Bodies larger than those of other requests: this router signs in by itself, before the body.
upload_router = APIRouter()

MAX_BYTES = 8 << 20
_JSON, _CSV = "application/json", "text/csv"
_BODY: OpenApiPart = {
    "requestBody": {
        "required": True,
        "content": {
            _CSV: {"schema": {"type": "string"}},
            _JSON: {
                "schema": {
                    "type": "object",
                    "required": ["format"],
                    "properties": {
                        "format": {"const": FORMAT},
                        **{
                            name: {"type": "array", "items": {"$ref": f"#/components/schemas/{row}"}}
                            for name, row in (
                                ("components", ComponentRow.__name__),
                                ("models", HardwareModelCreate.__name__),
                                ("published", PublishedRow.__name__),
                            )
                        },
                    },
                    "additionalProperties": False,
                }
            },
        },
    }
}


class ExportKind(StrEnum):
    """Contents of an export: all that people wrote down, one list of that, or a list of hardware with its facts."""

    ALL = "all"
    COMPONENTS = "components"
    MODELS = "models"
    PUBLISHED = "published"
    SERVERS = "servers"
    CONTROLLERS = "controllers"
    DRIVES = "drives"
    ARRAYS = "arrays"


class ExportFormat(StrEnum):
    """The form of an export: a table, or a document."""

    CSV = "csv"
    JSON = "json"


_TABLES: Mapping[ExportKind, transfer_writing.Table] = {
    ExportKind.COMPONENTS: "components",
    ExportKind.MODELS: "models",
    ExportKind.PUBLISHED: "published",
}
_LISTS: Mapping[ExportKind, Component] = {
    ExportKind.SERVERS: "server",
    ExportKind.CONTROLLERS: "controller",
    ExportKind.DRIVES: "drive",
    ExportKind.ARRAYS: "array",
}
_QUERIED: Mapping[Component, QueryList] = {
    "server": SERVERS,
    "controller": CONTROLLERS,
    "drive": DRIVES,
    "array": ARRAYS,
}
_SERVER_FILTERS = ("state", "q", "time_zone", "label")
_COMPONENT_FILTERS = ("server_id", "q", "time_zone", "lifecycle", "present", "label")
_FILTERS: Mapping[ExportKind, tuple[str, ...]] = {
    ExportKind.SERVERS: _SERVER_FILTERS,
    ExportKind.CONTROLLERS: (*_COMPONENT_FILTERS, "model", "firmware"),
    ExportKind.DRIVES: (*_COMPONENT_FILTERS, "model", "firmware"),
    ExportKind.ARRAYS: (*_COMPONENT_FILTERS, "level", "condition"),
}


@router.get(
    "/inventory/export",
    response_class=Response,
    responses={
        **declare_problem_responses(404),
        **QUERY_PROBLEM,
        200: {"model": InventoryDocument, "content": {_CSV: {"schema": {"type": "string"}}, _JSON: {}}},
    },
)
def export_inventory(
    request: Request,
    session: SessionDep,
    wanted: FilterDep,
    kind: ExportKind,
    q: QueryText = None,
    time_zone: TimeZone = DEFAULT_TIME_ZONE,
    file_format: Annotated[
        ExportFormat,
        Query(alias="format", description="A document for `all`, a table for `components`, `models` and `published`"),
    ] = ExportFormat.CSV,
    state: ServerState | None = None,
    model: Model = None,
    firmware: Firmware = None,
    level: Word = None,
    condition: Word = None,
) -> Response:
    """Export what people added, or a list with the filters of that list, as a file that can be imported again.

    A filter that the list itself does not have is refused.
    """
    _check_export(kind, file_format, request.query_params)
    if kind is ExportKind.ALL:
        return _make_attachment_response(transfer_writing.export_document(session), "inventory.json")
    if kind in _TABLES:
        table = _TABLES[kind]
        return _make_attachment_response(transfer_writing.export_table(session, table), f"{table}.csv")
    component = _LISTS[kind]
    queried = _QUERIED[component]
    meant = read_query_text(session, q, queried.fields, time_zone=time_zone)
    selects: Mapping[Component, Callable[[], Select[Any]]] = {
        "server": lambda: queries.select_servers(state=state, wanted=meant, labels=wanted.labels),
        "controller": lambda: queried.narrow(
            controllers.select_controllers(wanted, model=model, firmware=firmware), meant
        ),
        "drive": lambda: queried.narrow(drives.select_drives(wanted, model=model, firmware=firmware), meant),
        "array": lambda: queried.narrow(arrays.select_arrays(wanted, level=level, condition=condition), meant),
    }
    query, name = selects[component](), f"{kind}.{file_format}"
    if file_format is ExportFormat.JSON:
        return _make_attachment_response(transfer_writing.export_list_document(session, query, component), name)
    return _make_attachment_response(transfer_writing.export_list_table(session, query, component), name)


def _check_export(kind: ExportKind, file_format: ExportFormat, given: Iterable[str]) -> None:
    """Raise InvalidInput for a format or a filter that an export kind does not support.

    `given` has the names of all query parameters.
    """
    only = ExportFormat.JSON if kind is ExportKind.ALL else ExportFormat.CSV if kind in _TABLES else file_format
    if file_format is not only:
        raise InvalidInput(f"{file_format} is not a format of {kind}. Available: {only}", path="format")
    filters = _FILTERS.get(kind, ())
    for name in given:
        if name not in ("kind", "format", *filters):
            available = f"Available: {', '.join(filters)}" if filters else "Leave it out"
            raise InvalidInput(f"is not a filter of {kind}. {available}", path=name)


@upload_router.post(
    "/inventory/import", openapi_extra=_BODY, responses=declare_problem_responses(400, 401, 403, 413, 415, 422, 503)
)
async def import_inventory(
    request: Request,
    user: Annotated[Identity, Depends(require_uploader, scope="function")],
    open_scope: OpenScopeDep,
    dry_run: Annotated[bool, Query(description="Only show the outcome of each row")] = False,
) -> InventoryImport:
    """Import what people added, as a table or a document. Rows that cannot be used are refused one by one."""
    media_type, data = await read_small_upload(request, media_types=(_JSON, _CSV), limit=MAX_BYTES)
    return await run_in_threadpool(_import, open_scope, user, media_type, data, dry_run=dry_run)


def _import(open_scope: OpenScope, user: Identity, media_type: str, data: bytes, *, dry_run: bool) -> InventoryImport:
    reading = read_document(clean_document(data)) if media_type == _JSON else read_table(data)
    with open_scope() as session:
        return transfer.import_rows(session, user=user, reading=reading, dry_run=dry_run)


def _make_attachment_response(content: str | TransferDocument, name: str) -> Response:
    """Return a download response with this file name: CSV for a text, JSON for a dict."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if isinstance(content, str):
        return Response(content, media_type=f"{_CSV}; charset=utf-8", headers=headers)
    return Response(json.dumps(content, ensure_ascii=False), media_type=_JSON, headers=headers)
