"""Guesses of addresses, which reveal nothing by the answers, by their cost, or by many attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of

from storagelab.auth.rate_limit import RateLimit
from storagelab.db.models import Run
from storagelab.shares import page_answer, print_endpoints, service
from storagelab.shares.public import MISSES_PER_MINUTE

SUFFIXES = (
    "", ".json", ".csv", ".pdf", ".xlsx", ".zip", "/preview.png", "/charts/over-time.svg", "/charts/over-time.png",
    "/parts/" + "0" * 64, "/v2", "/v2.json", "/v2.pdf",
)  # fmt: skip


@pytest.fixture
def share(operator: TestClient, whole_run: Run) -> dict[str, Any]:
    """Provide a share that readers can open."""
    return freeze(operator, whole_run, body=[])


@contextmanager
def counted(session: Session) -> Iterator[list[str]]:
    """Yield the statements that the database receives meanwhile."""
    statements: list[str] = []

    def hear(*arguments: Any) -> None:
        statements.append(arguments[2])

    bind = session.get_bind()
    event.listen(bind, "before_cursor_execute", hear)
    yield statements
    event.remove(bind, "before_cursor_execute", hear)


def wrong_tokens(token: str) -> dict[str, str]:
    """Return tokens that are nearly right, and some that are entirely different."""
    last = "A" if token[-1] != "A" else "B"
    return {
        "cut by one": token[:-1],
        "cut to half": token[: len(token) // 2],
        "one character": token[0],
        "another end": token[:-1] + last,
        "another beginning": ("A" if token[0] != "A" else "B") + token[1:],
        "longer": token + "A",
        "other case": token.swapcase(),
        "unlike": "A" * len(token),
        "endless": token + "A" * 5000,
    }


def test_wrong_addresses_get_same_answer_at_same_cost(
    anonymous: TestClient, share: dict[str, Any], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> Callable[..., Any]:
        return lambda *_, **__: pytest.fail(f"{name} was asked for an address that leads nowhere")

    # Nothing that takes long is begun: no document is unpacked, no page made, no turn taken.
    monkeypatch.setattr(service, "read_document", refuse("read_document"))
    monkeypatch.setattr(page_answer, "answer_page", refuse("answer_page"))
    monkeypatch.setattr(print_endpoints._limiter, "take", refuse("a turn"))
    answers, costs = {}, {}
    for suffix in SUFFIXES:
        app: Any = anonymous.app
        app.state.share_miss_limit = RateLimit(MISSES_PER_MINUTE, 60.0)
        for name, token in wrong_tokens(share["token"]).items():
            with counted(session) as statements:
                answer = anonymous.get(f"/s/{token}{suffix}")
            answers[suffix, name] = (answer.status_code, answer.content)
            costs[suffix, name] = tuple(statement for statement in statements if "savepoint" not in statement.lower())
    assert {status for status, _ in answers.values()} == {404}
    assert len(set(answers.values())) == 1
    # One read of an indexed hash, and nothing else of the lab.
    (cost,) = set(costs.values())
    wheres = [statement.partition("WHERE")[2].strip() for statement in cost if "share" in statement.lower()]
    assert [where.partition(" = ")[0] for where in wheres] == ["share_address.token_sha256"]


def test_tokens_are_looked_up_by_their_hash(share: dict[str, Any], session: Session) -> None:
    with counted(session) as statements:
        assert service.open_share(session, token=share["token"]).status == "live"
    assert not any(share["token"] in statement for statement in statements)


def test_misses_are_counted_per_reader_for_all_paths(anonymous: TestClient, share: dict[str, Any]) -> None:
    wrong = [f"/s/{share['token'][:-1]}{suffix}" for suffix in SUFFIXES] + ["/embed/x/y", "/s/a/b/c"]
    answers = [anonymous.get(wrong[number % len(wrong)]).status_code for number in range(MISSES_PER_MINUTE + 10)]
    assert set(answers[:MISSES_PER_MINUTE]) == {404}
    assert set(answers[MISSES_PER_MINUTE:]) == {429}
    # A reader who has an address can still read.
    assert anonymous.get(path_of(share)).status_code == 200
