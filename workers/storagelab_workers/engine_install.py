"""Installation of the lab's engine package on a server that lacks it, in pieces.

It runs before the server is queried for its engines.
"""

from __future__ import annotations

import base64
from typing import cast

import structlog

from storagelab.db.session import session_scope
from storagelab.engine_packages.service import StoredPackage, find_package
from storagelab.errors import ServerCallFailed
from storagelab.results.artifact_store import get_artifact_store
from storagelab_workers.transports.answers import InstallAnswer, RunnerHello
from storagelab_workers.transports.base import ChannelBusy, ServerAddress, ServerUnreachable
from storagelab_workers.transports.pool import TransportPool

log = structlog.get_logger(__name__)

_PIECE_BYTES = 1 << 20
#: A sender that gets another offset this often gives up until the next discovery.
_MAX_PIECES = 64
_SECONDS = 60.0


def hand_over(servers: TransportPool, address: ServerAddress, hello: RunnerHello, controller_id: str) -> bool:
    """Send the lab's Vdbench package to a server that needs it; return whether it was just installed.

    A refusal of the server is no failure of the visit: a run may be going on there.
    """
    package = _find_package(hello)
    if package is None:
        return False
    try:
        return _send(servers, address, package, controller_id)
    except (ServerUnreachable, ChannelBusy):
        raise
    except ServerCallFailed as refusal:
        log.warning("engine_not_installed", server=address.name, reason=refusal.message)
        return False


def _find_package(hello: RunnerHello) -> StoredPackage | None:
    """Return the lab's Vdbench package if the server lacks it; None if the server needs nothing.

    A server needs it that has no Vdbench, or an older one of the lab's. `hello` is the runner's report.
    """
    reported = hello["engines"].get("vdbench")
    # A runner of an older release knows no other engine.
    if not isinstance(reported, dict):
        return None
    with session_scope() as session:
        package = find_package(session)
    if package is None or package["sha256"] == reported.get("package"):
        return None
    return package if reported.get("package") is not None or "path" not in reported else None


def _send(servers: TransportPool, address: ServerAddress, package: StoredPackage, controller_id: str) -> bool:
    size, offset = int(package["size_bytes"]), 0
    with get_artifact_store().open(package["storage_key"]) as file:
        for _ in range(_MAX_PIECES):
            file.seek(offset)
            piece = file.read(_PIECE_BYTES)
            args = {
                "controller_id": controller_id, "engine": "vdbench", "sha256": package["sha256"], "size": size,
                "offset": offset, "data_b64": base64.b64encode(piece).decode("ascii"),
            }  # fmt: skip
            answer = cast("InstallAnswer", servers.call(address, "install_engine", args, timeout_seconds=_SECONDS))
            if answer["installed"]:
                return True
            offset = min(answer["received"], size - 1)
    return False
