"""Addresses of this app's API, under ``/api/v1/``."""

from django.urls import path

from scoring.api.documents import DocumentFileView, DocumentsView, DocumentView
from scoring.api.matches import DeciderView, MatchBoardView, ResultView, WithdrawView
from scoring.api.records import AdjudicateView, SchemaView
from scoring.api.standings import StandingsView
from scoring.api.tables import BoardView, CorrectionView, EventsView, OpenView, PreviewView

_tournament = "tournaments/<slug:slug>/"
_match = _tournament + "matches/<int:match_id>/"
_table = _match + "tables/<int:number>/"

urlpatterns = [
    path("adjudicate/", AdjudicateView.as_view(), name="api-adjudicate"),
    path("format/<slug:kind>/", SchemaView.as_view(), name="api-format"),
    path(_tournament + "standings/", StandingsView.as_view(), name="api-standings"),
    path(_tournament + "documents/", DocumentsView.as_view(), name="api-documents"),
    path(_tournament + "documents/<uuid:job_id>/", DocumentView.as_view(), name="api-document"),
    path(_tournament + "documents/<uuid:job_id>/file/", DocumentFileView.as_view(), name="api-document-file"),
    path(_match + "board/", MatchBoardView.as_view(), name="api-match-board"),
    path(_match + "decider/", DeciderView.as_view(), name="api-decider"),
    path(_match + "result/", ResultView.as_view(), name="api-result"),
    path(_match + "result/withdraw/", WithdrawView.as_view(), name="api-result-withdraw"),
    path(_table, BoardView.as_view(), name="api-table"),
    path(_table + "open/", OpenView.as_view(), name="api-table-open"),
    path(_table + "events/", EventsView.as_view(), name="api-table-events"),
    path(_table + "preview/", PreviewView.as_view(), name="api-table-preview"),
    path(_table + "corrections/", CorrectionView.as_view(), name="api-table-corrections"),
]
