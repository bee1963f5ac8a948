"""Addresses of disputes, appeals and fines in the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from penalties.api import appeals, disputes, fines

_t = "tournaments/<slug:slug>/"
_one = _t + "disputes/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path(_t + "disputes/", disputes.DisputesView.as_view(), name="api-disputes"),
    path(
        _t + "matches/<int:match_id>/tables/<int:number>/disputes/",
        disputes.RaiseView.as_view(),
        name="api-dispute-raise",
    ),
    path(_one, disputes.DisputeView.as_view(), name="api-dispute"),
    path(_one + "attachments/", disputes.AttachView.as_view(), name="api-dispute-attach"),
    path(_one + "attachments/<int:file_id>/", disputes.AttachmentView.as_view(), name="api-dispute-attachment"),
    path(_one + "appeals/", appeals.DisputeAppealsView.as_view(), name="api-dispute-appeal"),
    path(_one + "<slug:act>/", disputes.ActView.as_view(), name="api-dispute-act"),
    path(_t + "rulings/<int:pk>/appeals/", appeals.RulingAppealsView.as_view(), name="api-ruling-appeal"),
    path(_t + "appeals/", appeals.AppealsView.as_view(), name="api-appeals"),
    path(_t + "appeals/<int:pk>/hear/", appeals.HearView.as_view(), name="api-appeal-hear"),
    path(_t + "appeals/<int:pk>/withdraw/", appeals.WithdrawView.as_view(), name="api-appeal-withdraw"),
    path(_t + "fines/", fines.FinesView.as_view(), name="api-fines"),
    path(_t + "fines/<int:pk>/", fines.FineView.as_view(), name="api-fine"),
    path(_t + "fines/<int:pk>/<slug:act>/", fines.FineActView.as_view(), name="api-fine-act"),
]
