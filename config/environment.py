"""What the settings take from the environment, and the clear refusal when something is missing.

Nothing else in the product reads the environment, save `bin/` and the servers' own entries.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

KINDS = ("development", "test", "production")

PRODUCTION_NEEDS = ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL")
"""What a production start may not guess. Each is refused by name when it is missing or empty."""


def kind(environ: Mapping[str, str]) -> str:
    """Say which of `KINDS` this process is, from BULLSEYE_ENV; development when it is not set.

    Raises ImproperlyConfigured for any other word, so that a typing slip never starts an open server.
    """
    word = environ.get("BULLSEYE_ENV", "development")
    if word not in KINDS:
        raise ImproperlyConfigured(f"BULLSEYE_ENV is {word!r}; it must be one of {', '.join(KINDS)}.")
    return word


def refuse_incomplete_production(environ: Mapping[str, str]) -> None:
    """Raise ImproperlyConfigured naming every variable that production needs and lacks."""
    missing = [name for name in PRODUCTION_NEEDS if not environ.get(name, "").strip()]
    if missing:
        raise ImproperlyConfigured(
            "BULLSEYE_ENV is production, but the environment lacks: " + ", ".join(missing) + ". See deploy/README.md."
        )
    if len(environ["SECRET_KEY"]) < 50:
        raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters; make one of 50 random ones or more.")
    if environ.get("DEBUG", "").lower() in {"1", "true", "yes", "on"}:
        raise ImproperlyConfigured("DEBUG is on while BULLSEYE_ENV is production; unset one of them.")
    if "*" in (host.strip() for host in environ["ALLOWED_HOSTS"].split(",")):
        raise ImproperlyConfigured("ALLOWED_HOSTS is '*' while BULLSEYE_ENV is production; name the hosts.")


def kept_secret(path: Path) -> str:
    """Return the secret kept in `path`, made at the first call; readable by its owner alone, never committed.

    Two processes that start together end with the same secret: it is written aside and linked into place.
    """
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(60))
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
    return path.read_text(encoding="ascii").strip()


def queue_url(redis_url: str) -> str:
    """Return `redis_url` as Celery spells it: what the cache calls `unix://` is `redis+socket://` to Celery."""
    if not redis_url.startswith("unix://"):
        return redis_url
    path, _, query = redis_url.removeprefix("unix://").partition("?")
    database = dict(pair.partition("=")[::2] for pair in query.split("&") if pair).get("db", "0")
    return f"redis+socket://{path}?virtual_host={database}"


def whole_number(environ: Mapping[str, str], name: str, default: int) -> int:
    """Return the whole number, 1 or more, in variable `name`, or the default; else raise ImproperlyConfigured."""
    text = environ.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ImproperlyConfigured(f"{name} is {text!r}; it must be a whole number, 1 or more.")
    return int(text)


def redis_url(environ: Mapping[str, str]) -> str:
    """Return where Redis is; ImproperlyConfigured when production does not say so."""
    found = environ.get("REDIS_URL", "").strip()
    if not found and kind(environ) == "production":
        raise ImproperlyConfigured("BULLSEYE_ENV is production, but the environment lacks: REDIS_URL.")
    return found or "redis://127.0.0.1:6379/0"


def key_prefix(environ: Mapping[str, str]) -> str:
    """Return what all our names in Redis begin with."""
    return environ.get("BULLSEYE_KEY_PREFIX", "").strip() or "bullseye"


def board_channel(environ: Mapping[str, str]) -> str:
    """Return the channel on which changes at the tables are announced: channels are common to a server's databases."""
    return f"{key_prefix(environ)}:boards"
