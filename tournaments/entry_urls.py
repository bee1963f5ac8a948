"""Addresses of entering: entries, rosters, check-in, line-ups, officials' rounds."""

from django.urls import path

from tournaments.views import availability, check_in, entering, line_up

_T = "t/<slug:slug>/"

urlpatterns = [
    path(_T + "enter/", entering.Enter.as_view(), name="enter"),
    path(_T + "teams/<int:team_id>/roster/", entering.OwnRoster.as_view(), name="own-roster"),
    path(_T + "setup/entries/", entering.Entries.as_view(), name="setup-entries"),
    path(_T + "check-in/", check_in.CheckIn.as_view(), name="check-in"),
    path(_T + "check-in/<int:team_id>/", check_in.CheckInTeam.as_view(), name="check-in-team"),
    path(_T + "check-in/badge/<str:token>/", check_in.badge, name="check-in-badge"),
    path(_T + "matches/<int:match_id>/line-ups/", line_up.LineUps.as_view(), name="line-ups"),
    path(_T + "availability/", availability.Availability.as_view(), name="availability"),
]
