"""File of a share for commands that read one: a file on this machine, or the zip of a permalink."""

from __future__ import annotations

import ssl
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit, urlunsplit

import httpx2

from storagelab.errors import InvalidInput, LabUnavailable, RequestRefused

#: A zip of a share is never larger.
MAX_BYTES = 2 << 30
MAX_SECONDS = 1800.0
#: A lab that is silent this long is given up.
PATIENCE_SECONDS = 60.0
_BLOCK = 1 << 18


@contextmanager
def open_share_file(source: str) -> Iterator[Path]:
    """Provide the path of a share: of `source` itself, or of a file that ends with the block where it is an address."""
    if "://" not in source:
        path = Path(source)
        if not path.is_file():
            raise InvalidInput(
                f"{source} is neither a file nor a web address. Give a file, or begin with https:// or http://."
            )
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="storagelab-share-", suffix=".zip") as file:
        _fetch(source, file)
        file.flush()
        yield Path(file.name)


def _fetch(address: str, file: IO[bytes]) -> None:
    """Download the zip of a permalink, without credentials of this lab and without redirects."""
    url = _zip_address(address)
    deadline = time.monotonic() + MAX_SECONDS
    begun: httpx2.Response | None = None
    try:
        trusted = ssl.create_default_context()
        with (
            httpx2.Client(timeout=PATIENCE_SECONDS, follow_redirects=False, trust_env=False, verify=trusted) as client,
            client.stream("GET", url) as response,
        ):
            _require_zip(response, url)
            begun = response
            for block in response.iter_bytes(_BLOCK):
                file.write(block)
                if file.tell() > MAX_BYTES:
                    raise RequestRefused(f"{url} is larger than {MAX_BYTES >> 30} GiB and was not read to its end.")
                if time.monotonic() > deadline:
                    raise LabUnavailable(f"{url} did not arrive within {MAX_SECONDS:.0f} s. Try again later.")
    except httpx2.ConnectError as error:
        host = urlsplit(url).netloc
        raise LabUnavailable(f"{host} cannot be reached ({error}). Check the address and the network.") from error
    except httpx2.TimeoutException as error:
        raise LabUnavailable(f"{url} did not answer for {PATIENCE_SECONDS:.0f} s. Try again later.") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        if begun is not None:
            arrived = begun.num_bytes_downloaded
            raise LabUnavailable(f"The download of {url} broke off after {arrived:,} bytes. Try again.") from error
        raise LabUnavailable(f"{url} does not answer as a lab does ({error}). Check the address.") from error


def _zip_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("https", "http") or not parts.hostname or "@" in parts.netloc:
        raise InvalidInput(f"{address} is not a permalink. Give an address such as https://lab.example.org/s/TOKEN.")
    path = parts.path.rstrip("/").removesuffix(".zip").removesuffix(".json")
    return urlunsplit((parts.scheme, parts.netloc, f"{path}.zip", "", ""))


def _require_zip(response: httpx2.Response, url: str) -> None:
    if response.status_code == 410:
        raise RequestRefused(f"{url} was withdrawn or has expired. Ask its author for a new permalink.")
    if response.status_code in (403, 404):
        raise RequestRefused(f"There is no open share at {url}. Check that the whole address was copied.")
    if response.is_redirect:
        raise RequestRefused(f"{url} redirects to another address. Give that address.")
    if response.status_code == 413:
        raise RequestRefused(
            f"The share at {url} is too large for one zip. Check its document instead: {url.removesuffix('.zip')}.json."
        )
    if not response.is_success:
        raise LabUnavailable(f"{url} answered {response.status_code}. Try again later.")
