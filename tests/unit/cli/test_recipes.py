"""Sources of `submit --from`, the meaning of `--bind`, and the printed comparison."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.unit.domain.recipe_samples import HEADLINE, build_full_recipe

from storagelab.cli import recipe_sources
from storagelab.cli.recipe_sources import choose_recipe, read_source
from storagelab.cli.recipes import Binding, compare_outcomes, parse_binding, print_outcomes
from storagelab.domain.recipe import Recipe, parse_recipe
from storagelab.errors import InvalidInput, LabUnavailable, StorageLabError

RECIPE = {"schema": "storagelab.recipe/1", "from": {"run": "r-12", "document_sha256": None}}
OTHER = {"schema": "storagelab.recipe/1", "from": {"run": "r-13", "document_sha256": None}}
DOCUMENT = {"schema": "storagelab.share/2", "recipe": RECIPE}
SEVERAL = {"schema": "storagelab.share/2", "recipe": {"schema": "storagelab.recipes/1", "recipes": [RECIPE, OTHER]}}


def written(tmp_path: Path, value: Any) -> str:
    path = tmp_path / "share.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return str(path)


@pytest.mark.parametrize(
    ("text", "binding"),
    [
        ("server=lab-7,size=4G", Binding("lab-7", size_bytes=4 << 30)),
        ("server=lab-7,path=/srv/a.dat,size=1GiB", Binding("lab-7", path="/srv/a.dat", size_bytes=1 << 30)),
        ("server=lab-7,path=/srv/a.dat", Binding("lab-7", path="/srv/a.dat")),
        ("server=a,size=4G,copy-to=/mnt/b.dat", Binding("a", size_bytes=4 << 30, copy_to="/mnt/b.dat")),
        ("drives=S1+S2,server=s-1", Binding("s-1", drives=("S1", "S2"))),
        ("size=4G", Binding(None, size_bytes=4 << 30)),
        ("server=a,drives=S1,prepared", Binding("a", drives=("S1",), prepared=True)),
        ("server=a,drives=S1,prepared=yes,sizes=bytes", Binding("a", drives=("S1",), prepared=True, sizes="bytes")),
    ],
)
def test_a_binding_is_read(text: str, binding: Binding) -> None:
    assert parse_binding(text) == binding


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lab-7",
        "server=lab-7",
        "sizes=bytes",
        "server=a,server=b,size=4G",
        "server=a,drives=S1,size=4G",
        "server=a,drives=S1,path=/x",
        "server=a,drives=S1,copy-to=/x",
        "server=a,drives=S1++S2",
        "server=a,size=four",
        "server=a,drives=",
        "server=a,drives=S1,confirm=yes",
        "server=a,drives=S1,prepared=no",
        "server=a,size=4G,sizes=all",
    ],
)
def test_a_binding_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="--bind"):
        parse_binding(text)


def test_recipe_is_read_from_document_with_fingerprint(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, DOCUMENT))
    assert source.sha256 == hashlib.sha256(json.dumps(DOCUMENT).encode()).hexdigest()
    assert choose_recipe(source, None)["from"] == {"run": "r-12", "document_sha256": source.sha256}
    # By itself it has no document.
    alone = read_source(written(tmp_path, RECIPE))
    assert (alone.is_document, choose_recipe(alone, "R-12")) == (False, RECIPE)


def test_of_several_runs_one_is_chosen(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, SEVERAL))
    assert choose_recipe(source, "r-13")["from"]["run"] == "r-13"
    with pytest.raises(InvalidInput, match=r"Choose one with --run: r-12, r-13\."):
        choose_recipe(source, None)
    with pytest.raises(InvalidInput, match=r"^Unknown run r-99\. Available: r-12, r-13\.$"):
        choose_recipe(source, "r-99")


def test_zip_is_searched_for_its_document(tmp_path: Path) -> None:
    path = tmp_path / "share.zip"
    content = json.dumps(DOCUMENT).encode()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("r-12/manifest.json", '{"files": []}')
        archive.writestr("r-12/document.json", content)
        archive.writestr("r-12/parts/a.json", '{"schema": "storagelab.share/2"}')
    assert read_source(str(path)).sha256 == hashlib.sha256(content).hexdigest()
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InvalidInput, match="is a zip that cannot be read"):
        read_source(str(path))


def test_a_zip_that_grows_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe_sources, "MAX_BYTES", 1000)
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("document.json", json.dumps({**DOCUMENT, "more": "0" * 10_000_000}))
    with pytest.raises(InvalidInput, match="without the document of a share"):
        read_source(str(path))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("not JSON", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is neither the document"),
        ({"schema": "other/1"}, "is neither the document"),
        ({"schema": ["storagelab.share/2"]}, "is neither the document"),
        ({"schema": "storagelab.share/1", "run": {}}, "has no recipe"),
        ({"schema": "storagelab.share/2", "recipe": None}, "has no recipe"),
        ({"schema": "storagelab.recipes/1", "recipes": []}, "holds no list"),
        ({"schema": "storagelab.recipes/1", "recipes": {}}, "holds no list"),
        ({"schema": "storagelab.recipes/1", "recipes": [1]}, "an item that is not a recipe"),
    ],
)
def test_source_without_recipe_is_refused(tmp_path: Path, value: Any, words: str) -> None:
    with pytest.raises(StorageLabError, match=words):
        choose_recipe(read_source(written(tmp_path, value)), None)


def test_unprintable_run_number_is_masked(tmp_path: Path) -> None:
    hostile = {**RECIPE, "from": {"run": "\x1b]0;owned\x07"}}
    source = read_source(written(tmp_path, {"schema": "storagelab.recipes/1", "recipes": [hostile, {"from": 7}]}))
    with pytest.raises(InvalidInput, match=r"--run: \?, \?\."):
        choose_recipe(source, None)


def test_wrong_fingerprint_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, DOCUMENT)
    good = read_source(path).sha256
    assert read_source(path, sha256=good.upper()).sha256 == good
    with pytest.raises(StorageLabError, match=f"has the SHA-256 {good}, not {'0' * 64}"):
        read_source(path, sha256="0" * 64)


@contextmanager
def answering(monkeypatch: pytest.MonkeyPatch, answer: Any) -> Iterator[list[httpx2.Request]]:
    """Answer requests with a function, and record them."""
    requests: list[httpx2.Request] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        response: httpx2.Response = answer(request)
        return response

    real = httpx2.Client
    with monkeypatch.context() as patch:
        patch.setattr(
            recipe_sources.httpx2, "Client", lambda **options: real(transport=httpx2.MockTransport(handle), **options)
        )
        yield requests


def test_a_permalink_is_fetched_as_its_document(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(monkeypatch, lambda request: httpx2.Response(200, json=DOCUMENT)) as requests:
        for address in ("https://lab.example.org/s/abc", "https://lab.example.org/s/abc.json?x=1#data"):
            assert choose_recipe(read_source(address), None)["from"]["run"] == "r-12"
    assert [str(request.url) for request in requests] == ["https://lab.example.org/s/abc.json"] * 2
    assert "Authorization" not in requests[0].headers


def test_redirect_is_followed_only_within_its_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(request: httpx2.Request) -> httpx2.Response:
        if request.url.path == "/s/old.json":
            return httpx2.Response(302, headers={"Location": "/s/new.json"})
        if request.url.path == "/s/away.json":
            return httpx2.Response(302, headers={"Location": "http://169.254.169.254/s/x.json"})
        if request.url.path == "/s/round.json":
            return httpx2.Response(302, headers={"Location": "/s/round.json"})
        return httpx2.Response(200, json=DOCUMENT)

    with answering(monkeypatch, moved) as requests:
        assert read_source("https://lab.example.org/s/old").is_document
        with pytest.raises(StorageLabError, match=r"redirects elsewhere, to '169\.254\.169\.254'"):
            read_source("https://lab.example.org/s/away")
        with pytest.raises(StorageLabError, match="redirects too often"):
            read_source("https://lab.example.org/s/round")
    assert {request.url.host for request in requests} == {"lab.example.org"}


@pytest.mark.parametrize(
    ("status", "words"),
    [(404, "There is no share at"), (410, "was withdrawn or has expired"), (500, "answered 500")],
)
def test_missing_share_is_reported(monkeypatch: pytest.MonkeyPatch, status: int, words: str) -> None:
    with (
        answering(monkeypatch, lambda request: httpx2.Response(status)),
        pytest.raises(StorageLabError, match=words),
    ):
        read_source("https://lab.example.org/s/abc")


def test_oversized_document_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe_sources, "MAX_BYTES", 1000)
    with (
        answering(monkeypatch, lambda request: httpx2.Response(200, content=b" " * 100_000)),
        pytest.raises(StorageLabError, match="was not read to its end"),
    ):
        read_source("https://lab.example.org/s/abc")


def test_slow_document_download_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe_sources, "MAX_SECONDS", -1.0)
    with (
        answering(monkeypatch, lambda request: httpx2.Response(200, json=DOCUMENT)),
        pytest.raises(LabUnavailable, match="did not arrive"),
    ):
        read_source("https://lab.example.org/s/abc")


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://lab/s/a", "https:///s/a", "https://u:p@lab/s/a"])
def test_no_other_address_is_fetched(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        answering(monkeypatch, lambda request: httpx2.Response(200, json=DOCUMENT)) as requests,
        pytest.raises(InvalidInput),
    ):
        read_source(address)
    assert requests == []


def expecting(headline: list[dict[str, Any]]) -> Recipe:
    value = build_full_recipe()
    value["expected"]["headline"] = headline
    return parse_recipe(value)


def ended(*values: float, scale: str = "full", **changes: Any) -> dict[str, Any]:
    run = {"state": "finished", "invalid": None, "trashed": None, **changes}
    return {
        "runs": [{**run, "headline": [{**HEADLINE, "value": value}]} for value in values],
        "plan": {"scale": scale},
    }


def test_figures_are_printed_beside_recipe_figures(capsys: pytest.CaptureFixture[str]) -> None:
    recipe = expecting([{**HEADLINE, "spread": {"cv_percent": 1.5, "runs": 3}}])
    job = ended(1200.0, 1000.0)
    print_outcomes(recipe, job, compare_outcomes(recipe, job))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split("  ")[0] == "Figure"
    assert lines[1].split() == ["Random", "read", "IOPS", "1,000", "1,100", "+10", "%", "1.5", "%"]
    assert lines[2] == "Beyond twice the CV of the source runs: Random read IOPS."


def test_failed_invalid_and_trashed_runs_are_not_compared() -> None:
    recipe = expecting([{**HEADLINE, "spread": None}])
    for change in ({"state": "failed"}, {"invalid": {"at": "x"}}, {"trashed": {"at": "x"}}):
        assert [outcome.here for outcome in compare_outcomes(recipe, ended(5.0, **change))] == [None]


def test_figures_of_another_scale_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    recipe = expecting([{**HEADLINE, "spread": None}])
    job = ended(1.0, scale="smoke")
    print_outcomes(recipe, job, compare_outcomes(recipe, job))
    assert capsys.readouterr().out == ("Not compared: the source run used the full scale, this one the smoke scale.\n")
