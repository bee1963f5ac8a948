"""Who asks, by token: the framework's own way, with one short statement instead of two whole rows."""

from __future__ import annotations

from django.db import connection
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed

from tournaments.models import User

FIELDS = ("id", "is_superuser", "username", "first_name", "last_name", "is_active", "display_name")
"""What is read of a user, in the model's order; the rest is fetched when somebody asks for it."""

_USER = f"""SELECT {", ".join(f"u.{field}" for field in FIELDS)}
FROM authtoken_token k JOIN tournaments_user u ON u.id = k.user_id WHERE k.key = %s"""  # noqa: S608 - constants


class TokenAuthentication(authentication.TokenAuthentication):
    """``Authorization: Token …``, as ``tournaments.api.token`` gives it."""

    def authenticate_credentials(self, key: str) -> tuple[User, str]:
        row = None
        if "\0" not in key:
            with connection.cursor() as cursor:
                cursor.execute(_USER, (key,))
                row = cursor.fetchone()
        if row is None:
            raise AuthenticationFailed("There is no such token.")
        number, superuser, username, first_name, last_name, active, display_name = row
        if not active:
            raise AuthenticationFailed("This account is closed.")
        # SQLite has no truth values of its own.
        values = (number, bool(superuser), username, first_name, last_name, bool(active), display_name)
        return User.from_db(connection.alias, FIELDS, values), key
