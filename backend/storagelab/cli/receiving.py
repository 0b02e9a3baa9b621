"""`storagelab receive`: takes in the zip of a share that another lab froze."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from storagelab.cli.client import call, connect
from storagelab.cli.imports import LOCAL
from storagelab.cli.output import DataOption, JsonOption, print_json, print_table, settings_for
from storagelab.config import override_settings
from storagelab.errors import InvalidInput

_BLOCK_BYTES = 1 << 20
#: A large share is read, printed once and filed before the lab answers.
_PATIENCE_SECONDS = 900.0


def receive(
    path: Annotated[Path, typer.Argument(help="The zip of a share, as its page gives it out.", metavar="ZIP")],
    server: Annotated[str, typer.Option(help="URL of the lab, or local for the one on this machine.")] = LOCAL,
    publish: Annotated[bool, typer.Option("--publish", help="Let readers open it here, too.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take in the share of another lab: as a draft, with its runs beside your own."""
    settings = settings_for(data) if server == LOCAL else override_settings(base_url=server)
    with connect(settings) as client:
        headers = {"Content-Type": "application/zip", "Content-Length": str(_size_of(path))}
        share = call(
            client, "POST", "/shares/received", content=_blocks(path), headers=headers, timeout=_PATIENCE_SECONDS
        )
        already = share["already"]
        if publish and share["state"] == "draft":
            share = call(client, "POST", f"/shares/{share['number']}/publish") | {"already": already}
    if as_json:
        print_json(share)
    else:
        _print_share(share, page=f"{str(client.base_url).rstrip('/')}/shares/{share['number']}")


def _print_share(share: dict[str, Any], *, page: str) -> None:
    origin = share["received"]
    sender = origin["address"] or "another lab"
    if share["already"]:
        by = f" by {origin['by']}" if origin["by"] else ""
        since = origin["at"][:16].replace("T", " ")
        print(f"Already here since {since} UTC{by}: nothing was added. {page}")
    print(f"{share['number']} {share['state']}: {share['title']}")
    print(f"Received from {sender}, SHA-256 {share['document_sha256']}.")
    print_table(("Run there", "Run here"), [(run["there"], run["here"]) for run in origin["runs"]])
    if share["url"]:
        print(share["url"])


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", path="path") from error


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from iter(lambda: file.read(_BLOCK_BYTES), b"")
