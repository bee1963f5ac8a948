"""Settings, from the environment alone. Every variable is listed in deploy/README.md.

Development needs none of them: SQLite and a generated secret in `var/`. Production refuses to start without its own.
"""

import os
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

ENVIRONMENT = environment.kind(os.environ)
PRODUCTION = ENVIRONMENT == "production"
TESTING = ENVIRONMENT == "test"
if PRODUCTION:
    environment.refuse_incomplete_production(os.environ)

VAR_DIR = Path(env.str("BULLSEYE_VAR", default=str(BASE_DIR / "var")))
"""Everything that a running server writes: database, media, logs, the development secret."""
VAR_DIR.mkdir(parents=True, exist_ok=True)

# --- Identity of this server -------------------------------------------------

SECRET_KEY = env.str("SECRET_KEY", default="") or environment.kept_secret(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# Off in development too: a fault must show the same calm page there as in the hall. DEBUG=1 asks for it.
DEBUG = env.bool("DEBUG", default=False) and not PRODUCTION

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

BULLSEYE_PROXY_COUNT = env.int("BULLSEYE_PROXY_COUNT", default=0)
"""How many trusted proxies stand in front. Their addresses in X-Forwarded-For are believed, no others."""

# --- Applications ------------------------------------------------------------

INSTALLED_APPS = [
    "penalties",
    "scoring",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rest_framework.authtoken",
    "rules.apps.AutodiscoverRulesConfig",
]

MIDDLEWARE = [
    "config.middleware.ClientAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.ContentPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.MessagesMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.middleware.OwnPasswordFirstMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database ----------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'bullseye.sqlite3'}"),
}
_default = DATABASES["default"]
if _default["ENGINE"] == "django.db.backends.sqlite3":
    _default["ENGINE"] = "config.sqlite"
    _default["OPTIONS"] = {
        # A transaction that will write takes the lock at its start: one that reads first and writes later
        # can otherwise lose its place and fail.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL;"
            "PRAGMA synchronous=FULL;"  # a hand that was answered is on the disk, whatever happens to the power
            "PRAGMA foreign_keys=ON;"
            "PRAGMA temp_store=MEMORY;"
            "PRAGMA mmap_size=134217728;"
            "PRAGMA cache_size=-16000;"
        ),
    }
    _default["CONN_MAX_AGE"] = 60
else:
    # Kept for a minute and tried before use. Never for ever: the server's threads come and go, and a
    # connection that is kept for a thread that is gone is one that nobody closes.
    _default["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", default=60)
    _default["CONN_HEALTH_CHECKS"] = True
    _default.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    # PostgreSQL plans a statement once a connection and not at every hand: a third of a save's time. A pooler that
    # hands one connection from transaction to transaction may not keep statements: 0 turns it off.
    _default["OPTIONS"].setdefault("server_side_binding", True)
    _default["OPTIONS"].setdefault("prepare_threshold", env.int("DATABASE_PREPARE_AFTER", default=5) or None)
_test_database = env.str("BULLSEYE_TEST_DATABASE", default="")
if _test_database:
    _default["TEST"] = {"NAME": _test_database}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis: cache, sessions, queue -------------------------------------------

REDIS_URL = environment.redis_url(os.environ)

BOARD_CHANNEL = environment.board_channel(os.environ)
"""Where changes at the tables are announced; `config.stream` passes them on to open pages."""
BULLSEYE_STREAM_PORT = env.int("BULLSEYE_STREAM_PORT", default=0 if PRODUCTION else None)
"""The port of the pages' own host at which browsers find that stream; 0: at the pages' own address, by the proxy;
None: there is none, and open boards look by themselves."""

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": environment.key_prefix(os.environ),
        "TIMEOUT": 300,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
    },
}
# Read from Redis, kept in the database as well: nobody is signed out when Redis starts anew.
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 14 * 24 * 3600

CELERY_BROKER_URL = environment.queue_url(REDIS_URL)
# No result backend: what a job has come to stands in its own row, where a page can read it after any restart.
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{environment.key_prefix(os.environ)}:queue:",
    "visibility_timeout": 3600,
    "socket_connect_timeout": 2,
}
# A page that queues a print waits this little for a queue that is down, and then says so.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_step": 0.2, "interval_max": 0.5}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- People ------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if TESTING:
    # Hashing is slow on purpose; a thousand test users need not wait for it. A test of its own looks at the real list.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]
_VALIDATORS = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": _VALIDATORS + "UserAttributeSimilarityValidator"},
    {"NAME": _VALIDATORS + "MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": _VALIDATORS + "CommonPasswordValidator"},
    {"NAME": _VALIDATORS + "NumericPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Ten wrong passwords for one name from one address, and that pair waits a quarter of an hour. By name and address
# together: all the phones of a hall share one address, and a name alone would let anybody lock anybody out.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "config.errors.too_many_sign_ins"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# --- Safety ------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    # The proxy's own look at the server comes without TLS.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
    SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
    SESSION_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_SECURE = True
    CSRF_COOKIE_NAME = "__Host-csrf"
    if BULLSEYE_PROXY_COUNT:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o640

# --- Files -------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = env.str(
    "BULLSEYE_STATIC_ROOT", default=str(BASE_DIR / "staticfiles" if PRODUCTION else VAR_DIR / "static")
)
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
MEDIA_URL = "media/"
MEDIA_ROOT = env.str("BULLSEYE_MEDIA_ROOT", default=str(VAR_DIR / "media"))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
if not PRODUCTION:
    Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)
# Without a build step the files are served from where they are written; production serves the collected ones.
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = False

# --- API ---------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    # The first one's challenge is what a visitor gets: 401, not 403.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scoring.api.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.negotiation.JsonFirst",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_VERSIONING_CLASS": None,
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "EXCEPTION_HANDLER": "config.problems.exception_handler",
    "DEFAULT_THROTTLE_RATES": {"adjudicate": env.str("BULLSEYE_ADJUDICATE_RATE", default="120/min")},
    "NUM_PROXIES": 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Bullseye",
    "DESCRIPTION": "Tournaments and the adjudication of Trinidad and Tobago All Fours.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "BarKindEnum": "tournaments.models.BarKind",
        "ClockKindEnum": "tournaments.models.ClockKind",
        "NameKindEnum": "tournaments.api.names.KINDS",
        "ImportKindEnum": "scoring.models.ImportKind",
        "NoteKindEnum": "scoring.api.day_shapes.NOTE_KINDS",
        "PrintKindEnum": "scoring.models.printing.kinds",
        "SeatEnum": "scoring.api.serializers.SEATS",
        "SideEnum": "scoring.api.day_shapes.SIDES",
    },
}

# --- Time and words ----------------------------------------------------------

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.str("BULLSEYE_TIME_ZONE", default="America/Port_of_Spain")
USE_I18N = True
USE_TZ = True
FIRST_DAY_OF_WEEK = 1

# --- Post and logs -----------------------------------------------------------

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="bullseye@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LOG_LEVEL = env.str("BULLSEYE_LOG_LEVEL", default="INFO")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if env.str("BULLSEYE_LOG_FORMAT", default="text") == "json" else "text",
        },
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # Django's own handlers would write every line twice.
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "axes": {"level": "WARNING"},
        # These two log each glyph and each table of every font of a PDF.
        "fontTools": {"level": "ERROR"},
        "weasyprint": {"level": "ERROR"},
    },
}
