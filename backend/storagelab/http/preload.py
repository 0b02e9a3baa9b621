"""Writing the first content of a page into index.html: first words and preloaded answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import escape

#: The place of the page. The build copies it unchanged from frontend/index.html.
ROOT = b'<div id="root"></div>'
#: Characters that could end the element around the answers, or a line of JavaScript.
_ENDS = re.compile("[<>&\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class PreloadText:
    """The heading of a page and its first sentences, as plain text."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """Content to preload: `answers` are JSON texts by the address that a script would request."""

    answers: Mapping[str, str]
    words: PreloadText | None


@dataclass(frozen=True, slots=True)
class FirstFiles:
    """Files and answers that the scripts of a page load first, by address."""

    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    answers: Sequence[str] = ()

    @property
    def links(self) -> str:
        """Return HTML link elements that have a browser load these files beside the first script.

        They include the answers.
        """
        return "".join(
            [
                *(
                    f'<link rel="modulepreload" fetchpriority="low" crossorigin href="/{name}">'
                    for name in self.scripts
                ),
                *(f'<link rel="preload" as="style" crossorigin href="/{name}">' for name in self.styles),
                *(f'<link rel="preload" as="fetch" crossorigin href="{escape(name)}">' for name in self.answers),
            ]
        )


NO_FILES = FirstFiles()


def write_beginning(index: bytes, beginning: Beginning, files: FirstFiles = NO_FILES) -> bytes:
    """Return the HTML page `index` with preloaded content and links to its first files.

    Only the links are added where the page has no place for the content. The preloaded words appear where the page will
    be, and disappear when it comes. JSON is data to a browser and never run.
    """
    index = index.replace(b"</head>", f"{files.links}</head>".encode(), 1)
    before, root, after = index.partition(ROOT)
    if not root:
        return index
    answers = ",".join(f'"{address}":{text}' for address, text in beginning.answers.items())
    safe = _ENDS.sub(lambda match: f"\\u{ord(match[0]):04x}", f"{{{answers}}}")
    data = f'<script type="application/json" id="first-answers">{safe}</script>'
    return before + f'<div id="root">{_format_preload_text(beginning.words)}</div>{data}'.encode() + after


def _format_preload_text(words: PreloadText | None) -> str:
    if words is None:
        return ""
    sentences = "".join(f'<p dir="auto">{escape(sentence)}</p>' for sentence in words.sentences)
    return f'<div class="first-words"><h1 dir="auto">{escape(words.heading)}</h1>{sentences}</div>'
