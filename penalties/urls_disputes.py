"""Addresses of the pages of disputes, appeals and fines."""

from __future__ import annotations

from django.urls import URLPattern, path

from penalties.views import appeals, disputes, fines

_t = "t/<slug:slug>/"
_dispute = _t + "disputes/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path(_t + "matches/<int:match_id>/tables/<int:number>/dispute/", disputes.raise_one, name="dispute-raise"),
    path(_t + "disputes/", disputes.listed, name="disputes"),
    path(_dispute, disputes.page, name="dispute"),
    path(_dispute + "live/", disputes.live, name="dispute-live"),
    path(_dispute + "badge/", disputes.badge, name="dispute-badge"),
    path(_dispute + "attachments/<int:file_id>/", disputes.attachment, name="dispute-attachment"),
    path(_dispute + "appeal/", appeals.against_decision, name="dispute-appeal"),
    path(_dispute + "<slug:name>/", disputes.act, name="dispute-act"),
    path(_t + "rulings/<int:pk>/appeal/", appeals.against_ruling, name="ruling-appeal"),
    path(_t + "appeals/", appeals.listed, name="appeals"),
    path(_t + "appeals/<int:pk>/", appeals.page, name="appeal"),
    path(_t + "appeals/<int:pk>/hear/", appeals.hear, name="appeal-hear"),
    path(_t + "appeals/<int:pk>/vary/", appeals.vary, name="appeal-vary"),
    path(_t + "appeals/<int:pk>/withdraw/", appeals.withdraw, name="appeal-withdraw"),
    path(_t + "fines/", fines.listed, name="fines"),
    path(_t + "fines/<int:pk>/", fines.page, name="fine"),
    path(_t + "fines/<int:pk>/<slug:name>/", fines.act, name="fine-act"),
]
