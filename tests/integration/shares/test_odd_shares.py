"""Odd shares are refused with a reason, or are published, printed and verified like all others."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from httpx2 import Response
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import check, read_zip
from tests.integration.shares.odd_shares import OddShare, OddShares
from tests.integration.shares.sharing import path_of

from storagelab.db.models import Run

REFUSED = (409, 422)
FORMS = ("", ".pdf", ".xlsx", ".csv", ".json", ".zip", "/preview.png", ".bib", ".ris", ".csl.json")
_SCHEMES = ("", "http", "https", "mailto")
_SCRIPT_TYPES = (None, "module", "application/ld+json")


class PageReader(HTMLParser):
    """Reader of a page that collects everything that a browser would run or load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.dangers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note handlers, scripts in the page, foreign frames and addresses with another scheme."""
        values = dict(attrs)
        self.dangers += [f"{tag} {name}" for name in values if name.startswith("on")]
        if tag == "script" and values.get("type") != "application/ld+json" and not _is_own(values.get("src")):
            self.dangers.append(f"script {values}")
        if tag in ("iframe", "object", "embed", "base", "form", "foreignobject"):
            self.dangers.append(tag)
        for name in ("href", "src", "action"):
            address = values.get(name)
            if address is not None and not address.startswith("data:image/svg+xml") and not _is_safe(address):
                self.dangers.append(f"{tag} {name}={address}")


def _is_own(address: str | None) -> bool:
    return address is not None and address.startswith("/assets/")


def _is_safe(address: str) -> bool:
    return urlsplit(address.strip()).scheme in _SCHEMES


def list_dangers(text: str) -> list[str]:
    """Return what a browser would run in a page, or load from elsewhere."""
    reader = PageReader()
    reader.feed(text)
    reader.close()
    return reader.dangers


def require_reason(answer: Response) -> str:
    """Return the reason of a refusal; require that it is one, with a sentence for its reader."""
    assert answer.status_code in REFUSED, (answer.status_code, answer.text[:2000])
    reason: str = answer.json()["detail"]
    assert reason, answer.text
    return reason


def change_lab(odd: OddShare, maker: OddShares, operator: TestClient) -> None:
    """Mark a run invalid or put it into the trash while its share is a draft."""
    choice = maker.random.random()
    run = maker.random.choice(odd.runs)
    if choice < 0.2:
        run.invalid_at, run.invalid_reason = dt.datetime.now(dt.UTC), maker.name()
    elif choice < 0.3:
        run.trashed_at = dt.datetime.now(dt.UTC)
    maker.make.session.flush()


def read_everything(anonymous: TestClient, share: dict[str, Any], document: dict[str, Any]) -> None:
    """Read every form of a published share, and require that nothing of it runs and that its numbers verify."""
    path = path_of(share)
    for form in FORMS:
        answer = anonymous.get(path + form)
        assert answer.status_code == 200, (form, answer.status_code, answer.text[:2000])
    page = anonymous.get(path).text
    assert list_dangers(page) == []
    oembed = anonymous.get(f"/oembed?url={quote(share['url'], safe='')}")
    assert oembed.status_code == 200, oembed.text
    assert set(list_dangers(oembed.json().get("html", ""))) <= {"iframe"}
    for key in document["charts"]:
        drawn = anonymous.get(f"{path}/charts/{quote(key)}.svg?download=true")
        assert drawn.status_code == 200, (key, drawn.text[:500])
        assert list_dangers(drawn.text) == []
    with zipfile.ZipFile(io.BytesIO(anonymous.get(path + ".xlsx").content)) as book:
        sheets = [book.read(name).decode() for name in book.namelist() if name.startswith("xl/worksheets/")]
    assert not any("<f>" in sheet for sheet in sheets)
    verified = check(read_zip(anonymous, share))
    assert verified["differences"] == []


def follow(seed: int, make: Factory, operator: TestClient, anonymous: TestClient) -> str | None:
    """Follow one odd share from its draft to its readers; return the reason where it was refused."""
    maker = OddShares(make, seed)
    odd = maker.share(operator)
    draft = operator.post("/api/v1/shares", json=odd.request)
    if draft.status_code != 201:
        return require_reason(draft)
    number = draft.json()["number"]
    page = operator.get(f"/api/v1/shares/{number}/page")
    assert page.status_code == 200, page.text[:2000]
    assert list_dangers(page.text) == []
    change_lab(odd, maker, operator)
    published = operator.post(f"/api/v1/shares/{number}/publish", json={"confirm_new_author": True})
    if published.status_code != 200:
        return require_reason(published)
    share = published.json()
    document = json.loads(anonymous.get(path_of(share) + ".json").content)
    read_everything(anonymous, share, document)
    return None


@pytest.fixture
def public_page(admin: TestClient) -> None:
    """Switch on the public page, which describes shares to articles."""
    assert admin.patch("/api/v1/public-page", json={"enabled": True}).status_code == 200


IN_GATE = range(3)
MORE = [pytest.param(seed, marks=pytest.mark.evidence) for seed in range(3, 60)]


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", [*IN_GATE, *MORE])
@pytest.mark.usefixtures("public_page")
def test_odd_share_is_refused_or_whole(seed: int, make: Factory, operator: TestClient, anonymous: TestClient) -> None:
    follow(seed, make, operator, anonymous)


@pytest.mark.parametrize(
    ("words", "status", "bound"),
    [
        ({"body": [{"text": "W" * (1 << 20)}]}, 413, "1"),
        ({"body": [{"text": "W" * 20_001}]}, 422, "20000"),
        ({"body": [{"text": "W"}] * 201}, 422, "200"),
        ({"body": [{"chart": "over-time"}] * 2}, 422, "listed twice"),
        ({"title": "W" * 300}, 422, "200"),
        ({"author": "W" * 300}, 422, "200"),
        ({"note": "W" * 4001}, 422, "4000"),
        ({"title": "bell \u0007"}, 400, "U+0007"),
        ({"findings": [{"finding": "f-999999"}]}, 422, "f-999999"),
        ({"findings": [{"key": "f999"}]}, 422, "f999"),
    ],
)
def test_request_beyond_a_bound_is_refused_with_the_bound(
    operator: TestClient, whole_run: Run, words: dict[str, Any], status: int, bound: str
) -> None:
    subject = {"kind": "run", "run_id": str(whole_run.id), "title": "A result"}
    answer = operator.post("/api/v1/shares", json=subject | words)
    assert answer.status_code == status, answer.text
    assert bound in answer.json()["detail"]
