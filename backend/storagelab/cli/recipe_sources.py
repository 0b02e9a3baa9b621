"""Sources of recipes: the permalink of a share, or a document, recipe or zip on this machine."""

from __future__ import annotations

import hashlib
import json
import ssl
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx2

from storagelab.domain.json_values import JsonObject
from storagelab.domain.recipe import LIST_SCHEMA, MAX_RECIPES, SCHEMA
from storagelab.errors import InvalidInput, LabUnavailable, RequestRefused

#: A document names its series and bins, and does not hold them.
MAX_BYTES = 64 << 20
MAX_SECONDS = 60.0
_MAX_REDIRECTS = 3
_MAX_MEMBERS = 100_000
_BLOCK = 1 << 16
_SHARE = "storagelab.share/"


@dataclass(frozen=True, slots=True)
class RecipeSource:
    """JSON from a source, and the SHA-256 of its bytes; `of` is the source as it was given."""

    value: JsonObject
    sha256: str
    of: str

    @property
    def is_document(self) -> bool:
        """Return whether the source is the document of a share, whose page shows its SHA-256."""
        return str(self.value.get("schema")).startswith(_SHARE)


def read_source(text: str, *, sha256: str | None = None) -> RecipeSource:
    """Read a recipe, or the document of a share, from a permalink or a path.

    Raises InvalidInput, RequestRefused when the content does not have the given `sha256`, and LabUnavailable without an
    answer.
    """
    if text.startswith(("http://", "https://")):
        content = _fetch(text)
    elif "://" in text:
        raise InvalidInput(f"{text} is not a web address. Begin it with https:// or http://.")
    else:
        content = _read_file(Path(text))
    digest = hashlib.sha256(content).hexdigest()
    if sha256 is not None and digest != sha256.strip().lower():
        raise RequestRefused(f"{text} has the SHA-256 {digest}, not {sha256}. Check the source and --sha256.")
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise InvalidInput(f"{text} is not JSON. Give the document of a share, or a recipe.") from None
    schema = value.get("schema") if isinstance(value, dict) else None
    if not isinstance(schema, str) or not (schema.startswith(_SHARE) or schema in (SCHEMA, LIST_SCHEMA)):
        raise InvalidInput(f"{text} is neither the document of a share nor a recipe. Give one of them.")
    return RecipeSource(value, digest, text)


def choose_recipe(source: RecipeSource, run: str | None) -> JsonObject:
    """Return the recipe of `run` from a source, or its only recipe, with the SHA-256 of its document.

    Raises InvalidInput with the available runs, RequestRefused for a document without a recipe.
    """
    recipes = _list_recipes(source)
    numbers = [_format_run_number(recipe) for recipe in recipes]
    if run is None and len(recipes) == 1:
        chosen = recipes[0]
    elif run is None:
        raise InvalidInput(f"{source.of} has several runs. Choose one with --run: {_format_some_numbers(numbers)}.")
    else:
        of_run = [recipe for recipe, number in zip(recipes, numbers, strict=True) if number == run.lower()]
        if len(of_run) != 1:
            raise InvalidInput(f"Unknown run {run}. Available: {_format_some_numbers(numbers)}.")
        chosen = of_run[0]
    if source.is_document and isinstance(origin := chosen.get("from"), dict):
        chosen = {**chosen, "from": {**origin, "document_sha256": source.sha256}}
    return chosen


def _list_recipes(source: RecipeSource) -> list[JsonObject]:
    value: Any = source.value
    if source.is_document:
        value = value.get("recipe")
        if value is None:
            raise RequestRefused(
                f"{source.of} has no recipe and cannot be run again. Choose the share of a run or a comparison."
            )
    listed = value.get("recipes") if isinstance(value, dict) and value.get("schema") == LIST_SCHEMA else [value]
    if not isinstance(listed, list) or not 0 < len(listed) <= MAX_RECIPES:
        raise InvalidInput(f"{source.of} holds no list of 1 to {MAX_RECIPES} recipes.")
    if not all(isinstance(recipe, dict) for recipe in listed):
        raise InvalidInput(f"{source.of} holds an item that is not a recipe.")
    return listed


def _format_run_number(recipe: JsonObject) -> str:
    origin = recipe.get("from")
    number = origin.get("run") if isinstance(origin, dict) else None
    # It is printed below, and comes from another lab.
    return number[:20] if isinstance(number, str) and number.isascii() and number.isprintable() else "?"


def _format_some_numbers(numbers: list[str]) -> str:
    return ", ".join(numbers[:20]) + (f" and {len(numbers) - 20} more" if len(numbers) > 20 else "")


def _fetch(address: str) -> bytes:
    """Return the document of a permalink; redirects are followed within its own host only."""
    url = _document_address(address)
    host = urlsplit(url).netloc
    deadline = time.monotonic() + MAX_SECONDS
    try:
        # No token of this lab goes along and no password file is read; certificates are those that OpenSSL trusts here.
        trusted = ssl.create_default_context()
        with httpx2.Client(timeout=30.0, follow_redirects=False, trust_env=False, verify=trusted) as client:
            for _ in range(_MAX_REDIRECTS + 1):
                with client.stream("GET", url, headers={"Accept": "application/json"}) as response:
                    if not response.is_redirect:
                        return _read_answer(response, url, deadline)
                    url = urljoin(url, response.headers.get("Location", ""))
                # The address is the key to what it leads to: it is never sent in the clear where it was not before.
                if urlsplit(url).netloc != host or urlsplit(url).scheme not in ("https", urlsplit(address).scheme):
                    other = urlsplit(url).hostname
                    raise RequestRefused(f"{address} redirects elsewhere, to {other!r}. Give that address instead.")
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise LabUnavailable(f"{url} does not answer ({error}). Check the address and the network.") from error
    raise RequestRefused(f"{address} redirects too often. Give the address that it leads to.")


def _document_address(address: str) -> str:
    parts = urlsplit(address)
    if not parts.hostname or "@" in parts.netloc:
        raise InvalidInput(f"{address} is not a permalink. Give an address such as https://lab.example.org/s/TOKEN.")
    path = parts.path.rstrip("/")
    return urlunsplit((parts.scheme, parts.netloc, path if path.endswith(".json") else f"{path}.json", "", ""))


def _read_answer(response: httpx2.Response, url: str, deadline: float) -> bytes:
    if response.status_code == 410:
        raise RequestRefused(f"{url} was withdrawn or has expired. Ask its author for a new permalink.")
    if response.status_code == 404:
        raise RequestRefused(f"There is no share at {url}. Check that the whole address was copied.")
    if not response.is_success:
        raise LabUnavailable(f"{url} answered {response.status_code}. Try again later.")
    content = bytearray()
    for block in response.iter_bytes(_BLOCK):
        content += block
        if len(content) > MAX_BYTES:
            raise RequestRefused(f"{url} is larger than {MAX_BYTES >> 20} MiB and was not read to its end.")
        if time.monotonic() > deadline:
            raise LabUnavailable(f"{url} did not arrive within {MAX_SECONDS:.0f} s. Try again later.")
    return bytes(content)


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            zipped = file.read(4) == b"PK\x03\x04"
            file.seek(0)
            content = b"" if zipped else file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}. Check the path and its permissions.") from error
    if zipped:
        content = _read_zip(path)
    if len(content) > MAX_BYTES:
        raise InvalidInput(f"{path} is larger than {MAX_BYTES >> 20} MiB.")
    return content


def _read_zip(path: Path) -> bytes:
    """Return the document in a share's zip: the JSON file at the top whose schema is a known one.

    Raises InvalidInput for any other zip.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) > _MAX_MEMBERS:
                raise InvalidInput(f"{path} holds more than {_MAX_MEMBERS} files.")
            tops = [info for info in members if info.filename.count("/") <= 1 and info.filename.endswith(".json")]
            for member in sorted(tops, key=lambda info: (info.filename.count("/"), "document" not in info.filename)):
                with archive.open(member) as file:
                    content = file.read(MAX_BYTES + 1)
                if len(content) <= MAX_BYTES and _has_known_schema(content):
                    return content
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise InvalidInput(f"{path} is a zip that cannot be read: {error}. Download it again.") from error
    raise InvalidInput(f"{path} is a zip without the document of a share. Give the zip of a share.")


def _has_known_schema(content: bytes) -> bool:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return False
    schema = value.get("schema") if isinstance(value, dict) else None
    return isinstance(schema, str) and (schema.startswith(_SHARE) or schema in (SCHEMA, LIST_SCHEMA))
