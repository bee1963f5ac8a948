"""Who has which part in a tournament, and accounts made for them."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from rest_framework.authtoken.models import Token

from tournaments.models import Role, RoleName, Team, Tournament, User
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

MOST_ROLES = 2000
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""No 0, O, 1, l or i: a one-time password is read from a screen and typed on a phone."""


@transaction.atomic
def grant(tournament: Tournament, *, username: str, name: str, team: Team | None = None) -> Role:
    """Give an account a part. ValidationError names ``username``, ``role`` or ``team``."""
    lock(tournament.pk)
    errors = Errors()
    username = errors.take("username", lambda: tidy(username, longest=150), "")
    user = _find(username) if username else None
    if username and user is None:
        errors.add("username", f"Nobody signs in as {username}. Check the spelling, or make an account.", "unknown")
    return _grant(tournament, user, name, team, errors)


@transaction.atomic
def grant_new(
    tournament: Tournament, *, username: str, display_name: str, name: str, team: Team | None = None
) -> tuple[Role, str]:
    """Make an account and give it a part; returned with its one-time password, which is kept nowhere else.

    ValidationError names ``username``, ``display_name``, ``role`` or ``team``.
    """
    lock(tournament.pk)
    errors = Errors()
    username = errors.take("username", lambda: _new_username(username), "")
    display_name = errors.take("display_name", lambda: tidy(display_name, longest=80), "")
    _check_part(tournament, name, team, errors)
    errors.raise_any()
    password = one_time_password()
    with or_clash("username", f"Somebody signs in as {username} already."):
        user = User(username=username, display_name=display_name, must_change_password=True)
        user.set_password(password)
        user.save()
    return _grant(tournament, user, name, team, errors), password


@transaction.atomic
def revoke(role: Role) -> None:
    """Take a part away; a tournament keeps at least one director who can sign in."""
    lock(role.tournament_id)
    role = still(role, "role")
    if role.name == RoleName.DIRECTOR:
        others = Role.objects.filter(
            tournament_id=role.tournament_id, name=RoleName.DIRECTOR, user__is_active=True
        ).exclude(pk=role.pk)
        if not others.exists():
            raise refuse("role", "A tournament needs a director. Make somebody else director first.", "last-director")
    role.delete()


def one_time_password() -> str:
    """Three groups of four, about 59 bits."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3))


@transaction.atomic
def password_chosen(user: User) -> None:
    """The user has chosen a password of their own; a token got with the old one is void."""
    Token.objects.filter(user=user).delete()
    if user.must_change_password:
        user.must_change_password = False
        user.save(update_fields=["must_change_password"])


def _find(username: str) -> User | None:
    """The account of this name as it is spelled, or the only one that differs in case alone."""
    username = AbstractUser.normalize_username(username)
    found = list(User.objects.filter(username__iexact=username, is_active=True)[:2])
    exact = [user for user in found if user.username == username]
    return exact[0] if exact else found[0] if len(found) == 1 else None


def _new_username(text: str) -> str:
    username = AbstractUser.normalize_username(tidy(text, longest=150))
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError as error:
        raise ValidationError("Letters, digits and . + - _ @ only, without spaces.", code="invalid") from error
    if User.objects.filter(username__iexact=username).exists():
        raise ValidationError(f"Somebody signs in as {username} already.", code="unique")
    return username


def _check_part(tournament: Tournament, name: str, team: Team | None, errors: Errors) -> None:
    if name not in RoleName.values:
        errors.add("role", f"Choose one of: {', '.join(RoleName.values)}.", "unknown")
    elif name == RoleName.CAPTAIN and team is None:
        errors.add("team", "A captain needs a team.", "required")
    elif name != RoleName.CAPTAIN and team is not None:
        errors.add("team", "Only a captain has a team.", "invalid")
    if team is not None and team.tournament_id != tournament.pk:
        errors.add("team", "This team belongs to another tournament.", "unknown")
    if team is not None:
        errors.take("team", lambda: still(team, "team"), team)


def _grant(tournament: Tournament, user: User | None, name: str, team: Team | None, errors: Errors) -> Role:
    _check_part(tournament, name, team, errors)
    roles = Role.objects.filter(tournament=tournament)
    if user is not None and roles.filter(user=user, name=name, team=team).exists():
        errors.add("username", f"{user} has this part already.", "unique")
    if roles.count() >= MOST_ROLES:
        errors.add("username", f"A tournament holds at most {MOST_ROLES} parts.", "too-many")
    errors.raise_any()
    assert user is not None  # noqa: S101 - an unknown username was refused above
    user.__dict__.pop("_held_roles", None)
    with or_clash("username", f"{user} has this part already."):
        return Role.objects.create(tournament=tournament, user=user, name=name, team=team)
