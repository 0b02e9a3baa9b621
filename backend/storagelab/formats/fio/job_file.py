"""Options of a job file that lies beside results which do not name their own."""

from __future__ import annotations

from storagelab.domain.reading_limits import OPTIONS, SECTIONS
from storagelab.engines.base import ParseFailed


def read_job_file(text: str) -> dict[str, dict[str, str]]:
    """Return options by section, including those of `[global]` sections before it, as fio reads them.

    Nothing is included or expanded, and lines that are neither a section nor an option are ignored. Raises ParseFailed
    for more sections or options than are read.
    """
    options = 0
    shared: dict[str, str] = {}
    sections: dict[str, dict[str, str]] = {}
    current: dict[str, str] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].split(";", 1)[0].strip()
        if line.startswith("[") and "]" in line:
            name = line[1 : line.index("]")]
            if name.startswith("global"):
                current = shared
            else:
                current = sections[name] = dict(shared)
                options += len(shared)
                if len(sections) > SECTIONS.max_count:
                    raise ParseFailed(f"line {number}", SECTIONS.exceeded())
                if options > OPTIONS.max_count:
                    raise ParseFailed(f"line {number}", OPTIONS.exceeded())
        elif line and current is not None:
            option, _, value = (word.strip() for word in line.partition("="))
            # The last one of several counts, at its own place in the order.
            current.pop(option, None)
            current[option] = value
    return sections
