"""Hides what tells which lab it was: serial numbers, names, addresses, and models that have to stay anonymous.

Pure. What is known of the hardware is replaced wherever it stands, always by the same words (`drive 3`); patterns catch
addresses and ids that nobody listed. Words of closed vocabularies, numbers of runs and hashes stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from storagelab.shares.redaction_patterns import NAME_PATTERNS, SERIAL_PATTERNS, Pattern, is_version_label

Group = Literal["serials", "names", "models"]

#: Fields whose texts are words of this product and not of its users.
_CLOSED = frozenset(
    {
        *("schema", "kind", "state", "origin", "scale", "metric", "direction", "unit", "value_kind", "media_type"),
        *("code", "of", "better", "status", "data", "part", "stop_reason", "verdict", "lineage_id", "target", "source"),
    }
)
_HASHES = frozenset({"sha256", "redacted_sha256", "class_hash", "instance_hash", "workload_key"})
#: What the author says of himself is meant to be read.
_AUTHORS_OWN = frozenset({"author", "contact", "licence"})
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"[a-z]-[1-9]\d*|c[1-9]\d*")
#: Fields that name parts; a raw file may have a name of that form, too.
_PART_FIELDS = frozenset({"part", "data", "table"})
_PART_NAME = re.compile(r"(runs|charts)/[^\s]+")
_ESCAPED = frozenset('"\\')
_SEPARATORS = re.compile(r"[\s_-]+")
#: Serials of so many characters are found inside of longer words, too.
_LONG = 6


@dataclass(frozen=True, slots=True)
class Secret:
    """A text to be hidden, what stands in its place, and by which choice of the author it is hidden."""

    text: str
    instead: str
    group: Group

    @property
    def needle(self) -> str:
        """The longest word of it in lower case: a text without that does not hold the secret."""
        return max(_SEPARATORS.split(self.text.lower()), key=len)

    @property
    def pattern(self) -> str:
        """A regular expression that finds it, however its words are joined."""
        words = [re.escape(word) for word in _SEPARATORS.split(self.text) if word]
        body = r"[\s_-]*".join(words)
        is_long = self.group == "serials" and len(self.text) >= _LONG and any(each.isdigit() for each in self.text)
        return body if is_long else rf"(?<![A-Za-z0-9]){body}(?![A-Za-z0-9])"


@dataclass(slots=True)
class Redactor:
    """Replaces secrets in texts, JSON values and files. What patterns find is numbered in order of appearance."""

    secrets: Sequence[Secret]
    patterns: Sequence[Pattern]
    _numbered: dict[tuple[str, str], str] = field(default_factory=dict)
    _finder: re.Pattern[str] | None = None
    _instead: list[str] = field(default_factory=list)
    _known: dict[tuple[str, bool], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Longer ones first: a name that holds another one is replaced as a whole. All at once: what was put in the
        # place of one is never taken for another.
        ordered = sorted({each.text.lower(): each for each in self.secrets}.values(), key=lambda each: -len(each.text))
        self._instead = [each.instead for each in ordered]
        if ordered:
            self._finder = re.compile("|".join(f"({each.pattern})" for each in ordered), re.IGNORECASE)

    def narrowed(self, text: str) -> Redactor:
        """The same for texts that are part of this one: it looks for nothing that is not in there."""
        lowered = text.lower()
        return Redactor(
            # JSON escapes quotes and backslashes: a text in it may hold what the whole of it does not seem to.
            [each for each in self.secrets if each.needle in lowered or _ESCAPED & set(each.needle)],
            self.patterns,
            _numbered=self._numbered,
        )

    def text(self, text: str, *, is_version: bool = False) -> str:
        """The text without secrets. A version is not taken for an address."""
        known = self._known.get((text, is_version))
        if known is None:
            known = self._known[(text, is_version)] = self._replaced(text, is_version=is_version)
        return known

    def value(self, value: Any, key: str = "") -> Any:
        """A JSON value without secrets; `key` is the field that it stands in."""
        if isinstance(value, str):
            return value if _stays(key, value) else self.text(value, is_version=is_version_label(key))
        if isinstance(value, Mapping):
            label = value.get("label")
            versioned = isinstance(label, str) and is_version_label(label)
            return {
                name: self.text(item, is_version=True)
                if versioned and name == "value" and isinstance(item, str)
                else self.value(item, name)
                for name, item in value.items()
            }
        if isinstance(value, list):
            return [self.value(item, key) for item in value]
        return value

    def holds_secret(self, content: bytes) -> bool:
        """Whether bytes that are no text hold one of the secrets, in ASCII or UTF-16."""
        texts = [content.decode("latin-1")]
        texts += [content[start:].decode("utf-16-le", errors="replace") for start in (0, 1)]
        return any(self.narrowed(text).text(text) != text for text in texts)

    def _replaced(self, text: str, *, is_version: bool) -> str:
        if self._finder is not None:
            text = self._finder.sub(lambda found: self._instead[(found.lastindex or 1) - 1], text)
        for pattern in self.patterns:
            if not (is_version and pattern.is_like_a_version):
                text = pattern.expression.sub(partial(self._number, pattern), text)
        return text

    def _number(self, pattern: Pattern, found: re.Match[str], /) -> str:
        text = found[0]
        if not pattern.accepts(found):
            return text
        kept = found["kept"] if "kept" in pattern.expression.groupindex else ""
        hidden = text[len(kept) :].lower()
        count = sum(word == pattern.word for word, _ in self._numbered) + 1
        return kept + self._numbered.setdefault((pattern.word, hidden), f"{pattern.word} {count}")


def _stays(key: str, value: str) -> bool:
    if key in _HASHES or key in _AUTHORS_OWN or _NUMBER.fullmatch(value):
        return True
    if key in _PART_FIELDS and _PART_NAME.fullmatch(value):
        return True
    return key in _CLOSED and (_WORD.fullmatch(value) is not None or key in ("schema", "lineage_id", "media_type"))


def make_redactor(secrets: Iterable[Secret], *, serials: bool, names: bool) -> Redactor:
    """What hides all secrets but those that the author lets be shown: `serials`, `names`."""
    shown = {name for name, is_shown in (("serials", serials), ("names", names)) if is_shown}
    patterns = [*(() if serials else SERIAL_PATTERNS), *(() if names else NAME_PATTERNS)]
    return Redactor([each for each in secrets if each.group not in shown and each.text.strip()], patterns)
