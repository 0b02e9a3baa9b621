"""Commands of root that enrol drives of this server, withdraw them and show the allow-list."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

from storagelab_runner import held_devices
from storagelab_runner.allow_list import (
    AllowedDrive,
    change,
    describe_allow_list,
    find_ownership_fault,
    read_allow_list,
)
from storagelab_runner.block_tree import BlockNode
from storagelab_runner.errors import Refusal
from storagelab_runner.findings import REFUSE, ProbeFinding
from storagelab_runner.identity import NS_PER_S, get_realtime_ns, get_user_name
from storagelab_runner.interlocks.facts import HostFacts, VolumeOfController
from storagelab_runner.interlocks.host_probe import read_host
from storagelab_runner.interlocks.paths import is_virtual_drive
from storagelab_runner.interlocks.tool_answers import query_raid_volume
from storagelab_runner.layout import CONFIG_FOLDER, StateFolder, get_default_folder
from storagelab_runner.spec_targets import Device

_ENROLLED, _SIGNATURES = "I3", "I15"
_DAY_NS = 86400 * NS_PER_S
_DEFAULT_DAYS = 180
_OPTIONS = {
    "enrol": ("--stable-id", "--host", "--expires-in", "--state", "--config"),
    "unenrol": ("--stable-id", "--config"),
    "enrolled": ("--config",),
}
_MAX_DAYS = 3660
#: Names that identify a drive best come first.
_BEST_NAMES = ("nvme-eui.", "nvme-uuid.", "wwn-", "nvme-", "ata-", "scsi-", "md-uuid-")


class Terminal(NamedTuple):
    """Streams from which the commands read and to which they print."""

    answers: TextIO
    out: TextIO
    err: TextIO

    def print_line(self, text: str) -> None:
        """Print one line for people."""
        self.out.write(f"{text}\n")

    def refuse(self, text: str) -> int:
        """Print one sentence on why nothing was done, and return the exit status 1."""
        self.err.write(f"{text}\n")
        return 1

    def prompt(self, question: str) -> str:
        """Print a question and return the line that a person types, without its line end."""
        self.out.write(question)
        self.out.flush()
        return self.answers.readline().rstrip("\n")


class Wish(NamedTuple):
    """Options of an enrolment command; `host` is set for all clean drives, else `stable_id`."""

    config: Path
    state: Path
    stable_id: str | None = None
    host: str | None = None
    days: int = _DEFAULT_DAYS


def get_terminal() -> Terminal:
    """Return the terminal with the standard streams of this process."""
    return Terminal(sys.stdin, sys.stdout, sys.stderr)


def carry_out(command: str, arguments: Sequence[str], terminal: Terminal) -> int | None:
    """Run the command `enrol`, `unenrol` or `enrolled` and return its exit status.

    Return None when the arguments are wrong.
    """
    flags = {"enrol": {"--all-clean"}, "unenrol": set(), "enrolled": {"--json"}}[command]
    given = [argument for argument in arguments if argument in flags]
    options = _parse_options([argument for argument in arguments if argument not in flags], _OPTIONS[command])
    if options is None or len(set(given)) != len(given):
        return None
    lifetime = options.get("--expires-in", f"{_DEFAULT_DAYS}d")
    days = lifetime[:-1]
    if not lifetime.endswith("d") or not days.isdigit() or not 1 <= int(days) <= _MAX_DAYS:
        return None
    wish = Wish(
        config=Path(options.get("--config", str(CONFIG_FOLDER))).absolute(),
        state=Path(options.get("--state", str(get_default_folder()))).absolute(),
        stable_id=options.get("--stable-id"),
        host=options.get("--host"),
        days=int(days),
    )
    if command == "enrolled":
        return show(wish.config, terminal) if given else None
    if bool(given) != (wish.host is not None) or (wish.host is None) == (wish.stable_id is None):
        return None
    return enrol(wish, terminal) if command == "enrol" else unenrol(wish, terminal)


def enrol(wish: Wish, terminal: Terminal) -> int:
    """Add drives to the allow-list and return the exit status.

    Every other interlock must pass first, and a person must type a text that proves the intent. The exit status is 0
    for done, or 1 for refused with a sentence and nothing changed.
    """
    problem = _may_not_change(wish.config)
    if problem is not None:
        return terminal.refuse(problem)
    host = read_host(wish.config)
    if wish.host is not None:
        return _enrol_all(wish, host, terminal)
    node = _find_single_node(host, str(wish.stable_id))
    if isinstance(node, str):
        return terminal.refuse(node)
    device = _make_device(str(wish.stable_id), node)
    findings = _check_interlocks(wish, device)
    for finding in _list_refusals(findings):
        terminal.refuse(f"{finding.id} {finding.title}: {finding.reason}")
    if _list_refusals(findings):
        return terminal.refuse(f"{wish.stable_id} was not enrolled: nothing was changed.")
    entry = _make_entry(wish, device, node)
    _describe(entry, node, findings, terminal)
    typed = terminal.prompt("Type the serial number of the drive to enrol it: ")
    if typed.strip() != entry.serial:
        return terminal.refuse("That is not the serial number of the drive: nothing was changed.")
    # Minutes may have passed while the serial was typed.
    if _list_refusals(_check_interlocks(wish, device)):
        return terminal.refuse("The drive changed while you typed: nothing was changed.")
    return _add(wish, [entry], terminal)


def unenrol(wish: Wish, terminal: Terminal) -> int:
    """Take a drive off the allow-list. Returns the exit status."""
    problem = _may_not_change(wish.config)
    if problem is not None:
        return terminal.refuse(problem)
    if read_allow_list(wish.config).entry(str(wish.stable_id)) is None:
        return terminal.refuse(f"{wish.stable_id} is not enrolled: nothing was changed.")
    try:
        change(wish.config, lambda entries: [entry for entry in entries if entry.stable_id != wish.stable_id])
    except Refusal as refusal:
        return terminal.refuse(refusal.message)
    terminal.print_line(f"{wish.stable_id} is no longer enrolled.")
    return 0


def show(config: Path, terminal: Terminal) -> int:
    """Print the allow-list and whether each entry still holds, as JSON."""
    host = read_host(config)
    terminal.print_line(
        json.dumps(describe_allow_list(config, host.nodes, host.names, host.now_ns), indent=1, sort_keys=True)
    )
    return 0


def _parse_options(arguments: Sequence[str], allowed: Collection[str]) -> dict[str, str] | None:
    """Return the options by name, each given once with its value; None for anything else."""
    names, values = arguments[::2], arguments[1::2]
    if len(names) != len(values) or len(set(names)) != len(names) or not set(allowed).issuperset(names):
        return None
    return {name: values[place] for place, name in enumerate(names)}


def _may_not_change(config: Path) -> str | None:
    if os.geteuid() != 0:
        return "Only root of this server may change what is enrolled: run the command with sudo."
    return find_ownership_fault(config)


def _find_single_node(host: HostFacts, stable_id: str) -> BlockNode | str:
    names = host.names.get(stable_id, ())
    node = host.nodes.get(next(iter(names), ""))
    if len(names) != 1 or node is None:
        return f"{stable_id} leads to {len(names)} drives of this server: nothing was changed."
    if node.serial is None:
        return f"{stable_id} has no serial number, so it cannot be identified: nothing was changed."
    return node


def _make_device(stable_id: str, node: BlockNode) -> Device:
    return Device(stable_id, node.serial, f"/dev/{node.name}", node.size_bytes)


def _check_interlocks(wish: Wish, device: Device) -> list[ProbeFinding]:
    """Return the findings of every interlock except the one that requires the enrolment."""
    state = StateFolder(wish.state, wish.config)
    findings = held_devices.check([device], writes=True, state=state, config=wish.config)
    return [finding for finding in findings if finding.id != _ENROLLED]


def _list_refusals(findings: Sequence[ProbeFinding]) -> list[ProbeFinding]:
    return [finding for finding in findings if finding.verdict == REFUSE]


def _make_entry(wish: Wish, device: Device, node: BlockNode) -> AllowedDrive:
    now = get_realtime_ns()
    volume = query_raid_volume(node.wwid).value if is_virtual_drive(node) else None
    details = volume if isinstance(volume, VolumeOfController) else None
    return AllowedDrive(
        stable_id=str(device.stable_id),
        serial=str(node.serial),
        wwid=node.wwid,
        model=node.model,
        size_bytes=node.size_bytes or 0,
        logical_block_bytes=node.logical_block_bytes or 0,
        transport=node.transport,
        members=details.members if details else None,
        level=details.level if details else None,
        strip_bytes=details.strip_bytes if details else None,
        enrolled_realtime_ns=now,
        expires_realtime_ns=now + wish.days * _DAY_NS,
        enrolled_by=os.environ.get("SUDO_USER") or get_user_name(),
    )


def _describe(entry: AllowedDrive, node: BlockNode, findings: Sequence[ProbeFinding], terminal: Terminal) -> None:
    terminal.print_line(f"{entry.stable_id} is /dev/{node.name}:")
    terminal.print_line(f"  model: {entry.model or 'unknown'}")
    terminal.print_line(f"  serial: {entry.serial}")
    terminal.print_line(f"  WWN: {entry.wwid or 'unknown'}")
    terminal.print_line(f"  capacity: {entry.size_bytes} bytes")
    if entry.members is not None:
        terminal.print_line(f"  made of: {', '.join(entry.members)}")
    for finding in findings:
        if finding.id == _SIGNATURES:
            terminal.print_line(f"  signatures: {finding.reason}")
    terminal.print_line("From now on the lab may erase all data on it.")


def _enrol_all(wish: Wish, host: HostFacts, terminal: Terminal) -> int:
    if wish.host != socket.gethostname():
        return terminal.refuse(f"This server is {socket.gethostname()} and not {wish.host}: nothing was changed.")
    entries = []
    for stable_id, node in sorted(_list_best_names(host).items()):
        device = _make_device(stable_id, node)
        findings = _check_interlocks(wish, device)
        refusals = _list_refusals(findings)
        if refusals:
            terminal.print_line(f"{stable_id} is left out: {refusals[0].reason}")
        elif read_allow_list(wish.config).entry(stable_id) is None:
            entries.append(_make_entry(wish, device, node))
            _describe(entries[-1], node, findings, terminal)
    if not entries:
        return terminal.refuse("No further drive passes every check: nothing was changed.")
    typed = terminal.prompt(f"Type the name of this server to enrol these {len(entries)} drives: ")
    if typed.strip() != wish.host:
        return terminal.refuse("That is not the name of this server: nothing was changed.")
    return _add(wish, entries, terminal)


def _list_best_names(host: HostFacts) -> dict[str, BlockNode]:
    """Return every whole drive that has a stable id and reports a serial, by its best stable id."""
    best: dict[str, str] = {}
    for stable_id, names in host.names.items():
        name = next(iter(names))
        if len(names) == 1 and (name not in best or _rank_stable_id(stable_id) < _rank_stable_id(best[name])):
            best[name] = stable_id
    nodes = ((stable_id, host.nodes[name]) for name, stable_id in best.items())
    return {stable_id: node for stable_id, node in nodes if node.is_whole and node.serial is not None}


def _rank_stable_id(stable_id: str) -> tuple[int, str]:
    ranks = [rank for rank, prefix in enumerate(_BEST_NAMES) if stable_id.startswith(prefix)]
    return (ranks[0] if ranks else len(_BEST_NAMES), stable_id)


def _add(wish: Wish, new: Sequence[AllowedDrive], terminal: Terminal) -> int:
    names = {entry.stable_id for entry in new}
    try:
        change(wish.config, lambda entries: [*(old for old in entries if old.stable_id not in names), *new])
    except Refusal as refusal:
        return terminal.refuse(refusal.message)
    for entry in new:
        terminal.print_line(f"{entry.stable_id} is enrolled for {wish.days} days.")
    return 0
