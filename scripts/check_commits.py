"""The check that only `session_scope()` commits, which also sends queued tasks after the commit."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = ROOT / "backend" / "storagelab" / "db" / "session.py"


def main() -> int:
    """Print each line that commits; return 1 when there is one."""
    count = 0
    for folder in (ROOT / "backend", ROOT / "workers"):
        for path in sorted(folder.rglob("*.py")):
            if path == ALLOWED:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if re.search(r"\.commit\(", line):
                    print(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
                    count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
