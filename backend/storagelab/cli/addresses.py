"""Addresses of permalinks from the command line: list, add and withdraw them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Annotated, TypedDict

import typer

from storagelab.auth.secrets import MAX_TOKEN_DAYS
from storagelab.cli.client import call, connect
from storagelab.cli.output import DataOption, JsonOption, format_time, load_settings, print_json, print_table
from storagelab.cli.tokens import parse_lifetime_days

app = typer.Typer(no_args_is_help=True)
ShareArgument = Annotated[str, typer.Argument(metavar="SHARE", help="Number or id of the share.", show_default=False)]
#: Shown in the place of an address that the lab cannot display.
_UNREADABLE = {
    "not_stored": "not stored (created by an earlier release)",
    "unreadable": "not readable (the key is missing or another one)",
}


class AddressAnswer(TypedDict):
    """An address of a share."""

    number: int
    audience: str
    status: str
    readability: str
    url: str | None
    raw_files: bool
    expires_at: str | None
    views: int


@app.command("list")
def list_addresses(share: ShareArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """List the addresses of a permalink that you manage, with their audiences and views."""
    with connect(load_settings(data)) as client:
        listed: Sequence[AddressAnswer] = call(client, "GET", f"/shares/{share}/addresses")["items"]
    if as_json:
        print_json(list(listed))
        return
    print_table(
        ("Number", "Audience", "State", "Until", "Raw output", "Views", "Address"),
        [
            (
                item["number"],
                item["audience"],
                item["status"],
                format_time(item["expires_at"]) if item["expires_at"] else "no end",
                "yes" if item["raw_files"] else "no",
                f"{item['views']:,}",
                item["url"] or _UNREADABLE[item["readability"]],
            )
            for item in listed
        ],
    )


@app.command()
def add(
    share: ShareArgument,
    audience: Annotated[str, typer.Option(help="Audience of the address, such as 'Reviewers'.")],
    expires_in: Annotated[
        str | None,
        typer.Option(
            metavar="DURATION",
            help=f"Lifetime in whole days, such as 30d; at most {MAX_TOKEN_DAYS}d.",
            show_default="as long as the share",
        ),
    ] = None,
    raw_files: Annotated[
        bool, typer.Option("--raw-files", help="Let readers download the raw files of the share at this address.")
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Create an address of a permalink for another audience, and print it."""
    body = {"audience": audience, "expires_at": _compute_end(expires_in), "raw_files": raw_files}
    with connect(load_settings(data)) as client:
        # Sent twice by a retry, it is still one address.
        key = {"Idempotency-Key": uuid.uuid4().hex}
        created: AddressAnswer = call(client, "POST", f"/shares/{share}/addresses", json=body, headers=key)
    if as_json:
        print_json(created)
    else:
        print(created["url"])


@app.command()
def withdraw(
    share: ShareArgument,
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="Number of the address in the list.", show_default=False)
    ],
    reason: Annotated[str | None, typer.Option(help="Reason, which readers see.", show_default=False)] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Withdraw one address of a permalink for good. Its other addresses stay open."""
    with connect(load_settings(data)) as client:
        withdrawn: AddressAnswer = call(
            client, "POST", f"/shares/{share}/addresses/{number}/revoke", json={"reason": reason}
        )
    if as_json:
        print_json(withdrawn)
    else:
        print(f"Address {withdrawn['number']} of {share} for {withdrawn['audience']} is withdrawn.")


def _compute_end(expires_in: str | None) -> str | None:
    """Return the end of a lifetime that begins now. Raises InvalidInput for a text that is no number of days."""
    if expires_in is None:
        return None
    return (dt.datetime.now(dt.UTC) + dt.timedelta(days=parse_lifetime_days(expires_in))).isoformat()
