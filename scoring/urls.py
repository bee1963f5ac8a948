"""The pages of the fixture in play: public ones, those at the table, and the result's."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.views import (
    changes,
    correction,
    day,
    day_run,
    decider,
    flags,
    imports,
    match,
    paper,
    people,
    printing,
    public,
    results,
    rulesets,
    seating,
    standings,
    standings_more,
    statistics,
    substitution,
    table,
)

_match = "t/<slug:slug>/matches/<int:match_id>/"
_table = _match + "tables/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.home, name="home"),
    path("rulesets/", rulesets.index, name="rulesets"),
    path("rulesets/diff/", rulesets.diff, name="rulesets-diff"),
    path("rulesets/<slug:name>/", rulesets.one, name="ruleset"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/rules/", rulesets.tournament, name="tournament-rules"),
    path("t/<slug:slug>/standings/", standings.page, name="standings"),
    path("t/<slug:slug>/standings/why/", standings.why, name="standings-why"),
    path("t/<slug:slug>/standings/reach/", standings_more.reach, name="standings-reach"),
    path("t/<slug:slug>/standings/lots/", standings_more.draw_lots, name="standings-lots"),
    path("t/<slug:slug>/standings.csv", standings.csv_file, name="standings-csv"),
    path("t/<slug:slug>/statistics/", statistics.page, name="statistics"),
    path("players/<int:player_id>/", people.player, name="player"),
    path("clubs/<int:club_id>/", people.club, name="club"),
    path("t/<slug:slug>/print/", printing.start, name="print-start"),
    path("t/<slug:slug>/print/<uuid:job_id>/", printing.watch, name="print-job"),
    path("t/<slug:slug>/print/<uuid:job_id>/file/", printing.download, name="print-file"),
    path("t/<slug:slug>/teams/<int:team_id>/", public.team, name="team"),
    path("t/<slug:slug>/day/", day.day, name="day"),
    path("t/<slug:slug>/day/live/", day.live, name="day-live"),
    path("t/<slug:slug>/day/clock/", day.clock, name="day-clock"),
    path("t/<slug:slug>/day/run/", day_run.RunDay.as_view(), name="day-run"),
    path("t/<slug:slug>/day/run/matches/<int:match_id>/", day_run.RunMatch.as_view(), name="day-match"),
    path("t/<slug:slug>/setup/import/", imports.Imports.as_view(), name="setup-import"),
    path(
        "t/<slug:slug>/setup/import/sample/<slug:kind>.<slug:ending>",
        imports.Sample.as_view(),
        name="setup-import-sample",
    ),
    path(
        "t/<slug:slug>/setup/import/<slug:kind>/<slug:digest>/",
        imports.Preview.as_view(),
        name="setup-import-preview",
    ),
    path(_match, match.match, name="match"),
    path(_match + "live/", match.live, name="match-live"),
    path(_match + "decider/", decider.open_decider, name="decider-open"),
    path(_match + "confirm/", results.confirm, name="match-confirm"),
    path(_match + "withdraw/", results.withdraw, name="match-withdraw"),
    path(_match + "change/", changes.propose, name="match-change"),
    path(_match + "change/<int:change_id>/", changes.decide, name="match-change-decide"),
    path("t/<slug:slug>/flags/", flags.page, name="flags"),
    path(_table, table.table, name="table"),
    path(_table + "preview/", table.preview, name="table-preview"),
    path(_table + "open/", seating.open_table, name="table-open"),
    path(_table + "tally/", paper.tally, name="table-tally"),
    path(_table + "game/", paper.game, name="table-game"),
    path(_table + "correct/", correction.correct, name="table-correct"),
    path(_table + "substitute/", substitution.substitute, name="table-substitute"),
    path(_table + "substitute/preview/", substitution.preview, name="table-substitute-preview"),
]
