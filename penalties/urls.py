"""Addresses of this app's pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from penalties.views import bars, book, code, incident, queue, renege, report

_table = "t/<slug:slug>/matches/<int:match_id>/tables/<int:number>/"
_incident = "t/<slug:slug>/incidents/<int:incident_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("code/", code.browse, name="code"),
    path("code/<str:number>/", code.clause, name="code-clause"),
    path("t/<slug:slug>/matches/<int:match_id>/tables/<int:number>/renege/", renege.desk, name="renege-desk"),
    path(_table + "incident/", report.report, name="incident-report"),
    path(_table + "incident/preview/", report.preview, name="incident-preview"),
    path(_table + "call/", queue.call, name="table-call"),
    path(_incident, incident.page, name="incident"),
    path(_incident + "rule/", incident.rule, name="incident-rule"),
    path(_incident + "change/", incident.change, name="incident-change"),
    path(_incident + "cancel/", incident.cancel, name="incident-cancel"),
    path(_incident + "dismiss/", incident.dismiss, name="incident-dismiss"),
    path(_incident + "withdraw/", incident.withdraw, name="incident-withdraw"),
    path("t/<slug:slug>/queue/", queue.page, name="queue"),
    path("t/<slug:slug>/queue/live/", queue.live, name="queue-live"),
    path("t/<slug:slug>/queue/badge/", queue.badge, name="queue-badge"),
    path("t/<slug:slug>/calls/<int:call_id>/answer/", queue.answer, name="call-answer"),
    path("t/<slug:slug>/calls/<int:call_id>/close/", queue.close, name="call-close"),
    path("t/<slug:slug>/suspensions/", bars.listed, name="bars"),
    path("t/<slug:slug>/suspensions/<int:pk>/back/", bars.back, name="bar-back"),
    path("t/<slug:slug>/rulings/", book.rulings, name="rulings"),
    path("t/<slug:slug>/penalties/", book.figures, name="penalties"),
    path("", include("penalties.urls_disputes")),
]
