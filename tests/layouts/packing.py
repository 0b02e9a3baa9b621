"""The session as one file that any Python runs, and a runner that starts fast."""

from __future__ import annotations

import zipfile
from pathlib import Path

_MAIN = "import sys\nfrom tests.layouts.session import main\nsys.exit(main())\n"
_PARTS = ("__init__", "runner_calls", "building", "drawing", "layers", "session", "survivors", "system", "tables")
#: Compile a runner ahead on the machine itself: its Python may be another, and starts slowly when emulated.
COMPILE = """
import importlib.util, marshal, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "a") as archive:
    for name in archive.namelist():
        source = archive.read(name)
        code = compile(source, sys.argv[1] + "/" + name, "exec", dont_inherit=True)
        head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
        archive.writestr(name + "c", head + marshal.dumps(code))
"""


def pack_session(destination: Path) -> None:
    """Write the session as a zipapp."""
    with zipfile.ZipFile(destination, "w") as archive:
        archive.writestr("__main__.py", _MAIN)
        archive.writestr("tests/__init__.py", "")
        for part in _PARTS:
            archive.write(Path(__file__).with_name(f"{part}.py"), f"tests/layouts/{part}.py")
