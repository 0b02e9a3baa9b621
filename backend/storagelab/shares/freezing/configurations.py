"""Configurations of runs in a document."""

from __future__ import annotations

import hmac
import re
import secrets
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from storagelab.db.models import Configuration, Run
from storagelab.domain.configuration import DESCRIPTIVE_KEYS, INSTANCE_KEYS
from storagelab.domain.configuration_facts import collect_facts
from storagelab.http.references import format_row_number
from storagelab.shares import figures
from storagelab.shares.document.run import FrozenFact
from storagelab.shares.document.share import FrozenConfiguration

#: The choice of runner has no effect on results and reveals nothing about the lab.
_PRIVATE = (INSTANCE_KEYS | DESCRIPTIVE_KEYS) - {"runner_version"}
#: The order in which a reader looks for the parts of a system; what is not named here follows.
_ORDER = (
    "product_name", "controller", "array", "drives", "target", "cpu_model", "cpu_sockets", "cpu_cores", "cpu_threads",
    "memory_bytes", "os_name", "kernel", "architecture", "engine", "engine_version", "runner_version",
)  # fmt: skip


def describe_configurations(
    runs: Sequence[Run], *, serials: bool, names: bool
) -> tuple[list[FrozenConfiguration], dict[uuid.UUID, str]]:
    """Return the configurations of the runs in order of appearance, and their keys by id.

    `serials` and `names` permit serial numbers and server names.
    """
    by_id: dict[uuid.UUID, tuple[Configuration, list[Run]]] = {}
    for run in runs:
        if run.configuration is not None:
            by_id.setdefault(run.configuration.id, (run.configuration, []))[1].append(run)
    keys = {key: f"c{place}" for place, key in enumerate(by_id, 1)}
    return [
        FrozenConfiguration(
            key=keys[configuration.id],
            number=format_row_number(configuration),
            name=configuration.name,
            class_hash=configuration.class_hash,
            instance_hash=configuration.instance_hash,
            rows=[
                *_list_system_facts(configuration.snapshot),
                *_iterate_components(configuration, own, serials=serials, names=names),
            ],
            measured_with=[format_row_number(run) for run in own],
        )
        for configuration, own in by_id.values()
    ], keys


def blind_hashes(configurations: Iterable[FrozenConfiguration]) -> dict[str, str]:
    """Return a replacement for each class and instance hash, by a secret that is not stored.

    The true hash would identify a model by another, open share.
    """
    secret = secrets.token_bytes(32)
    hashes = {
        value
        for configuration in configurations
        for value in (configuration.class_hash, configuration.instance_hash)
        if value
    }
    return {value: hmac.new(secret, value.encode(), "sha256").hexdigest() for value in sorted(hashes)}


def _list_system_facts(snapshot: Mapping[str, Any]) -> list[FrozenFact]:
    """Return the facts of a system by name. Eight equal drives are one row."""
    if isinstance(facts_of_source := snapshot.get("told"), Mapping):
        # A system of another lab, in the words of that lab.
        return [FrozenFact(label=label, value=value) for label, value in facts_of_source.items()]
    if "snapshot_version" not in snapshot:
        return list_public_rows(snapshot)
    facts = collect_facts(snapshot).values()
    return [FrozenFact(label=fact.label, value=str(fact.value)) for fact in facts if fact.value is not None]


def _iterate_components(
    configuration: Configuration, runs: Sequence[Run], *, serials: bool, names: bool
) -> Iterator[FrozenFact]:
    """Yield the server name and the serial numbers, as far as `names` and `serials` permit."""
    server = next((run.server for run in runs if run.server is not None), None)
    if names and server is not None:
        yield FrozenFact(label="Server name", value=server.name)
    if serials and (numbers := list(dict.fromkeys(_iterate_serials(configuration.snapshot)))):
        yield FrozenFact(label="Serial numbers", value=", ".join(numbers))


def _iterate_serials(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        model = value.get("model")
        if isinstance(value.get("serial"), str) and value["serial"]:
            yield f"{model} {value['serial']}" if isinstance(model, str) and model else value["serial"]
        for item in value.values():
            yield from _iterate_serials(item)
    elif isinstance(value, list):
        for item in value:
            yield from _iterate_serials(item)


def list_public_rows(snapshot: Mapping[str, Any]) -> list[FrozenFact]:
    """Return label and text of every known fact that identifies no one."""
    return _list_rows(dict(sorted(snapshot.items(), key=_get_sort_key)), ())


def _get_sort_key(item: tuple[str, Any]) -> tuple[int, str]:
    key = item[0]
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER), key)


def _list_rows(value: Any, path: tuple[str, ...]) -> list[FrozenFact]:
    if isinstance(value, dict):
        return [row for key, item in value.items() if key not in _PRIVATE for row in _list_rows(item, (*path, key))]
    if isinstance(value, list):
        # One of a kind needs no number.
        if len(value) == 1:
            return _list_rows(value[0], path)
        return [row for index, item in enumerate(value, 1) for row in _list_rows(item, (*path, str(index)))]
    if value is None or not path:
        return []
    key = path[-1]
    if key.endswith("_bytes") and isinstance(value, int):
        path, text = (*path[:-1], key.removesuffix("_bytes")), figures.format_size(value)
    else:
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    label = " ".join(part.replace("_", " ") for part in path)
    for word in ("cpu", "os"):
        label = re.sub(rf"\b{word}\b", word.upper(), label)
    return [FrozenFact(label=label[:1].upper() + label[1:], value=text)]
