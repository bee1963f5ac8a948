"""How gunicorn serves pages and API: two processes of threads. Read by `gunicorn --config python:config.gunicorn`."""

import os
from pathlib import Path

worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
preload_app = True
timeout = 60
graceful_timeout = 8
keepalive = 5
# The workers' sign of life: in memory, where a slow disk cannot make them look dead.
_memory = Path("/dev/shm")  # noqa: S108
worker_tmp_dir = str(_memory) if _memory.is_dir() else None
# Limits on what a request line and its headers may hold, before Django sees them.
limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190
loglevel = os.environ.get("BULLSEYE_LOG_LEVEL", "warning").lower()
accesslog = "-" if os.environ.get("BULLSEYE_ACCESS_LOG") else None
control_socket_disable = True
