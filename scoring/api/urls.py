"""Addresses of this app's API, under ``/api/v1/``."""

from django.urls import path

from scoring.api import day
from scoring.api.changes import (
    ChangeMakeView,
    ChangePreviewView,
    ChangesView,
    ChangeTurnDownView,
    FlagSettleView,
    FlagsView,
)
from scoring.api.documents import DocumentFileView, DocumentsView, DocumentView
from scoring.api.imports import ImportsView, UndoView
from scoring.api.imports import PreviewView as ImportPreviewView
from scoring.api.matches import DeciderView, MatchBoardView, ResultView, WithdrawView
from scoring.api.people import ClubView, PlayerView
from scoring.api.records import AdjudicateView, SchemaView
from scoring.api.standings import LotsView, StandingsReachView, StandingsView, StandingsWhyView
from scoring.api.statistics import StatisticsView
from scoring.api.substitutions import SubstitutionPreviewView, SubstitutionsView
from scoring.api.tables import BoardView, CorrectionView, EventsView, OpenView, PreviewView

_tournament = "tournaments/<slug:slug>/"
_match = _tournament + "matches/<int:match_id>/"
_round = _tournament + "rounds/<int:pk>/"
_table = _match + "tables/<int:number>/"

urlpatterns = [
    path("adjudicate/", AdjudicateView.as_view(), name="api-adjudicate"),
    path("format/<slug:kind>/", SchemaView.as_view(), name="api-format"),
    path(_tournament + "standings/", StandingsView.as_view(), name="api-standings"),
    path(_tournament + "standings/why/", StandingsWhyView.as_view(), name="api-standings-why"),
    path(_tournament + "standings/reach/", StandingsReachView.as_view(), name="api-standings-reach"),
    path(_tournament + "standings/lots/", LotsView.as_view(), name="api-standings-lots"),
    path(_tournament + "statistics/", StatisticsView.as_view(), name="api-statistics"),
    path("players/<int:player_id>/", PlayerView.as_view(), name="api-player"),
    path("clubs/<int:club_id>/", ClubView.as_view(), name="api-club"),
    path(_tournament + "documents/", DocumentsView.as_view(), name="api-documents"),
    path(_tournament + "documents/<uuid:job_id>/", DocumentView.as_view(), name="api-document"),
    path(_tournament + "documents/<uuid:job_id>/file/", DocumentFileView.as_view(), name="api-document-file"),
    path(_tournament + "imports/", ImportsView.as_view(), name="api-imports"),
    path(_tournament + "imports/preview/", ImportPreviewView.as_view(), name="api-import-preview"),
    path(_tournament + "imports/<int:batch_id>/undo/", UndoView.as_view(), name="api-import-undo"),
    path(_tournament + "day/", day.DayView.as_view(), name="api-day"),
    path(_round + "places/", day.PlacesView.as_view(), name="api-round-places"),
    path(_round + "officials/", day.OfficialsView.as_view(), name="api-round-officials"),
    path(_round + "state/", day.RoundStateView.as_view(), name="api-round-state"),
    path(_round + "open/", day.RoundOpenView.as_view(), name="api-round-open"),
    path(_round + "close/", day.RoundCloseView.as_view(), name="api-round-close"),
    path(_round + "reopen/", day.RoundReopenView.as_view(), name="api-round-reopen"),
    path(_match + "spots/", day.SpotsView.as_view(), name="api-match-spots"),
    path(_match + "call/", day.CallView.as_view(), name="api-match-call"),
    path(_match + "time/", day.TimeView.as_view(), name="api-match-time"),
    path(_match + "occurrences/", day.OccurrencesView.as_view(), name="api-match-occurrences"),
    path(_match + "walk-over/", day.WalkOverView.as_view(), name="api-match-walk-over"),
    path(_match + "award/", day.AwardView.as_view(), name="api-match-award"),
    path(_match + "play-again/", day.PlayAgainView.as_view(), name="api-match-play-again"),
    path(_match + "take-back/", day.TakeBackView.as_view(), name="api-match-take-back"),
    path(_match + "board/", MatchBoardView.as_view(), name="api-match-board"),
    path(_match + "decider/", DeciderView.as_view(), name="api-decider"),
    path(_match + "result/", ResultView.as_view(), name="api-result"),
    path(_match + "result/withdraw/", WithdrawView.as_view(), name="api-result-withdraw"),
    path(_match + "changes/", ChangesView.as_view(), name="api-changes"),
    path(_match + "changes/preview/", ChangePreviewView.as_view(), name="api-change-preview"),
    path(_match + "changes/<int:change_id>/make/", ChangeMakeView.as_view(), name="api-change-make"),
    path(_match + "changes/<int:change_id>/turn-down/", ChangeTurnDownView.as_view(), name="api-change-turn-down"),
    path(_tournament + "flags/", FlagsView.as_view(), name="api-flags"),
    path(_tournament + "flags/<int:flag_id>/settle/", FlagSettleView.as_view(), name="api-flag-settle"),
    path(_table, BoardView.as_view(), name="api-table"),
    path(_table + "open/", OpenView.as_view(), name="api-table-open"),
    path(_table + "events/", EventsView.as_view(), name="api-table-events"),
    path(_table + "preview/", PreviewView.as_view(), name="api-table-preview"),
    path(_table + "corrections/", CorrectionView.as_view(), name="api-table-corrections"),
    path(_table + "substitutions/", SubstitutionsView.as_view(), name="api-table-substitutions"),
    path(_table + "substitutions/preview/", SubstitutionPreviewView.as_view(), name="api-table-substitutions-preview"),
]
