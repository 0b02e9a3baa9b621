"""Redaction of everything that identifies a lab: serials, names, addresses and aliased models.

Pure. Known hardware texts are replaced everywhere by the same words (`drive 3`). Patterns find addresses and ids that
are not listed. Words of closed vocabularies, numbers of runs and hashes stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from storagelab.shares.redaction_patterns import NAME_PATTERNS, SERIAL_PATTERNS, Pattern, is_version_label
from storagelab.shares.redaction_words import ENGINE_NAMES, generate_preserved_patterns, is_our_label, is_preserved_word

Group = Literal["serials", "names", "models"]

#: Fields whose texts are words of this product and not of its users.
_CLOSED = frozenset(
    {
        *("schema", "kind", "state", "origin", "scale", "metric", "direction", "unit", "value_kind", "media_type"),
        *("code", "of", "better", "status", "data", "part", "stop_reason", "verdict", "lineage_id", "target", "source"),
        *("id", "align", "numbers"),
    }
)
_HASHES = frozenset({"sha256", "redacted_sha256", "sealed_sha256", "class_hash", "instance_hash", "workload_key"})
#: The author's own details are meant to be read.
_AUTHORS_OWN = frozenset({"author", "contact", "licence"})
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"[a-z]-[1-9]\d*|c[1-9]\d*")
#: Fields that name parts; a raw file may have a name of that form, too.
_PART_FIELDS = frozenset({"part", "data", "table"})
_PART_NAME = re.compile(r"(runs|charts)/[^\s]+")
#: Fields whose keys, and whose value where they are one, are those of charts.
_CHOSEN = frozenset({"charts", "chart"})
_CHART_KEY = re.compile(r"[a-z0-9_-]+")
_ESCAPED = frozenset('"\\')
_SEPARATORS = re.compile(r"[\s_-]+")
#: The separators between the words of a name, in a text or in the name of a file.
_JOINED = r"(?:[\s_.+-]|%20)*"
#: Serials of at least this many characters are found inside longer words, too.
_LONG = 6


@dataclass(frozen=True, slots=True)
class Secret:
    """A text to be hidden, its replacement, and the choice of the author by which it is hidden."""

    text: str
    instead: str
    group: Group

    @property
    def needle(self) -> str:
        """Return the longest word of the secret in lower case; a text without it has no such secret."""
        return max(_SEPARATORS.split(self.text.lower()), key=len)

    @property
    def pattern(self) -> str:
        """Return a regular expression that finds the secret, whatever characters join its words."""
        words = [re.escape(word) for word in _SEPARATORS.split(self.text) if word]
        body = _JOINED.join(words)
        is_long = (
            self.group == "serials" and len(self.text) >= _LONG and any(character.isdigit() for character in self.text)
        )
        return body if is_long else rf"(?<![A-Za-z0-9]){body}(?![A-Za-z0-9])"


@dataclass(slots=True)
class Redactor:
    """Replaces secrets in texts, JSON values and files. What patterns find is numbered in order of appearance."""

    secrets: Sequence[Secret]
    patterns: Sequence[Pattern]
    #: Names of the profiles of the catalogue, which hidden names are not found in.
    profiles: Sequence[str] = ()
    #: Whether the texts are job files, which are made of fixed words but for the names behind some options.
    in_job_file: bool = False
    _numbered: dict[tuple[str, str], str] = field(default_factory=dict)
    _finder: re.Pattern[str] | None = None
    _instead: list[str | None] = field(default_factory=list)
    _job_files: Redactor | None = None
    _cache: dict[tuple[str, bool], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Longer ones first: a name that holds another one is replaced as a whole. All at once: what was put in the
        # place of one is never taken for another.
        ordered = sorted(
            {secret.text.lower(): secret for secret in self.secrets}.values(), key=lambda secret: -len(secret.text)
        )
        if ordered:
            needles = [secret.needle for secret in ordered]
            preserved_pattern = "|".join(
                generate_preserved_patterns(needles, self.profiles, in_job_file=self.in_job_file)
            )
            # A name that has such a word in it is still a name; the others are not looked for within one.
            whole = re.compile(preserved_pattern, re.IGNORECASE)
            first = [secret for secret in ordered if whole.search(secret.text)]
            rest = [secret for secret in ordered if not whole.search(secret.text)]
            self._instead = [*(secret.instead for secret in first), None, *(secret.instead for secret in rest)]
            patterns = [*(secret.pattern for secret in first), preserved_pattern, *(secret.pattern for secret in rest)]
            self._finder = re.compile("|".join(f"({pattern})" for pattern in patterns), re.IGNORECASE)

    def narrow_to_text(self, text: str) -> Redactor:
        """Return a redactor for pieces of `text`, which searches only for the secrets in `text`."""
        lowered = text.lower()
        return Redactor(
            # JSON escapes quotes and backslashes: a text in it may hold what the whole of it does not seem to.
            [secret for secret in self.secrets if secret.needle in lowered or _ESCAPED & set(secret.needle)],
            self.patterns,
            self.profiles,
            self.in_job_file,
            _numbered=self._numbered,
        )

    def text(self, text: str, *, is_version: bool = False) -> str:
        """Return `text` without secrets.

        With `is_version` a version number in the text is not taken for an address.
        """
        redacted = self._cache.get((text, is_version))
        if redacted is None:
            redacted = self._cache[(text, is_version)] = self._replace_secrets(text, is_version=is_version)
        return redacted

    def value(self, value: Any, key: str = "") -> Any:
        """Return a JSON value without secrets; `key` is the field that contains it."""
        if isinstance(value, str):
            return value if self._is_preserved(key, value) else self.text(value, is_version=is_version_label(key))
        if isinstance(value, Mapping):
            return {self._name(name, key): self._redact_item(value, name, key) for name in value}
        if isinstance(value, list):
            return [self.value(item, key) for item in value]
        return value

    def _name(self, name: str, key: str) -> str:
        """Return the name of a field without secrets.

        A name that is no product word may be a name given by a user. `key` is the field whose object contains the named
        field.
        """
        is_ours = _WORD.fullmatch(name) or _NUMBER.fullmatch(name) or _PART_NAME.fullmatch(name)
        # This many characters with a digit are a model or a serial number; shorter ones may be a field such as `p99`.
        is_telling = len(name) >= _LONG and any(map(str.isdigit, name)) and "_" not in name
        return name if key in _CHOSEN or (is_ours and not is_telling) else self.text(name)

    def _redact_item(self, value: Mapping[str, Any], name: str, key: str) -> Any:
        """Return the field `name` of the object `value` without secrets.

        `key` is the field that contains the object. Sibling fields determine the kind of the field.
        """
        item, label = value[name], value.get("label")
        if not isinstance(item, str):
            return self.value(item, name)
        if name == "label" and is_our_label(value):
            return item
        if key == "job_files" and name == "text":
            return self._get_job_file_redactor().text(item)
        # A profile and an engine appear as their name with a version, or as their name alone.
        if name == "name" and key in ("profile", "engine"):
            return self.value(item, key)
        if name == "value" and isinstance(label, str):
            if label == "Engine" and item in ENGINE_NAMES:
                return item
            if is_version_label(label):
                return self.text(item, is_version=True)
        return self.value(item, name)

    def _get_job_file_redactor(self) -> Redactor:
        if self._job_files is None:
            self._job_files = Redactor(
                self.secrets, self.patterns, self.profiles, in_job_file=True, _numbered=self._numbered
            )
        return self._job_files

    def _is_preserved(self, key: str, value: str) -> bool:
        if key == "profile" and value.partition("@")[0] in self.profiles:
            return True
        return is_preserved_word(key, value) or _is_preserved_value(key, value)

    def has_secret(self, content: bytes) -> bool:
        """Return whether bytes that are no text hold one of the secrets, in ASCII or UTF-16."""
        texts = [content.decode("latin-1")]
        texts += [content[start:].decode("utf-16-le", errors="replace") for start in (0, 1)]
        return any(self.narrow_to_text(text).text(text) != text for text in texts)

    def _replace_secrets(self, text: str, *, is_version: bool) -> str:
        if self._finder is not None:
            text = self._finder.sub(self._replace_known_secret, text)
        for pattern in self.patterns:
            if not (is_version and pattern.is_like_a_version):
                text = pattern.expression.sub(partial(self._number, pattern), text)
        return text

    def _replace_known_secret(self, match: re.Match[str], /) -> str:
        instead = self._instead[(match.lastindex or 1) - 1]
        return match[0] if instead is None else instead

    def _number(self, pattern: Pattern, match: re.Match[str], /) -> str:
        text = match[0]
        if not pattern.accepts(match):
            return text
        label = match["kept"] if "kept" in pattern.expression.groupindex else ""
        hidden = text[len(label) :].lower()
        count = sum(word == pattern.word for word, _ in self._numbered) + 1
        word = self._numbered.setdefault((pattern.word, hidden), f"{pattern.word} {count}")
        return f"{label}{pattern.quote}{word}{pattern.quote}"


def _is_preserved_value(key: str, value: str) -> bool:
    if key in _HASHES or key in _AUTHORS_OWN or _NUMBER.fullmatch(value):
        return True
    if key in _CHOSEN and _CHART_KEY.fullmatch(value):
        return True
    if key in _PART_FIELDS and _PART_NAME.fullmatch(value):
        return True
    return key in _CLOSED and (_WORD.fullmatch(value) is not None or key in ("schema", "lineage_id", "media_type"))


def make_redactor(secrets: Iterable[Secret], *, serials: bool, names: bool, profiles: Iterable[str] = ()) -> Redactor:
    """Return a redactor of `secrets`, except serial numbers or names that the author shows.

    `serials` and `names` are True for the kind that is shown. `profiles` are the names of the profiles of the
    catalogue, which this product gave.
    """
    shown = {name for name, is_shown in (("serials", serials), ("names", names)) if is_shown}
    patterns = [*(() if serials else SERIAL_PATTERNS), *(() if names else NAME_PATTERNS)]
    return Redactor(
        [secret for secret in secrets if secret.group not in shown and secret.text.strip()], patterns, tuple(profiles)
    )
