"""The scorer's page: the board, the pad, and what was recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from rules_engine.seats import Pair
from scoring.forms.hand import HandForm
from scoring.forms.request import device_of
from scoring.models import MatchState
from scoring.selectors import matches, tables, words
from scoring.selectors.tables import TableShown
from scoring.services import ledger
from scoring.views.acts import Refused, attempt
from scoring.views.scope import acting, match_page, the_match, the_table
from tournaments.models import Match, Table, TableKind
from tournaments.selectors import bars


def shown_now(match: Match, number: int) -> TableShown:
    """The table as it stands now, with who sits there."""
    return tables.shown(match, the_table(match, number))


def context_of(match: Match, shown: TableShown, **more: Any) -> dict[str, Any]:
    """What every page at a table shows around its form."""
    return {
        "tournament": match.tournament,
        "match": match,
        "shown": shown,
        "score": matches.score_of(match),
        "decider": shown.table.kind == TableKind.DECIDER,
        **more,
    }


def _page(
    request: HttpRequest,
    match: Match,
    shown: TableShown,
    form: HandForm,
    *,
    refused: Refused | None = None,
    new: int = 0,
    preview: dict[str, Any] | None = None,
) -> HttpResponse:
    """The page, or to htmx its moving part. ``new``: the event whose chalks draw themselves."""
    everything = request.GET.get("all") == "1"
    context = context_of(
        match,
        shown,
        form=form,
        refused=refused,
        sent_away=_sent_away(match, shown),
        new_event=new - shown.opening if new else 0,
        new_game=_new_game(shown, new),
        preview=preview,
        lines=tables.ledger_lines(shown, limit=None if everything else tables.HANDS_SHOWN),
        shown_lines=None if everything else tables.HANDS_SHOWN,
        lines_slice=":" if everything else f":{tables.HANDS_SHOWN}",
        recording=_recording(match, shown),
    )
    htmx = bool(request.headers.get("HX-Request"))
    template = "scoring/_table.html" if htmx else "scoring/table.html"
    response = render(request, template, context, status=refused.status if refused else 200)
    if htmx and refused is not None and refused.status != 409:
        # The reasons stand at the thumb: the page stays where it is.
        response.headers["HX-Reswap"] = "outerHTML"
    return response


def _sent_away(match: Match, shown: TableShown) -> list[tuple[str, str]]:
    """Who still sits here and may not, and why. One query."""
    sitting = {player.pk: player.name for side in shown.pairs for player in side.sitting}
    found = bars.binding(match.tournament_id, match.pk, sitting) if sitting and not shown.closed else {}
    return [(sitting[player], bars.why(bar)) for player, bar in found.items()]


def _new_game(shown: TableShown, new: int) -> dict[str, Any] | None:
    """The game that the event just recorded has won, in words; None when it won none."""
    game = shown.state.games[-1] if shown.state.games else None
    if not new or game is None or max((chalk.event for chalk in game.chalks), default=0) != new - shown.opening:
        return None
    winner = next(side for side in shown.pairs if side.pair == game.winner)
    scores = game.scores
    return {
        "number": game.number,
        "team": winner.team,
        "scores": f"{scores.of(game.winner)}–{scores.of(game.winner.opponents)}" if scores else "",
        "standing": ", ".join(f"{side.team} {side.bullseyes}" for side in shown.sides),
    }


def _recording(match: Match, shown: TableShown) -> bool:
    """Whether there is anything to record at this table; the services decide, this only hides the pad."""
    state = matches.tally_of(match).state
    return shown.opened and not shown.closed and state not in (MatchState.PLAYED, MatchState.CONFIRMED)


def _form(match: Match, shown: TableShown, data: Any = None) -> HandForm:
    more: dict[str, Any] = {"ruleset": match.tournament.ruleset, "dealer_known": bool(shown.dealer)}
    return HandForm(data, **more) if data is not None else HandForm.fresh(shown.sequence, **more)


@match_page("scoring.record", "GET", "HEAD", "POST")
def table(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Show the board and the pad; chalk a hand."""
    found = the_table(match, number)
    if found.kind == TableKind.SHEET:
        return redirect("match", match.tournament.slug, match.pk)
    shown = tables.shown(match, found)
    if request.method != "POST":
        new = request.GET.get("new", "")
        return _page(request, match, shown, _form(match, shown), new=int(new) if re.fullmatch(r"\d{1,9}", new) else 0)
    form = _form(match, shown, request.POST)
    if request.POST.get("act") == "preview":
        preview, status = _judge(found, form)
        return _page(request, match, shown, form, preview=preview, refused=preview.get("refused") if status else None)
    answer, refused = attempt(form, lambda: _append(request, found, form))
    if refused is None:
        if not request.headers.get("HX-Request"):
            return redirect(f"{reverse('table', args=[match.tournament.slug, match.pk, number])}?new={answer.sequence}")
        match = the_match(match.tournament.slug, match.pk)
        shown = shown_now(match, number)
        return _page(request, match, shown, _form(match, shown), new=answer.sequence)
    if refused.status == 409:
        match = the_match(match.tournament.slug, match.pk)
        shown = shown_now(match, number)
        form = _form(match, shown, request.POST)
        form.again(shown.sequence)
    return _page(request, match, shown, form, refused=refused)


def _append(request: HttpRequest, found: Table, form: HandForm) -> ledger.Appended:
    return ledger.append(
        found.pk,
        form.event(),
        expected=form.cleaned_data["expected"],
        client_id=form.cleaned_data["client_id"],
        by=acting(request),
        device=device_of(request),
    )


@match_page("scoring.record", "POST")
def preview(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """What the hand on the pad would chalk; nothing is saved."""
    found = the_table(match, number)
    form = _form(match, tables.shown(match, found), request.POST)
    answer, status = _judge(found, form)
    return render(request, "scoring/_preview.html", {"preview": answer, "form": form}, status=status or 200)


def _said(chalks: Iterable[Mapping[str, Any]]) -> list[tuple[str, list[str]]]:
    """What each pair would chalk, in words: ``("N/S", ["High 1", "Gamble 2"])``."""
    said: dict[str, list[str]] = {}
    for chalk in chalks:
        mark = words.mark_of(chalk["pair"], chalk["why"], chalk["points"], chalk["counted"])
        said.setdefault(mark.pair_short, []).append(mark.short)
    return list(said.items())


def _judge(found: Table, form: HandForm) -> tuple[dict[str, Any], int]:
    """What the engine says of the pad, and the status of the answer (0: no fault)."""
    answer, refused = attempt(form, lambda: ledger.preview(found.pk, form.event()))
    if form.unsaid:
        return {"unsaid": form.unsaid}, 0
    if refused is not None:
        return {"refused": refused}, refused.status
    board, result = answer["board"], answer.get("result") or {}
    return {
        "scores": board["scores"],
        "said": _said(result.get("chalks", ())),
        "bullseye": words.PAIR_SHORT[Pair(result["bullseye"])] if result.get("bullseye") else "",
        "result_scores": result.get("scores"),
        "unsung": words.PAIR_SHORT[Pair(form.cleaned_data["unsung"])] if form.cleaned_data["unsung"] else "",
        "undecided": bool(result.get("needs")),
    }, 0
