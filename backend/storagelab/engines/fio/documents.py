"""Finds fio's JSON documents in what surrounds them: messages, other formats, a second run, a cut end."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from storagelab.domain.reading_limits import JSON_DEPTH
from storagelab.engines.base import ParseFailed, StatusDocument

VERSION_KEY = "fio version"
#: A document begins a line, or identifies itself at once; a brace in a message does neither.
_BEGIN = re.compile(r'^[ \t]*(?=\{\s*")|(?=\{\s*"fio version")', re.MULTILINE)
_OWN_BEGIN = re.compile(r'\{\s*"fio version"')
#: C prints these where JSON has no word; the replacement is as long as what it replaces, so that places stay right.
_NOT_A_NUMBER = re.compile(r'("\s*:\s*)(-?(?:nan|inf))(?=\s*[,}\]])', re.IGNORECASE)
#: Possessive, or each character of a long string would be a place to come back to.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|["{}\[\]]', re.DOTALL)
#: What can be left of a text that stops in the middle; a file system may pad it with zeros after a power cut.
_REST_OF_TOKEN = re.compile(r"[\s\w.+\-\x00]*")
#: Broken documents are read in vain. A file with more of them than this, or with broken documents longer than this
#: multiple of the text, is not output of fio.
_MAX_FAILURES = 1000
_MAX_PASSES = 8
_DECODER = json.JSONDecoder(strict=False)
#: Nesting of a direction's object: document, jobs, job. Deeper ones are only believed when they are complete.
_JOB_DEPTH = 3
#: Closing text of a document whose last complete object is within a job: the job, the list of jobs, the document.
_INSIDE_JOB = "}]}"


@dataclass(frozen=True, slots=True)
class Broken:
    """A document that begins at `begin` and stops making sense at `end`; `cut` when that is where the text ends."""

    begin: int
    end: int
    cut: bool
    message: str


@dataclass(frozen=True, slots=True)
class DocumentScan:
    """Complete documents, the character at which each ends, and the last broken one behind them, if there is one."""

    documents: tuple[StatusDocument, ...]
    ends: tuple[int, ...]
    broken: Broken | None


def decode(data: bytes) -> str:
    """Decode the bytes to text that encodes back to exactly the same bytes."""
    return data.decode("utf-8", "surrogateescape")


def make_readable(text: str) -> str:
    """Return text for people: invalid UTF-8 becomes a replacement character, control characters become spaces."""
    clean = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return "".join(char if char.isprintable() else " " for char in clean)


def scan(text: str) -> DocumentScan:
    """Return all fio documents of `text`, in order. Raises ParseFailed for nesting that no fio document has."""
    text = _NOT_A_NUMBER.sub(lambda match: match[1] + "NaN".rjust(len(match[2])), text)
    documents: list[StatusDocument] = []
    ends: list[int] = []
    last: Broken | None = None
    failures = read_in_vain = 0
    position = 0
    while match := _BEGIN.search(text, position):
        begin = match.end()
        try:
            value, position = _DECODER.raw_decode(text, begin)
        except json.JSONDecodeError as wrong:
            position = max(wrong.pos, begin + 1)
            failures += 1
            read_in_vain += wrong.pos - begin
            if failures > _MAX_FAILURES or read_in_vain > _MAX_PASSES * len(text):
                raise ParseFailed(
                    format_line_number(text, begin), "JSON documents of fio, not so many broken ones"
                ) from None
            if _OWN_BEGIN.match(text, begin):
                last = Broken(begin, wrong.pos, wrong.msg.startswith("Unterminated string"), wrong.msg)
                # The next run may have been appended to a document that was cut, in the middle of a line.
                following = _OWN_BEGIN.search(text, begin + 1)
                position = following.start() if following else position
        except RecursionError:
            raise ParseFailed(format_line_number(text, begin), JSON_DEPTH.exceeded()) from None
        except ValueError as wrong:
            raise ParseFailed(
                format_line_number(text, begin), f"a JSON document of fio, but this one is unreadable: {wrong}"
            ) from None
        else:
            if isinstance(value, dict) and VERSION_KEY in value:
                documents.append(value)
                ends.append(position)
                last = None
    if last is not None and not last.cut and _REST_OF_TOKEN.fullmatch(text, last.end):
        # The decoder stopped because the text did: nothing but the beginning of a token is left.
        last = replace(last, cut=True)
    return DocumentScan(documents=tuple(documents), ends=tuple(ends), broken=last)


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Provable content of a document that is cut; with `open_job` its last job is cut too.

    Parts of that job may be missing.
    """

    document: StatusDocument
    open_job: bool


def salvage_document(text: str) -> Salvaged | None:
    """Return the provable content of a document that is cut: its complete jobs, and complete objects of the last.

    None when not even its version is complete.
    """
    text = _NOT_A_NUMBER.sub(lambda match: match[1] + "NaN".rjust(len(match[2])), text)
    closers: list[str] = []
    end, closing = 0, ""
    for token in _TOKEN.finditer(text):
        char = token[0]
        if char == '"':
            break
        if char in "{[":
            closers.append("}" if char == "{" else "]")
        elif char in "}]" and closers:
            closers.pop()
            if len(closers) <= _JOB_DEPTH:
                end, closing = token.end(), "".join(reversed(closers))
    repaired = text[:end] + closing
    if not end:
        version = re.match(r'\{\s*"fio version"\s*:\s*"[^"\n]*"', text)
        if version is None:
            return None
        repaired = version[0] + "}"
    try:
        value = _DECODER.decode(repaired)
    except (ValueError, RecursionError):
        return None
    return Salvaged(value, closing.startswith(_INSIDE_JOB)) if isinstance(value, dict) else None


def format_line_number(text: str, position: int) -> str:
    """Return `line 12` for a place in the text."""
    return f"line {text.count(chr(10), 0, position) + 1}"
