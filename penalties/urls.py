"""Addresses of this app's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from penalties.views import code

urlpatterns: list[URLPattern] = [
    path("code/", code.browse, name="code"),
    path("code/<str:number>/", code.clause, name="code-clause"),
]
