"""Log lines of the workers' processes: one JSON object each, without the values of local variables."""

from __future__ import annotations

import logging
import sys

import structlog

from storagelab.config import get_settings


def configure_logging() -> None:
    """Log to standard error from the level of the settings on.

    structlog's own default prints the local variables of every frame of a traceback, keys among them.
    """
    level = logging.getLevelNamesMapping()[get_settings().log_level.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
