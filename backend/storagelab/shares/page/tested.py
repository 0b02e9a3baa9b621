"""Name of a configuration that was tested."""

from __future__ import annotations

from storagelab.shares.document.share import ShareDocument


def find_configuration_name(document: ShareDocument, key: str | None) -> str | None:
    """Return the name of a configuration of the document; None for an unknown key."""
    return next((configuration.name for configuration in document.configurations if configuration.key == key), None)
