"""The grammar of queries: text to a tree that remembers its places, with limits of length and nesting."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple, cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args

from storagelab.errors import InvalidQuery
from storagelab.query.tree import And, Condition, Not, Operator, Or, Query, Value, ValueRange, Word

MAX_CHARACTERS = 2000
#: Words and conditions of one query.
MAX_PARTS = 100
#: Levels of AND, OR and NOT within one another.
MAX_NESTING = 20

#: A name and its operator; only one of order may have a space before it.
COMPARE = re.compile(r"(?P<name>[^\W\d_][\w./-]*)(?:(?P<equal>:)|\s*(?P<order>>=|<=|[><]))")
#: Text that needs no quotation marks behind an operator.
BARE = re.compile(r'[^\s()"]+')
#: The words of the language.
KEYWORDS = ("AND", "OR", "NOT")
RANGE_SIGN = ".."

_GRAMMAR = rf"""
start: either
either: both (_OR both)*
both: one (_AND? one)*
?one: (_NOT | _MINUS) one -> negated
    | _OPEN either _CLOSE -> group
    | WORD -> word
    | STRING -> phrase
    | COMPARE (VALUE | STRING) -> condition

_OR.4: /OR(?![^\s()"])/
_AND.4: /AND(?![^\s()"])/
_NOT.4: /NOT(?![^\s()"])/
COMPARE.3: /{re.sub(r"[?]P<[a-z]+>(?=[^>])", "?:", COMPARE.pattern).replace("/", chr(92) + "/")}/
_MINUS.2: /-(?=\S)/
STRING: /"(?:[^"\\]|\\.)*"/s
WORD.1: /(?!(?:{"|".join(KEYWORDS)})(?![^\s()"])){BARE.pattern}/
VALUE.1: /{BARE.pattern}/
_OPEN: "("
_CLOSE: ")"
%ignore /\s+/
"""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class _TooDeep(Exception):
    """More levels than MAX_NESTING."""


class _Built(NamedTuple):
    """A part of the tree, how deep it is and how many leaves it has."""

    node: Query
    depth: int
    parts: int


def parse_query(text: str) -> Query | None:
    """Parse a query to a tree; return None for an empty text.

    Raises InvalidQuery with the position of the fault in the text.
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidQuery(
            f"The query has {len(text)} characters. At most {MAX_CHARACTERS} are possible.",
            start=MAX_CHARACTERS,
            end=len(text),
        )
    if not text.strip():
        return None
    try:
        built = cast(_Built, _parser().parse(text))
    except UnexpectedInput as error:
        raise _describe(error, text) from None
    except _TooDeep:
        sentence = f"The query is nested too deeply. At most {MAX_NESTING} levels are possible."
        raise InvalidQuery(sentence, start=0, end=len(text)) from None
    if built.parts > MAX_PARTS:
        raise InvalidQuery(
            f"The query has {built.parts} words and conditions. At most {MAX_PARTS} are possible.",
            start=0,
            end=len(text),
        )
    return built.node


def quote(text: str) -> str:
    """Return a text in quotation marks, with the escapes of the query grammar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquote(text: str) -> str:
    """Return the text within quotation marks."""
    return _ESCAPED.sub(r"\1", text[1:-1])


@v_args(inline=True)
class _TreeBuilder(Transformer[Token, _Built]):
    """Builds the tree while the text is parsed, so that its depth needs no recursion."""

    def start(self, built: _Built) -> _Built:
        return built

    def either(self, *items: _Built) -> _Built:
        return items[0] if len(items) == 1 else _combine(Or(tuple(item.node for item in items)), items)

    def both(self, *items: _Built) -> _Built:
        return items[0] if len(items) == 1 else _combine(And(tuple(item.node for item in items)), items)

    def negated(self, built: _Built) -> _Built:
        return _combine(Not(built.node), (built,))

    def group(self, built: _Built) -> _Built:
        return built

    def word(self, token: Token) -> _Built:
        return _Built(Word(str(token), *_get_token_span(token)), 1, 1)

    def phrase(self, token: Token) -> _Built:
        text = unquote(str(token))
        return _Built(Word(text, *_get_token_span(token)), 1, max(len(text.split()), 1))

    def condition(self, compare: Token, token: Token) -> _Built:
        match = COMPARE.fullmatch(str(compare))
        assert match is not None  # noqa: S101 - the lexer has matched it.
        start, _ = _get_token_span(compare)
        value = _read_value(token)
        operator = cast(Operator, match["equal"] or match["order"])
        leaf = Condition(match["name"], operator, value, start, start + len(match["name"]), value.end)
        return _Built(leaf, 1, 1)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="contextual", transformer=_TreeBuilder(), maybe_placeholders=False)


def _combine(node: Query, items: tuple[_Built, ...]) -> _Built:
    depth = max(item.depth for item in items) + 1
    if depth > MAX_NESTING:
        raise _TooDeep
    return _Built(node, depth, sum(item.parts for item in items))


def _read_value(token: Token) -> Value | ValueRange:
    text, (start, end) = str(token), _get_token_span(token)
    if token.type == "STRING":
        return Value(unquote(text), True, start, end)
    if RANGE_SIGN not in text:
        return Value(text, False, start, end)
    low, _, high = text.partition(RANGE_SIGN)
    return ValueRange(
        Value(low, False, start, start + len(low)) if low else None,
        Value(high, False, end - len(high), end) if high else None,
        start,
        end,
    )


def _get_token_span(token: Token) -> tuple[int, int]:
    start, end = token.start_pos, token.end_pos
    assert start is not None and end is not None  # noqa: PT018, S101 - a token of a text has both.
    return start, end


def _describe(error: UnexpectedInput, text: str) -> InvalidQuery:
    if isinstance(error, UnexpectedCharacters):
        start = error.pos_in_stream or 0
        if text[start] == '"':
            return InvalidQuery("The quotation mark has no closing one.", start=start, end=len(text))
        return InvalidQuery(f"The character {text[start]} is not possible here.", start=start, end=start + 1)
    token: Any = getattr(error, "token", None)
    if not isinstance(error, UnexpectedToken) or token is None or token.type == "$END":
        return _describe_end(error, text)
    start, end = _get_token_span(token)
    expected = error.expected
    if "VALUE" in expected:
        return InvalidQuery("The value is missing behind the operator.", start=start, end=end)
    if token.type == "_CLOSE" and not _find_open_parentheses(text[:start]):
        return InvalidQuery("The closing parenthesis has no opening one.", start=start, end=end)
    if token.type == "_CLOSE":
        return InvalidQuery("A word or a condition is missing before the parenthesis.", start=start, end=end)
    return InvalidQuery(f"A word or a condition is missing before {token}.", start=start, end=end)


def _describe_end(error: UnexpectedInput, text: str) -> InvalidQuery:
    end = len(text.rstrip())
    expected = getattr(error, "expected", ())
    if "VALUE" in expected:
        match = re.search(r"\S+\Z", text.rstrip())
        return InvalidQuery("The value is missing behind the operator.", start=match.start() if match else end, end=end)
    if "_CLOSE" in expected:
        return InvalidQuery("A parenthesis is not closed.", start=_find_open_parentheses(text)[-1], end=end)
    return InvalidQuery("A word or a condition is missing at the end.", start=max(end - 1, 0), end=end)


def _find_open_parentheses(text: str) -> list[int]:
    """Return the positions of opening parentheses in a query that are never closed.

    Parentheses within quotation marks do not count.
    """
    places: list[int] = []
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[()]', text, re.DOTALL):
        if match[0] == "(":
            places.append(match.start())
        elif match[0] == ")" and places:
            places.pop()
    return places
