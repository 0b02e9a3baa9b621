"""HTML that an article pastes to show a chart of a permalink in a frame as high as its content. Pure.

The embedded page posts its height to the page around it, as `{"type": MESSAGE, "height": CSS px}`.
"""

from __future__ import annotations

from html import escape

#: The type of the message by which an embedded page states its height in CSS px.
MESSAGE = "storagelab:height"
#: CSS px beside the chart itself: title, caption, settings and address.
FRAME_HEIGHT = 190
MIN_HEIGHT, MAX_HEIGHT = 120, 4000
_SCRIPT = (
    'addEventListener("message",function(m){'
    f'if(m.data&&m.data.type==="{MESSAGE}")'
    'document.querySelectorAll("iframe[data-storagelab]").forEach(function(f){'
    "if(f.contentWindow===m.source)"
    f"f.height=Math.min(Math.max(Number(m.data.height)||0,{MIN_HEIGHT}),{MAX_HEIGHT})"
    "})})"
)


def build_frame(*, address: str, title: str, height: int, width: int | None = None) -> str:
    """Return the HTML of a frame with the embedded page at `address`; without `width` it is as wide as its column.

    `title` is read aloud in place of the frame. Height and width are in CSS px.
    """
    wide = f"{width}" if width is not None else "100%"
    return (
        f'<iframe data-storagelab src="{escape(address)}" title="{escape(_join_lines(title))}" width="{wide}" '
        f'height="{height}" style="border:0;max-width:100%" loading="lazy"></iframe>'
    )


def build_embed_code(*, address: str, title: str, height: int) -> str:
    """Return the HTML to copy: a frame, and the script that gives it the height of its content."""
    return f"{build_frame(address=address, title=title, height=height)}\n<script>{_SCRIPT}</script>"


def _join_lines(text: str) -> str:
    return " ".join(text.split())
