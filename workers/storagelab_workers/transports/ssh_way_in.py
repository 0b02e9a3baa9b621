"""Files that admit this lab to a server, stored for the API: the lab's public key and its runner."""

from __future__ import annotations

import base64
from pathlib import Path

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import LabSetting
from storagelab_workers.runner_package import runner_package
from storagelab_workers.transports.ssh_keys import format_public_key, read_or_create_client_key


def publish_way_in(session: Session, data_dir: Path) -> None:
    """Store the lab's SSH key and runner as settings, for the setup of a server.

    `ssh_public_key` is the line for `authorized_keys`, `runner_package` is in base64.
    """
    runner = runner_package(data_dir)
    _store(session, "ssh_public_key", {"openssh": format_public_key(read_or_create_client_key(data_dir))})
    content = base64.b64encode(runner.path.read_bytes()).decode("ascii")
    _store(session, "runner_package", {"sha256": runner.sha256, "base64": content})


def _store(session: Session, key: str, value: dict[str, str]) -> None:
    statement = insert(LabSetting).values(key=key, value=value)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["key"], set_={"value": value}, where=LabSetting.value != statement.excluded.value
        )
    )
