"""`storagelab verify`: checks every hash and number of a share, without the lab that froze it."""

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

from storagelab.cli.options import Sha256Option
from storagelab.cli.output import JsonOption, print_json
from storagelab.config import get_settings
from storagelab.errors import InvalidInput, LabUnavailable, RequestRefused

#: A zip of a share is never larger.
MAX_BYTES = 2 << 30
MAX_SECONDS = 1800.0
#: A lab that is silent this long is given up.
PATIENCE_SECONDS = 60.0
#: Exit status when a number differs; 1 is for a file that cannot be checked, 2 for wrong use.
DIFFERS = 3

_CPU_SECONDS = 1800
_WALL_SECONDS = 3600.0
_OUTPUT_BYTES = 256 << 20
#: The address space of what draws charts is no measure of its memory, which the process limits itself.
_ADDRESSES = 1 << 46
_BLOCK = 1 << 18


def verify(
    source: Annotated[
        str,
        typer.Argument(
            metavar="PERMALINK|ZIP|DOCUMENT", help="Source of the share: a permalink, or a file on this machine."
        ),
    ],
    sha256: Sha256Option = None,
    as_json: JsonOption = False,
) -> None:
    """Check every hash of a share, and compute each of its numbers again from the stored data.

    Ends with 0 when all agree, 3 when one differs, and 1 when the share cannot be read.
    """
    from storagelab.shares.verification.outcome import format_outcome_lines  # noqa: PLC0415 - see cli/main.py.

    with _file_of(source) as path:
        outcome = _check(path)
    if sha256 is not None and outcome["document_sha256"] != sha256.strip().lower():
        raise RequestRefused(
            f"{source} has the SHA-256 {outcome['document_sha256']}, not {sha256}. Check the source and --sha256."
        )
    if as_json:
        print_json(outcome)
    else:
        for line in format_outcome_lines(outcome):
            print(line)
    if outcome["numbers"]["different"]:
        raise typer.Exit(DIFFERS)


def _check(path: Path) -> dict[str, Any]:
    """Verify the share file at `path` and return the outcome.

    A child process with limits on time and memory reads the file, because it may be hostile.
    """
    from storagelab.imports.limits import run_limited  # noqa: PLC0415 - see cli/main.py.
    from storagelab.shares.pictures import BUNDLE  # noqa: PLC0415
    from storagelab.shares.verification.child import MEMORY_BYTES  # noqa: PLC0415

    folder = get_settings().frontend_dir
    bundle = [str(folder / BUNDLE)] if folder is not None else []
    ended = run_limited(
        [sys.executable, "-m", "storagelab.shares.verification.child", str(path.resolve()), *bundle],
        cpu_s=_CPU_SECONDS,
        wall_s=_WALL_SECONDS,
        memory_bytes=_ADDRESSES,
        file_bytes=_OUTPUT_BYTES,
    )
    if ended.ending == "memory":
        raise InvalidInput(
            f"The check needed more than {MEMORY_BYTES >> 30} GiB of memory and was stopped. No share needs that much."
        )
    if ended.ending != "done":
        raise InvalidInput(ended.sentence)
    outcome: dict[str, Any] = json.loads(ended.output)
    return outcome


@contextmanager
def _file_of(source: str) -> Iterator[Path]:
    if "://" not in source:
        path = Path(source)
        if not path.is_file():
            raise InvalidInput(
                f"{source} is neither a file nor a web address. Give a file, or begin with https:// or http://."
            )
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="storagelab-verify-", suffix=".zip") as file:
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
