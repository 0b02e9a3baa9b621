"""Script that lets this lab in on a server, filled in for one server.

A person reads it and root runs it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from sqlalchemy.orm import Session

from storagelab.config import CHECKOUT
from storagelab.db.models import LabSetting, Server
from storagelab.errors import Conflict, LabUnavailable

TEMPLATE = CHECKOUT / "deploy" / "server-setup.sh"
LINE = 76
#: What the script itself takes as the name of an account. Root has no need of it, and is refused.
_ACCOUNT = re.compile(r"(?!root$)[a-z][a-z0-9_-]{0,31}", re.ASCII)
#: One key as OpenSSH writes it; no character in it means anything to a shell within single quotes.
_PUBLIC_KEY = re.compile(r"[a-z0-9@.-]{1,64} [A-Za-z0-9+/]{1,4096}={0,2}( [A-Za-z0-9@._-]{0,100})?", re.ASCII)
_PLACEHOLDER = re.compile(r"@(ACCOUNT|PUBLIC_KEY|RUNNER_SHA256|RUNNER_BASE64)@")


def render_setup_script(session: Session, server: Server) -> str:
    """Render the script for this server, with the lab's public key and its runner in it.

    Raises Conflict for a server that is not reached over SSH under an account of the lab's own, LabUnavailable while no
    worker has published key and runner.
    """
    if server.transport != "ssh":
        raise Conflict(f"{server.name} is the machine the lab runs on and needs no access.")
    if _ACCOUNT.fullmatch(server.username or "") is None:
        raise Conflict(
            f"{server.name} is registered with the account {server.username}: register it with an account for the "
            "lab alone, of lower case letters, digits, _ and -, such as storagelab."
        )
    runner, sha256 = _read_runner(session)
    values = {
        "ACCOUNT": server.username or "",
        "PUBLIC_KEY": _read_public_key(session),
        "RUNNER_SHA256": sha256,
        "RUNNER_BASE64": "\n".join(runner[start : start + LINE] for start in range(0, len(runner), LINE)),
    }
    return _PLACEHOLDER.sub(lambda match: values[match[1]], TEMPLATE.read_text(encoding="utf-8"))


def _read_public_key(session: Session) -> str:
    setting = session.get(LabSetting, "ssh_public_key")
    key = str(setting.value.get("openssh", "")).strip() if setting is not None else ""
    if _PUBLIC_KEY.fullmatch(key) is None:
        raise LabUnavailable("The lab has no SSH key yet: its worker makes one when it starts.")
    return key


def _read_runner(session: Session) -> tuple[str, str]:
    """Return the runner in base64 and its SHA-256, as a worker published them."""
    setting = session.get(LabSetting, "runner_package")
    text = str(setting.value.get("base64", "")) if setting is not None else ""
    try:
        content = base64.b64decode(text, validate=True)
    except binascii.Error:
        content = b""
    if not content:
        raise LabUnavailable("The lab has no runner to hand out yet: its worker assembles one when it starts.")
    return text, hashlib.sha256(content).hexdigest()
