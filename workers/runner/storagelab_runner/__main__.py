"""Entry point of `python -m storagelab_runner`."""

import sys

from storagelab_runner.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
