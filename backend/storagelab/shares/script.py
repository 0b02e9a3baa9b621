"""The script of permalinks, under the name that the front end was built with."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from storagelab.config import get_settings

#: The manifest of the build, which lists its files.
MANIFEST = "share.json"
_ENTRY = "src/share/main.ts"


def get_script_path() -> str | None:
    """Return the URL path of the script of shared pages, None when the script is not built.

    Readers can use the pages without the script.
    """
    folder = get_settings().frontend_dir
    return _find(folder / MANIFEST) if folder is not None else None


@lru_cache(maxsize=4)
def _find(manifest: Path) -> str | None:
    # Read once, as the files of the front end are looked for once: a process names only what it serves.
    try:
        return f"/{json.loads(manifest.read_text(encoding='utf-8'))[_ENTRY]['file']}"
    except (OSError, ValueError, KeyError, TypeError):
        return None
