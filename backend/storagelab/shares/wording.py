"""The words in which charts and verdicts are frozen."""

from __future__ import annotations

#: Counts up with each release that words a sentence or a title of a chart in another way: documents keep their own
#: words, and their verification compares words only with the same ones.
WORDING = 2
