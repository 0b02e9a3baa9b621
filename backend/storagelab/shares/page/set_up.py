"""Tested configurations as one table: facts that differ side by side and on top, shared facts once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from storagelab.shares.document.share import FrozenConfiguration, ShareDocument
from storagelab.shares.page.kernel_settings import merge_kernel_settings
from storagelab.shares.page.model import (
    Block,
    FactCard,
    PageCell,
    PageColumn,
    PageFact,
    PageSection,
    PageTable,
    Sentence,
)
from storagelab.shares.page.views import build_differences
from storagelab.shares.page.words import format_list
from storagelab.shares.shown_names import map_configuration_names

NOT_RECORDED = "The configuration was not recorded."
#: Facts of the kernel and of links that few readers look for: they are in the appendix.
_DETAIL = re.compile(
    r"(?:sysctl|mitigations|cmdline|cpu)\.|transparent_hugepage|[a-z]+_\w+ of |(?:PCI|Subsystem) ids|nomerges|io_poll"
    r"|I/O polling|Scheduler|Block size of|NUMA node|Fastest link|Link of|Architecture|Test bed|Firmware as printed"
)
#: The names of configurations are heads of columns, and the source is under the title.
_ELSEWHERE = frozenset({"Configuration", "Source"})


def build_tested(document: ShareDocument) -> PageSection:
    """Return the section on what was tested; it also states what was not recorded."""
    configurations = document.configurations
    blocks: list[Block] = []
    if len(configurations) == 1:
        rows = [row for row in _list_facts(configurations[0]) if not _is_detail(row.label)]
        blocks.append(FactCard((PageFact("Configuration", configurations[0].name), *rows)))
    elif configurations:
        blocks += _compare(document)
    without = [run.number for run in document.runs if run.configuration is None]
    if not configurations:
        blocks.append(Sentence(NOT_RECORDED, "warn"))
    elif without:
        blocks.append(Sentence(f"Configuration not recorded: {format_list(without)}.", "warn"))
    return PageSection("tested", "What was tested", (*blocks, *build_differences(document)))


def build_tested_details(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with the rest of the set-up, and of one configuration its fingerprints."""
    configurations = document.configurations
    blocks: list[Block] = []
    if len(configurations) == 1:
        facts = [row for row in _list_facts(configurations[0]) if _is_detail(row.label)]
        blocks.append(FactCard((*merge_kernel_settings(facts), *_list_fingerprints(configurations[0]))))
    elif configurations:
        shared, differing = _divide(document)
        details = [PageFact(label, value) for label, value in shared if _is_detail(label)]
        if details:
            blocks.append(FactCard(merge_kernel_settings(details)))
        rest = [row for row in differing if _is_detail(row[0])]
        if rest:
            blocks.append(_build_differences_table(document, rest))
    return PageSection("set-up", "Set-up in detail", tuple(blocks), is_appendix=True)


def _is_detail(label: str) -> bool:
    return _DETAIL.match(label) is not None


def _compare(document: ShareDocument) -> list[Block]:
    """Return the table of what differs, and the card of what all configurations share."""
    shared, differing = _divide(document)
    main = [row for row in differing if not _is_detail(row[0])]
    blocks: list[Block] = [_build_differences_table(document, main)] if main else []
    common = tuple(PageFact(label, value) for label, value in shared if not _is_detail(label))
    if common:
        blocks.append(FactCard(common, title="Same in all configurations" if main else None))
    return blocks


def _build_differences_table(
    document: ShareDocument, differing: Sequence[tuple[str, Sequence[str | None]]]
) -> PageTable:
    names = map_configuration_names(document)
    columns = (PageColumn("Differs"), *(PageColumn(names[item.key]) for item in document.configurations))
    rows = tuple((PageCell(label), *(_build_cell(value) for value in values)) for label, values in differing)
    return PageTable(columns, rows, marked=len(rows))


def _divide(document: ShareDocument) -> tuple[list[tuple[str, str]], list[tuple[str, list[str | None]]]]:
    """Return the shared facts, and the values of each fact that differs, in order of their labels.

    A fact that only repeats the name is in the heads.
    """
    configurations = document.configurations
    facts = [_collect_facts(configuration) for configuration in configurations]
    labels = list(dict.fromkeys(label for card in facts for label in card))
    names = map_configuration_names(document)
    own = [{names[configuration.key], configuration.name} for configuration in configurations]
    shared: list[tuple[str, str]] = []
    differing: list[tuple[str, list[str | None]]] = []
    for label in labels:
        values = [card.get(label) for card in facts]
        first = values[0]
        if first is not None and all(value == first for value in values):
            shared.append((label, first))
        elif not all(value in called for value, called in zip(values, own, strict=True)):
            differing.append((label, values))
    return shared, differing


def _collect_facts(configuration: FrozenConfiguration) -> dict[str, str]:
    """Return the facts of a configuration by label.

    A label that appears several times has all of its values.
    """
    facts: dict[str, list[str]] = {}
    for row in configuration.rows:
        if row.label in _ELSEWHERE:
            continue
        facts.setdefault(row.label, []).append(row.value)
    return {label: ", ".join(values) for label, values in facts.items()}


def _list_facts(configuration: FrozenConfiguration) -> list[PageFact]:
    return [
        PageFact(label, value) for label, value in _collect_facts(configuration).items() if value != configuration.name
    ]


def _list_fingerprints(configuration: FrozenConfiguration) -> Sequence[PageFact]:
    hashes = (("Class", configuration.class_hash), ("Instance", configuration.instance_hash))
    return [PageFact(f"{label} fingerprint", value[:16], code=True) for label, value in hashes if value]


def _build_cell(value: str | None) -> PageCell:
    return PageCell(None, note="none or not recorded") if value is None else PageCell(value)
