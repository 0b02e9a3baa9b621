"""Author's Markdown as plain data for prints: paragraphs, headings, lists, tables, quotes, code.

It also has emphasis and links. HTML is text, a picture is its description, and a link leads only to the web or a
mailbox.
"""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from storagelab.shares.printing.characters import clean_text, split_long_words

Node = dict[str, Any]

#: A PDF takes no longer ones.
LONGEST_ADDRESS = 2000
_LINKS = frozenset({"http", "https", "mailto"})
_HOLDERS = {"em": "emphasis", "strong": "strong", "s": "struck", "blockquote": "quote", "paragraph": "paragraph"}
_LISTS = {"bullet_list": "list", "ordered_list": "numbers"}


def read_words(markdown: str) -> list[Node]:
    """Return the blocks of a text: `kind`, and `parts`, `items` or `text`."""
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 12}).enable(["table", "strikethrough"])
    return _convert_nodes(SyntaxTreeNode(parser.parse(clean_text(markdown))).children)


def format_plain_lines(markdown: str) -> list[str]:
    """Return a text without its marks, one entry for each line."""
    lines: list[str] = []
    for node in read_words(markdown):
        lines += _format_lines(node)
    return lines


def _convert_nodes(nodes: list[SyntaxTreeNode]) -> list[Node]:
    return [made for node in nodes for made in _convert_node(node)]


def _convert_node(node: SyntaxTreeNode) -> list[Node]:
    kind = node.type
    if kind == "inline":
        return _convert_nodes(node.children)
    if kind in _HOLDERS:
        return [{"kind": _HOLDERS[kind], "parts": _convert_nodes(node.children)}]
    if kind in _LISTS:
        return [_list(node)]
    if kind == "heading":
        return [{"kind": "heading", "level": int(node.tag[1:]), "parts": _convert_nodes(node.children)}]
    if kind in ("fence", "code_block"):
        return [{"kind": "code", "lines": [split_long_words(line) for line in node.content.rstrip("\n").split("\n")]}]
    if kind == "code_inline":
        return [{"kind": "code_words", "text": split_long_words(node.content)}]
    if kind == "hr":
        return [{"kind": "rule"}]
    if kind in ("softbreak", "hardbreak"):
        return [{"kind": "text", "text": " "} if kind == "softbreak" else {"kind": "break"}]
    if kind == "table":
        return [_convert_table(node)]
    if kind == "link":
        return _convert_link(node)
    # Text, the description of a picture, and any node of a later parser.
    return [{"kind": "text", "text": split_long_words(node.content)}] if node.content else _convert_nodes(node.children)


def _list(node: SyntaxTreeNode) -> Node:
    items = [_convert_nodes(item.children) for item in node.children]
    start = node.attrs.get("start", 1)
    return {"kind": _LISTS[node.type], "start": int(start) if str(start).isdecimal() else 1, "items": items}


def _convert_table(node: SyntaxTreeNode) -> Node:
    rows = [row for group in node.children for row in group.children]
    return {"kind": "table", "rows": [[_convert_nodes(cell.children) for cell in row.children] for row in rows]}


def _convert_link(node: SyntaxTreeNode) -> list[Node]:
    parts, address = _convert_nodes(node.children), str(node.attrs.get("href", ""))
    if address.partition(":")[0].lower() not in _LINKS or len(address) > LONGEST_ADDRESS:
        return parts
    shown = _format_text({"parts": parts})
    return [{"kind": "link", "address": address, "parts": parts, "is_bare": shown.strip() == address}]


def _format_lines(node: Node) -> list[str]:
    kind = node["kind"]
    if kind in _LISTS.values():
        return [
            _mark(node, index) + line if first else "  " + line
            for index, item in enumerate(node["items"])
            for first, line in _format_item_lines(item)
        ]
    if kind == "code":
        return ["".join(line) for line in node["lines"]]
    if kind == "table":
        return [" | ".join("".join(_format_text(part) for part in cell) for cell in row) for row in node["rows"]]
    if kind == "quote":
        return [line for part in node["parts"] for line in _format_lines(part)]
    if kind == "rule":
        return []
    return _format_text(node).split("\n")


def _mark(node: Node, index: int) -> str:
    return "- " if node["kind"] == "list" else f"{node['start'] + index}. "


def _format_item_lines(item: list[Node]) -> list[tuple[bool, str]]:
    lines = [line for node in item for line in _format_lines(node)]
    return [(index == 0, line) for index, line in enumerate(lines)]


def _format_text(node: Node) -> str:
    if node.get("kind") == "break":
        return "\n"
    own = "".join(node.get("text", ()))
    inner = own + "".join(_format_text(part) for part in node.get("parts", ()))
    return f"{inner} <{node['address']}>" if node.get("kind") == "link" and not node["is_bare"] else inner
