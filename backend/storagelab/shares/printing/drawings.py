"""Size of an SVG document, which typesetting needs."""

from __future__ import annotations

import re

_ROOT = re.compile(r"<svg\b[^>]*>")
_VIEW_BOX = re.compile(r'\bviewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+(?P<width>[\d.]+)[\s,]+(?P<height>[\d.]+)\s*"')
_WIDTH = re.compile(r'\swidth="(?P<number>[\d.]+)(?:px)?"')
_HEIGHT = re.compile(r'\sheight="(?P<number>[\d.]+)(?:px)?"')


def read_drawing_size(svg: str) -> tuple[float, float]:
    """Return the width and height of an SVG drawing in CSS pixels. Raises ValueError without a size."""
    root = _ROOT.search(svg)
    tag = root[0] if root else ""
    width, height, box = _WIDTH.search(tag), _HEIGHT.search(tag), _VIEW_BOX.search(tag)
    if width and height:
        size = float(width["number"]), float(height["number"])
    elif box:
        size = float(box["width"]), float(box["height"])
    else:
        size = 0.0, 0.0
    if not min(size) > 0:
        raise ValueError("the drawing names no size")
    return size
