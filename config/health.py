"""Two questions that a watcher asks: is the process alive, and can it serve?"""

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 as long as the process answers at all; it looks at nothing else."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when database, Redis and migrations are in order, else 503 naming what is not.

    The causes go to the log and not to the caller: they hold addresses and names of the inside.
    """
    found: dict[str, str] = {}
    for name, check in (("database", _database), ("migrations", _migrations), ("redis", _redis)):
        found[name] = _try(name, check)
    ready = all(state == "ok" for state in found.values())
    return JsonResponse({"status": "ready" if ready else "not ready", **found}, status=200 if ready else 503)


def _try(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception:
        log.exception("readyz: %s does not answer", name)
        return "down"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "missing" if missing else "ok"


def _redis() -> str:
    cache.get("readyz")
    return "ok"
