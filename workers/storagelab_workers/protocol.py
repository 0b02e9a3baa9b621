"""The protocol between this lab and its runners, and the message for a runner with another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storagelab.errors import ServerCallFailed

PROTOCOL = 2
#: Codes of a runner that knows a newer fence of this lab, or whose attempt belongs to another lab.
OUTDATED = ("stale_fence", "wrong_controller")


def check_protocol(hello: Mapping[str, Any], *, server: str) -> None:
    """Raise ServerCallFailed, naming the remedy, unless the runner uses this lab's protocol."""
    protocol = hello["protocol"]
    if protocol == PROTOCOL:
        return
    # Where the lab may install its own runner it has just done so: this one was installed by an administrator.
    if isinstance(protocol, int) and protocol < PROTOCOL:
        remedy = f"an administrator of {server} runs server-setup.sh upgrade there"
    else:
        remedy = f"the lab is older than the runner: upgrade the lab, or run its server-setup.sh on {server}"
    raise ServerCallFailed(
        f"The runner on {server} speaks protocol {protocol} and this lab {PROTOCOL}: {remedy}.",
        runner_code="refused",
        kind="infrastructure",
    )
