"""`storagelab verify`: every hash and every number of a share, without the lab that froze it."""

from __future__ import annotations

import json
import ssl
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any
from urllib.parse import urlsplit, urlunsplit

import httpx2
import typer

from storagelab.cli.output import JsonOption, print_json
from storagelab.config import get_settings
from storagelab.errors import InvalidInput, LabUnavailable, RequestRefused

#: A zip of a share is never larger.
MAX_BYTES = 2 << 30
MAX_SECONDS = 1800.0
#: A lab that says nothing for so long is not waited for.
PATIENCE_SECONDS = 60.0
#: What differs ends with this status; 1 is what cannot be checked at all, and 2 wrong use.
DIFFERS = 3

_CPU_SECONDS = 1800
_WALL_SECONDS = 3600.0
_OUTPUT_BYTES = 256 << 20
#: The address space of what draws charts is no measure of its memory, which the process limits itself.
_ADDRESSES = 1 << 46
_BLOCK = 1 << 18


def verify(
    source: Annotated[
        str, typer.Argument(help="The zip of a share, its document, or a permalink.", metavar="ZIP|DOCUMENT|PERMALINK")
    ],
    sha256: Annotated[str | None, typer.Option(help="The fingerprint that the document must have.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare every hash of a share, and compute each of its numbers again from what lies under it.

    Ends with 0 when nothing differs, 3 when something does, 1 for what is damaged or is no share.
    """
    from storagelab.shares.archive.checking.outcome import as_lines  # noqa: PLC0415 - see cli/main.py.

    with _file_of(source) as path:
        told = _check(path)
    if sha256 is not None and told["document_sha256"] != sha256.strip().lower():
        raise RequestRefused(f"{source} has the fingerprint {told['document_sha256']}, and not {sha256}.")
    if as_json:
        print_json(told)
    else:
        for line in as_lines(told):
            print(line)
    if told["numbers"]["different"]:
        raise typer.Exit(DIFFERS)


def _check(path: Path) -> dict[str, Any]:
    """The outcome, computed by a process with limits: nobody knows who made the file."""
    from storagelab.imports.limits import run_limited  # noqa: PLC0415 - see cli/main.py.
    from storagelab.shares.archive.checking.child import MEMORY_BYTES  # noqa: PLC0415
    from storagelab.shares.pictures import BUNDLE  # noqa: PLC0415

    folder = get_settings().frontend_dir
    bundle = [str(folder / BUNDLE)] if folder is not None else []
    ended = run_limited(
        [sys.executable, "-m", "storagelab.shares.archive.checking.child", str(path.resolve()), *bundle],
        cpu_s=_CPU_SECONDS,
        wall_s=_WALL_SECONDS,
        memory_bytes=_ADDRESSES,
        file_bytes=_OUTPUT_BYTES,
    )
    if ended.how == "memory":
        raise InvalidInput(f"It needed more than {MEMORY_BYTES >> 30} GiB of memory and was stopped: no share does.")
    if ended.how != "done":
        raise InvalidInput(ended.sentence)
    told: dict[str, Any] = json.loads(ended.output)
    return told


@contextmanager
def _file_of(source: str) -> Iterator[Path]:
    if "://" not in source:
        path = Path(source)
        if not path.is_file():
            raise InvalidInput(f"{source} is no file, and no address that begins with https:// or http://.")
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="storagelab-verify-", suffix=".zip") as file:
        _fetch(source, file)
        file.flush()
        yield Path(file.name)


def _fetch(address: str, file: IO[bytes]) -> None:
    """The zip of a permalink. Nothing of this lab is sent along, and the address leads nowhere else."""
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
                    raise RequestRefused(f"{url} is larger than {MAX_BYTES >> 30} GiB: it was not read to its end.")
                if time.monotonic() > deadline:
                    raise LabUnavailable(f"{url} did not arrive within {MAX_SECONDS:.0f} s.")
    except httpx2.ConnectError as error:
        host = urlsplit(url).netloc
        raise LabUnavailable(f"{host} cannot be reached ({error}): look at the address and at the network.") from error
    except httpx2.TimeoutException as error:
        raise LabUnavailable(f"{url} did not answer for {PATIENCE_SECONDS:.0f} s: try again later.") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        if begun is not None:
            arrived = begun.num_bytes_downloaded
            raise LabUnavailable(f"The download of {url} broke off after {arrived:,} bytes: try again.") from error
        raise LabUnavailable(f"{url} does not answer as a lab does: {error}.") from error


def _zip_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("https", "http") or not parts.hostname or "@" in parts.netloc:
        raise InvalidInput(f"{address} is not an address such as https://lab.example.org/s/...")
    path = parts.path.rstrip("/").removesuffix(".zip").removesuffix(".json")
    return urlunsplit((parts.scheme, parts.netloc, f"{path}.zip", "", ""))


def _require_zip(response: httpx2.Response, url: str) -> None:
    if response.status_code == 410:
        raise RequestRefused(f"{url} was withdrawn or has expired.")
    if response.status_code in (403, 404):
        raise RequestRefused(f"There is no open share at {url}: look whether the whole address was copied.")
    if response.is_redirect:
        raise RequestRefused(f"{url} leads elsewhere: give the address that it leads to.")
    if response.status_code == 413:
        raise RequestRefused(f"The share at {url} is too large for one zip.")
    if not response.is_success:
        raise LabUnavailable(f"{url} answered {response.status_code}.")
