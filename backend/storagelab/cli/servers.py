"""Servers from the command line: register, discover again, enrol drives, list."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Annotated, Literal, cast

import httpx2
import typer

from storagelab.cli.answers import ServerAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.lists import add_list, build_field_reader, read_rows
from storagelab.cli.options import ServerArgument
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json
from storagelab.errors import InvalidInput, LabUnavailable, NotFound

WAIT_SECONDS = 120.0
POLL_SECONDS = 0.25
#: States in which a server takes jobs, at once or after its maintenance.
USABLE = ("ready", "busy", "maintenance")

#: Maximum number of servers that a refusal names.
MAX_NAMED = 12

app = typer.Typer(no_args_is_help=True)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the server.")],
    local: Annotated[bool, typer.Option("--local", help="Add the machine that Storage Lab itself runs on.")] = False,
    address: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Host name or IP address of the server.", show_default=False)
    ] = None,
    username: Annotated[str | None, typer.Option(help="Account to sign in with.", show_default=False)] = None,
    ssh_port: Annotated[int, typer.Option(metavar="PORT", help="Port of the SSH server.", min=1, max=65535)] = 22,
    host_key_fingerprint: Annotated[
        str | None,
        typer.Option(help="Fingerprint of the host key, SHA256:..., if you know it.", show_default=False),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Register a server and wait for its discovery. Ends with 0 when it is ready, else with 1."""
    if local == (address is not None):
        raise InvalidInput("The server has no single address: give either --local or --address.")
    request = {
        "name": name,
        "transport": "local" if local else "ssh",
        "address": address,
        "port": ssh_port,
        "username": username,
        "host_key_fingerprint": host_key_fingerprint,
    }
    with connect(load_settings(data)) as client:
        server = wait_for_server(client, call(client, "POST", "/servers", json=request)["id"])
        if server["state"] == "new" and sys.stdin.isatty() and not as_json:
            server = _confirm_host_key(client, server)
        _print_report(server, as_json=as_json)


@app.command()
def discover(
    server: ServerArgument,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read the inventory of a server again, and wait for it."""
    with connect(load_settings(data)) as client:
        record = find_server(client, server)
        call(client, "POST", f"/servers/{record['id']}/discover")
        _print_report(wait_for_server(client, record["id"]), as_json=as_json)


@app.command()
def enrol(
    server: ServerArgument,
    stable_id: Annotated[
        str, typer.Option(metavar="STABLE_ID", help="Stable id of the drive: its name below /dev/disk/by-id.")
    ],
    serial_ending: Annotated[
        str | None,
        typer.Option(help="Last six characters of the serial number.", show_default="a question at the terminal"),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Propose a drive for erasing, and print the command that root runs on its server to confirm it."""
    if serial_ending is None:
        if not sys.stdin.isatty():
            raise InvalidInput(
                f"{stable_id}: its serial number is not confirmed. Give its last six characters with --serial-ending."
            )
        serial_ending = str(typer.prompt(f"Last six characters of the serial number of {stable_id}"))
    with connect(load_settings(data)) as client:
        request = {
            "server_id": find_server(client, server)["id"],
            "stable_id": stable_id,
            "serial_ending": serial_ending,
        }
        enrolment = call(client, "POST", "/enrolments", json=request)
    if as_json:
        print_json(enrolment)
        return
    print(f"{enrolment['stable_id']} on {enrolment['server']['name']} is proposed for erasing. Run there as root:")
    print(f"  {enrolment['command']}")
    print(f"Then run: storagelab server discover {server}")


add_list(
    app,
    "servers",
    {
        "Server": build_field_reader("number"),
        "Name": build_field_reader("name"),
        "State": build_field_reader("state"),
        "Address": build_field_reader("address"),
        "fio": build_field_reader("fio_version"),
        "Kernel": build_field_reader("kernel"),
        "Drives": build_field_reader("drive_count"),
    },
)


def iterate_servers(client: httpx2.Client) -> Iterator[ServerAnswer]:
    """Yield every server of the lab, page by page."""
    return cast("Iterator[ServerAnswer]", read_rows(client, "/servers"))


def find_server(client: httpx2.Client, reference: str) -> ServerAnswer:
    """Return the server with an id, number or name. Raises NotFound.

    A `reference` that looks like a number is a number first, then a name.
    """
    servers = list(iterate_servers(client))
    keys: tuple[Literal["id", "number", "name"], ...] = ("id", "number", "name")
    for key in keys:
        for server in servers:
            if server[key] == reference:
                return server
    raise NotFound(f"Unknown server {reference}. List the servers with `storagelab server list`.")


def choose_server(client: httpx2.Client, reference: str | None, *, option: str = "--server") -> ServerAnswer:
    """Return the named server, or the only one of the lab.

    Raises NotFound for an unknown name, and InvalidInput when there is no server or more than one to choose from.
    """
    if reference is not None:
        return find_server(client, reference)
    servers = [server for server in iterate_servers(client) if server["state"] != "retired"]
    if not servers:
        raise InvalidInput(
            "The lab has no server. Add this machine with `storagelab server add NAME --local`, "
            "or another one with `storagelab server add NAME --address ADDRESS --username ACCOUNT`.",
            path="server",
        )
    if len(servers) > 1:
        named = [f"{server['name']} ({server['state']})" for server in servers[:MAX_NAMED]]
        more = f" and {len(servers) - MAX_NAMED} more, see `storagelab server list`" if servers[MAX_NAMED:] else ""
        raise InvalidInput(f"The lab has several servers. Choose one with {option}: {', '.join(named)}{more}.")
    return servers[0]


def wait_for_server(client: httpx2.Client, reference: str) -> ServerAnswer:
    """Return the server once its discovery has ended or it waits for a person.

    Raises LabUnavailable when nothing happens for two minutes.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        server: ServerAnswer = call(client, "GET", f"/servers/{reference}")
        needs_person = server["state"] == "new" and server["offered_host_key_fingerprint"] is not None
        if needs_person or (server["state"] != "new" and server["discovery"] == "idle"):
            return server
        time.sleep(POLL_SECONDS)
    raise LabUnavailable(
        f"Server {reference} was not discovered within {WAIT_SECONDS:.0f} s. "
        "Check that a worker runs: `storagelab doctor`."
    )


def _confirm_host_key(client: httpx2.Client, server: ServerAnswer) -> ServerAnswer:
    """Confirm a server's offered host key at the terminal, and return the server."""
    fingerprint = server["offered_host_key_fingerprint"]
    if not typer.confirm(f"{server['name']} offers the host key {fingerprint}. Is it the key on the server's console?"):
        return server
    call(client, "POST", f"/servers/{server['id']}/host-key", json={"fingerprint": fingerprint})
    return wait_for_server(client, server["id"])


def _print_report(server: ServerAnswer, *, as_json: bool) -> None:
    """Print a server, and end with 1 when it cannot be used as it is."""
    _print_server(server, as_json=as_json)
    if server["state"] not in USABLE or server["last_error"] is not None:
        raise typer.Exit(1)


def _print_server(server: ServerAnswer, *, as_json: bool) -> None:
    if as_json:
        print_json(server)
        return
    print(f"{server['number']} {server['name']}: {server['state']}")
    if server["state"] == "new":
        print(
            f"It offers the host key {server['offered_host_key_fingerprint']}. Compare it with the key on the server's "
            "console. Then confirm it on the page of the server, or add the server again with --host-key-fingerprint."
        )
    elif server["last_error"] is not None:
        print(server["last_error"]["message"])
