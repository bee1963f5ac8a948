"""Addresses of accounts, help and the set-up pages."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from tournaments.views import account, draws, entries, help, names, people, rooms, stages, standings, tournament

_SETUP = "t/<slug:slug>/setup/"

urlpatterns = [
    path("", include("tournaments.entry_urls")),
    path("sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="password-change"),
    path("help/", help.index, name="help"),
    path("help/<slug:topic>/", help.topic, name="help-topic"),
    path("new/", tournament.New.as_view(), name="tournament-new"),
    path("new/race/", tournament.race, name="tournament-race"),
    path("new/options/", tournament.options, name="tournament-options"),
    path("t/<slug:slug>/draws/", draws.index, name="draws"),
    path("t/<slug:slug>/draws/<int:stage_id>/", draws.one, name="draw"),
    path(_SETUP, tournament.Hub.as_view(), name="setup"),
    path(_SETUP + "details/", tournament.Details.as_view(), name="setup-details"),
    path(_SETUP + "divisions/", entries.Divisions.as_view(), name="setup-divisions"),
    path(_SETUP + "teams/", entries.Teams.as_view(), name="setup-teams"),
    path(_SETUP + "teams/<int:team_id>/", entries.OneTeam.as_view(), name="setup-team"),
    path(_SETUP + "stages/", stages.Stages.as_view(), name="setup-stages"),
    path(_SETUP + "stages/<int:stage_id>/", stages.OneStage.as_view(), name="setup-stage"),
    path(_SETUP + "rounds/", entries.Rounds.as_view(), name="setup-rounds"),
    path(_SETUP + "matches/", entries.Matches.as_view(), name="setup-matches"),
    path(_SETUP + "matches/<int:match_id>/", entries.OneMatch.as_view(), name="setup-match"),
    path(_SETUP + "names/", names.Names.as_view(), name="setup-names"),
    path(_SETUP + "day/", rooms.TheDay.as_view(), name="setup-day"),
    path(_SETUP + "standings/", standings.Standings.as_view(), name="setup-standings"),
    path(_SETUP + "people/", people.People.as_view(), name="setup-people"),
]
