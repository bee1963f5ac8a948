"""Addresses of this app's API, under ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from penalties.api import bars, calls, code, incidents, rulings

_tournament = "tournaments/<slug:slug>/"
_table = _tournament + "matches/<int:match_id>/tables/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("code/", code.CodeView.as_view(), name="api-code"),
    path("code/search/", code.CodeSearchView.as_view(), name="api-code-search"),
    path("code/<str:number>/", code.ClauseView.as_view(), name="api-clause"),
    path(_table + "incidents/", incidents.ReportView.as_view(), name="api-incident-report"),
    path(_table + "incidents/preview/", incidents.PreviewView.as_view(), name="api-incident-preview"),
    path(_table + "call/", calls.CallView.as_view(), name="api-call"),
    path(_tournament + "incidents/", incidents.IncidentsView.as_view(), name="api-incidents"),
    path(_tournament + "incidents/<int:pk>/", incidents.IncidentView.as_view(), name="api-incident"),
    path(_tournament + "incidents/<int:pk>/rule/", incidents.RuleView.as_view(), name="api-incident-rule"),
    path(_tournament + "incidents/<int:pk>/dismiss/", incidents.DismissView.as_view(), name="api-incident-dismiss"),
    path(_tournament + "incidents/<int:pk>/withdraw/", incidents.WithdrawView.as_view(), name="api-incident-withdraw"),
    path(_tournament + "rulings/<int:pk>/cancel/", rulings.CancelView.as_view(), name="api-ruling-cancel"),
    path(_tournament + "rulings/<int:pk>/change/", rulings.ChangeView.as_view(), name="api-ruling-change"),
    path(_tournament + "rulings/<int:pk>/preview/", rulings.ChangePreviewView.as_view(), name="api-ruling-preview"),
    path(_tournament + "queue/", calls.QueueView.as_view(), name="api-queue"),
    path(_tournament + "calls/", calls.CallsView.as_view(), name="api-calls"),
    path(_tournament + "calls/<int:pk>/answer/", calls.AnswerView.as_view(), name="api-call-answer"),
    path(_tournament + "calls/<int:pk>/close/", calls.CloseView.as_view(), name="api-call-close"),
    path(_tournament + "bars/", bars.BarsView.as_view(), name="api-bars"),
    path(_tournament + "bars/<int:pk>/lift/", bars.LiftView.as_view(), name="api-bar-lift"),
    path("", include("penalties.api.urls_disputes")),
]
