"""The standings: for everybody to read, as a file for a spreadsheet, and why one team is above another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.selectors import standings as selector
from scoring.selectors import standings_why as reasons
from scoring.selectors.standings import Standings
from scoring.selectors.standings_export import standings_csv
from scoring.tiebreaks import unfit
from scoring.views.scope import the_tournament
from scoring.views.standings_table import body
from tournaments.models import Stage, Tournament

MOST_ROUND = 32767
"""As high as a round can be numbered."""
UNFIT_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """Which standings the address asks for: a division, up to a round, of one stage."""

    tournament: Tournament
    division: str
    through_round: int | None
    stage: Stage | None

    def query(self, **other: Any) -> str:
        """The same as an address writes it, with ``other`` in place of what they name; empty values left out."""
        values = {
            "division": self.division,
            "stage": self.stage.pk if self.stage else "",
            "round": self.through_round or "",
            **other,
        }
        return urlencode({name: value for name, value in values.items() if value != ""}, quote_via=quote)

    def found(self, *, name_stages: bool = False) -> Standings:
        """These standings; 404 for a division that there is not."""
        try:
            return selector.standings(
                self.tournament,
                division=self.division,
                through_round=self.through_round,
                stage=self.stage,
                name_stages=name_stages,
            )
        except selector.UnknownDivision as error:
            raise Http404(str(error)) from error


def asked(request: HttpRequest, slug: str) -> Asked:
    """What ``?division=&stage=&round=`` ask for. 404 for a stage, or a round's number, that cannot be. One query."""
    stage = None
    if named := request.GET.get("stage", ""):
        stages = Stage.objects.select_related("tournament")
        stage = get_object_or_404(stages, pk=number(named), tournament__slug=slug)
    tournament = stage.tournament if stage else the_tournament(slug)
    through = request.GET.get("round", "")
    return Asked(tournament, request.GET.get("division", ""), number(through) if through else None, stage)


def number(text: str, most: int = 2**31 - 1) -> int:
    """A whole number from 1 that the address holds; 404 for anything else."""
    if not text.isascii() or not text.isdigit() or len(text) > 10 or not 1 <= int(text) <= most:
        raise Http404("There is no such number here.")
    return int(text)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ranks and figures; at most six queries, whatever the size.

    ``?division=`` keeps one division, ``?stage=`` one stage, ``?round=`` counts up to that round.
    """
    wanted = asked(request, slug)
    found = wanted.found(name_stages=True)
    query = wanted.query()
    fewest, most = found.played
    context = {
        "tournament": wanted.tournament,
        "found": found,
        "counts": found.counts,
        "body": body(found, f"&{query}" if query else ""),
        "asked": wanted,
        "query": f"?{query}" if query else "",
        "rounds": range(1, found.counts.last_round + 1),
        "divisions": [(name, wanted.query(division=name)) for name in found.divisions],
        "all_divisions": wanted.query(division=""),
        "fewest": fewest,
        "most": most,
        "unfit": _unfit(found),
        "may_print": request.user.has_perm("scoring.print", wanted.tournament),
    }
    return render(request, "scoring/standings.html", context)


def _unfit(found: Standings) -> dict[str, Any]:
    """Ties that matches among the tied should break and cannot: the first few, and how many more."""
    if all(link.among != "head-to-head" for link in found.chain):
        return {}
    ties = unfit(found.arranged.compared, found.chain, found.arranged.evidence)
    named = [", ".join(row.name for row in tie.group) for tie in ties[:UNFIT_SHOWN]]
    return {"ties": named, "more": len(ties) - len(named)}


@require_safe
def why(request: HttpRequest, slug: str) -> HttpResponse:
    """Why one team is above another: ``?a=`` and ``?b=`` are their ids; without ``b`` the one next above ``a``."""
    wanted = asked(request, slug)
    found = wanted.found()
    ids = {row.team_id for row in found.rows}
    one, other = (number(request.GET[name]) if request.GET.get(name) else None for name in ("a", "b"))
    if {one, other} - ids - {None}:
        raise Http404("That team is not in these standings.")
    reason = reasons.why(found, one, other) if one else None
    if reason:
        other = reason.lower.team_id if reason.upper.team_id == one else reason.upper.team_id
    query = wanted.query()
    return render(
        request,
        "scoring/standings_why.html",
        {
            "tournament": wanted.tournament,
            "found": found,
            "asked": wanted,
            "reason": reason,
            "one": one,
            "other": other,
            "query": f"?{query}" if query else "",
            "tail": f"&{query}" if query else "",
        },
    )


@require_safe
def csv_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as CSV."""
    wanted = asked(request, slug)
    response = HttpResponse(standings_csv(wanted.found()), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{wanted.tournament.slug}-standings.csv"'
    return response
