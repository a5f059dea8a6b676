"""Logs: lines for people on a terminal, JSON elsewhere; always on standard error."""

from __future__ import annotations

import logging
import sys

import structlog


def configure_logs(*, is_quiet: bool = False) -> None:
    """Set up structlog once for the process."""
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR if is_quiet else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
