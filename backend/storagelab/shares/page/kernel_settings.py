"""Settings of the kernel on a card: there are dozens, so those of one kind share a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storagelab.shares.page.model import PageFact

_MITIGATIONS, _SYSCTL = "mitigations.", "sysctl."
#: Fewer than these are listed one by one.
_MIN_GROUP = 3


def merge_kernel_settings(facts: Iterable[PageFact]) -> tuple[PageFact, ...]:
    """Return `facts` with all CPU mitigations merged into one line, and all sysctls into another.

    A merged line is in the place of its first fact.
    """
    rows = tuple(facts)
    for prefix, label, summarize in (
        (_MITIGATIONS, "CPU mitigations", _format_mitigations),
        (_SYSCTL, "Kernel settings (sysctl)", _format_sysctls),
    ):
        own = [row for row in rows if row.label.startswith(prefix)]
        if len(own) >= _MIN_GROUP:
            line = PageFact(label, summarize([(row.label.removeprefix(prefix), row.value) for row in own]))
            rows = tuple(line if row is own[0] else row for row in rows if row is own[0] or row not in own)
    return rows


def _format_mitigations(settings: Sequence[tuple[str, str]]) -> str:
    """Return `Not affected (meltdown, l1tf), Vulnerable (spec_store_bypass)`.

    `settings` are pairs of name and state. Mitigations are grouped by state, because most have the same state.
    """
    states: dict[str, list[str]] = {}
    for name, state in settings:
        states.setdefault(state, []).append(name)
    return ", ".join(f"{state} ({', '.join(names)})" for state, names in states.items())


def _format_sysctls(settings: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in settings)
