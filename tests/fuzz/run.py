"""Command that fuzzes one target.

python -m tests.fuzz.run TARGET PROCESSOR_SECONDS [option of libFuzzer | folder]...
"""

from __future__ import annotations

import importlib
import os
import signal
import sys

import atheris


def main() -> None:
    """Run until the time is over, or until an input breaks the target."""
    with atheris.instrument_imports(include=["storagelab.formats", "storagelab.imports", "storagelab.engines.fio"]):
        targets = importlib.import_module("tests.fuzz.targets").TARGETS
    atheris.Setup([sys.argv[0], *sys.argv[3:]], targets[sys.argv[1]])
    _end_after(float(sys.argv[2]))
    atheris.Fuzz()


def _end_after(seconds: float) -> None:
    """End in good order after so much time on the processor: a busy machine tries no fewer inputs than a quiet one."""
    # libFuzzer, which only knows the time on the wall, ends by itself with status 0 at this signal.
    signal.signal(signal.SIGPROF, lambda *_: os.kill(os.getpid(), signal.SIGUSR1))
    signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    main()
