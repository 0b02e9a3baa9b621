"""Card of a configuration that was tested."""

from __future__ import annotations

from storagelab.shares.document.share import FrozenConfiguration, ShareDocument
from storagelab.shares.page.kernel_settings import merge_kernel_settings
from storagelab.shares.page.model import Block, FactCard, PageFact, PageSection, Sentence
from storagelab.shares.page.words import format_list

NOT_RECORDED = "The configuration was not recorded."


def build_tested_configurations(document: ShareDocument) -> PageSection:
    """Return the section of the tested configurations.

    The section also states when a document has no configurations.
    """
    cards: list[Block] = [_build_card(configuration) for configuration in document.configurations]
    without = [run.number for run in document.runs if run.configuration is None]
    if without and cards:
        cards.append(Sentence(f"Configuration not recorded: {format_list(without)}.", "warn"))
    return PageSection("tested", "What was tested", tuple(cards or [Sentence(NOT_RECORDED, "warn")]))


def find_configuration_name(document: ShareDocument, key: str | None) -> str | None:
    """Return the name of a configuration of the document; None for an unknown key."""
    return next((configuration.name for configuration in document.configurations if configuration.key == key), None)


def _build_card(configuration: FrozenConfiguration) -> FactCard:
    rows = list(merge_kernel_settings(PageFact(row.label, row.value) for row in configuration.rows))
    for label, value in (("Class", configuration.class_hash), ("Instance", configuration.instance_hash)):
        if value:
            rows.append(PageFact(f"{label} fingerprint", value[:16], code=True))
    return FactCard(tuple(rows), title=configuration.name)
