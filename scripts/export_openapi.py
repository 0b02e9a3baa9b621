"""Export of the API's OpenAPI document for the front end; --check compares the committed one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from storagelab.app import create_app

DOCUMENT = Path(__file__).resolve().parents[1] / "frontend" / "openapi.json"


def main(arguments: list[str]) -> int:
    """Write or compare the document; return 1 when it differs."""
    text = json.dumps(create_app().openapi(), indent=2, ensure_ascii=False) + "\n"
    if arguments == ["--check"]:
        if not DOCUMENT.exists() or DOCUMENT.read_text(encoding="utf-8") != text:
            print("frontend/openapi.json is not what the API says: run `make client` and commit the result.")
            return 1
        return 0
    DOCUMENT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
