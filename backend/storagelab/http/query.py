"""Unknown query parameters, and single values given twice: refused, never ignored.

`?dry-run=true` where the parameter is `dry_run` would otherwise carry out a request meant as a trial.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant

from storagelab.errors import InvalidInput

#: A name is proposed when it is about half the same, dashes and case aside.
_ALIKE = 0.5
_MANY = (list, tuple, set, frozenset)


async def refuse_unknown_parameters(request: Request) -> None:
    """Raise InvalidInput for a query parameter that the route of the request does not know.

    The error names the nearest known parameter.
    """
    given = [name for name, _ in request.query_params.multi_items()]
    if not given:
        return
    accepted = list_query_parameters(request.scope["route"].dependant)
    for name in given:
        if name not in accepted:
            raise InvalidInput(_format_unknown_parameter(name, accepted), path=name)
        if not accepted[name] and given.count(name) > 1:
            raise InvalidInput(f"is given {given.count(name)} times. Give it once.", path=name)


def list_query_parameters(dependant: Dependant) -> Mapping[str, bool]:
    """Return the query parameters of a route and of what it depends on, and whether each takes several values."""
    return {field.alias: _can_repeat(field.field_info.annotation) for field in _query_fields(dependant)}


def _query_fields(dependant: Dependant) -> Iterator[Any]:
    yield from dependant.query_params
    for below in dependant.dependencies:
        yield from _query_fields(below)


def _can_repeat(annotation: Any) -> bool:
    origin = get_origin(annotation)
    if annotation in _MANY or origin in _MANY:
        return True
    if origin is Annotated:
        return _can_repeat(get_args(annotation)[0])
    return any(_can_repeat(part) for part in get_args(annotation)) if origin is not None else False


def _format_unknown_parameter(name: str, accepted: Mapping[str, bool]) -> str:
    plain = {other.replace("_", "").lower(): other for other in accepted}
    near = difflib.get_close_matches(name.replace("-", "").replace("_", "").lower(), plain, n=1, cutoff=_ALIKE)
    if near:
        return f"unknown parameter. Did you mean {plain[near[0]]}?"
    return f"unknown parameter. {_format_available_names(sorted(accepted))}."


def _format_available_names(names: list[str]) -> str:
    if not names:
        return "This address takes none"
    return f"Available: {', '.join(names)}"
