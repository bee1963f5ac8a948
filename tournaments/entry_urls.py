"""Addresses of entering: entries and rosters."""

from django.urls import path

from tournaments.views import entering

_T = "t/<slug:slug>/"

urlpatterns = [
    path(_T + "enter/", entering.Enter.as_view(), name="enter"),
    path(_T + "teams/<int:team_id>/roster/", entering.OwnRoster.as_view(), name="own-roster"),
    path(_T + "setup/entries/", entering.Entries.as_view(), name="setup-entries"),
]
