"""Log of the API process: one JSON object a line, without variable values, which may be secret."""

from __future__ import annotations

import logging

import structlog


def configure_logging(level: str) -> None:
    """Set up the log of this process; `level` is the least severity that is written."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            # JSON escapes control characters, so user text can forge no line.
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
    )
