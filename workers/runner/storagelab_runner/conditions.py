"""State of the arrays below a target, recorded before the first phase and at the end of each.

A record is written once and never changed. It holds `boottime_ns` and `realtime_ns` of its beginning, `duration_ms`,
and `conditions`. Each entry of `conditions` is one program or file that was queried about layers of the target.

`kind` is the source: mdadm, lvm, zfs, storcli, ssacli, arcconf, sas3ircu, or a driver that no tool reports on.

`layers` are the queried layers of the target. `device` is the stable id of the target's device or the path of its file.
`kernel_name` is that of the array (md0, dm-4) or of the virtual drive (sdb), or the name of the pool. `identity` is the
uuid or world-wide name in the answer, or null. With mdadm, `sysfs` holds the state files below /sys/block/NAME/md as
the kernel shows them, or null.

`outputs` are the answers under their inventory names; null where there was none.

`problem` is a sentence, present only where something was not reported.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

from storagelab_runner.block_devices import format_device_number
from storagelab_runner.clock import WallClock
from storagelab_runner.condition_questions import query_layers
from storagelab_runner.layers import Ground, Layer, list_layers_below
from storagelab_runner.places import THIS_SERVER, Places, read_line
from storagelab_runner.records import create_once, encode_canonical
from storagelab_runner.tool_pool import AnsweredQuestion, Lane, query_all

#: How long one program may take, and all of them together: no phase runs meanwhile, and the next one waits.
_SECONDS = 5.0
_BUDGET_SECONDS = 15.0
_MD_FILES = (
    *("array_state", "degraded", "sync_action", "sync_completed", "sync_speed", "last_sync_action", "mismatch_cnt"),
    *("level", "raid_disks", "reshape_position"),
)
#: A device of a pool, as `zpool status -P` lists it.
_POOL_DEVICE = re.compile(r"^\s+(?P<path>/dev/\S+)\s+[A-Z]+\b", re.MULTILINE)

Subject = Tuple[str, str]
Answers = Dict[Subject, List[AnsweredQuestion]]
LaneQuery = Callable[[Lane], List[AnsweredQuestion]]


def record_conditions(
    path: Path,
    grounds: Sequence[Ground],
    pulse: Callable[[], object],
    clock: WallClock,
    places: Places = THIS_SERVER,
) -> str | None:
    """Write the record of the arrays below the target to `path` and return its SHA-256.

    Return None where the record cannot be written or exists already.
    """
    begun, began = clock.stamp(), time.monotonic()
    # Programs that keep a log of their own leave it in a folder that vanishes.
    folder = Path(tempfile.mkdtemp(prefix="storagelab-"))

    def query(lane: Lane) -> list[AnsweredQuestion]:
        return query_all([lane], began + _BUDGET_SECONDS, folder=folder, seconds=_SECONDS, pulse=pulse)

    try:
        conditions = list(_generate_conditions(grounds, query, places))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    record = {
        **begun,
        "duration_ms": round((time.monotonic() - began) * 1000),
        "conditions": conditions,
    }
    try:
        return hashlib.sha256(encode_canonical(record)).hexdigest() if create_once(path, record) else None
    except OSError:
        # A disk that is full ends the attempt with words of its own.
        return None


def _generate_conditions(grounds: Sequence[Ground], query: LaneQuery, places: Places) -> Iterator[dict[str, Any]]:
    answers: Answers = {}

    def query_subject(subject: Subject) -> list[AnsweredQuestion]:
        if subject not in answers:
            answers[subject] = query_layers(*subject, query, places)
        return answers[subject]

    def devices_of(pool: str) -> Iterable[Path]:
        return [
            folder
            for result in query_subject(("zfs", pool))
            for folder in _iterate_pool_devices(result.answer.stdout, places)
        ]

    subjects: dict[Subject, list[Layer]] = {}
    for layer in list_layers_below(grounds, devices_of, places):
        subjects.setdefault((layer.kind, layer.group), []).append(layer)
    for (kind, group), layers in subjects.items():
        report = _describe_md(places) if kind == "mdadm" else _describe_outputs(kind, query_subject((kind, group)))
        yield {"kind": kind, "layers": [_describe_layer(layer) for layer in layers], **report}


def _iterate_pool_devices(status: str, places: Places) -> Iterator[Path]:
    """Yield the sysfs folders of the devices named in a pool's status; missing devices are left out."""
    for match in _POOL_DEVICE.finditer(status):
        try:
            number = format_device_number(Path(match["path"]).stat().st_rdev)
            yield (places.sys / "dev" / "block" / number).resolve(strict=True)
        except OSError:
            continue


def _describe_layer(layer: Layer) -> dict[str, Any]:
    description = {"device": layer.device, "kernel_name": layer.name, "identity": layer.identity}
    if layer.folder is None:
        return description
    return {**description, "sysfs": {name: read_line(Path(layer.folder) / "md" / name) for name in _MD_FILES}}


def _describe_md(places: Places) -> dict[str, Any]:
    text = read_line(places.proc / "mdstat")
    view: dict[str, Any] = {"outputs": {"mdstat": text}}
    return view if text is not None else {**view, "problem": "/proc/mdstat cannot be read"}


def _describe_outputs(kind: str, answered: Sequence[AnsweredQuestion]) -> dict[str, Any]:
    outputs = {question.name: answer.stdout or None for question, answer in answered}
    bad = [answer for _, answer in answered if answer.exit_code != 0 or not answer.stdout]
    if answered and not bad:
        return {"outputs": outputs}
    return {"outputs": outputs, "problem": bad[0].last_words if bad else f"no tool reports on {kind}"}
