"""Preloaded page over HTTP: words and answers for signed-in users, the bare page for everybody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.conftest import Scope
from tests.factories import Factory

from storagelab.app import create_app
from storagelab.auth.service import create_sign_in_link
from storagelab.config import Settings
from storagelab.http.session import get_session_opener, open_session
from storagelab.page_preload import service

INDEX = '<!doctype html><html><head></head><body><div id="root"></div></body></html>'
HOSTILE = "</script><img src=x onerror=alert(1)>\u2028 & 'quoted' \"twice\""


class Parsed(HTMLParser):
    """Elements with their attributes and texts, as a browser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts[self.tags[-1]] = self.texts.get(self.tags[-1], "") + data

    @property
    def answers(self) -> dict[str, Any]:
        """The answers that came with the page."""
        answers: dict[str, Any] = json.loads(self.texts["script"])
        return answers


@pytest.fixture
def pages(settings: Settings, scope: Scope) -> FastAPI:
    """Provide the API of a lab whose front end is built, on the test's transaction."""
    folder = settings.frontend_dir
    assert folder is not None
    folder.mkdir(parents=True)
    Path(folder / "index.html").write_text(INDEX)

    def open_test_session() -> Iterator[Session]:
        with scope() as session:
            yield session

    app = create_app(settings)
    app.dependency_overrides |= {open_session: open_test_session, get_session_opener: lambda: scope}
    return app


@pytest.fixture
def browser(pages: FastAPI, scope: Scope) -> TestClient:
    """Provide a browser that is signed in."""
    with scope() as session:
        link = create_sign_in_link(session)
    browser = TestClient(pages, raise_server_exceptions=False)
    assert browser.post("/api/v1/session", json={"token": link}).status_code == 201
    return browser


@pytest.mark.in_turn
def test_stranger_gets_the_bare_page(pages: FastAPI) -> None:
    stranger = TestClient(pages)
    stranger.cookies.set("storagelab_session", "guessed")

    for path in ("/", "/runs/r-1", "/queue"):
        assert stranger.get(path).text == INDEX
        assert TestClient(pages).get(path).text == INDEX


@pytest.mark.in_turn
def test_page_preloads_the_answers_of_the_api(browser: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", title="Night 1")

    page = browser.get(f"/runs/r-{run.number}")

    parsed = Parsed(page.text)
    assert (parsed.texts["h1"], page.headers["cache-control"]) == (f"r-{run.number} · Night 1", "no-store")
    assert set(parsed.answers) == {"/api/v1/session", "/api/v1/lab", f"/api/v1/runs/r-{run.number}"}
    for address, answer in parsed.answers.items():
        expected = browser.get(address).json()
        assert answer | {"server_time": None} == expected | {"server_time": None}


@pytest.mark.in_turn
def test_home_preloads_its_text_without_the_overview(browser: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", title="Night 1")
    make.attempt(make.run(make.job()))

    parsed = Parsed(browser.get("/").text)

    assert set(parsed.answers) == {"/api/v1/session", "/api/v1/lab", "/api/v1/demo-data"}
    assert parsed.texts["h1"] == "Home"
    assert parsed.texts["p"] == f"0 runs under way, 1 waiting in the queue. Ended last: r-{run.number} Night 1."


def test_run_tab_preloads_its_answer_without_text(browser: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")

    parsed = Parsed(browser.get(f"/runs/r-{run.number}/curves").text)

    assert f"/api/v1/runs/r-{run.number}" in parsed.answers
    assert "h1" not in parsed.tags


@pytest.mark.in_turn
def test_text_of_users_stays_text(browser: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", title=HOSTILE)

    page = browser.get(f"/runs/r-{run.number}").text

    parsed = Parsed(page)
    assert "img" not in parsed.tags
    assert parsed.tags.count("script") == 1
    assert parsed.texts["h1"] == f"r-{run.number} · {HOSTILE}"
    assert parsed.answers[f"/api/v1/runs/r-{run.number}"]["title"] == HOSTILE
    assert "\u2028" not in page.partition("<script")[2]


@pytest.mark.in_turn
@pytest.mark.parametrize("path", ["/runs/r-999999", "/runs/trash", "/runs/%3Cscript%3E", "/runs", "/nothing/here"])
def test_other_addresses_begin_with_the_session_alone(browser: TestClient, path: str) -> None:
    assert set(Parsed(browser.get(path).text).answers) == {"/api/v1/session", "/api/v1/lab"}


def test_slow_database_does_not_delay_the_page(
    pages: FastAPI, browser: TestClient, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PATIENCE", "50ms")

    @contextmanager
    def slow() -> Iterator[Session]:
        with scope() as session:
            execute = session.execute

            def sleep_after(statement: Any, *args: Any, **kwargs: Any) -> Any:
                result = execute(statement, *args, **kwargs)
                execute(text("select pg_sleep(5)"))
                return result

            monkeypatch.setattr(session, "execute", sleep_after)
            yield session

    pages.dependency_overrides[get_session_opener] = lambda: slow

    assert browser.get("/runs").text == INDEX
