"""The check that the committed client of the front end equals a newly generated one."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

FRONTEND = Path(__file__).resolve().parents[1] / "frontend"
GENERATED = FRONTEND / "src" / "api" / "generated" / "schema.ts"


def main() -> int:
    """Return 1 when the committed client differs from the one its OpenAPI document gives."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "schema.ts"
        generator = FRONTEND / "node_modules" / ".bin" / "openapi-typescript"
        result = subprocess.run(
            [generator, "openapi.json", "-o", fresh], cwd=FRONTEND, capture_output=True, text=True, check=False
        )
        if result.returncode != 0:
            print(result.stdout + result.stderr)
            return 1
        if not GENERATED.exists() or GENERATED.read_text(encoding="utf-8") != fresh.read_text(encoding="utf-8"):
            print(f"{GENERATED.relative_to(FRONTEND.parent)} is not current: run `make client` and commit the result.")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
