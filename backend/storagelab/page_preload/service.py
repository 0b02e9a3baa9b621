"""First content of a page for a signed-in user; for everyone else the page begins empty.

A page loses nothing without it, because its scripts request any data that they do not find. So every failure here is
left to the scripts, which can report it, and a database that does not answer delays no page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import structlog
from fastapi import Request
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from storagelab.auth.dependencies import COOKIE, MAX_CREDENTIAL
from storagelab.auth.endpoints import describe_session
from storagelab.auth.service import identify_cookie
from storagelab.demo.endpoints import get_demo_data
from storagelab.errors import StorageLabError
from storagelab.http.preload import Beginning, PreloadText
from storagelab.http.session import OpenScope
from storagelab.overview.ended import EndedRun, find_ended
from storagelab.overview.under_way import count_attempts
from storagelab.page_preload.lab import describe_lab
from storagelab.results.queries import find_run
from storagelab.results.schemas import RunOut
from storagelab.results.views import describe_run

#: Number of the runs that ended last that are named.
_MAX_ENDED = 5
API = "/api/v1"
#: Longer than any of these answers takes in a lab that works.
PATIENCE = "500ms"
_RUN = re.compile(r"runs/(?P<ref>[A-Za-z0-9-]{1,64})(?P<part>/[a-z-]+)?")
#: Addresses below /runs that are not those of a run.
_NO_RUNS = frozenset({"trash"})
log = structlog.get_logger(__name__)


def begin_page(request: Request, path: str, open_scope: OpenScope) -> Beginning | None:
    """Return the preloaded API answers and text of the page at `path` for a signed-in browser.

    Returns None for a request that is not a GET, has no valid session cookie, or cannot be answered in time.
    """
    cookie = request.cookies.get(COOKIE)
    if request.method != "GET" or not cookie or len(cookie) > MAX_CREDENTIAL:
        return None
    try:
        with open_scope() as session:
            session.execute(text(f"set local statement_timeout = '{PATIENCE}'"))
            user = identify_cookie(session, cookie=cookie)
            answers: dict[str, BaseModel] = {
                f"{API}/session": describe_session(session, user),
                f"{API}/lab": describe_lab(session),
            }
            words = _page(session, path, answers)
            session.execute(text("set local statement_timeout to default"))
    except StorageLabError:
        return None
    except SQLAlchemyError as error:
        log.warning("page_begins_empty", path=path, reason=type(error).__name__)
        return None
    return Beginning({address: answer.model_dump_json(by_alias=True) for address, answer in answers.items()}, words)


def _page(session: Session, path: str, answers: dict[str, BaseModel]) -> PreloadText | None:
    """Add the API answers that the page at `path` needs to `answers`, by address.

    Returns the text to show before the scripts run; None for a page without such a text.
    """
    if path == "":
        # The overview takes longer than a page should wait: the browser requests it beside the first script.
        answers[f"{API}/demo-data"] = get_demo_data(session)
        working_count, waiting_count = count_attempts(session)
        ended = find_ended(session, limit=_MAX_ENDED)
        return _format_home_summary(working_count=working_count, waiting_count=waiting_count, ended=ended)
    match = _RUN.fullmatch(path.rstrip("/"))
    if match is None or match["ref"] in _NO_RUNS:
        return None
    try:
        run = describe_run(session, find_run(session, match["ref"]))
    except StorageLabError:
        # The page itself reports that the run does not exist.
        return None
    answers[f"{API}/runs/{match['ref']}"] = run
    return _format_run_summary(run) if match["part"] is None else None


def _format_run_summary(run: RunOut) -> PreloadText:
    """Return the preloaded text of a run's page: number, title, failure and verdict."""
    sentences = [run.failure.message] if run.failure else []
    if run.verdict:
        sentences.append(run.verdict.sentence)
        if run.verdict.strict:
            sentences.append(run.verdict.strict.sentence)
    elif run.source:
        sentences.append(run.source.title)
    return PreloadText(f"{run.number} · {run.title}", tuple(sentences))


def _format_home_summary(*, working_count: int, waiting_count: int, ended: Sequence[EndedRun]) -> PreloadText:
    """Return the preloaded text of the home page: counts of running and waiting runs, last runs."""
    sentences = [f"{_count(working_count, 'run')} under way, {waiting_count} waiting in the queue."]
    if ended:
        sentences.append(f"Ended last: {'; '.join(f'{run.number} {run.title}' for run in ended[:_MAX_ENDED])}.")
    return PreloadText("Home", (" ".join(sentences),))


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
