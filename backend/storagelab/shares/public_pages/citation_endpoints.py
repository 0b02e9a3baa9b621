"""Endpoints of the citations of a permalink as files. Reading needs only the address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from storagelab.http.references import format_row_number
from storagelab.http.session import SessionDep
from storagelab.shares import citations, service
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.public import PART_HEADERS, Permalink, PermalinkDep, not_available_response, serve_permalink

public_router = APIRouter(include_in_schema=False)


class Cite(Protocol):
    """A function that writes the citation of a document in one form."""

    def __call__(self, document: ShareDocument, *, address: str, sha256: str, doi: str | None = None) -> str:
        """Return the citation."""


_FORMS: dict[str, tuple[Cite, str]] = {
    "bib": (citations.cite_as_bibtex, "application/x-bibtex; charset=utf-8"),
    "ris": (citations.cite_as_ris, "application/x-research-info-systems; charset=utf-8"),
    "csl.json": (citations.cite_as_csl, "application/vnd.citationstyles.csl+json"),
}


def _make_endpoint(form: str) -> Callable[..., Response]:
    def download_citation(permalink: PermalinkDep, request: Request, session: SessionDep) -> Response:
        """Give the citation of a share as a file."""
        return _answer(permalink, request, session, form)

    return download_citation


def _answer(permalink: Permalink, request: Request, session: Session, form: str) -> Response:
    opened = permalink.open(session)
    share = opened.share
    if share is None:
        return not_available_response(request, opened)
    cite, media_type = _FORMS[form]
    document = service.open_document(share)
    text = cite(document, address=permalink.address, sha256=share.document_sha256, doi=share.doi)
    name = f"{format_row_number(share)}.{form}"
    headers = PART_HEADERS | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=media_type, headers=headers)


for _form in _FORMS:
    serve_permalink(public_router, f".{_form}")(_make_endpoint(_form))
