"""The built front end: hashed files for ever, `index.html` for every address that is a page."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.convertors import Convertor, register_url_convertor

from storagelab.http.preload import NO_FILES, Beginning, FirstFiles, write_beginning
from storagelab.http.problems import make_problem, make_problem_response
from storagelab.http.session import OpenScope, OpenScopeDep

INDEX = "index.html"
#: Output of the build: the files and answers that each page begins with.
PAGES = "pages.json"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"


class PageAddress(Convertor[str]):
    """Any address but those of the API and of public pages, so that unknown ones there are unknown to every method.

    The page that describes the API is a page.
    """

    regex = r"(?!api(?:/(?!docs$)|$)|(?:s|p|public)(?:/|$)|oembed$).*"

    def convert(self, value: str) -> str:
        """Return the page address unchanged."""
        return value

    def to_string(self, value: str) -> str:
        """Return the page address unchanged."""
        return value


register_url_convertor("page", PageAddress())


@dataclass(frozen=True)
class PageFile:
    """One file of the front end; `packed` is the same file compressed, when the build made one."""

    path: Path
    packed: Path | None
    media_type: str
    cache_control: str
    #: Its name has a hash of its bytes.
    is_immutable: bool


def find_files(folder: Path | None) -> dict[str, PageFile]:
    """Find every file of the built front end by its address; empty when it is not built.

    Only files listed here are ever served, so no address can lead out of the folder.
    """
    if folder is None or not folder.is_dir():
        return {}
    files = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix == ".gz":
            continue
        address = path.relative_to(folder).as_posix()
        packed = path.with_name(f"{path.name}.gz")
        is_immutable = address.startswith("assets/")
        files[address] = PageFile(
            path=path,
            packed=packed if packed.is_file() else None,
            media_type=mimetypes.guess_type(path.name)[0] or "application/octet-stream",
            cache_control="no-store" if address == INDEX else IMMUTABLE if is_immutable else REVALIDATED,
            is_immutable=is_immutable,
        )
    return files


def read_first_files(folder: Path | None) -> dict[str, FirstFiles]:
    """Return the files and answers that each page loads first, by the address of the page.

    The build wrote them. The dict is empty where it did not.
    """
    try:
        by_address = json.loads((folder / PAGES).read_text(encoding="utf-8")) if folder is not None else {}
        return {address: FirstFiles(**files) for address, files in by_address.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def find_first_files(pages: Mapping[str, FirstFiles], path: str, *, has_search: bool) -> FirstFiles:
    """Return the files and answers that the page at an address loads first; with search parameters no answers."""
    address = path.rstrip("/")
    parent, _, _ = address.rpartition("/")
    files = pages.get(address) or pages.get(f"{parent}/*") or NO_FILES
    return replace(files, answers=()) if has_search else files


#: Where programs and people look for the description of an API first, and where it is.
DESCRIBED = {"/docs": "/api/docs", "/redoc": "/api/docs", "/openapi.json": "/api/v1/openapi.json"}

#: The preloaded part of the page at an address for the caller, or None.
Begin = Callable[[Request, str, OpenScope], Beginning | None]


def make_files_router(folder: Path | None) -> APIRouter:
    """Build a router that serves the files of the front end; it is included first, so that it matches first."""
    files = find_files(folder)
    router = APIRouter(include_in_schema=False)

    async def get_file(request: Request) -> Response:
        """Serve a file of the front end.

        A page loads dozens of such files: none waits for a thread, or for the database.
        """
        file = files.get(request.url.path.removeprefix("/"))
        return (
            _send(file, request) if file is not None else _make_not_found_response("There is nothing at this address.")
        )

    for address in ("assets/{path:path}", *(name for name in files if "/" not in name and name != INDEX)):
        router.add_route(f"/{address}", get_file, methods=["GET"])
    return router


def make_pages_router(folder: Path | None, begin: Begin) -> APIRouter:
    """Build a router that serves the pages; it is included last and takes all remaining addresses."""
    files = find_files(folder)
    first_files = read_first_files(folder)
    router = APIRouter(include_in_schema=False)
    for address in DESCRIBED:
        router.add_api_route(address, _lead_on)

    @router.api_route("/{path:page}", methods=["GET", "HEAD"])
    def get_page(path: str, request: Request, open_scope: OpenScopeDep) -> Response:
        """Serve a file, or the page that shows any other address."""
        if path in files and path != INDEX:
            return _send(files[path], request)
        if INDEX not in files:
            return _make_not_found_response("The pages are not built: `make up` builds them. The API is at /api/v1.")
        beginning = begin(request, path, open_scope)
        if beginning is None:
            return _send(files[INDEX], request)
        first = find_first_files(first_files, path, has_search=bool(request.url.query))
        content = write_beginning(files[INDEX].path.read_bytes(), beginning, first)
        return Response(content, media_type=files[INDEX].media_type, headers={"Cache-Control": "no-store"})

    return router


def _make_not_found_response(detail: str) -> Response:
    return make_problem_response(make_problem(404, detail, "not_found", "request"))


def _lead_on(request: Request) -> RedirectResponse:
    """Redirect from a customary address of the API description to its real address (`DESCRIBED`)."""
    return RedirectResponse(DESCRIBED[request.url.path])


def _send(file: PageFile, request: Request) -> Response:
    headers = {"Cache-Control": file.cache_control}
    path = file.path
    if file.packed is not None:
        headers["Vary"] = "Accept-Encoding"
        codings = {item.partition(";")[0].strip() for item in request.headers.get("accept-encoding", "").split(",")}
        if "gzip" in codings:
            path = file.packed
            headers["Content-Encoding"] = "gzip"
    content = _read(path) if file.is_immutable else path.read_bytes()
    return Response(content, media_type=file.media_type, headers=headers)


@cache
def _read(path: Path) -> bytes:
    """Return a file that never changes; all of a build are a few MiB."""
    return path.read_bytes()
