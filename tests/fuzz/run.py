"""Fuzzes one target: `python -m tests.fuzz.run TARGET [option of libFuzzer | folder]...`."""

from __future__ import annotations

import importlib
import sys

import atheris


def main() -> None:
    """Run until an option says stop, or until an input breaks the target."""
    with atheris.instrument_imports(include=["storagelab.formats", "storagelab.imports", "storagelab.engines.fio"]):
        targets = importlib.import_module("tests.fuzz.targets").TARGETS
    atheris.Setup([sys.argv[0], *sys.argv[2:]], targets[sys.argv[1]])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
