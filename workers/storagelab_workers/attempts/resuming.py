"""Before a run goes on from its last good phase: is the server still what it was when the good phases were measured?

The drives' content is the runner's to judge: its check I16 compares what it left on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from storagelab.db.models import Configuration, Run
from storagelab.db.session import session_scope
from storagelab.domain.configuration import DESCRIPTIVE_KEYS
from storagelab.errors import ServerCallFailed
from storagelab_workers.attempts.turn import Turn
from storagelab_workers.configuration_snapshot import read_snapshot

#: The runner's own version measures nothing.
_IGNORED_KEYS = DESCRIPTIVE_KEYS | {"runner_version"}
_MOST_NAMED = 3


def check_nothing_changed(turn: Turn, hello: Mapping[str, Any]) -> None:
    """Raise ServerCallFailed, naming what changed, unless the run's configuration still holds."""
    with session_scope() as session:
        configuration_id = session.get_one(Run, turn.run.id).configuration_id
        known = session.get(Configuration, configuration_id) if configuration_id is not None else None
        path = turn.attempt.spec["target"].get("path")
        snapshot = read_snapshot(session, server=turn.server, job=turn.job, hello=hello, target_path=path)
    if known is None:
        raise _refusal("its configuration was not recorded when its first phases were measured")
    changes = list(find_changes(known.snapshot, snapshot))
    if changes:
        more = f" and {len(changes) - _MOST_NAMED} more" if len(changes) > _MOST_NAMED else ""
        raise _refusal("; ".join(changes[:_MOST_NAMED]) + more)


def find_changes(before: Any, after: Any, *, of: str = "") -> Iterator[str]:
    """What differs between two snapshots, as `firmware of nvme-x was 1.0 and is 1.1`."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted((before.keys() | after.keys()) - _IGNORED_KEYS):
            old, new = before.get(key), after.get(key)
            if isinstance(old, dict | list) and isinstance(new, dict | list):
                yield from find_changes(old, new, of=str(old.get("stable_id") or key) if isinstance(old, dict) else key)
            elif old != new:
                place = f" of {of}" if of else ""
                yield f"{key.replace('_', ' ')}{place} was {_word(old)} and is {_word(new)}"
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            yield f"the number of {of} was {len(before)} and is {len(after)}"
        for old, new in zip(before, after, strict=False):
            name = (old.get("stable_id") if isinstance(old, dict) else None) or of
            yield from find_changes(old, new, of=str(name))
    elif before != after:
        yield f"{of} was {_word(before)} and is {_word(after)}"


def _word(value: Any) -> str:
    return "unknown" if value is None else str(value)


def _refusal(why: str) -> ServerCallFailed:
    return ServerCallFailed(
        f"The run cannot go on from where it ended: {why}. Submit it anew.",
        runner_code="refused",
        kind="infrastructure",
    )
