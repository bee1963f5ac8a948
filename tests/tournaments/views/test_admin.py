"""The site administrator looks at everything and changes accounts alone."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.urls import reverse
from rest_framework.authtoken.models import TokenProxy

from tests.cast import Cast, client_of
from tournaments.models import (
    AuditEntry,
    Club,
    Division,
    Match,
    Merge,
    Role,
    RosterEntry,
    Round,
    Team,
    Tournament,
    User,
)

LOOKED_AT = (Tournament, Division, Club, Merge, AuditEntry, Team, RosterEntry, Round, Match, Role)


@pytest.fixture
def site_admin(cast: Cast) -> User:
    return User.objects.create_superuser("root", password="saffron-lantern-12")


@pytest.mark.parametrize("model", LOOKED_AT)
def test_rows_are_shown_and_not_changed(cast: Cast, site_admin: User, model: type) -> None:
    client = client_of(site_admin)
    name = model.__name__.lower()
    assert client.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:tournaments_{name}_add")).status_code == 403
    row = model.objects.first()  # type: ignore[attr-defined]
    if row is not None:
        path = reverse(f"admin:tournaments_{name}_change", args=[row.pk])
        assert client.get(path).status_code == 200
        assert client.post(path, {}).status_code == 403
        assert (
            client.post(reverse(f"admin:tournaments_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        )


def test_an_account_is_made_and_kept(cast: Cast, site_admin: User) -> None:
    client = client_of(site_admin)
    answer = client.post(
        reverse("admin:tournaments_user_add"),
        {
            "username": "first-director", "display_name": "First", "usable_password": "true",
            "password1": "saffron-lantern-12", "password2": "saffron-lantern-12",
        },
    )  # fmt: skip
    assert answer.status_code == 302
    made = User.objects.get(username="first-director")
    assert client.get(reverse("admin:tournaments_user_change", args=[made.pk])).status_code == 200
    assert client.post(reverse("admin:tournaments_user_delete", args=[made.pk]), {"post": "yes"}).status_code == 403


def test_nobody_else_gets_in(cast: Cast) -> None:
    for user in (cast.director, cast.viewer, None):
        assert client_of(user).get("/admin/").status_code == 302


def test_no_token_is_shown() -> None:
    assert not admin.site.is_registered(TokenProxy)
