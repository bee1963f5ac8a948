"""Addresses of the set-up's API, under ``/api/v1/``."""

from typing import Any

from django.urls import include, path

from tournaments.api import day, entries, names, people, stages, standings, token, tournaments

_ONE = "tournaments/<slug:slug>/"
_LIST: dict[str, Any] = {"get": "list", "post": "create"}
_ITEM: dict[str, Any] = {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}

urlpatterns = [
    path("", include("tournaments.api.entry_urls")),
    path("token/", token.TokenView.as_view(), name="api-token"),
    path("rulesets/", tournaments.Choices.as_view(), name="api-rulesets"),
    path("tournaments/", tournaments.Tournaments.as_view(_LIST), name="api-tournaments"),
    path(
        _ONE,
        tournaments.Tournaments.as_view({"get": "retrieve", "patch": "partial_update"}),
        name="api-tournament",
    ),
    path(_ONE + "divisions/", entries.Divisions.as_view(_LIST), name="api-divisions"),
    path(_ONE + "divisions/<int:pk>/", entries.Divisions.as_view(_ITEM), name="api-division"),
    path(_ONE + "teams/", entries.Teams.as_view(_LIST), name="api-teams"),
    path(_ONE + "teams/<int:pk>/", entries.Teams.as_view(_ITEM), name="api-team"),
    path(_ONE + "teams/<int:team_id>/roster/", entries.Roster.as_view(_LIST), name="api-roster"),
    path(
        _ONE + "teams/<int:team_id>/roster/lines/", entries.Roster.as_view({"post": "lines"}), name="api-roster-lines"
    ),
    path(_ONE + "teams/<int:team_id>/roster/<int:pk>/", entries.Roster.as_view(_ITEM), name="api-roster-entry"),
    path(_ONE + "stages/", stages.Stages.as_view(_LIST), name="api-stages"),
    path(_ONE + "stages/gather/", stages.Stages.as_view({"post": "gather"}), name="api-stages-gather"),
    path(_ONE + "stages/<int:pk>/", stages.Stages.as_view(_ITEM), name="api-stage"),
    path(_ONE + "stages/<int:pk>/draw/", stages.Stages.as_view({"get": "draw"}), name="api-stage-draw"),
    path(_ONE + "stages/<int:pk>/publish/", stages.Stages.as_view({"post": "publish"}), name="api-stage-publish"),
    path(_ONE + "stages/<int:pk>/take-back/", stages.Stages.as_view({"post": "take_back"}), name="api-stage-back"),
    path(_ONE + "stages/<int:pk>/complete/", stages.Stages.as_view({"post": "complete"}), name="api-stage-complete"),
    path(
        _ONE + "standings/settings/",
        standings.StandingsSettings.as_view({"get": "retrieve", "patch": "partial_update"}),
        name="api-standings-settings",
    ),
    path(_ONE + "rounds/", entries.Rounds.as_view(_LIST), name="api-rounds"),
    path(_ONE + "rounds/<int:pk>/", entries.Rounds.as_view(_ITEM), name="api-round"),
    path(_ONE + "matches/", entries.Matches.as_view(_LIST), name="api-matches"),
    path(_ONE + "matches/<int:pk>/", entries.Matches.as_view(_ITEM), name="api-match"),
    path(_ONE + "names/", names.Called.as_view({"get": "list"}), name="api-names"),
    path(_ONE + "aliases/", names.Aliases.as_view(_LIST), name="api-aliases"),
    path(_ONE + "aliases/<int:pk>/", names.Aliases.as_view({"get": "retrieve", "delete": "destroy"}), name="api-alias"),
    path(_ONE + "merges/", names.Merges.as_view(_LIST), name="api-merges"),
    path(_ONE + "merges/<int:pk>/", names.Merges.as_view({"get": "retrieve"}), name="api-merge"),
    path(_ONE + "merges/<int:pk>/undo/", names.Merges.as_view({"post": "undo"}), name="api-merge-undo"),
    path(_ONE + "rooms/", day.Rooms.as_view(_LIST), name="api-rooms"),
    path(_ONE + "rooms/<int:pk>/", day.Rooms.as_view(_ITEM), name="api-room"),
    path(_ONE + "clocks/", day.Clocks.as_view({"get": "list", "post": "create"}), name="api-clocks"),
    path(_ONE + "clocks/<int:pk>/pause/", day.Clocks.as_view({"post": "pause"}), name="api-clock-pause"),
    path(_ONE + "clocks/<int:pk>/go-on/", day.Clocks.as_view({"post": "go_on"}), name="api-clock-go-on"),
    path(_ONE + "clocks/<int:pk>/stop/", day.Clocks.as_view({"post": "stop"}), name="api-clock-stop"),
    path(_ONE + "clocks/<int:pk>/add/", day.Clocks.as_view({"post": "add"}), name="api-clock-add"),
    path(_ONE + "roles/", people.Roles.as_view(_LIST), name="api-roles"),
    path(_ONE + "roles/accounts/", people.Roles.as_view({"post": "accounts"}), name="api-accounts"),
    path(_ONE + "roles/<int:pk>/", people.Roles.as_view({"get": "retrieve", "delete": "destroy"}), name="api-role"),
]
