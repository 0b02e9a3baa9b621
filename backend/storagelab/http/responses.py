"""Declared responses of endpoints beside their models: files, and answers that redirect."""

from __future__ import annotations

from typing import Any

_LOCATION = {"headers": {"Location": {"description": "Address of the object", "schema": {"type": "string"}}}}
#: For `responses=` of what is carried out in the background.
ACCEPTED: dict[int | str, dict[str, Any]] = {202: _LOCATION}
_BINARY: dict[str, Any] = {"schema": {"type": "string", "format": "binary"}}
_TEXT: dict[str, Any] = {"schema": {"type": "string"}}


def file_of(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """Return the `responses=` declaration of an endpoint that answers with a file.

    The file has one of these media types.
    """
    return {
        200: {
            "content": {media_type: _TEXT if media_type.startswith("text/") else _BINARY for media_type in media_types}
        }
    }
