"""Check before a run resumes: the server must be as it was when the good phases were measured.

The drives' content is the runner's to judge: its check I16 compares it with the state in which the runner left it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from storagelab.db.models import Configuration, Run
from storagelab.db.session import session_scope
from storagelab.domain.configuration import DESCRIPTIVE_KEYS
from storagelab.errors import ServerCallFailed
from storagelab_workers.attempts.claimed_attempt import ClaimedAttempt
from storagelab_workers.configuration_snapshot import read_snapshot

_MAX_NAMED = 3
#: Fields whose names in a snapshot are not the terms people use.
_WORDS = {
    "level": "RAID level",
    "strip_bytes": "strip size in bytes",
    "member_count": "number of members",
    "size_bytes": "size in bytes",
}


def check_nothing_changed(claimed: ClaimedAttempt, hello: Mapping[str, Any]) -> None:
    """Raise ServerCallFailed, naming what changed, unless the run's configuration still holds."""
    with session_scope() as session:
        configuration_id = session.get_one(Run, claimed.run.id).configuration_id
        configuration = session.get(Configuration, configuration_id) if configuration_id is not None else None
        path = claimed.attempt.spec["target"].get("path")
        snapshot = read_snapshot(session, server=claimed.server, job=claimed.job, hello=hello, target_path=path)
    if configuration is None:
        raise _build_refusal("its configuration was not recorded when its first phases were measured")
    if "snapshot_version" not in configuration.snapshot:
        # What was not recorded then cannot be compared now.
        snapshot = _limit_fields(configuration.snapshot, snapshot)
    changes = list(find_changes(configuration.snapshot, snapshot))
    if changes:
        more = f" and {len(changes) - _MAX_NAMED} more" if len(changes) > _MAX_NAMED else ""
        raise _build_refusal("; ".join(changes[:_MAX_NAMED]) + more)


def find_changes(before: Any, after: Any, *, of: str = "") -> Iterator[str]:
    """Yield the differences between two configuration snapshots in words.

    A difference reads `firmware of nvme-x was 1.0 and is 1.1`; `of` is the name of the component.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted((before.keys() | after.keys()) - DESCRIPTIVE_KEYS):
            old, new = before.get(key), after.get(key)
            if isinstance(old, dict | list) and isinstance(new, dict | list):
                # Free settings belong to the piece that has them.
                name = of if key in ("settings", "block") and of else key
                yield from find_changes(old, new, of=_find_name(old, name) if isinstance(old, dict) else key)
            elif old != new:
                place = f" of {of}" if of else ""
                name = _WORDS.get(key, key.replace("_", " "))
                yield f"{name}{place} was {_format_value(old)} and is {_format_value(new)}"
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            yield f"the number of {of} was {len(before)} and is {len(after)}"
        for old, new in zip(before, after, strict=False):
            yield from find_changes(old, new, of=_find_name(old, of) if isinstance(old, dict) else of)
    elif before != after:
        yield f"{of} was {_format_value(before)} and is {_format_value(after)}"


def _find_name(piece: Mapping[str, Any], otherwise: str) -> str:
    """Return the name of a component of a snapshot for people, or `otherwise`.

    It is the name of an array, the stable id of a drive or the key of a member.
    """
    named = piece.get("name") if "level" in piece else None
    return str(named or piece.get("stable_id") or piece.get("key") or otherwise)


def _limit_fields(older: Any, value: Any) -> Any:
    """Return a snapshot with only those fields that an older one has."""
    if isinstance(older, dict) and isinstance(value, dict):
        return {key: _limit_fields(item, value[key]) for key, item in older.items() if key in value}
    if isinstance(older, list) and isinstance(value, list):
        shared = [_limit_fields(old, new) for old, new in zip(older, value, strict=False)]
        return [*shared, *value[len(shared) :]]
    return value


def _format_value(value: Any) -> str:
    return "unknown" if value is None else str(value)


def _build_refusal(reason: str) -> ServerCallFailed:
    return ServerCallFailed(
        f"The run cannot be resumed: {reason}. Submit its job again.",
        runner_code="refused",
        kind="infrastructure",
    )
