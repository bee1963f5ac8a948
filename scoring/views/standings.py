"""The standings: for everybody to read, as a file for a spreadsheet, and why one team is above another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import get_template
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from scoring.selectors import standings as selector
from scoring.selectors import standings_why as reasons
from scoring.selectors.standings import Arranged, Standings
from scoring.selectors.standings_export import standings_csv
from scoring.tiebreaks import unfit
from scoring.views.standings_table import body
from tournaments.models import Stage, StageKind, StageState, Tournament

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
        stage = self.stage.pk if self.stage else None
        return Shown(self.tournament.slug, self.division, self.through_round, stage).query(**other)

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
    tournament = stage.tournament if stage else _by_slug(slug)
    through = request.GET.get("round", "")
    return Asked(tournament, request.GET.get("division", ""), number(through) if through else None, stage)


def _by_slug(slug: str) -> Tournament:
    """The tournament of the address, or 404.

    Written out: for a statement of forty columns Django takes longer to put it together than the database to answer.
    """
    table = Tournament._meta.db_table
    found = Tournament.objects.raw(f'SELECT * FROM "{table}" WHERE slug = %s', [slug])  # noqa: S608 - our own table
    for tournament in found:
        return tournament
    raise Http404("There is no such tournament.")


def number(text: str, most: int = 2**31 - 1) -> int:
    """A whole number from 1 that the address holds; 404 for anything else."""
    if not text.isascii() or not text.isdigit() or len(text) > 10 or not 1 <= int(text) <= most:
        raise Http404("There is no such number here.")
    return int(text)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ranks and figures; at most six queries, whatever the size.

    ``?division=`` keeps one division, ``?stage=`` one stage, ``?round=`` counts up to that round. A knock-out that is
    drawn goes by how far a team came: its draw is shown instead.
    """
    wanted = asked(request, slug)
    if wanted.stage is not None and _goes_by_its_draw(wanted.stage):
        return redirect("draw", slug=slug, stage_id=wanted.stage.pk)
    found = wanted.found(name_stages=True)
    query = wanted.query()
    shown = Shown(slug, found.division, found.through_round, wanted.stage.pk if wanted.stage else None)
    if not request.COOKIES:
        response = HttpResponse(_for_visitors(found.arranged, shown, wanted.tournament.name))
        patch_vary_headers(response, ["Cookie"])
        return response
    context = {
        "tournament": wanted.tournament,
        "found": found,
        "content": _content(found.arranged, shown),
        "query": f"?{query}" if query else "",
        "stage": shown.stage,
        "may_print": request.user.has_perm("scoring.print", wanted.tournament),
    }
    return render(request, "scoring/standings.html", context)


def _goes_by_its_draw(stage: Stage) -> bool:
    return stage.kind == StageKind.KNOCK_OUT and stage.state == StageState.PUBLISHED


class Shown(NamedTuple):
    """What the address of a page of standings says, beside what is found there."""

    slug: str
    division: str
    through_round: int | None
    stage: int | None

    def query(self, **other: Any) -> str:
        """As an address writes it, with ``other`` in place of what they name; empty values left out."""
        values = {"division": self.division, "stage": self.stage or "", "round": self.through_round or "", **other}
        return urlencode({name: value for name, value in values.items() if value != ""}, quote_via=quote)


@lru_cache(maxsize=16)
def _for_visitors(found: Arranged, shown: Shown, name: str) -> bytes:
    """The whole page for somebody of whom nothing is known, not even a cookie. Kept as :func:`_content` is."""
    query = shown.query()
    context = {
        "tournament": {"slug": shown.slug, "name": name},
        "found": {"rows": found.rows, "division": shown.division},
        "content": _content(found, shown),
        "query": f"?{query}" if query else "",
        "stage": shown.stage,
        "may_print": False,
    }
    return get_template("scoring/standings.html").render(context).encode()


@lru_cache(maxsize=16)
def _content(found: Arranged, shown: Shown) -> SafeString:
    """The page's own part, which is the same for everybody.

    Kept under the very figures that it shows (:func:`scoring.selectors.standings.standings` gives the same object as
    long as not one of them changes), so it cannot grow old.
    """
    query = shown.query()
    fewest, most = found.played
    context = {
        "found": found,
        "shown": shown,
        "counts": found.counts,
        "body": body(found, shown.slug, shown.division, f"&{query}" if query else ""),
        "rounds": range(1, found.counts.last_round + 1),
        "divisions": [(name, shown.query(division=name)) for name in found.divisions],
        "all_divisions": shown.query(division=""),
        "fewest": fewest,
        "most": most,
        "unfit": _unfit(found),
    }
    return mark_safe(get_template("scoring/_standings.html").render(context))  # noqa: S308 - a template's own output


def _unfit(found: Arranged) -> dict[str, Any]:
    """Ties that matches among the tied should break and cannot: the first few, and how many more."""
    if all(link.among != "head-to-head" for link in found.chain):
        return {}
    ties = unfit(found.compared, found.chain, found.evidence)
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
