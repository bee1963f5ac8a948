"""The naive endpoint, and everything of the product."""

from django.urls import include, path

from bench.naive.views import NaiveEvents
from config.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("naive/tables/<int:table_id>/events/", NaiveEvents.as_view()),
    path("", include("config.urls")),
]
