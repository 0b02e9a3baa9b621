"""Declared responses of endpoints beside their models: files, and answers that redirect."""

from __future__ import annotations

from typing import TypeAlias

#: A part of an OpenAPI document, which is only handed on.
OpenApiPart: TypeAlias = dict[str, object]
#: The `responses=` of an endpoint: parts of an OpenAPI document by status.
Responses: TypeAlias = dict[int | str, OpenApiPart]

_LOCATION: OpenApiPart = {
    "headers": {"Location": {"description": "Address of the object", "schema": {"type": "string"}}}
}
#: For `responses=` of what is carried out in the background.
ACCEPTED: Responses = {202: _LOCATION}
_BINARY: OpenApiPart = {"schema": {"type": "string", "format": "binary"}}
_TEXT: OpenApiPart = {"schema": {"type": "string"}}


def file_of(*media_types: str) -> Responses:
    """Return the `responses=` declaration of an endpoint that answers with a file.

    The file has one of these media types.
    """
    return {
        200: {
            "content": {media_type: _TEXT if media_type.startswith("text/") else _BINARY for media_type in media_types}
        }
    }
