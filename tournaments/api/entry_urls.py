"""Addresses of entries, check-in, line-ups and officials' rounds, under ``/api/v1/``."""

from typing import Any

from django.urls import path

from tournaments.api import entering, entries

_ONE = "tournaments/<slug:slug>/"
_LIST: dict[str, Any] = {"get": "list", "post": "create"}
_READ: dict[str, Any] = {"get": "retrieve"}

urlpatterns = [
    path(
        _ONE + "entry-rules/",
        entering.EntryRules.as_view({"get": "show", "patch": "partial_update"}),
        name="api-entry-rules",
    ),
    path(_ONE + "entries/", entering.Entries.as_view(_LIST), name="api-entries"),
    path(_ONE + "entries/known/", entering.Entries.as_view({"get": "known"}), name="api-entries-known"),
    path(_ONE + "entries/<int:pk>/", entering.Entries.as_view(_READ), name="api-entry"),
    path(_ONE + "entries/<int:pk>/accept/", entering.Entries.as_view({"post": "accept"}), name="api-entry-accept"),
    path(_ONE + "entries/<int:pk>/refuse/", entering.Entries.as_view({"post": "refuse"}), name="api-entry-refuse"),
    path(_ONE + "entries/<int:pk>/withdraw/", entering.Entries.as_view({"post": "withdraw"}), name="api-entry-out"),
    path(
        _ONE + "teams/<int:team_id>/roster/known/",
        entries.Roster.as_view({"post": "known"}),
        name="api-roster-known",
    ),
    path(_ONE + "check-ins/", entering.CheckIns.as_view(_LIST), name="api-check-ins"),
    path(_ONE + "check-ins/undo/", entering.CheckIns.as_view({"post": "undo"}), name="api-check-in-undo"),
    path(_ONE + "check-ins/teams/<int:team_id>/", entering.CheckIns.as_view({"put": "team"}), name="api-check-in-team"),
    path(_ONE + "matches/<int:match_id>/line-ups/", entering.LineUps.as_view(_LIST), name="api-line-ups"),
    path(_ONE + "officials/", entering.Officials.as_view({"get": "list"}), name="api-officials"),
    path(_ONE + "officials/<int:user_id>/away/", entering.Officials.as_view({"put": "away"}), name="api-official-away"),
]
