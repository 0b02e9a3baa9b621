"""The public page: off until it is switched on, and only with what was listed and can be read."""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of
from tests.integration.shares.subjects import SECRETS, TELLING

from storagelab.auth.rate_limit import RateLimit
from storagelab.db.models import AuditEvent, LabSetting, Run, Share, ShareListing
from storagelab.shares.public import MISSES_PER_MINUTE

PUBLIC_PATHS = ("/public", "/public/feed.xml", "/sitemap.xml", "/public/other", "/oembed?url=x")
HOSTILE = "</script><script>alert(1)</script> & \"quotes' \u202e]]>"
DOI = "10.5281/zenodo.1234567"


def switch_on(admin: TestClient, **change: Any) -> dict[str, Any]:
    """Switch the public page on, and return its settings."""
    answer = admin.patch("/api/v1/public-page", json={"enabled": True, **change})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def change(client: TestClient, share: dict[str, Any], *, status: int = 200, **fields: Any) -> dict[str, Any]:
    """Change a share, and return it as the lab describes it then."""
    answer = client.patch(f"/api/v1/shares/{share['number']}", json=fields)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def list_share(operator: TestClient, run: Run, **body: Any) -> dict[str, Any]:
    """Publish a run and list it; return the share with its public path as `path`."""
    share = freeze(operator, run, **body)
    listed = change(operator, share, listed=True)
    return {**share, **{name: listed[name] for name in ("listed", "public_url", "embed_code", "doi")}} | {
        "path": urlsplit(listed["public_url"] or "").path
    }


def test_public_page_is_off_until_an_administrator_switches_it_on(
    operator: TestClient, viewer: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    share = list_share(operator, run)
    assert (share["listed"], share["public_url"], share["embed_code"]) == (True, None, None)
    slug = f"/p/a-result-{share['number'].partition('-')[2]}"
    for path in (*PUBLIC_PATHS, slug, f"{slug}.json", f"{slug}/preview.png"):
        assert anonymous.get(path).status_code == 404, path
    assert viewer.get("/api/v1/public-page").json()["enabled"] is False
    assert operator.patch("/api/v1/public-page", json={"enabled": True}).status_code == 403

    settings = switch_on(admin, lab_name="Lab Nord", description="Controllers under load")
    assert settings == {
        "enabled": True,
        "lab_name": "Lab Nord",
        "description": "Controllers under load",
        "indexing": False,
        "address": settings["address"],
        "listed": 1,
    }
    gallery = anonymous.get("/public")
    assert gallery.status_code == 200
    assert re.findall(r"<h1>(.*)</h1>", gallery.text) == ["Lab Nord"]
    assert f'href="{slug}"' in gallery.text
    assert anonymous.get(slug).status_code == 200
    assert admin.patch("/api/v1/public-page", json={"enabled": False}).status_code == 200
    assert anonymous.get("/public").status_code == 404
    assert anonymous.get(slug).status_code == 404


def test_unlisted_share_has_no_public_path(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin)
    hidden = freeze(operator, run, title="Hidden result")
    listed = list_share(operator, run, title="Shown result")
    for path in (f"/p/hidden-result-{hidden['number'].partition('-')[2]}", f"/p/{hidden['token']}", "/p/"):
        answer, unknown = anonymous.get(path), anonymous.get("/p/nothing-1")
        assert (answer.status_code, answer.text) == (404, unknown.text), path
    assert "Hidden" not in anonymous.get("/public").text
    assert "Hidden" not in anonymous.get("/public/feed.xml").text

    page = anonymous.get(listed["path"]).text
    for secret in (hidden["token"], listed["token"]):
        assert secret not in page
        assert secret not in anonymous.get("/public").text
    change(operator, listed, listed=False)
    assert anonymous.get(listed["path"]).status_code == 404
    assert anonymous.get(path_of(listed)).status_code == 200
    # Listed again, it is where it was.
    assert urlsplit(change(operator, listed, listed=True)["public_url"]).path == listed["path"]


def test_listed_share_has_everything_of_its_permalink(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin)
    share = list_share(operator, run)
    page = anonymous.get(share["path"])
    assert share["document_sha256"] in page.text
    for link in set(re.findall(r'(?:href|src|srcset|data-part)="(/[^"]+)"', page.text)):
        assert link.startswith((share["path"], "/assets/")), link
        if not link.endswith((".pdf", ".png")):
            assert anonymous.get(link.replace("&amp;", "&")).status_code == 200, link
    assert anonymous.get(f"{share['path']}.json").content == anonymous.get(path_of(share) + ".json").content


def test_share_leaves_page_when_it_cannot_be_read(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run, session: Session
) -> None:
    switch_on(admin)
    titles = ("Withdrawn", "Expired", "Open")
    withdrawn, expired, is_open = (list_share(operator, run, title=title) for title in titles)
    operator.post(f"/api/v1/shares/{withdrawn['number']}/revoke", json={"reason": "A wrong drive"})
    past = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    session.execute(update(Share).where(Share.id == expired["id"]).values(expires_at=past))
    assert {title for title in titles if title in anonymous.get("/public").text} == {"Open"}
    assert anonymous.get(withdrawn["path"]).status_code == 410
    assert "A wrong drive" in anonymous.get(withdrawn["path"]).text
    assert anonymous.get(expired["path"]).status_code == 410
    feed = anonymous.get("/public/feed.xml").text
    assert "Open" in feed
    assert "Withdrawn" not in feed
    shown = {item["number"]: item["listed"] for item in operator.get("/api/v1/shares").json()["items"]}
    assert [shown[share["number"]] for share in (withdrawn, expired, is_open)] == [False, False, True]


@pytest.mark.parametrize("fields", [{"listed": True}, {"doi": DOI}])
def test_only_author_and_administrator_change_a_share(
    operator: TestClient, viewer: TestClient, admin: TestClient, run: Run, session: Session, fields: dict[str, Any]
) -> None:
    share = freeze(operator, run)
    session.execute(update(Share).where(Share.id == share["id"]).values(created_by=None))
    assert "belongs to another user" in change(operator, share, status=403, **fields)["detail"]
    change(viewer, share, status=403, **fields)
    change(admin, share, **fields)
    change(operator, freeze(operator, run), **fields)
    actions = list(session.scalars(select(AuditEvent.action)))
    assert sum(action in ("share_listed", "share_doi_set") for action in actions) == 2


def test_share_that_readers_cannot_open_is_not_listed(operator: TestClient, run: Run) -> None:
    draft = freeze(operator, run, publish=False)
    assert "is a draft" in change(operator, draft, status=409, listed=True)["detail"]
    assert "is a draft" in change(operator, draft, status=409, doi=DOI)["detail"]
    later = (dt.datetime.now(dt.UTC) + dt.timedelta(days=1)).isoformat()
    embargoed = freeze(operator, run, embargo_until=later)
    assert "under embargo" in change(operator, embargoed, status=409, listed=True)["detail"]
    withdrawn = freeze(operator, run)
    operator.post(f"/api/v1/shares/{withdrawn['number']}/revoke")
    assert "was withdrawn" in change(operator, withdrawn, status=409, listed=True)["detail"]


def test_gallery_is_searched_and_narrowed(
    operator: TestClient, admin: TestClient, anonymous: TestClient, whole_run: Run, run: Run, session: Session
) -> None:
    switch_on(admin)
    list_share(operator, whole_run, title="Whole 100% result")
    list_share(operator, run, title="Bare result")
    listing = session.scalars(select(ShareListing).where(ShareListing.title == "Whole 100% result")).one()
    controller = listing.controllers[0]

    def find(**params: str) -> set[str]:
        answer = anonymous.get("/public", params=params)
        assert answer.status_code == 200
        return {title for title in ("Whole", "Bare") if f">{title} " in answer.text}

    assert find() == {"Whole", "Bare"}
    assert find(q="wHOLE") == {"Whole"}
    assert find(q="100%") == {"Whole"}
    assert find(q="%") == {"Whole"}
    assert find(q="whole bare") == set()
    assert find(controller=controller) == {"Whole"}
    assert find(controller="no such controller") == set()
    assert find(kind="run") == {"Whole", "Bare"}
    assert find(kind="campaign") == set()
    for odd in ({"q": "\x00" + "x" * 9000}, {"page": "-1"}, {"page": "9" * 40}, {"kind": HOSTILE}, {"page": "77"}):
        assert anonymous.get("/public", params=odd).status_code == 200
    assert "No result matches" in anonymous.get("/public", params={"q": HOSTILE}).text
    assert "<script>alert" not in anonymous.get("/public", params={"q": HOSTILE}).text


def test_empty_page_states_that_nothing_is_listed(admin: TestClient, anonymous: TestClient) -> None:
    switch_on(admin)
    assert "has not listed a result yet" in anonymous.get("/public").text
    assert ET.fromstring(anonymous.get("/public/feed.xml").content).find("{*}entry") is None


def test_texts_of_authors_are_escaped_everywhere(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin, lab_name=HOSTILE, description=HOSTILE, indexing=True)
    share = list_share(operator, run, title=HOSTILE, author=HOSTILE, licence=HOSTILE)
    page, gallery = anonymous.get(share["path"]).text, anonymous.get("/public").text
    assert "<script>alert" not in page + gallery
    assert "<script" not in gallery
    (described,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    dataset = json.loads(described)
    assert dataset["name"].startswith("</script><script>")
    assert "\u202e" not in described
    feed = ET.fromstring(anonymous.get("/public/feed.xml").content)
    assert (feed.findtext("{*}entry/{*}title") or "").startswith("</script>")
    for form in ("json", "xml"):
        answer = anonymous.get("/oembed", params={"url": share["public_url"], "format": form})
        assert answer.status_code == 200
        html = answer.json()["html"] if form == "json" else ET.fromstring(answer.content).findtext("html")
        assert re.fullmatch(r"<iframe [^<>]*></iframe>", html or "")
    assert ET.fromstring(anonymous.get("/sitemap.xml").content).findall("{*}url/{*}loc")


def test_no_secret_is_on_the_public_side(
    operator: TestClient, admin: TestClient, anonymous: TestClient, whole_run: Run
) -> None:
    switch_on(admin)
    share = list_share(operator, whole_run, title="A title" + TELLING)
    paths = ("/public", "/public/feed.xml", share["path"], f"{share['path']}.ris", f"{share['path']}.csl.json")
    everything = "\n".join(anonymous.get(path).text for path in paths)
    everything += anonymous.get("/oembed", params={"url": share["public_url"]}).text + share["path"]
    assert [secret for secret in SECRETS if secret.lower() in everything.lower()] == []


def test_search_engines_may_list_only_after_a_decision(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    assert anonymous.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
    switch_on(admin)
    share = list_share(operator, run)
    for path in ("/public", share["path"], path_of(share)):
        answer = anonymous.get(path)
        assert "noindex" in answer.headers["x-robots-tag"]
        assert '<meta name="robots" content="noindex' in answer.text
    assert anonymous.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
    assert anonymous.get("/sitemap.xml").status_code == 404

    switch_on(admin, indexing=True)
    for path in ("/public", share["path"]):
        answer = anonymous.get(path)
        assert answer.headers["x-robots-tag"] == "all"
        assert '<meta name="robots" content="all">' in answer.text
    # An address with a token is never listed.
    assert "noindex" in anonymous.get(path_of(share)).headers["x-robots-tag"]
    assert '<meta name="robots" content="noindex' in anonymous.get(path_of(share)).text
    assert "Allow: /p/\n" in anonymous.get("/robots.txt").text
    assert share["public_url"] in anonymous.get("/sitemap.xml").text


def test_head_of_listed_page_describes_a_dataset(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin, lab_name="Lab Nord")
    share = list_share(operator, run, author="A. Author", licence="CC BY 4.0")
    change(operator, share, doi=f"https://doi.org/{DOI}")
    page = anonymous.get(share["path"]).text
    (described,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    dataset = json.loads(described)
    assert dataset["@type"] == "Dataset"
    assert dataset["creator"] == {"@type": "Person", "name": "A. Author"}
    assert dataset["publisher"]["name"] == "Lab Nord"
    assert dataset["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert dataset["identifier"] == [
        {"@type": "PropertyValue", "propertyID": "SHA-256", "value": share["document_sha256"]},
        f"https://doi.org/{DOI}",
    ]
    assert {variable["name"] for variable in dataset["variableMeasured"]} == {"IOPS", "Mean latency"}
    for file in dataset["distribution"]:
        answer = anonymous.get(urlsplit(file["contentUrl"]).path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].partition(";")[0] == file["encodingFormat"]
    assert f'<link rel="canonical" href="{share["public_url"]}">' in page
    (oembed,) = re.findall(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    address = urlsplit(oembed.replace("&amp;", "&"))
    assert anonymous.get(f"{address.path}?{address.query}").json()["title"] == "A result"
    unlisted = anonymous.get(path_of(freeze(operator, run))).text
    assert "ld+json" not in unlisted
    assert "canonical" not in unlisted


def test_doi_is_beside_the_frozen_document(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    share = freeze(operator, run)
    frozen = anonymous.get(path_of(share) + ".json").content
    assert "doi.org" not in anonymous.get(path_of(share)).text
    assert change(operator, share, doi=DOI)["doi"] == DOI
    page = anonymous.get(path_of(share)).text
    assert page.count(f'<a href="https://doi.org/{DOI}">{DOI}</a>') == 1
    assert f"(SHA-256 {share['document_sha256']}). https://doi.org/{DOI}</p>" in page
    assert anonymous.get(path_of(share) + ".json").content == frozen
    assert f"doi          = {{{DOI}}}" in anonymous.get(path_of(share) + ".bib").text
    assert f"DO  - {DOI}\r\n" in anonymous.get(path_of(share) + ".ris").text
    (item,) = anonymous.get(path_of(share) + ".csl.json").json()
    assert (item["DOI"], item["URL"]) == (DOI, share["url"])
    change(operator, share, status=422, doi="10.5281/<script>")
    assert change(operator, share, doi=None)["doi"] is None
    assert "doi.org" not in anonymous.get(path_of(share)).text


def test_citations_are_files(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    share = freeze(operator, run)
    for form, media_type in (
        ("bib", "application/x-bibtex"),
        ("ris", "application/x-research-info-systems"),
        ("csl.json", "application/vnd.citationstyles.csl+json"),
    ):
        answer = anonymous.get(f"{path_of(share)}.{form}")
        assert answer.headers["content-type"].partition(";")[0] == media_type
        assert answer.headers["content-disposition"] == f'attachment; filename="{share["number"]}.{form}"'
        assert "sandbox" in answer.headers["content-security-policy"]
        assert anonymous.get(f"/s/unknown.{form}").status_code == 404
    operator.post(f"/api/v1/shares/{share['number']}/revoke")
    assert anonymous.get(path_of(share) + ".ris").status_code == 410


def test_oembed_describes_pages_and_charts(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin, lab_name="Lab Nord")
    share = list_share(operator, run, author="A. Author")
    hidden = freeze(operator, run)
    (key, *_) = anonymous.get(path_of(share) + ".json").json()["charts"]

    def describe(url: str, **params: Any) -> Any:
        return anonymous.get("/oembed", params={"url": url, **params})

    answer = describe(share["public_url"])
    fields = answer.json()
    assert (fields["type"], fields["provider_name"], fields["author_name"]) == ("rich", "Lab Nord", "A. Author")
    (source,) = re.findall(r'src="([^"]+)"', fields["html"])
    assert anonymous.get(urlsplit(source).path).status_code == 200
    assert anonymous.get(urlsplit(fields["thumbnail_url"]).path).status_code == 200
    assert "set-cookie" not in answer.headers
    for url in (
        hidden["url"],
        hidden["url"].replace("/s/", "/embed/") + f"/{key}",
        f"{share['public_url']}/embed/{key}",
    ):
        assert describe(url).json()["type"] == "rich", url
    small = describe(share["url"], maxwidth="300", maxheight="200").json()
    assert (small["width"], small["height"]) == (300, 200)
    assert "thumbnail_url" not in small
    for params, status in (
        ({"format": "yaml"}, 501),
        ({"maxwidth": "many"}, 400),
        ({"maxheight": "1"}, 400),
    ):
        assert describe(share["url"], **params).status_code == status
    assert anonymous.get("/oembed").status_code == 400
    base = share["url"].removesuffix(path_of(share))
    for url in (
        "https://other.example/s/" + share["token"], "javascript:alert(1)", f"{base}/s/unknown",
        f"{base}/api/v1/shares", f"{base}/p/unknown-1", f"{share['url']}/charts/unknown.svg", "http://[", "x" * 5000,
    ):  # fmt: skip
        refused = describe(url)
        assert refused.status_code == 404, url
        assert "unknown-1" not in refused.text
    operator.post(f"/api/v1/shares/{hidden['number']}/revoke")
    assert describe(hidden["url"]).status_code == 404


def test_oembed_describes_readable_addresses_without_a_public_page(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run, session: Session
) -> None:
    switch_on(admin, lab_name="Lab Nord", enabled=False)
    later = (dt.datetime.now(dt.UTC) + dt.timedelta(days=1)).isoformat()
    share, withdrawn, expired = (freeze(operator, run, author="A. Author") for _ in range(3))
    listed = change(operator, share, listed=True)
    embargoed = freeze(operator, run, embargo_until=later)
    closed = freeze(operator, run, embargo_until=later, closed_until_embargo=True)
    operator.post(f"/api/v1/shares/{withdrawn['number']}/revoke")
    past = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    session.execute(update(Share).where(Share.id == expired["id"]).values(expires_at=past))
    assert listed["public_url"] is None

    answer = anonymous.get("/oembed", params={"url": share["url"]})
    fields = answer.json()
    assert (fields["type"], fields["title"], fields["author_name"]) == ("rich", "A result", "A. Author")
    # The lab has named itself nowhere yet.
    assert (fields["provider_name"], fields["provider_url"]) == ("Storage Lab", share["url"])
    assert "Lab Nord" not in answer.text
    (source,) = re.findall(r'src="([^"]+)"', fields["html"])
    assert anonymous.get(urlsplit(source).path).status_code == 200
    base = share["url"].removesuffix(path_of(share))
    unlisted = f"{base}/p/a-result-{share['number'].partition('-')[2]}"
    unknown = anonymous.get("/oembed", params={"url": f"{base}/s/unknown"})
    for url in (withdrawn["url"], expired["url"], embargoed["url"], closed["url"], unlisted):
        refused = anonymous.get("/oembed", params={"url": url})
        assert (refused.status_code, refused.text) == (404, unknown.text), url


def test_public_pages_run_no_script_and_set_no_cookie(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin)
    list_share(operator, run)
    first = anonymous.get("/public")
    assert "<script" not in first.text
    assert "default-src 'none'" in first.headers["content-security-policy"]
    assert "script-src" not in first.headers["content-security-policy"]
    assert first.headers["cache-control"] == "public, max-age=60"
    assert "set-cookie" not in first.headers
    again = anonymous.get("/public", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_guesses_of_public_paths_are_limited(admin: TestClient, anonymous: TestClient) -> None:
    switch_on(admin)
    app: Any = anonymous.app
    app.state.share_miss_limit = RateLimit(MISSES_PER_MINUTE, 60.0)
    answers = [anonymous.get(f"/p/guess-{number}").status_code for number in range(MISSES_PER_MINUTE + 1)]
    assert answers == [404] * MISSES_PER_MINUTE + [429]
    url = f"{switch_on(admin)['address'].removesuffix('/public')}/s/guess"
    assert anonymous.get("/oembed", params={"url": url}).status_code == 429


def test_newer_version_is_named_only_where_it_is_listed(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin)
    first = list_share(operator, run)
    second = freeze(operator, run, title="A better result", version_of=first["number"])
    assert "Newer data exist" in anonymous.get(path_of(first)).text
    assert "Newer data exist" not in anonymous.get(first["path"]).text
    listed = change(operator, second, listed=True)
    page = anonymous.get(first["path"]).text
    assert f'<a href="{urlsplit(listed["public_url"]).path}">Show version 2</a>' in page


def test_card_follows_corrections_versions_and_withdrawals(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin)
    first = list_share(operator, run, title="First result")

    def shown() -> set[str]:
        gallery, feed = anonymous.get("/public").text, anonymous.get("/public/feed.xml").text
        titles = {title for title in ("First result", "Better result") if title in gallery}
        assert titles == {title for title in ("First result", "Better result") if title in feed}
        return titles

    assert "corrected" not in anonymous.get("/public").text
    operator.post(f"/api/v1/shares/{first['number']}/correct", json={"correction": "Another firmware."})
    assert "corrected" in anonymous.get("/public").text
    operator.post(f"/api/v1/shares/{first['number']}/correct", json={"correction": None})
    assert "corrected" not in anonymous.get("/public").text

    second = freeze(operator, run, title="Better result", version_of=first["number"])
    # Nobody listed the newer version yet.
    assert shown() == {"First result"}
    change(operator, second, listed=True)
    assert shown() == {"Better result"}
    assert anonymous.get(first["path"]).status_code == 200
    assert anonymous.get("/public", params={"q": "first"}).text.count("<article>") == 0
    operator.post(f"/api/v1/shares/{second['number']}/revoke")
    assert shown() == {"First result"}
    operator.post(f"/api/v1/shares/{first['number']}/revoke")
    assert shown() == set()


def test_gallery_is_searched_by_all_findings(
    operator: TestClient, admin: TestClient, anonymous: TestClient, run: Run
) -> None:
    switch_on(admin)
    subject = {"kind": "run", "run_id": str(run.id)}
    keys = [item["key"] for item in operator.post("/api/v1/shares/options", json=subject).json()["findings"]]
    texts = ["Leads with writes", "Second: a Quokka pattern"][: len(keys)]
    findings = [{"key": key, "text": text} for key, text in zip(keys, texts, strict=False)]
    list_share(operator, run, title="A found result", findings=findings)
    word = texts[-1].split()[-1]
    assert "A found result" in anonymous.get("/public", params={"q": word.upper()}).text
    assert "A found result" not in anonymous.get("/public", params={"q": "wombat"}).text


def test_unknown_settings_of_an_older_lab_are_off(session: Session, anonymous: TestClient) -> None:
    session.add(LabSetting(key="public_page", value={"enabled": "yes"}))
    session.flush()
    assert anonymous.get("/public").status_code == 404
