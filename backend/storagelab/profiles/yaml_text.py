"""YAML of people, read within limits: plain values alone, no key twice, no growth, no constructors."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from storagelab.domain.profile import WrittenDocument

MAX_CHARACTERS = 256 * 1024
MAX_DEPTH = 20
#: Keys, values, lists and mappings together.
MAX_NODES = 50_000
_DIGITS = 100
#: 010 is 8 in YAML, and 1:30 is 90.
_OTHER_BASE = re.compile(r"[+-]?(?:0[0-9_]+(?![0-9_.eE])|[0-9_]+:)")
_SEPARATOR = re.compile("[\x85\u2028\u2029]")

#: The C parser where it is there: it is many times faster, and both read the same.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_TAG = "tag:yaml.org,2002:"
_PLAIN = {f"{_TAG}{name}" for name in ("str", "int", "float", "bool", "null")}


class TextRefused(ValueError):
    """The text cannot be read; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class YamlText:
    """A mapping, and the line of every place in it, as in `phases.1.workload`."""

    value: WrittenDocument
    lines: Mapping[str, int]


def read_yaml(text: str) -> YamlText:
    """Parse a YAML text that contains one mapping.

    Raises TextRefused for any other text and for one that exceeds a limit. Aliases, tags, merge keys and several
    documents are refused. A date is read as text.
    """
    if len(text) > MAX_CHARACTERS:
        raise TextRefused(1, f"the text is longer than {MAX_CHARACTERS} characters")
    separator = _SEPARATOR.search(text)
    if separator is not None:
        # YAML would count lines by them, and no editor does.
        line = text.count("\n", 0, separator.start()) + 1
        raise TextRefused(line, f"the line separator U+{ord(separator[0]):04X} is not supported")
    try:
        _check_shape(text)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if not isinstance(node, yaml.MappingNode):
                raise TextRefused(1, "a profile is a mapping, with lines such as 'name: my-profile'")
            lines: dict[str, int] = {}
            return YamlText(_convert_mapping(loader, node, "", lines), lines)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        words = ", ".join(part for part in (wrong.context, wrong.problem) if part) or "this is not YAML"
        raise TextRefused(mark.line + 1 if mark is not None else 1, words) from None
    except yaml.YAMLError as wrong:
        # Characters that YAML does not have.
        place = text.count("\n", 0, getattr(wrong, "position", 0) or 0) + 1
        raise TextRefused(place, "there is a character that YAML cannot hold") from None
    except UnicodeError:
        raise TextRefused(1, "there is a character that is not Unicode") from None


def write_yaml(document: Mapping[str, Any]) -> str:
    """Return a document as YAML text, with its keys in order.

    `read_yaml` returns the same document for this text.
    """
    return str(yaml.dump(dict(document), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100))


def _check_shape(text: str) -> None:
    """Raise TextRefused for a YAML text that is too deep, too large, or has more than plain values.

    Runs before anything recurses into the text.
    """
    depth = nodes = documents = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark is not None else 1
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise TextRefused(line, "a second document begins here: a profile is one document")
        elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise TextRefused(line, "anchors and aliases are not supported: write the value out")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.NodeEvent):
            nodes += 1
            if event.tag is not None and (not isinstance(event, yaml.ScalarEvent) or event.tag != "!"):  # type: ignore[attr-defined]
                raise TextRefused(line, "tags are not supported: write the plain value")
            if nodes > MAX_NODES:
                raise TextRefused(line, f"there are more than {MAX_NODES} values")
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > MAX_DEPTH:
                    raise TextRefused(line, f"it is nested deeper than {MAX_DEPTH} levels")


def _convert_mapping(loader: Any, node: yaml.MappingNode, path: str, lines: dict[str, int]) -> dict[str, object]:
    value: dict[str, object] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode) or key_node.tag != f"{_TAG}str":
            raise TextRefused(line, "a key must be text: put it in quotes")
        key = str(key_node.value)
        if key in value:
            raise TextRefused(line, f"the key {key[:60]!r} is listed twice")
        place = f"{path}.{key}" if path else key
        lines[place] = line
        value[key] = _convert_node(loader, value_node, place, lines)
    return value


def _convert_node(loader: Any, node: yaml.Node, path: str, lines: dict[str, int]) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _convert_mapping(loader, node, path, lines)
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            lines[f"{path}.{index}"] = item.start_mark.line + 1
            items.append(_convert_node(loader, item, f"{path}.{index}", lines))
        return items
    return _convert_scalar(loader, node)


def _convert_scalar(loader: Any, node: yaml.Node) -> Any:
    line = node.start_mark.line + 1
    if node.tag not in _PLAIN:
        # Dates and merge keys are read as their text only.
        return str(node.value)
    if node.tag in (f"{_TAG}int", f"{_TAG}float") and len(node.value) > _DIGITS:
        raise TextRefused(line, f"a number has more than {_DIGITS} digits")
    if node.tag in (f"{_TAG}int", f"{_TAG}float") and _OTHER_BASE.match(node.value):
        raise TextRefused(line, f"{node.value} is not the number it looks like in YAML: write it in plain digits")
    try:
        value = loader.construct_object(node)
    except (ValueError, OverflowError, IndexError):
        raise TextRefused(line, "this is not a number, a text, true or false") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise TextRefused(line, "a number must be finite")
    return value
