"""Endpoint of a share as one zip. Permalinks need only their address, other shares a sign-in."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from sqlalchemy.orm import Session

from storagelab.auth.rate_limit import build_caller_key
from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.errors import LabUnavailable, RequestRefused
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference, format_row_number
from storagelab.http.responses import file_of
from storagelab.http.session import OpenScope, OpenScopeDep
from storagelab.shares import service
from storagelab.shares.archive.prints import make_prints
from storagelab.shares.archive.writing import build_manifest, write_zip
from storagelab.shares.document.share import ShareDocument, decode_document
from storagelab.shares.limiter import FairLimiter, TooBusy
from storagelab.shares.notices import list_print_notices
from storagelab.shares.public import (
    PART_HEADERS,
    PermalinkDep,
    no_raw_files_response,
    not_available_response,
    serve_permalink,
)
from storagelab.shares.raw_parts import list_raw_parts
from storagelab.shares.stored_parts import read_part

router = APIRouter()
public_router = APIRouter(include_in_schema=False)

MEDIA_TYPE = "application/zip"
FOLDER = "zips"
SECONDS_UNTIL_AGAIN = 30
#: Zips that are made at a time, and how long a reader waits for one's turn. Any number may be read meanwhile.
_AT_ONCE = 1
_WAIT_SECONDS = 20.0
_BLOCK = 1 << 18
_limiter = FairLimiter(_AT_ONCE)


@dataclass(frozen=True, slots=True)
class _Source:
    """A document that may be read; its parts are read one by one, each in a transaction of its own."""

    open_scope: OpenScope
    share_id: Any
    number: str
    sha256: str
    content: bytes
    document: ShareDocument
    #: The name in prints, and the address in the manifest: None where no one may open it without a sign-in.
    address: str
    permalink: str | None
    #: What has become known since it was frozen.
    notices: tuple[str, ...]

    def by_name(self, name: str) -> bytes:
        """Return the bytes of a part of the document by its name. Raises KeyError for an unknown name."""
        return self.read_part_by_hash(self.document.parts[name].sha256)

    def read_part_by_hash(self, sha256: str) -> bytes:
        """Return the bytes of a part by its SHA-256. Raises KeyError for a part that the share lacks."""
        with self.open_scope() as session:
            part = read_part(session, share_id=self.share_id, sha256=sha256)
        if part is None:
            raise KeyError(sha256)
        return part.content


@serve_permalink(public_router, ".zip")
def download_zip(permalink: PermalinkDep, request: Request, open_scope: OpenScopeDep) -> Response:
    """Give document, parts and prints as one zip."""
    with open_scope() as session:
        opened = permalink.open(session)
        if opened.share is None:
            return not_available_response(request, opened)
        if not opened.raw_files and list_raw_parts(service.open_document(opened.share)):
            return no_raw_files_response()
        address = permalink.address
        source = _load_source(session, open_scope, opened.share, address=address, permalink=address)
    return _answer(request, source)


@router.get(
    "/shares/{ref}/zip",
    response_class=StreamingResponse,
    responses={**file_of(MEDIA_TYPE), **declare_problem_responses(404, 409)},
)
def download_own_zip(ref: Reference, request: Request, open_scope: OpenScopeDep) -> Response:
    """Return a draft, or what was published, as one zip.

    Its prints name the page of this lab, which has no audience.
    """
    with open_scope() as session:
        share = find_by_reference(session, Share, ref)
        address = f"{get_settings().base_url}/shares/{format_row_number(share)}"
        source = _load_source(session, open_scope, share, address=address, permalink=None)
    return _answer(request, source)


def _load_source(
    session: Session, open_scope: OpenScope, share: Share, *, address: str, permalink: str | None
) -> _Source:
    content = service.read_document(share)
    document = decode_document(content)
    notices = list_print_notices(session, share, address=address)
    number, sha256 = format_row_number(share), share.document_sha256
    return _Source(open_scope, share.id, number, sha256, content, document, address, permalink, notices)


def _answer(request: Request, source: _Source) -> Response:
    headers = {**PART_HEADERS, "Content-Disposition": f'attachment; filename="{source.number}.zip"'}
    if request.method == "HEAD":
        # How long it is shows when it is made, which is not done for a look.
        return Response(media_type=MEDIA_TYPE, headers=headers)
    try:
        with _limiter.take(build_caller_key(request), seconds=_WAIT_SECONDS):
            file, size = _make(source)
    except TooBusy as busy:
        again = {**PART_HEADERS, "Retry-After": str(SECONDS_UNTIL_AGAIN)}
        return Response(busy.message, 503, media_type="text/plain; charset=utf-8", headers=again)
    except RequestRefused as too_large:
        return Response(too_large.message, 413, media_type="text/plain; charset=utf-8", headers=PART_HEADERS)
    return StreamingResponse(
        _iterate_blocks(file), media_type=MEDIA_TYPE, headers={**headers, "Content-Length": str(size)}
    )


def _make(source: _Source) -> tuple[IO[bytes], int]:
    """Write the zip of a share to an unnamed file; return the file and its size in bytes.

    The file is deleted when it is closed.
    """
    prints = make_prints(
        source.document,
        source.by_name,
        address=source.address,
        sha256=source.sha256,
        notices=source.notices,
    )
    manifest = build_manifest(source.document.parts, source.content, address=source.permalink, prints=prints)
    folder = get_settings().cache_dir / FOLDER
    with _disk_trouble(), ExitStack() as at_fault:
        folder.mkdir(parents=True, exist_ok=True)
        file = at_fault.enter_context(tempfile.TemporaryFile(dir=folder))
        size = write_zip(file, manifest, document=source.content, part=source.read_part_by_hash, prints=prints)
        file.seek(0)
        at_fault.pop_all()  # It is closed when it was read.
    return file, size


@contextmanager
def _disk_trouble() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        reason = f"its cache folder cannot be written ({problem.strerror})"
        raise LabUnavailable(
            f"The lab cannot create the zip: {reason}.", preserved="The share is unchanged."
        ) from problem


def _iterate_blocks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while block := file.read(_BLOCK):
            yield block
