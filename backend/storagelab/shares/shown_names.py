"""Names of configurations and compared entries on pages and in downloads of a share. Pure."""

from __future__ import annotations

from itertools import product

from storagelab.evaluate.short_names import choose_entry_names
from storagelab.shares.campaign_lines import Lines, list_repeats
from storagelab.shares.document.answers import ComparisonView
from storagelab.shares.document.share import ShareDocument


def name_compared_entries(view: ComparisonView) -> dict[str, str]:
    """Return the names of the entries of a comparison by their keys.

    Documents of earlier releases have names for workbenches alone. Their findings follow from labels and names of
    configurations.
    """
    entries, given = view.answer.entries, view.settings.names
    if given is not None:
        return {entry.key: given.get(entry.key, entry.label) for entry in entries}
    names = [entry.configuration.name if entry.configuration is not None else None for entry in entries]
    chosen = choose_entry_names([entry.label for entry in entries], names)
    return dict(zip([entry.key for entry in entries], chosen, strict=True))


def map_configuration_names(document: ShareDocument) -> dict[str, str]:
    """Return the name of each configuration by its key.

    The name is from the plan of a campaign or from the entries of a comparison, where these have one name for it.
    """
    names = {configuration.key: configuration.name for configuration in document.configurations}
    keys = {run.number: run.configuration for run in document.runs}
    planned: dict[str, set[str]] = {}
    if isinstance(document.view, ComparisonView):
        entry_names = name_compared_entries(document.view)
        for entry in document.view.answer.entries:
            for run in entry.runs:
                if (key := keys.get(run.number)) is not None:
                    planned.setdefault(key, set()).add(entry_names[entry.key])
    elif document.results is not None:
        lines = Lines(document.results)
        for place, work, state in product(lines.configurations, lines.works, lines.states):
            for repeat in list_repeats(lines.figures(place, work, state)):
                if (key := keys.get(repeat.run_number)) is not None:
                    planned.setdefault(key, set()).add(lines.configurations[place])
    unambiguous = {key: next(iter(called)) for key, called in planned.items() if len(called) == 1}
    # A name of two configurations would tell nobody which is which.
    unique = {key: name for key, name in unambiguous.items() if list(unambiguous.values()).count(name) == 1}
    return names | unique


def find_configuration_name(document: ShareDocument, key: str | None) -> str | None:
    """Return the name of a configuration of the document; None for an unknown key."""
    return map_configuration_names(document).get(key or "")
