"""`storagelab receive`: imports the zip of a share that another lab froze."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypedDict

import httpx2
import typer

from storagelab.cli.answers import ShareAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.options import LabOption, PublishOption
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json, print_table
from storagelab.errors import InvalidInput

_BLOCK_BYTES = 1 << 20
#: A large share is read, printed once and filed before the lab answers.
_PATIENCE_SECONDS = 900.0


class ReceivedRunAnswer(TypedDict):
    """The numbers of a received run in both labs."""

    there: str
    here: str


class ReceivedOriginAnswer(TypedDict):
    """The origin of a received share."""

    address: str | None
    by: str | None
    at: str
    runs: Sequence[ReceivedRunAnswer]


class ReceivedShareAnswer(ShareAnswer):
    """A share that another lab froze."""

    already: bool
    received: ReceivedOriginAnswer


def receive(
    path: Annotated[Path, typer.Argument(metavar="ZIP", help="Zip of a share, from its page or from `export`.")],
    lab: LabOption = None,
    publish: PublishOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import the share of another lab, with its runs; it stays a draft unless published."""
    with connect(load_settings(data, lab=lab)) as client:
        share = send_share(client, path)
        already = share["already"]
        if publish and share["state"] == "draft":
            share = call(client, "POST", f"/shares/{share['number']}/publish") | {"already": already}
    if as_json:
        print_json(share)
    else:
        _print_share(share, page=f"{str(client.base_url).rstrip('/')}/shares/{share['number']}")


def send_share(client: httpx2.Client, path: Path) -> ReceivedShareAnswer:
    """Send the zip of a share to the lab, which receives it as a draft, and return that."""
    headers = {"Content-Type": "application/zip", "Content-Length": str(_get_file_size(path))}
    content = _iterate_blocks(path)
    received: ReceivedShareAnswer = call(
        client, "POST", "/shares/received", content=content, headers=headers, timeout=_PATIENCE_SECONDS
    )
    return received


def _print_share(share: ReceivedShareAnswer, *, page: str) -> None:
    origin = share["received"]
    sender = origin["address"] or "another lab"
    if share["already"]:
        by = f" by {origin['by']}" if origin["by"] else ""
        since = origin["at"][:16].replace("T", " ")
        print(f"Already received at {since} UTC{by}. Nothing was added. {page}")
    print(f"{share['number']} {share['state']}: {share['title']}")
    print(f"Received from {sender}, SHA-256 {share['document_sha256']}.")
    print_table(("Source run", "Run"), [(run["there"], run["here"]) for run in origin["runs"]])
    if share["url"]:
        print(share["url"])


def _get_file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read: {error.strerror}. Check the path and its permissions.", path="path"
        ) from error


def _iterate_blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from iter(lambda: file.read(_BLOCK_BYTES), b"")
