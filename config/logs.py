"""Logs as one JSON object a line, for machines that collect them (BULLSEYE_LOG_FORMAT=json)."""

import json
import logging
from datetime import UTC, datetime


class JsonFormatter(logging.Formatter):
    """Write time (UTC, ISO 8601), level, logger, message and, after a fault, the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        status = getattr(record, "status_code", None)
        if isinstance(status, int):
            line["status"] = str(status)
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
