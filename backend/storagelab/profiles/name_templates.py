"""Words in braces in names of phases: each must be an axis of its phase.

Any other word would stay as it is written in results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from storagelab.profiles.validation import MAX_PROBLEMS, NO_PLAN, Judgement, ProfileFault

_BRACES = re.compile(r"\{[^{}]*\}")


def refuse_unknown_words(document: Mapping[str, Any], judgement: Judgement) -> Judgement:
    """Return the judgement on a new document, with a problem for each unknown `{word}` in a name.

    Profiles that were stored before this rule are not checked.
    """
    wrong = _find_unknown_words(document)
    if not wrong:
        return judgement
    return Judgement(None, NO_PLAN, (*judgement.problems, *wrong)[:MAX_PROBLEMS])


def _find_unknown_words(document: Mapping[str, Any]) -> list[ProfileFault]:
    problems = []
    for path, phase in _iterate_phases("phases", document.get("phases")):
        available = _list_available_words(phase)
        for field in ("name", "group"):
            written = phase.get(field)
            unknown = (
                [] if not isinstance(written, str) else [w for w in _BRACES.findall(written) if w not in available]
            )
            if unknown:
                problems.append(
                    ProfileFault(f"{path}.{field}", f"{_format_unknown_words(unknown)}: {_list_available(available)}")
                )
    return problems


def _iterate_phases(path: str, entries: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every phase of a document with its field path, also the phases within loops."""
    if not isinstance(entries, list):
        return
    for index, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            continue
        if "loop" in entry:
            yield from _iterate_phases(f"{path}.{index}.phases", entry.get("phases"))
        else:
            yield f"{path}.{index}", entry


def _list_available_words(phase: Mapping[str, Any]) -> list[str]:
    """Return the words allowed in braces: the axes of a phase, `{write}` beside `{read}`, and `{repeat}`."""
    sweep, points = phase.get("sweep"), phase.get("points")
    axes = dict.fromkeys(sweep) if isinstance(sweep, Mapping) else {}
    for point in points if isinstance(points, list) else []:
        axes |= dict.fromkeys(point) if isinstance(point, Mapping) else {}
    if "read" in axes:
        axes["write"] = None
    if "repeat" in phase:
        axes["repeat"] = None
    return ["{" + str(axis) + "}" for axis in axes]


def _format_unknown_words(unknown: list[str]) -> str:
    if len(unknown) == 1:
        return f"{unknown[0]} is not an axis of this phase and would stay as it is written"
    return f"{' and '.join(unknown)} are not axes of this phase and would stay as they are written"


def _list_available(available: list[str]) -> str:
    return f"it has {', '.join(available)}" if available else "it has none, so write its name without braces"
