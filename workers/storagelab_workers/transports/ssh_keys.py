"""The lab's own SSH key: made once, stored in the data folder."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh

_COMMENT = "storagelab"


def read_or_create_client_key(data_dir: Path) -> asyncssh.SSHKey:
    """Read the Ed25519 key with which the lab signs in to servers; create it if there is none.

    Two processes that start together agree on one.
    """
    folder = data_dir / "ssh"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "id_ed25519"
    if not path.exists():
        draft = folder / f"id_ed25519.{os.getpid()}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(asyncssh.generate_private_key("ssh-ed25519", comment=_COMMENT).export_private_key())
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return asyncssh.read_private_key(path)


def format_public_key(key: asyncssh.SSHKey) -> str:
    """Return the line that belongs into `authorized_keys`."""
    text: str = key.export_public_key().decode("ascii").strip()
    return text
