"""What everybody may see without signing in: home, tournament, team."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules_engine.comparing import title_of
from scoring.selectors import teams, tournaments
from scoring.selectors.standings import standings
from scoring.views.scope import the_tournament
from tournaments.models import Team
from tournaments.selectors import finals
from tournaments.selectors.entries import SHOWN, why_closed

LEADERS = 5
"""Teams of the standings that a tournament page shows itself."""

PAST_SHOWN = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments: those in progress, those to come, those over."""
    lists = tournaments.home(timezone.localdate())
    return render(
        request,
        "scoring/home.html",
        {
            "home": lists,
            "past_shown": PAST_SHOWN,
            "past_shown_slice": f":{PAST_SHOWN}",
            "past_rest_slice": f"{PAST_SHOWN}:",
            "may_create": request.user.has_perm("tournaments.create"),
        },
    )


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Rounds, matches and teams of a tournament."""
    found = the_tournament(slug)
    rounds = tournaments.rounds(found)
    table = standings(found)
    return render(
        request,
        "scoring/tournament.html",
        {
            "tournament": found,
            "rules": title_of(found.ruleset),
            "rounds": rounds,
            "matches": sum(len(shown.matches) for shown in rounds),
            "divisions": tournaments.divisions(found),
            "won": finals.winners({shown.round.stage for shown in rounds if shown.round.stage}),
            "leaders": table.rows[:LEADERS] if any(row.played for row in table.rows) else (),
            "takes_entries": not why_closed(found),
            "may_set_up": request.user.has_perm("tournaments.set_up", found),
            "may_print": request.user.has_perm("scoring.print", found),
        },
    )


@require_safe
def team(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """A team: its roster, its matches, its figures."""
    found = get_object_or_404(
        Team.objects.filter(state__in=SHOWN).select_related("tournament", "division"), tournament__slug=slug, pk=team_id
    )
    return render(request, "scoring/team.html", {"tournament": found.tournament, "page": teams.shown(found)})
