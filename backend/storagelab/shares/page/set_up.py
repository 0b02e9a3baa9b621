"""Set-up of all configurations as one table: shared facts once, different facts side by side."""

from __future__ import annotations

from itertools import product

from storagelab.shares.campaign_lines import Lines, list_repeats
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
from storagelab.shares.page.tested import build_tested_configurations
from storagelab.shares.page.words import format_list


def set_up(document: ShareDocument, *, title: str) -> PageSection:
    """Return the section on the test set-up; for a single configuration the section is its card."""
    configurations = document.configurations
    if len(configurations) < 2:
        return PageSection("tested", title, build_tested_configurations(document).blocks)
    facts = [_collect_facts(configuration) for configuration in configurations]
    labels = list(dict.fromkeys(label for card in facts for label in card))
    shared = [label for label in labels if len({card.get(label) for card in facts}) == 1]
    blocks: list[Block] = []
    if shared:
        rows = merge_kernel_settings(PageFact(label, facts[0][label]) for label in shared)
        blocks.append(FactCard(rows, title="Same in all configurations"))
    names = _map_configuration_names(document)
    own = [{names[configuration.key], configuration.name} for configuration in configurations]
    differing = [
        label
        for label in labels
        # A fact that only repeats the name is already in the heads.
        if label not in shared and not all(card.get(label) in called for card, called in zip(facts, own, strict=True))
    ]
    table = [(PageCell(label), *(_build_cell(card.get(label)) for card in facts)) for label in differing]
    table.append(
        (
            PageCell("Measured with"),
            *(PageCell(format_list(configuration.measured_with)) for configuration in configurations),
        )
    )
    hashes = [configuration.class_hash for configuration in configurations]
    instances = [configuration.instance_hash for configuration in configurations]
    table.append((PageCell("Class fingerprint"), *(PageCell(value[:16] or None) for value in hashes)))
    # Published figures name no pieces, so one of the two fingerprints is enough.
    if instances != hashes:
        table.append((PageCell("Instance fingerprint"), *(PageCell(value[:16] or None) for value in instances)))
    columns = (PageColumn("Differs"), *(PageColumn(names[configuration.key]) for configuration in configurations))
    blocks.append(PageTable(columns, tuple(table), title="Configurations"))
    without = [run.number for run in document.runs if run.configuration is None]
    if without:
        blocks.append(Sentence(f"Configuration not recorded: {format_list(without)}.", "warn"))
    return PageSection("tested", title, tuple(blocks))


def _map_configuration_names(document: ShareDocument) -> dict[str, str]:
    """Return the name of each configuration by its key.

    The name is from the plan of a campaign, where the plan has one name for the configuration.
    """
    names = {configuration.key: configuration.name for configuration in document.configurations}
    if document.results is None:
        return names
    keys = {run.number: run.configuration for run in document.runs}
    planned: dict[str, set[str]] = {}
    lines = Lines(document.results)
    for place, work, state in product(lines.configurations, lines.works, lines.states):
        for repeat in list_repeats(lines.figures(place, work, state)):
            if (key := keys.get(repeat.run_number)) is not None:
                planned.setdefault(key, set()).add(lines.configurations[place])
    return names | {key: next(iter(plan_names)) for key, plan_names in planned.items() if len(plan_names) == 1}


def _collect_facts(configuration: FrozenConfiguration) -> dict[str, str]:
    """Return the facts of a configuration by label.

    A label that appears several times has all of its values.
    """
    facts: dict[str, list[str]] = {}
    for row in configuration.rows:
        facts.setdefault(row.label, []).append(row.value)
    return {label: ", ".join(values) for label, values in facts.items()}


def _build_cell(value: str | None) -> PageCell:
    return PageCell(None, note="none or not recorded") if value is None else PageCell(value)
