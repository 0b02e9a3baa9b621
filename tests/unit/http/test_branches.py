"""A branch of routers answers its own addresses, and passes over all others."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from storagelab.app import PUBLIC_PATHS
from storagelab.http.branches import BranchRouter
from storagelab.shares.archive.endpoints import public_router as zips
from storagelab.shares.picture_endpoints import public_router as pictures
from storagelab.shares.print_endpoints import public_router as prints
from storagelab.shares.public import page_router, public_router
from storagelab.shares.public_pages.citation_endpoints import public_router as citations
from storagelab.shares.public_pages.gallery_endpoints import public_router as gallery
from storagelab.shares.public_pages.oembed_endpoints import public_router as oembed


def test_branch_answers_only_its_beginnings() -> None:
    app, branch = FastAPI(), BranchRouter(("/s/",))
    branch.add_api_route("/s/{token}", lambda token: token)
    branch.add_api_route("/other", lambda: "lost")
    app.include_router(branch)
    app.add_api_route("/{rest:path}", lambda rest: f"a page: {rest}")
    client = TestClient(app)
    assert client.get("/s/abc").json() == "abc"
    assert client.get("/other").json() == "a page: other"


def test_every_address_of_readers_is_in_their_branch() -> None:
    routers = (page_router, pictures, prints, zips, citations, public_router, gallery, oembed)
    paths = [route.path for router in routers for route in router.routes if isinstance(route, APIRoute)]
    assert len(paths) > 30
    assert [path for path in paths if not path.startswith(PUBLIC_PATHS)] == []
