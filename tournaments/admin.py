"""The site administrator's view: accounts are kept here, everything else is only looked at.

Whatever has rules is changed on the pages or through the API, where the services guard them.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from rest_framework.authtoken import admin as token_admin  # noqa: F401 - registers what is taken back below
from rest_framework.authtoken.models import TokenProxy

from tournaments.models import (
    AuditEntry,
    Club,
    Division,
    Match,
    Merge,
    Role,
    RosterEntry,
    Round,
    Stage,
    Team,
    Tournament,
    User,
)

admin.site.site_header = "Bullseye"
admin.site.site_title = "Bullseye"
admin.site.index_title = "The site"


class LookOnly(admin.ModelAdmin):
    """Shows rows to staff and changes none."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts: made, closed, given a new password. An account that has recorded is closed, never deleted."""

    list_display = ("username", "display_name", "is_active", "is_staff", "last_login")
    search_fields = ("username", "display_name")
    fieldsets = (
        (None, {"fields": ("username", "password", "display_name", "email", "must_change_password")}),
        ("What it may do", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "display_name", "usable_password", "password1", "password2"),
            },
        ),
    )
    readonly_fields = ("last_login", "date_joined")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(LookOnly):
    list_display = ("name", "slug", "starts_on", "ruleset_name", "ruleset_frozen_at")
    search_fields = ("name", "slug")


@admin.register(Division)
class DivisionAdmin(LookOnly):
    list_display = ("name", "tournament")
    list_select_related = ("tournament",)
    search_fields = ("name",)


@admin.register(Team)
class TeamAdmin(LookOnly):
    list_display = ("name", "tournament", "division")
    list_select_related = ("tournament", "division")
    search_fields = ("name",)


@admin.register(Club)
class ClubAdmin(LookOnly):
    list_display = ("name", "same_as")
    list_select_related = ("same_as",)
    search_fields = ("name", "aliases__name")


@admin.register(Merge)
class MergeAdmin(LookOnly):
    list_display = ("__str__", "reason", "made_by", "made_at", "undone_by", "undone_at")
    list_select_related = ("kept_club", "gone_club", "kept_player", "gone_player", "made_by", "undone_by")


@admin.register(AuditEntry)
class AuditEntryAdmin(LookOnly):
    list_display = ("at", "act", "text", "reason", "by", "tournament")
    list_select_related = ("by", "tournament")
    list_filter = ("act",)


@admin.register(RosterEntry)
class RosterEntryAdmin(LookOnly):
    list_display = ("player", "team", "number", "is_captain")
    list_select_related = ("player", "team")
    search_fields = ("player__name",)


@admin.register(Stage)
class StageAdmin(LookOnly):
    list_display = ("name", "tournament", "kind", "state", "seed", "published_at", "published_by")
    list_select_related = ("tournament", "published_by")


@admin.register(Round)
class RoundAdmin(LookOnly):
    list_display = ("number", "name", "tournament", "starts_at")
    list_select_related = ("tournament",)


@admin.register(Match)
class MatchAdmin(LookOnly):
    list_display = ("__str__", "round", "tournament", "official")
    list_select_related = ("round", "tournament", "home", "away", "official")


@admin.register(Role)
class RoleAdmin(LookOnly):
    list_display = ("user", "name", "tournament", "team")
    list_select_related = ("user", "tournament", "team")
    list_filter = ("name",)


# Whoever reads a token can act as its owner.
admin.site.unregister(TokenProxy)
