"""Short help, by what one does here."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

TOPICS = {
    "following": ("Following a tournament", "Scores, standings and how to read a board. No account needed."),
    "scoring": ("Scoring at the table", "Open a table, record a hand, put a slip right. For officials and scorers."),
    "captains": ("For captains", "Look through a result and confirm it."),
    "penalties": ("Penalties and disputes", "Report what happened, dispute, appeal. For scorers and captains."),
    "ruling": ("Ruling and deciding", "The queue, a ruling and its changes, disputes, the renege desk. For officials."),
    "committee": ("For the committee", "Appeals, what the code leaves open, fines."),
    "directors": ("Setting up and running", "From the first team to the printed standings."),
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All topics."""
    topics = [{"slug": slug, "title": title, "says": says} for slug, (title, says) in TOPICS.items()]
    return render(request, "tournaments/help.html", {"topics": topics})


@require_safe
def topic(request: HttpRequest, topic: str) -> HttpResponse:
    """One topic."""
    if topic not in TOPICS:
        raise Http404
    return render(request, f"tournaments/help_{topic}.html", {"title": TOPICS[topic][0]})
