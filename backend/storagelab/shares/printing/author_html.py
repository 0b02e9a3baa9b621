"""Author's Markdown as HTML: raw HTML becomes text, no pictures, links only to the web or a mailbox."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

#: The headings of a page end here; those of the author are below.
PAGE_LEVEL = 2
_LOWEST = 6


def render_author_html(markdown: str) -> Markup:
    """Convert Markdown to markup that is safe inside a page.

    Its headings are below those of the page, without a gap between levels.
    """
    parser = _parser()
    tokens = parser.parse(markdown)
    _demote(tokens)
    # What the parser wrote is all there is: it escapes every text, and raw HTML is a text to it.
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704


class _Parser(MarkdownIt):
    """Markdown whose links, also those in angle brackets, lead to the web or to a mailbox; others stay text."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the name is the library's.
        """Return whether a link in the author's text may lead to `url`."""
        try:
            parts = urlsplit(url.strip())
        except ValueError:
            return False
        scheme = parts.scheme.lower()
        return scheme == "mailto" or (scheme in ("http", "https") and bool(parts.netloc))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "maxNesting": 12})
    parser.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline"])
    parser.add_render_rule("link_open", _render_link_open)
    parser.add_render_rule("table_open", _render_table_open)
    parser.add_render_rule("table_close", _close_table)
    return parser


def _demote(tokens: Sequence[Token]) -> None:
    level = PAGE_LEVEL
    for token in tokens:
        if token.type == "heading_open":
            level = min(PAGE_LEVEL + int(token.tag[1:]), level + 1, _LOWEST)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{level}"


def _render_link_open(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("rel", "noreferrer nofollow")
    return str(renderer.renderToken(tokens, index, options, env))


def _render_table_open(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:  # noqa: ARG001
    return '<div class="scroll" tabindex="0" role="region" aria-label="Table of the author, scrolls sideways"><table>\n'


def _close_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:  # noqa: ARG001
    return "</table></div>\n"
