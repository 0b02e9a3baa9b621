"""ZFS pools and what they are built of, from `zpool status -P` and `zpool list -Hp -v -P`.

A pool is an array whose members are its virtual devices; a mirror or raidz is an array itself, a single disk a drive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from storagelab.collectors.base import ArrayFacts, CollectedFacts, MemberFacts
from storagelab.collectors.device_paths import parse_device_name
from storagelab.collectors.values import count, get_output_text, read_percentage

name = "zfs"
inputs: tuple[str, ...] = ("zpool_status", "zpool_list")

_POOL = re.compile(r"^\s*pool: (?P<name>.+?)\s*$", re.MULTILINE)
_STATE = re.compile(r"^\s*state: (?P<state>[A-Z]+)", re.MULTILINE)
_SCAN = re.compile(r"^\s*(?:scan|scrub): (?P<kind>resilver|rebuild|scrub)\b.*\bin progress\b", re.MULTILINE)
_DONE = re.compile(r"(?P<percent>\d{1,3}(?:[.,]\d+)?)% done")
_ERRORS = re.compile(r"^\s*errors: (?P<text>.+?)\s*$", re.MULTILINE)
_HEADING = re.compile(r"^\s*NAME\s+STATE\s+READ\s+WRITE\s+CKSUM\s*$")
_DEVICE = re.compile(
    r"(?P<indent>\s+)(?P<name>\S.*?)\s+"
    r"(?P<state>ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|AVAIL|INUSE|SUSPENDED)\b(?P<note>.*)"
)
_CLASS = re.compile(r"\s+(?P<name>logs|cache|spares|special|dedup)\s*")
_GROUP = re.compile(r"(?P<kind>mirror|raidz[123]?|draid[123]?)(?::[^-\s]+)?-\d+")
_HANDOVER = re.compile(r"(?:replacing|spare)-\d+")
_LEVELS = {"mirror": "raid1", "raidz": "raidz1", "draid": "draid1"}
_CONDITIONS = {"ONLINE": "optimal", "DEGRADED": "degraded"}
_MEMBER_STATES = {
    "ONLINE": "online",
    "AVAIL": "hot_spare",
    "INUSE": "hot_spare",
    "OFFLINE": "offline",
    "UNAVAIL": "missing",
    "REMOVED": "missing",
}


@dataclass(slots=True)
class _Node:
    """One line of a pool's tree, with its children."""

    name: str
    state: str
    note: str
    purpose: str
    below: list[_Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Pool:
    """One pool: `scan` is resilver, rebuild or scrub while it is in progress, `percent` how far."""

    name: str
    state: str | None
    scan: str | None
    percent: float | None
    errors: str | None
    roots: tuple[_Node, ...]


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse ZFS pools and their virtual devices as arrays.

    A pool that is not whole, or busy, causes a warning.
    """
    text = get_output_text(outputs, "zpool_status")
    if text is None or "no pools available" in text:
        return CollectedFacts()
    pools = _parse_pools(text)
    if not pools:
        return CollectedFacts(warnings=("The output of ZFS about its pools was not understood.",))
    sizes = _parse_sizes(get_output_text(outputs, "zpool_list"))
    arrays = [array for pool in pools for array in _iterate_arrays(pool, sizes)]
    return CollectedFacts(
        arrays=tuple(arrays), warnings=tuple(doubt for pool in pools for doubt in _iterate_warnings(pool))
    )


def _parse_pools(text: str) -> list[_Pool]:
    starts = list(_POOL.finditer(text))
    ends = [*(match.start() for match in starts), len(text)]
    return [
        _parse_pool(match["name"], text[match.end() : end])
        for match, (_, end) in zip(starts, pairwise(ends), strict=True)
    ]


def _parse_pool(name: str, text: str) -> _Pool:
    state, scan, errors = _STATE.search(text), _SCAN.search(text), _ERRORS.search(text)
    # "% done" is in one of the following lines; after a finished scan it is missing.
    done = _DONE.search(text, scan.end()) if scan is not None else None
    return _Pool(
        name=name,
        state=state["state"] if state is not None else None,
        scan=scan["kind"] if scan is not None else None,
        percent=read_percentage(done["percent"]) if done is not None else None,
        errors=errors["text"] if errors is not None else None,
        roots=tuple(_parse_device_tree(name, text.splitlines())),
    )


def _parse_device_tree(pool: str, lines: list[str]) -> list[_Node]:
    """Parse the virtual devices of a pool as a tree, from the indented `lines` of `zpool status`."""
    start = next((index for index, line in enumerate(lines) if _HEADING.fullmatch(line)), len(lines))
    roots: list[_Node] = []
    above: list[tuple[int, _Node]] = []
    purpose = "data"
    for line in lines[start + 1 :]:
        heading, match = _CLASS.fullmatch(line), _DEVICE.fullmatch(line)
        if heading is not None:
            purpose, above = heading["name"], []
        elif match is not None and not (match["name"] == pool and not roots):
            depth = len(match["indent"].expandtabs())
            above = [(indent, node) for indent, node in above if indent < depth]
            node = _Node(match["name"], match["state"], match["note"], purpose)
            (above[-1][1].below if above else roots).append(node)
            above.append((depth, node))
        elif match is None and line.strip():
            break
    return roots


def _parse_sizes(text: str | None) -> dict[tuple[str, str], int]:
    """Return bytes by (pool, virtual device); a pool itself has the key (pool, pool)."""
    sizes: dict[tuple[str, str], int] = {}
    pool = ""
    for line in (text or "").splitlines():
        cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
        if len(cells) < 2:
            continue
        if not line[0].isspace():
            pool = cells[0]
        size = count(cells[1])
        if pool and size is not None:
            sizes[pool, cells[0]] = size
    return sizes


def _iterate_arrays(pool: _Pool, sizes: Mapping[tuple[str, str], int]) -> Iterator[ArrayFacts]:
    rebuilds = pool.scan in ("resilver", "rebuild")
    condition = _CONDITIONS.get(pool.state, "failed") if pool.state is not None else None
    groups = [node for node in pool.roots if _GROUP.fullmatch(node.name)]
    purposes = [node.purpose for node in pool.roots]
    yield ArrayFacts(
        key=f"zfs:{pool.name}",
        name=pool.name,
        implementation="zfs",
        level="pool",
        size_bytes=sizes.get((pool.name, pool.name)),
        condition="rebuilding" if rebuilds and condition != "failed" else condition,
        activity=None if condition is None else ("consistency_check" if pool.scan == "scrub" else "none"),
        progress_percent=pool.percent,
        members=tuple(_build_root_member(pool, node, slot) for slot, node in enumerate(pool.roots)),
        settings={purpose: purposes.count(purpose) for purpose in dict.fromkeys(purposes)},
    )
    for node in groups:
        yield _build_group_array(pool, node, sizes)


def _build_group_array(pool: _Pool, node: _Node, sizes: Mapping[tuple[str, str], int]) -> ArrayFacts:
    match = _GROUP.fullmatch(node.name)
    kind = match["kind"] if match is not None else node.name
    members = tuple(
        _build_member(leaf, slot) for slot, child in enumerate(node.below) for leaf in _iterate_leaves(child)
    )
    rebuilds = pool.scan in ("resilver", "rebuild") and any(member.state == "rebuilding" for member in members)
    return ArrayFacts(
        key=f"zfs:{pool.name}/{node.name}",
        name=f"{pool.name}/{node.name}",
        implementation="zfs",
        level=_LEVELS.get(kind, kind),
        size_bytes=sizes.get((pool.name, node.name)),
        condition="rebuilding" if rebuilds else _CONDITIONS.get(node.state, "failed"),
        activity="consistency_check" if pool.scan == "scrub" else "none",
        progress_percent=pool.percent if rebuilds or pool.scan == "scrub" else None,
        members=members,
        settings={"layout": node.name.rpartition("-")[0]} if ":" in node.name else {},
    )


def _build_root_member(pool: _Pool, node: _Node, slot: int) -> MemberFacts:
    if _GROUP.fullmatch(node.name):
        state = "online" if node.state in _CONDITIONS else "failed"
        return MemberFacts("array", f"zfs:{pool.name}/{node.name}", slot, state)
    return _build_member(node, slot)


def _iterate_leaves(node: _Node) -> Iterator[_Node]:
    """Yield the disks at one place of a pool: old and new disk during a replacement, else one."""
    if _HANDOVER.fullmatch(node.name):
        for below in node.below:
            yield from _iterate_leaves(below)
    else:
        yield node


def _build_member(node: _Node, slot: int) -> MemberFacts:
    state = "rebuilding" if "resilvering" in node.note else _MEMBER_STATES.get(node.state, "failed")
    return MemberFacts("drive", parse_device_name(node.name), slot, state)


def _iterate_warnings(pool: _Pool) -> Iterator[str]:
    if pool.state is None or not pool.roots:
        yield f"The output of ZFS about the pool {pool.name} ends early: its devices are not known."
    elif pool.state != "ONLINE":
        yield f"The pool {pool.name} is not whole: {pool.state}."
    if pool.scan is not None:
        share = "is under way" if pool.percent is None else f"is at {pool.percent:g} %"
        yield f"The {pool.scan} of the pool {pool.name} {share}."
    if pool.errors is not None and pool.errors != "No known data errors":
        yield f"The pool {pool.name} has lost data: {pool.errors}"
