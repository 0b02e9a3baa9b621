"""Secrets that the lab has of the hardware under runs: from inventory and snapshots."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Configuration, Controller, Drive, Enclosure, HardwareModel, Run, Server, User
from storagelab.shares.aliases import Model, iterate_models
from storagelab.shares.redaction import Secret

#: Keys of a snapshot that hold ids of a piece, and those that hold names or addresses.
_ID_KEYS = frozenset({"serial", "wwn", "stable_id", "stable_ids", "machine_id", "uuid", "identity", "nqn"})
_NAME_KEYS = frozenset({"hostname", "address", "server", "mount_source", "username"})
#: Names of people that are words of every text about storage, or of programs.
_ORDINARY = frozenset(
    {
        *("admin", "root", "user", "operator", "viewer", "lab", "test", "demo", "fio", "vdbench", "bench", "storage"),
        *("guest", "ubuntu", "debian", "centos", "fedora", "rocky", "suse", "storagelab", "linux", "cloud-user"),
    }
)
_MIN_CHARACTERS = 3


def read_secrets(session: Session, runs: Sequence[Run]) -> list[Secret]:
    """Return the serial numbers and names that the lab knows, as secrets to hide.

    The servers of `runs` are numbered first. The number of queries does not grow with the runs.
    """
    own = list(dict.fromkeys(run.server_id for run in runs if run.server_id is not None))
    secrets: list[Secret] = []
    servers = session.scalars(select(Server).order_by(Server.number)).all()
    ordered = [
        *(candidate for candidate in servers if candidate.id in own),
        *(candidate for candidate in servers if candidate.id not in own),
    ]
    for place, server in enumerate(ordered, 1):
        word = f"server {place}"
        secrets += _make_secrets(word, "names", (server.name, server.address))
        secrets += _make_person_secrets(f"user of {word}", (server.username,))
        secrets += _make_secrets(word, "names", _list_host_names(server.facts))
        secrets += _make_secrets(word, "serials", (server.machine_id, *_collect_values(server.facts, _ID_KEYS)))
    secrets += _list_component_secrets(session, own)
    for configuration in _load_configurations(session, runs):
        secrets += _list_snapshot_secrets(configuration.snapshot, {secret.text.lower() for secret in secrets})
    for place, name in enumerate(session.scalars(select(User.name).order_by(User.created_at, User.id)), 1):
        secrets += _make_person_secrets(f"user {place}", (name,))
    return secrets


def read_models(session: Session, runs: Sequence[Run]) -> list[Model]:
    """Return every model in a snapshot or the inventory of the runs, with the names that people assigned to it."""
    own = [run.server_id for run in runs if run.server_id is not None]
    models = [
        model
        for configuration in _load_configurations(session, runs)
        for model in iterate_models(configuration.snapshot)
    ]
    for table in (Drive, Controller):
        rows = session.execute(
            select(table.model, table.vendor).where(table.server_id.in_(own), table.model.is_not(None))
        )
        models += [Model((row.model,), row.vendor) for row in rows]
    names = session.scalars(select(Server.product_name).where(Server.id.in_(own), Server.product_name.is_not(None)))
    models += [Model((name,)) for name in names if name]
    catalogue = session.execute(select(HardwareModel.model, HardwareModel.vendor, HardwareModel.alias))
    model_names = {name.lower() for model in models for name in model.names}
    models += [
        Model(tuple(filter(None, (row.model, row.alias))), row.vendor)
        for row in catalogue
        if row.model.lower() in model_names
    ]
    return list(dict.fromkeys(models))


def _list_component_secrets(session: Session, servers: Sequence[uuid.UUID]) -> list[Secret]:
    secrets: list[Secret] = []
    drives = session.scalars(select(Drive).where(Drive.server_id.in_(servers)).order_by(Drive.number)).all()
    for place, drive in enumerate(drives, 1):
        ids = (drive.serial, drive.wwn, drive.stable_id, *drive.stable_ids, drive.identity)
        secrets += _make_secrets(f"drive {place}", "serials", ids)
    controllers = session.scalars(
        select(Controller).where(Controller.server_id.in_(servers)).order_by(Controller.number)
    )
    for place, controller in enumerate(controllers, 1):
        secrets += _make_secrets(f"controller {place}", "serials", (controller.serial,))
        secrets += _make_secrets(f"controller {place}", "serials", _collect_values(controller.settings, _ID_KEYS))
    arrays = session.scalars(select(Array).where(Array.server_id.in_(servers)).order_by(Array.number))
    for place, array in enumerate(arrays, 1):
        secrets += _make_secrets(f"array {place}", "serials", (array.stable_id,))
    enclosures = session.scalars(select(Enclosure).where(Enclosure.server_id.in_(servers)).order_by(Enclosure.key))
    for place, enclosure in enumerate(enclosures, 1):
        secrets += _make_secrets(f"enclosure {place}", "serials", _collect_values(enclosure.settings, _ID_KEYS))
    return secrets


def _list_snapshot_secrets(snapshot: Mapping[str, Any], known_texts: set[str]) -> list[Secret]:
    """Return the secrets in a snapshot that are not in `known_texts`.

    These are of components that were replaced since, and are no longer in the inventory.
    """
    ids = [text for text in _collect_values(snapshot, _ID_KEYS) if text.lower() not in known_texts]
    names = [text for text in _collect_values(snapshot, _NAME_KEYS) if text.lower() not in known_texts]
    return [*_make_secrets("a piece", "serials", ids), *_make_secrets("a server", "names", names)]


def _load_configurations(session: Session, runs: Sequence[Run]) -> list[Configuration]:
    ids = {run.configuration_id for run in runs if run.configuration_id is not None}
    return list(session.scalars(select(Configuration).where(Configuration.id.in_(ids)).order_by(Configuration.number)))


def _list_host_names(facts: Mapping[str, Any]) -> list[str]:
    names = _collect_values(facts, _NAME_KEYS)
    return [*names, *(name.partition(".")[0] for name in names if not name.replace(".", "").isdigit())]


def _collect_values(value: Any, keys: frozenset[str]) -> list[str]:
    return list(dict.fromkeys(_walk(value, keys)))


def _walk(value: Any, keys: frozenset[str], *, inside: bool = False) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _walk(item, keys, inside=key in keys)
    elif isinstance(value, list):
        for item in value:
            yield from _walk(item, keys, inside=inside)
    elif inside and isinstance(value, str) and value.strip():
        yield value


def _make_secrets(word: str, group: Any, texts: Any) -> list[Secret]:
    """Return one secret with the replacement `word` for each text of `texts`.

    Texts that are too short to differ from ordinary words do not count.
    """
    return [
        Secret(text, word, group)
        for text in dict.fromkeys(texts)
        if text is not None and (len(text) >= _MIN_CHARACTERS or group == "names") and text.lower() not in _TOO_COMMON
    ]


def _make_person_secrets(word: str, names: Sequence[str | None]) -> list[Secret]:
    secret_names = [
        name for name in names if name is not None and len(name) >= _MIN_CHARACTERS and name.lower() not in _ORDINARY
    ]
    return _make_secrets(word, "names", secret_names)


#: Accounts that every server has, and fillers of programs that know no serial.
_TOO_COMMON = frozenset(
    {"", "root", "none", "unknown", "n/a", "not specified", "default string", "to be filled by o.e.m.", "0123456789"}
)
