"""What endpoints declare about answers that tell where to look next."""

from __future__ import annotations

from typing import Any

_LOCATION = {"headers": {"Location": {"description": "Address of the object", "schema": {"type": "string"}}}}
#: For `responses=` of what is carried out in the background.
ACCEPTED: dict[int | str, dict[str, Any]] = {202: _LOCATION}
