"""Guardian of a lab: stops it once its starter closes our standard input or ends.

So killed tests leave nothing behind.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.e2e.lab import Lab, stop

if __name__ == "__main__":
    sys.stdin.read()
    try:
        stop(Lab(Path(sys.argv[1]), int(sys.argv[2])))
    except RuntimeError as error:
        sys.exit(str(error))
