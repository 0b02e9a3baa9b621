"""Vdbench parameter file as definitions: its form, without the joint meaning of definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from storagelab.profiles.job_files.findings import Findings, format_quotation
from storagelab.profiles.job_files.lines import find_hostile_character, list_numbered_lines

Kind = Literal["general", "hd", "sd", "wd", "rd"]
#: Vdbench requires this order.
_ORDER = {kind: rank for rank, kind in enumerate(get_args(Kind))}
_FILE_SYSTEMS = frozenset({"fsd", "fwd", "rg"})
_KEY = re.compile(r"[A-Za-z_]{1,32}")
#: One level of parentheses; blanks end what Vdbench reads of a line, so that no value has any.
_PIECE = re.compile(r"([^=,()]*+)(=?)(\([^()]*+\)|[^,()]*+)(,|$)")
_VALUE = re.compile(r"[A-Za-z0-9_./:*%@+-]{1,256}")
_MAX_ITEMS = 256


@dataclass(frozen=True, slots=True)
class VdbenchParameter:
    """One `key=value` or `key=(value,value)`; `listed` is true when it was in parentheses."""

    key: str
    line: int
    items: tuple[str, ...]
    listed: bool

    @property
    def text(self) -> str:
        """Return the value of the parameter in a form that a remark may quote."""
        return format_quotation(",".join(self.items))


@dataclass(frozen=True, slots=True)
class VdbenchDefinition:
    """One definition line; a general parameter is one of its own. `name` is what follows `sd=`, `wd=` or `rd=`."""

    kind: Kind
    name: str
    line: int
    parameters: Mapping[str, VdbenchParameter] = field(default_factory=dict)


def read_definitions(text: str, findings: Findings) -> list[VdbenchDefinition]:
    """Return the definitions of a file in their order. Problems are added to `findings`."""
    definitions: list[VdbenchDefinition] = []
    reached: Kind = "general"
    for pieces in _iterate_logical_lines(text, findings):
        parameters = list(_iterate_parameters(pieces, findings))
        if not parameters:
            continue
        first = parameters[0]
        if first.key in _FILE_SYSTEMS:
            findings.refuse(first.line, f"{first.key}: sets of files are not expressible yet")
            continue
        kind: Kind = next((kind for kind in get_args(Kind) if kind == first.key), "general")
        if _ORDER[kind] < _ORDER[reached]:
            findings.refuse(first.line, f"{first.key} follows the first {reached}, where Vdbench does not read it")
        reached = max(reached, kind, key=_ORDER.__getitem__)
        if kind == "general":
            definitions += [VdbenchDefinition(kind, one.key, one.line, {one.key: one}) for one in parameters]
        else:
            definitions.append(_make_definition(kind, first, parameters[1:], findings))
    return definitions


def _make_definition(
    kind: Kind, first: VdbenchParameter, rest: list[VdbenchParameter], findings: Findings
) -> VdbenchDefinition:
    if first.listed or not re.fullmatch(r"[A-Za-z0-9_]{1,32}", first.items[0]):
        findings.refuse(first.line, f"{kind}: {first.text} is not a name of letters, digits and _")
    parameters: dict[str, VdbenchParameter] = {}
    for parameter in rest:
        if parameter.key in parameters:
            findings.refuse(parameter.line, f"{format_quotation(parameter.key)} is given twice")
        parameters[parameter.key] = parameter
    return VdbenchDefinition(kind, first.items[0], first.line, parameters)


def _iterate_logical_lines(text: str, findings: Findings) -> Iterator[list[tuple[int, str]]]:
    """Yield each line without comments as a list of (line number, text).

    A line that ends with a comma is continued by the next line, in the same list.
    """
    pieces: list[tuple[int, str]] = []
    for line, raw in list_numbered_lines(text, findings):
        if raw.startswith("eof"):
            break
        if raw.startswith(("#", "*", "/")) or not raw.strip(" \t"):
            continue
        if raw[0] in " \t":
            findings.refuse(line, "the line begins with a blank, after which Vdbench reads nothing")
            continue
        body, *comment = re.split(r"[ \t]+", raw, maxsplit=1)
        if comment and "=" in comment[0]:
            findings.refuse(line, "everything after a blank is a comment to Vdbench: remove the blank")
        pieces.append((line, body))
        if not body.endswith(","):
            yield pieces
            pieces = []
    if pieces:
        findings.refuse(pieces[-1][0], "the file ends after a comma")


def _iterate_parameters(pieces: list[tuple[int, str]], findings: Findings) -> Iterator[VdbenchParameter]:
    for line, body in pieces:
        hostile = find_hostile_character(body) or ("an exclamation mark" if "!" in body else None)
        if hostile is not None:
            findings.refuse(line, f"the line holds {hostile}")
            continue
        rest = body.removesuffix(",")
        place = 0
        while place < len(rest):
            match = _PIECE.match(rest, place)
            if match is None or not match[2] or not _KEY.fullmatch(match[1]):
                findings.refuse(
                    line, f"{format_quotation(rest[place:])} is not of the form keyword=value or keyword=(value,value)"
                )
                break
            place = match.end()
            parameter = _parse_parameter(line, match[1], match[3], findings)
            if parameter is not None:
                yield parameter


def _parse_parameter(line: int, key: str, value: str, findings: Findings) -> VdbenchParameter | None:
    listed = value.startswith("(")
    items = tuple((value[1:-1] if listed else value).split(","))
    if len(items) > _MAX_ITEMS:
        findings.refuse(line, f"{key} lists more than {_MAX_ITEMS} values")
        return None
    if not all(_VALUE.fullmatch(item) for item in items):
        findings.refuse(line, f"{format_quotation(value) or 'nothing'} is not a value for {key}")
        return None
    return VdbenchParameter(key, line, items, listed)
