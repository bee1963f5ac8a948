"""Disputes: raised at a table, settled on a page of their own that everybody's clock agrees with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from penalties.api.disputes import ACTS, file_answer, own_side
from penalties.disputes.moves import MOVES, OPEN, STATE_WORDS, WHO_WORDS, State
from penalties.forms import dispute as typed
from penalties.models import Dispute
from penalties.selectors import code
from penalties.selectors import disputes as seen
from penalties.services import appeals, dispute_words, disputes, disputing
from penalties.views.acts import done
from penalties.views.scope import played_at
from rules_engine.penalty_code import find
from rules_engine.seats import Pair
from scoring.selectors import tables
from scoring.selectors.words import PAIR_SHORT
from scoring.views import scope
from scoring.views.acts import Refused
from scoring.views.scope import acting, match_page, refusal, the_tournament
from tournaments.models import Match, Table

scope.MAY_NOT.update(
    {
        "penalties.dispute": "A dispute is raised by a captain of the two teams, or by an official for them.",
        "penalties.agree": "Only the captains of the two teams agree or call the official.",
        "penalties.state": "Statements come from the captains of the two teams and from the officials.",
        "penalties.attach": "Files come from the captains of the two teams and from the officials.",
        "penalties.see_dispute": "What is said in a dispute is for the captains of the two teams, the officials and "
        "the committee.",
        "penalties.decide": "Only the tournament's director and officials decide a dispute.",
        "penalties.settle": "Only a member of the committee who captains neither team settles this.",
    }
)

EVERY = 5
"""Seconds between two looks at an open dispute where no stream tells of changes."""

SAID = {
    "propose": "Written down. The other captain confirms it.",
    "agree": "Agreed. The dispute is settled.",
    "call": "The official is called.",
    "withdraw": "The dispute is withdrawn.",
    "decide": "Decided. The dispute is settled.",
    "refer": "The committee decides.",
    "return": "Handed back to the official.",
    "settle": "Decided. The dispute is settled.",
    "statements": "Put on record.",
    "checklist": "Put on the checklist.",
    "attachments": "The file is kept with the dispute.",
}


@match_page("penalties.dispute", "GET", "HEAD", "POST")
def raise_one(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Say what is disputed; the captains' five minutes begin at once."""
    table = played_at(match, number)
    table.match = match
    by = acting(request)
    own = disputing.side_of(by, Dispute(match=match))
    judges = by.has_perm("penalties.decide", match)
    sides = _sides(match) if judges else [pair for pair in _sides(match) if pair[0] == own]
    asked: dict[str, Any] = {"sides": sides, "entries": _entries(match, table)}
    if request.method != "POST":
        form = typed.RaiseForm.fresh(**asked)
        return render(request, "penalties/dispute_raise.html", _raise_context(match, table, form, None))
    form = typed.RaiseForm(request.POST, **asked)
    raised, why = done(form, lambda: _raise(request, table, form))
    if why is None:
        return redirect("dispute", match.tournament.slug, raised.dispute.pk)
    context = _raise_context(match, table, form, why)
    return render(request, "penalties/dispute_raise.html", context, status=why.status)


def _raise(request: HttpRequest, table: Table, form: typed.RaiseForm) -> disputes.Raised:
    own_side(acting(request), table.match, form.cleaned_data["side"])
    return disputes.raise_dispute(table, by=acting(request), **form.cleaned_data)


def _raise_context(match: Match, table: Table, form: forms.Form, why: Refused | None) -> dict[str, Any]:
    return {
        "tournament": match.tournament,
        "match": match,
        "table": table,
        "form": form,
        "refused": why,
        "open": seen.open_at(table),
        "opened": tables.board_of(table) is not None,
    }


def _entries(match: Match, table: Table) -> list[tuple[int, str]]:
    """The last entries of the board, to say which one is disputed."""
    if tables.board_of(table) is None:
        return []
    lines = tables.ledger_lines(tables.shown(match, table), limit=tables.HANDS_SHOWN)
    return [(line.sequence, _entry_words(line)[:80]) for line in lines]


def _entry_words(line: tables.LedgerLine) -> str:
    """An entry as the board has it: its number, what it was, and what each pair was chalked."""
    chalked = [
        f"{PAIR_SHORT[Pair(pair)]} {' '.join(mark.text for mark in marks)}"
        for pair, marks in line.marks.items()
        if marks
    ]
    return f"{line.sequence}: {', '.join([line.text, *chalked])}"


def _sides(match: Match) -> list[tuple[str, str]]:
    return [("home", match.home.name), ("away", match.away.name)]


@require_safe
@never_cache
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament's disputes, the open ones first, and how a dispute goes."""
    tournament = the_tournament(slug)
    now = timezone.now()
    context = {
        "tournament": tournament,
        "open": [_line(dispute, now) for dispute in seen.open_ones(tournament)],
        "ended": [_line(dispute, now) for dispute in seen.ended_ones(tournament)],
        "steps": [
            {
                "source": "" if move.source is None else STATE_WORDS[move.source],
                "target": STATE_WORDS[move.target],
                "who": " or ".join(WHO_WORDS[who] for who in move.who),
                "words": move.words,
                "clause": move.clause,
            }
            for move in MOVES
        ],
    }
    return render(request, "penalties/dispute_list.html", context)


def _line(dispute: Dispute, now: datetime) -> dict[str, Any]:
    state = State(seen.state_now(dispute, now))
    return {"dispute": dispute, "state": state.value, "words": STATE_WORDS[state], "open": state in OPEN}


# One dispute


def the_dispute(slug: str, pk: int) -> Dispute:
    """The dispute of the address within its tournament, or 404; moved on first when its clock has run out."""
    dispute: Dispute = get_object_or_404(seen.disputes(), match__tournament__slug=slug, pk=pk)
    if seen.state_now(dispute) != dispute.state:
        disputes.run_clock(dispute.pk)
        return get_object_or_404(seen.disputes(), pk=pk)
    return dispute


@require_safe
@never_cache
def page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far it is and by which clock, for everybody; what was said and may be done, for those concerned."""
    return render(request, "penalties/dispute_page.html", context_of(request, the_dispute(slug, pk)))


@require_safe
@never_cache
def live(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The part of the page that moves."""
    return render(request, "penalties/_dispute_live.html", live_context(request, the_dispute(slug, pk)))


@require_safe
@never_cache
def badge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One dispute as a link with its clock, for the pages of its match and table."""
    dispute = the_dispute(slug, pk)
    return render(
        request, "penalties/_dispute_badge.html", clock_of(dispute) | {"tournament": dispute.match.tournament}
    )


def clock_of(dispute: Dispute) -> dict[str, Any]:
    """The dispute with the server's clock: ``left`` whole seconds, never below nothing."""
    now = timezone.now()
    state = State(seen.state_now(dispute, now))
    left = max(0, int((dispute.clock_ends_at - now).total_seconds()))
    return {
        "dispute": dispute,
        "state": state.value,
        "state_words": STATE_WORDS[state],
        "is_open": state in OPEN,
        "runs": state == State.TALKING,
        "left": f"{left // 60}:{left % 60:02}",
        "ends_ms": int(dispute.clock_ends_at.timestamp() * 1000),
        "now_ms": int(now.timestamp() * 1000),
    }


def live_context(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """What the moving part says."""
    match = dispute.match
    clause = find(dispute.clause) if dispute.clause else None
    concerned = request.user.has_perm("penalties.see_dispute", match)
    return {
        **clock_of(dispute),
        "tournament": match.tournament,
        "match": match,
        "every": EVERY,
        "concerned": concerned,
        "told": seen.told(dispute) if concerned else None,
        "clause_title": clause.title if clause else "",
        "teams": {"home": match.home, "away": match.away},
        "side_name": (match.home if dispute.side == "home" else match.away).name,
        "lost_name": "" if not dispute.lost_by else getattr(match, dispute.lost_by).name,
    }


@dataclass(frozen=True, slots=True)
class Part:
    """What somebody may do in a dispute now."""

    side: str | None
    no_say: bool
    captain: bool
    judge: bool
    committee: bool


def _part(request: HttpRequest, dispute: Dispute) -> Part:
    user, match = request.user, dispute.match
    captain = user.has_perm("penalties.agree", match)
    return Part(
        side=disputing.side_of(acting(request), dispute) if captain else None,
        no_say=captain and user.pk in disputing.without_say(dispute),
        captain=captain,
        judge=user.has_perm("penalties.decide", match),
        committee=user.has_perm("penalties.settle", match),
    )


def context_of(
    request: HttpRequest, dispute: Dispute, *, refused: Refused | None = None, faulty: Mapping[str, forms.Form] = {}
) -> dict[str, Any]:
    """The whole page. ``faulty``: forms that came back with what was typed."""
    context = live_context(request, dispute) | {"refused": refused, "clauses": (), "forms": {}, "part": None}
    if not context["concerned"]:
        return context
    part = _part(request, dispute)
    made = _forms(request, dispute, part, context["told"]) | dict(faulty)
    context |= {"part": part, "forms": made, "mine": request.user.pk == dispute.raised_by_id}
    context["clauses"] = _clauses() if {"propose", "decide"} & set(made) else ()
    if dispute.state == State.DECIDED and part.captain:
        deadline = appeals.deadline_of(dispute)
        context["appeal_until"] = deadline if deadline and deadline >= timezone.now() else None
    return context


def _clauses() -> list[tuple[str, str]]:
    """Every clause, for the browser to offer while a number is typed."""
    return [(clause.number, clause.title) for section in code.sections() for clause in section.clauses]


def _forms(request: HttpRequest, dispute: Dispute, part: Part, told: seen.Told | None) -> dict[str, forms.Form]:
    """The forms of what may be done in the state that the dispute is in."""
    state, found = State(dispute.state), dict[str, forms.Form]()
    if state not in OPEN or told is None:
        return found
    version = {"version": dispute.version}
    heard = part.judge or (part.side is not None and not part.no_say)
    if state == State.TALKING and part.side is not None and not part.no_say:
        found["propose"] = typed.ProposeForm(initial=version)
        found["call"] = typed.VersionForm(initial=version)
        if dispute.proposal is not None and dispute.proposal.side != part.side:
            found["agree"] = typed.AgreeForm(initial=version | {"proposal": dispute.proposal_id})
    if state == State.OFFICIAL and part.judge:
        found["decide"] = _decide_form(dispute, told, initial=version)
        found["refer"] = typed.ReasonsForm(initial=version, auto_id="refer_%s")
    if state == State.COMMITTEE and part.committee:
        found["settle"] = typed.SettleForm(initial=version)
        found["return"] = typed.ReasonsForm(initial=version, auto_id="return_%s")
    if dispute.raised_by_id == request.user.pk and state in (State.TALKING, State.OFFICIAL):
        found["withdraw"] = typed.ReasonsForm(initial=version, auto_id="withdraw_%s")
    if heard:
        found |= _saying(dispute, part, told, None, None)
    return found


def _saying(
    dispute: Dispute, part: Part, told: seen.Told, data: Any, files: Any, only: str = ""
) -> dict[str, forms.Form]:
    """The forms of what is said, shown and ticked."""
    match = dispute.match
    sides = _sides(match) if part.judge else [pair for pair in _sides(match) if pair[0] == part.side]
    rosters = seen.rostered(match)
    own = [roster for roster in rosters if roster[0] in {name for _, name in sides}]
    makers: dict[str, Callable[[], forms.Form]] = {
        "statements": lambda: _bound(typed.StatementForm, data, None, sides=sides, players=own, auto_id="say_%s"),
        "attachments": lambda: _bound(typed.AttachForm, data, files, sides=sides, auto_id="show_%s"),
    }
    if part.judge or not told.cards_left:
        makers["checklist"] = lambda: typed.FactForm(data, players=rosters if part.judge else [], auto_id="tick_%s")
    return {name: make() for name, make in makers.items() if only in ("", name)}


def _bound(form: type[typed.SideForm], data: Any, files: Any, **more: Any) -> forms.Form:
    made: forms.Form = form.fresh(**more) if data is None else form(data, files, **more)
    return made


def _decide_form(dispute: Dispute, told: seen.Told, data: Any = None, **more: Any) -> forms.Form:
    names = dict(_sides(dispute.match))
    standing = [
        (ruling.pk, f"{ruling.clause}: {ruling.result.get('reason', '')}"[:90])
        for ruling in seen.rulings_at(dispute.table)
    ]
    mixed = [(side, names[side]) for side in told.mixed]
    return typed.DecideForm(data, rulings=standing, mixed=mixed, **more)


PLAIN: Mapping[str, tuple[type[forms.Form], str]] = {
    "propose": (typed.ProposeForm, "id_%s"),
    "agree": (typed.AgreeForm, "id_%s"),
    "call": (typed.VersionForm, "id_%s"),
    "withdraw": (typed.ReasonsForm, "withdraw_%s"),
    "refer": (typed.ReasonsForm, "refer_%s"),
    "return": (typed.ReasonsForm, "return_%s"),
    "settle": (typed.SettleForm, "id_%s"),
}


def _posted(request: HttpRequest, dispute: Dispute, act: str) -> forms.Form:
    if act in PLAIN:
        form, names = PLAIN[act]
        return form(request.POST, auto_id=names)
    told = seen.told(dispute)
    if act == "decide":
        return _decide_form(dispute, told, request.POST)
    part = _part(request, dispute)
    if act == "checklist":
        rosters = seen.rostered(dispute.match) if part.judge else []
        return typed.FactForm(request.POST, players=rosters, auto_id="tick_%s")
    return _saying(dispute, part, told, request.POST, request.FILES, only=act)[act]


@require_POST
@never_cache
def act(request: HttpRequest, slug: str, pk: int, name: str) -> HttpResponse:
    """One act in a dispute; whoever is late sees the page as it is now, and why."""
    dispute = get_object_or_404(seen.disputes(), match__tournament__slug=slug, pk=pk)
    if name not in SAID:
        raise Http404
    permission = "penalties.attach" if name == "attachments" else ACTS[name].permission
    answer = refusal(request, permission, dispute.match)
    if answer is not None:
        return answer
    form = _posted(request, dispute, name)
    _, why = done(form, lambda: _do(request, dispute, name, form.cleaned_data))
    if why is None:
        messages.success(request, SAID[name])
        return redirect("dispute", slug, pk)
    fresh = the_dispute(slug, pk)
    context = context_of(request, fresh, refused=why, faulty={} if why.status == 409 else {name: form})
    return render(request, "penalties/dispute_page.html", context, status=why.status)


def _do(request: HttpRequest, dispute: Dispute, name: str, told: Mapping[str, Any]) -> Any:
    asked = {key: value for key, value in told.items() if value not in (None, "") or key in ("version",)}
    if name == "attachments":
        return dispute_words.attach(
            dispute.pk, side=told["side"], upload=told["file"], client_id=told["client_id"], by=acting(request)
        )
    return ACTS[name].do(dispute.pk, by=acting(request), **asked)


@require_safe
@never_cache
def attachment(request: HttpRequest, slug: str, pk: int, file_id: int) -> HttpResponse | FileResponse:
    """A kept file, for those concerned."""
    dispute = get_object_or_404(seen.disputes(), match__tournament__slug=slug, pk=pk)
    answer = refusal(request, "penalties.see_dispute", dispute.match)
    return answer or file_answer(dispute, file_id)
