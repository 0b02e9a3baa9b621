"""Labels: keys with an optional value, compared without regard to case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

MAX_LABELS = 32
#: Labels that a job or campaign to submit may have: one of an earlier release had as many and 20 tags beside.
MAX_SUBMITTED_LABELS = MAX_LABELS + 20
MAX_KEY_CHARACTERS = 63
MAX_VALUE_CHARACTERS = 200
#: The length of `key=value` at most.
MAX_LABEL_CHARACTERS = MAX_KEY_CHARACTERS + 1 + MAX_VALUE_CHARACTERS
#: Keys that begin so are the lab's own.
RESERVED_PREFIX = "storagelab/"
#: What the lab gives the jobs of a campaign, and those that check the health of a server.
CAMPAIGN_KEY = f"{RESERVED_PREFIX}campaign"
HEALTH_CHECK_KEY = f"{RESERVED_PREFIX}health-check"
#: Key of what was a tag once and cannot be the key or the `key=value` that it looks like.
TAG_KEY = "tag"


#: Values by key, as they are stored.
Labels: TypeAlias = Mapping[str, str | None]


class Label(NamedTuple):
    """A key and its value; a key without value has None, which an empty value is not."""

    key: str
    value: str | None


def format_label(key: str, value: str | None) -> str:
    """Return a label as text: `key=value`, or `key` where it has no value."""
    return key if value is None else f"{key}={value}"


def parse_label(text: str) -> Label:
    """Parse a label such as `key=value`: the key ends at the first `=`.

    Raises ValueError for a text without a key.
    """
    key, sign, value = text.partition("=")
    if not key.strip():
        raise ValueError("a label needs a key, as in release=24.1")
    return Label(key.strip(), value.strip() if sign else None)


def format_labels(labels: Mapping[str, str | None]) -> str:
    """Return labels as one text, sorted by key and separated by `; `.

    A `;` or a backslash in a label is escaped with a backslash.
    """
    texts = (format_label(*label) for label in sort_labels(labels).items())
    return "; ".join(text.replace("\\", "\\\\").replace(";", "\\;") for text in texts)


def parse_labels(text: str) -> dict[str, str | None]:
    """Parse the labels in a text from `format_labels`.

    Raises ValueError for a label without a key, or a key with two values.
    """
    labels: dict[str, str | None] = {}
    for part in _split(text):
        key, value = parse_label(part)
        same = find_key(labels, key)
        if same is None:
            labels[key] = value
        elif not _is_same(Label(same, labels[same]), Label(key, value)):
            raise ValueError(f"the key {key} is listed twice")
    return labels


def _split(text: str) -> Iterator[str]:
    part, escaped = "", False
    for character in text:
        if escaped:
            part += character if character in "\\;" else f"\\{character}"
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == ";":
            if part.strip():
                yield part
            part = ""
        else:
            part += character
    part += "\\" if escaped else ""
    if part.strip():
        yield part


def sort_labels(labels: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return labels sorted by key, whatever the case."""
    return dict(sorted(labels.items(), key=lambda label: (label[0].casefold(), label[0])))


def find_key(labels: Iterable[str], key: str) -> str | None:
    """Return the label key that equals `key` regardless of case; None without one."""
    folded = key.casefold()
    return next((candidate for candidate in labels if candidate.casefold() == folded), None)


def merge_labels(
    labels: Mapping[str, str | None], *, remove: Iterable[str], add: Mapping[str, str | None]
) -> dict[str, str | None]:
    """Remove some labels, given as `key` or `key=value`, then add others, and return the result.

    An existing key retains its spelling and gets the new value; a value that differs in case alone is unchanged.
    """
    merged = dict(labels)
    for key, value in map(parse_label, remove):
        for label in list(merged.items()):
            if _is_same(Label(*label), Label(key, label[1] if value is None else value)):
                del merged[label[0]]
    for key, value in add.items():
        same = find_key(merged, key)
        if same is None or not _is_same(Label(same, merged[same]), Label(key, value)):
            merged[same or key] = value
    return merged


def has_reserved_key(key: str) -> bool:
    """Return whether a label key is reserved for the lab itself."""
    return key.startswith(RESERVED_PREFIX)


def convert_tags(tags: Sequence[str]) -> dict[str, str | None]:
    """Convert tags of an earlier release into labels.

    The tag `a=b` has the key a, and a word is a key without value. A tag whose key is taken or missing becomes the
    value of a key `tag`, `tag-2` and so on: nothing is lost.
    """
    labels: dict[str, str | None] = {}
    others = []
    for tag in tags:
        try:
            key, value = parse_label(tag)
        except ValueError:
            others.append(tag)
            continue
        same = find_key(labels, key)
        if has_reserved_key(key) or (same is not None and not _is_same(Label(same, labels[same]), Label(key, value))):
            others.append(tag)
        elif same is None:
            labels[key] = value
    for tag in others:
        labels[_free_key(labels)] = tag
    return labels


def _free_key(labels: Iterable[str]) -> str:
    number = 1
    while find_key(labels, key := TAG_KEY if number == 1 else f"{TAG_KEY}-{number}") is not None:
        number += 1
    return key


def _is_same(one: Label, other: Label) -> bool:
    return _fold(one) == _fold(other)


def _fold(label: Label) -> Label:
    return Label(label.key.casefold(), None if label.value is None else label.value.casefold())
