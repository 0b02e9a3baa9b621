"""Pages and pictures set by Typst from our templates, in a process of its own with limits (ADR 0011)."""

from __future__ import annotations

import datetime as dt
import json
import sys
import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Literal

from storagelab.errors import Responsible, StorageLabError
from storagelab.imports.limits import LimitedExit, run_limited

Template = Literal["page", "picture", "preview"]
Form = Literal["pdf", "png"]

CPU_SECONDS = 20
#: On a busy machine a print takes several times its processor time, which has a limit of its own.
WALL_SECONDS = 30.0
MEMORY_BYTES = 1 << 30
FILE_BYTES = 256 << 20
#: The message of Rust programs when memory was refused.
_NO_MEMORY = "memory allocation of"


class PrintFailed(StorageLabError):
    """A print could not be made: it needed more than it may have, or Typst refused what we wrote."""

    status = 503
    code = "print_failed"
    responsible: ClassVar[Responsible] = "us"


def typeset(
    template: Template, data: Mapping[str, Any], *, files: Mapping[str, str], form: Form, date: dt.datetime
) -> bytes:
    """Return the bytes of a print. The template reads `data` as JSON and shows them as text; `files` are SVG by name.

    The same arguments give the same bytes on the same installation. Raises PrintFailed with the reason.
    """
    with tempfile.TemporaryDirectory(prefix="storagelab-print-") as name:
        folder = Path(name)
        ours = resources.files("storagelab.shares.printing").joinpath("typst")
        for source, target in ((f"{template}.typ", "main.typ"), ("text.typ", "text.typ")):
            (folder / target).write_text(ours.joinpath(source).read_text(encoding="utf-8"), encoding="utf-8")
        (folder / "data.json").write_text(json.dumps(data, allow_nan=False), encoding="utf-8")
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        ended = _run(folder, form, date)
        output = folder / f"print.{form}"
        if ended.ending != "done" or not output.is_file():
            raise PrintFailed(f"The {form.upper()} could not be made. {_format_reason(ended)}")
        return output.read_bytes()


def is_complete(content: bytes) -> bool:
    """Return whether a print may be stored.

    A PDF with characters that had no font is not complete, and is made again with the fonts of that time.
    """
    return not content.startswith(b"%PDF") or b"pdfuaid:part" in content


def _run(folder: Path, form: Form, date: dt.datetime) -> LimitedExit:
    # An empty environment, and few threads: each takes address space, which is limited.
    argv = ["env", "-i", "LANG=C.UTF-8", "RAYON_NUM_THREADS=2", "MALLOC_ARENA_MAX=2", sys.executable, "-P"]
    argv += ["-m", "storagelab.shares.printing.compiling", str(folder), form, str(int(date.timestamp()))]
    return run_limited(
        argv,
        cpu_s=CPU_SECONDS,
        wall_s=WALL_SECONDS,
        memory_bytes=MEMORY_BYTES,
        file_bytes=FILE_BYTES,
        cwd=folder,
    )


def _format_reason(ended: LimitedExit) -> str:
    if _NO_MEMORY in ended.errors:
        return f"The process needed more than {MEMORY_BYTES / (1 << 30):.3g} GiB of memory and was stopped."
    return ended.sentence
