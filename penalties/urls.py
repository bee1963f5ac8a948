"""Addresses of this app's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from penalties.views import code, renege

urlpatterns: list[URLPattern] = [
    path("code/", code.browse, name="code"),
    path("code/<str:number>/", code.clause, name="code-clause"),
    path("t/<slug:slug>/matches/<int:match_id>/tables/<int:number>/renege/", renege.desk, name="renege-desk"),
]
