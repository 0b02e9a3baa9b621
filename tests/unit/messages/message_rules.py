"""Rules for the messages of the product, and their collector over the syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

#: Calls whose strings no person reads: patterns, statements of the database, descriptions of fields, log entries.
NO_MESSAGES = frozenset(
    {
        *("compile", "fullmatch", "match", "search", "sub", "findall", "SQL", "text", "execute", "CheckConstraint"),
        *("ForeignKey", "Index", "Column", "Table", "Option", "Query", "Field", "Header", "getLogger", "get_logger"),
        *("debug", "info", "warning", "error", "exception", "removeprefix", "removesuffix", "startswith", "endswith"),
    }
)
#: Built-in exceptions whose text reaches a person.
BUILT_IN = frozenset(
    {"ValueError", "OSError", "RuntimeError", "EOFError", "HTTPException", "SystemExit", "BadParameter"}
)
#: Errors whose text follows the path of a field, the place in a file or an option, and has its subject there.
AFTER_A_PLACE = frozenset(
    {
        *(
            "ProfileInvalid",
            "RecipeInvalid",
            "ParseFailed",
            "TextRefused",
            "OperationInvalid",
            "FioSettingNotExpressible",
        ),
        "VdbenchParameterNotExpressible",
        *("Truncated", "TooMuch", "Unreadable", "NotUnderstood", "NotReadable", "refuse", "PartMissing"),
        *("_make_type_error", "_make_phase_error", "_make_refused_row", "_make_upload_error", "_locate_refusal"),
        *("_make_refusal", "_build_refusal", "_describe_refusal", "_build_refusal_report", "make_unreadable_refusal"),
        *("build_option_error", "add_member_name", "failure", "make_form_refusal"),
    }
)
#: Programs whose names begin a sentence in lower case, and the arguments of a call.
IN_LOWER_CASE = ("args ", "fio ", "hdparm ", "nvme ", "vdbench")
#: Exceptions of the language: raised with a fragment that the sentence of another error embeds.
EMBEDDED = frozenset({"ValueError", "OSError", "EOFError", "FileExistsError"})
_REFUSED = {
    "is no X: write is not a X": r"(?<!there )\b(?:is|are) no (?!longer\b)",
    "stands": r"\b(?:stands|stand twice|as it stand|stand before)\b",
    "told": r"\btold\b",
    "anew": r"\banew\b",
    "mend": r"\bmend(?:s|ed|ing)?\b",
    "brought": r"\bbrought\b",
    "asked for": r"\basked for\b",
    "lies in": r"\blies (?:in|below|among|behind|before|after|within)\b",
    "there are: write Available": r"\bthere (?:are|is): ",
    "somebody: name the user": r"\b(?:nobody|somebody|whoever)\b",
    "known here: write unknown": r"\bknown here\b",
    "are the most: write at most": r"\b(?:are|is) the (?:most|least)\b",
    "is gone: write is missing": r"\b(?:is|are) gone\b",
    "please": r"\bplease\b",
    "two spaces": r"\S {2,}\S",
}
#: Two clauses in one sentence. Headers, policies and settings have semicolons of their own.
_SEMICOLON = re.compile(r"\S; \S")
_SYNTAX = re.compile(r"-src |frame-ancestors|form-data|attachment; |inline; |charset=|^set ")
#: Sentences of frozen documents and of what is printed from them, and patterns that read earlier ones.
_FROZEN_FOLDERS = (
    "backend/storagelab/analysis/",
    "backend/storagelab/domain/configuration_diff.py",
    "backend/storagelab/results/clock_jumps.py",
    "backend/storagelab/shares/verification/earlier_words.py",
    "backend/storagelab/shares/freezing/",
    "backend/storagelab/shares/printing/",
)
_DIALECT = {
    "says: write states, shows or names": r"\b(?:says?|said|saying|tells?)\b",
    "goes on: write continues": r"\b(?:go|goes|going|went) on\b",
    "at hand: write was tested with": r"\bat hand\b",
    "leads nowhere: name the fault": r"\bleads? (?:nowhere|here)\b",
}
#: Words that frozen sentences have as well; those stay as they are.
DIALECT = {fault: re.compile(pattern, re.IGNORECASE) for fault, pattern in _DIALECT.items()}
REFUSED = {fault: re.compile(pattern, re.IGNORECASE) for fault, pattern in _REFUSED.items()}
_INVALID = re.compile(r"\binvalid\b", re.IGNORECASE)
#: The term of the field: a run is valid or invalid.
_VALIDITY = re.compile(r"\b(?:marked invalid|invalid, unfinished|invalid run|or invalid)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:It|Its|They|Their)\b")
#: A message behind the path of a field begins with its fault: "must ...", "is ...", "unknown ...".
_IMPERATIVE = re.compile(r"(?:add|ask|choose|give|leave|make|name|say|send|take|use|write)\b")
_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True)
class Message:
    """A string of the product; an expression within it is `{}`."""

    place: str
    text: str
    #: Name of the error that carries it, where it is raised or returned as one.
    error: str | None
    #: The error has a path, so that the name of the field precedes the text.
    has_path: bool


def errors_in(trees: Mapping[str, ast.Module]) -> frozenset[str]:
    """Return the names of all errors of the product and of the functions that make one."""
    names = set(BUILT_IN | EMBEDDED)
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    while True:
        classes = {
            node.name
            for node in nodes
            if isinstance(node, ast.ClassDef) and any(_name(base) in names | {"Exception"} for base in node.bases)
        }
        makers = {
            node.name for node in nodes if isinstance(node, ast.FunctionDef) and _name(node.returns) in names | classes
        }
        if classes | makers <= names:
            return frozenset(names)
        names |= classes | makers


def messages_in(place: str, tree: ast.Module, errors: frozenset[str]) -> Iterator[Message]:
    """Yield every string of a file that can be a message: two words or more, and no docstring."""
    yield from _messages(place, tree, errors, None, False)


def faults_of(message: Message) -> list[str]:
    """Return what the rules find in a message: nothing in one that holds them."""
    faults = [fault for fault, pattern in REFUSED.items() if pattern.search(message.text)]
    if _INVALID.search(_VALIDITY.sub("", message.text)) and "{}" not in message.text:
        faults.append("invalid without the value")
    is_frozen = message.place.startswith(_FROZEN_FOLDERS)
    if not is_frozen and _SEMICOLON.search(message.text) and not _SYNTAX.search(message.text):
        faults.append("semicolon: write two sentences, a colon or a comma")
    if not is_frozen:
        faults.extend(fault for fault, pattern in DIALECT.items() if pattern.search(message.text))
    if message.error is not None and not message.has_path and message.error not in AFTER_A_PLACE | EMBEDDED:
        if message.text[:1].islower() and not message.text.startswith(IN_LOWER_CASE):
            faults.append("no subject: begin with the thing and a capital letter")
        if _PRONOUN.match(message.text):
            faults.append("no subject: write the thing for It")
    if message.has_path and _IMPERATIVE.match(message.text):
        faults.append("no fault behind the path: write must")
    return [f"{message.place}: {fault}: {message.text}" for fault in faults]


def _messages(
    place: str, node: ast.AST, errors: frozenset[str], error: str | None, has_path: bool
) -> Iterator[Message]:
    if isinstance(node, ast.Call):
        name = _name(node.func)
        if name in NO_MESSAGES:
            return
        error = name if name in errors else None
        has_path = error is not None and any(keyword.arg == "path" for keyword in node.keywords)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    text = _rendered(node)
    if text is not None:
        if len(_WORD.findall(text.replace("{}", ""))) > 1 and " " in text.strip() and "\n" not in text:
            yield Message(f"{place}:{getattr(node, 'lineno', 0)}", text, error, has_path)
        for value in getattr(node, "values", ()):
            if isinstance(value, ast.FormattedValue):
                yield from _messages(place, value.value, errors, None, False)
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Call) and isinstance(child, ast.keyword):
            # Stored values, codes and the like are not text of the error itself.
            yield from _messages(place, child.value, errors, None, False)
        else:
            yield from _messages(place, child, errors, error, has_path)


def _rendered(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant):
        # Templates of `format` hold names in braces, which no person reads.
        return re.sub(r"\{[a-z_.]*\}", "{}", node.value) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _name(node: ast.AST | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def read_trees(root: Path, folders: tuple[str, ...]) -> dict[str, ast.Module]:
    """Return the syntax trees of all Python files below some folders by their paths."""
    files = sorted(file for folder in folders for file in (root / folder).rglob("*.py"))
    return {str(file.relative_to(root)): ast.parse(file.read_text(encoding="utf-8")) for file in files}
