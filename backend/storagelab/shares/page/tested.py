"""Names of what was tested: of configurations, and of the entries of a comparison."""

from __future__ import annotations

from storagelab.evaluate.finding_names import choose_entry_names
from storagelab.shares.document.answers import ComparisonView
from storagelab.shares.document.share import ShareDocument


def find_configuration_name(document: ShareDocument, key: str | None) -> str | None:
    """Return the name of a configuration of the document; None for an unknown key."""
    return next((configuration.name for configuration in document.configurations if configuration.key == key), None)


def name_compared_entries(view: ComparisonView) -> dict[str, str]:
    """Return the names of the entries of a comparison by their keys, as its findings have them.

    A workbench has names of its own.
    """
    entries, given = view.answer.entries, view.settings.names
    if given is not None:
        return {entry.key: given.get(entry.key, entry.label) for entry in entries}
    names = [entry.configuration.name if entry.configuration is not None else None for entry in entries]
    chosen = choose_entry_names([entry.label for entry in entries], names)
    return dict(zip([entry.key for entry in entries], chosen, strict=True))
