"""Running the day: for the director and the officials, on the phone in the hall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from rules_engine.verdicts import RecordError
from scoring.forms import day as day_forms
from scoring.forms.request import device_of
from scoring.selectors import checklist
from scoring.selectors import day as days
from scoring.services import rounds as round_acts
from scoring.services import walkovers
from scoring.services.refusals import LedgerConflict, LedgerRefused
from scoring.views.day import asked_round
from tournaments.forms.entries import MatchDutyForm, duty_of
from tournaments.forms.errors import show
from tournaments.models import Clock, DayState, Match, Round, Team, User
from tournaments.selectors import occurrences as occurrences_of
from tournaments.selectors import slots
from tournaments.services import clocks, duties, matches, occurrences, placing, timing
from tournaments.views.pages import SetUpView

MAY_NOT = "Running the day is for the director and the officials of this tournament."
LEFT_SHOWN = 3
"""Matches that did not fit which a message names itself."""


class RunView(SetUpView):
    """What both pages share: who may, who acts, how refusals are shown."""

    permission = "tournaments.run_day"
    may_not = MAY_NOT

    @property
    def by(self) -> User:
        return cast(User, self.request.user)

    def attempt(self, act: Callable[[], Any], said: str, form: forms.Form | None = None, **shown: Any) -> HttpResponse:
        """Do it and say so, or show what refuses it: at the form's fields where it has them, else above the page."""
        problem = ""
        if form is None or form.is_valid():
            try:
                act()
            except ValidationError as error:
                if form is not None and hasattr(error, "error_dict") and set(error.error_dict) & set(form.fields):
                    show(form, error)
                else:
                    problem = " ".join(error.messages)
            except RecordError as error:
                if form is not None and error.field in form.fields:
                    form.add_error(error.field, f"It {error.text}.")
                else:
                    problem = f"{error.field} {error.text}"
            except LedgerRefused as error:
                problem = error.message
            except LedgerConflict as error:
                problem = str(error)
            else:
                return self.done(said, query=self.back())
        return self.refused(problem=problem, **shown)

    def back(self) -> str:
        """What of the address stays after an act."""
        return ""


class RunDay(RunView):
    """The round's checklist, places, officials, the queue and the clocks."""

    template_name = "scoring/day_run.html"
    round: Round | None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.round = None
        return super().dispatch(request, *args, **kwargs)

    def back(self) -> str:
        return f"?round={self.request.GET['round']}" if self.request.GET.get("round") else ""

    def chosen(self) -> Round | None:
        """The round asked for, or the current one."""
        asked = asked_round(self.request, self.tournament)
        if asked is not None:
            return asked
        current = days.current_rounds(self.tournament)
        return current[0] if current else None

    def content(self) -> dict[str, Any]:
        round_ = self.chosen()
        page = days.shown(self.tournament, [round_] if round_ else [])
        found: dict[str, Any] = {
            "page": page,
            "round": round_,
            "clock_form": day_forms.ClockForm(self.tournament, initial={"round": round_}),
            "may_set_up": self.request.user.has_perm("tournaments.set_up", self.tournament),
        }
        if round_ is not None:
            closed = round_.closed_at is not None
            is_open = round_.opened_at is not None and not closed
            missing = checklist.closing(round_) if is_open or closed else checklist.opening(round_)
            found |= {
                "is_open": is_open,
                "is_closed": closed,
                "missing": missing,
                "blocked": any(one.essential for one in missing),
                "acts": list(round_.acts.select_related("by")),
                "reason_form": day_forms.MaybeReasonForm(),
                "proposal": None if closed else placing.propose(round_),
                "duties": None if closed else duties.propose(round_),
                "has_rooms": bool(page.rooms),
            }
        return found

    def _round(self) -> Round:
        return self.thing(Round.objects.filter(tournament=self.tournament))

    def act_open(self) -> HttpResponse:
        round_, form = self._round(), day_forms.MaybeReasonForm(self.request.POST)
        return self.attempt(
            lambda: round_acts.open_round(round_, by=self.by, reason=form.cleaned_data["reason"]),
            f"{round_} is open.",
            form,
            reason_form=form,
        )

    def act_close(self) -> HttpResponse:
        round_ = self._round()
        return self.attempt(lambda: round_acts.close_round(round_, by=self.by), f"{round_} is closed.")

    def act_reopen(self) -> HttpResponse:
        round_, form = self._round(), day_forms.MaybeReasonForm(self.request.POST)
        return self.attempt(
            lambda: round_acts.reopen_round(round_, by=self.by, reason=form.cleaned_data["reason"]),
            f"{round_} is open again.",
            form,
            reason_form=form,
        )

    def act_place(self) -> HttpResponse:
        return self._many(lambda round_: placing.place(round_), "placed", "placed")

    def act_officials(self) -> HttpResponse:
        return self._many(lambda round_: duties.assign(round_), "named", "given an official")

    def _many(self, act: Callable[[Round], Any], done: str, words: str) -> HttpResponse:
        round_ = self._round()
        try:
            found = act(round_)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        some, left = getattr(found, done), found.left
        said = f"{len(some)} match{'' if len(some) == 1 else 'es'} {words}."
        if left:
            named = " ".join(f"{one.name}: {why}" for one, why in left[:LEFT_SHOWN])
            said += f" {len(left)} left over. {named}"
        return self.done(said, query=self.back())

    def act_clear(self) -> HttpResponse:
        round_ = self._round()
        return self.attempt(lambda: placing.clear(round_), "The places of what has not begun are taken back.")

    def act_call(self) -> HttpResponse:
        match = self.thing(Match.objects.filter(tournament=self.tournament))
        try:
            placed = placing.call(match)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{match} called to {placed.where}.", query=self.back())

    def act_start_clock(self) -> HttpResponse:
        form = day_forms.ClockForm(self.tournament, self.request.POST)
        return self.attempt(
            lambda: clocks.start(self.tournament, by=self.by, **form.cleaned_data),
            "The clock runs.",
            form,
            clock_form=form,
        )

    def _clock(self) -> Clock:
        return self.thing(Clock.objects.filter(tournament=self.tournament))

    def act_pause_clock(self) -> HttpResponse:
        clock = self._clock()
        return self.attempt(lambda: clocks.pause(clock), "The clock is paused.")

    def act_go_on_clock(self) -> HttpResponse:
        clock = self._clock()
        return self.attempt(lambda: clocks.go_on(clock), "The clock goes on.")

    def act_stop_clock(self) -> HttpResponse:
        clock = self._clock()
        return self.attempt(lambda: clocks.stop(clock), "The clock is stopped.")

    def act_add_minutes(self) -> HttpResponse:
        clock, form = self._clock(), day_forms.MinutesForm(self.request.POST)
        if not form.is_valid():
            return self.refused(problem="Minutes: a whole number, as 5 or -5.")
        minutes = form.cleaned_data["minutes"]
        return self.attempt(lambda: clocks.add_minutes(clock, minutes), f"{minutes:+} minutes.")


class RunMatch(RunView):
    """One match on the day: late teams, walk-over, postponing and the like, its place, its official, its time."""

    template_name = "scoring/day_match.html"
    match: Match

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found = Match.objects.select_related("round", "home", "away", "tournament", "official", "tally")
        self.match = get_object_or_404(found, pk=kwargs["match_id"], tournament__slug=kwargs["slug"])
        return super().dispatch(request, *args, **kwargs)

    def allowed(self, request: HttpRequest) -> bool:
        """The committee decides here, too, what becomes of an abandoned match."""
        return super().allowed(request) or bool(request.user.has_perm("tournaments.decide_abandoned", self.tournament))

    def _demand(self, permission: str, said: str) -> None:
        if not self.request.user.has_perm(permission, self.tournament):
            raise PermissionDenied(said)

    def _run(self) -> None:
        self._demand("tournaments.run_day", MAY_NOT)

    def _decide(self) -> None:
        self._demand(
            "tournaments.decide_abandoned", "What becomes of an abandoned match is for the director or the committee."
        )

    def content(self) -> dict[str, Any]:
        match = Match.objects.select_related("round", "home", "away", "tournament", "official", "tally").get(
            pk=self.match.pk
        )
        now = timezone.now()
        noted = occurrences_of.of_match(match)
        late = occurrences_of.late(match, noted)
        booking = slots.of_match(match)
        user = self.request.user
        spots = placing.spots_of(self.tournament.pk)
        undecided = walkovers.may_be_awarded(match)
        return {
            "match": match,
            "booking": booking,
            "noted": noted,
            "sides": [
                {"team": team, "late": next((one for one in late if one.team == team), None)}
                for team in (match.home, match.away)
            ],
            "any_late": bool(late),
            "now": now,
            "can_be_late": not booking.begun and not match.day_state and not booking.over,
            "is_off": match.day_state in (DayState.POSTPONED, DayState.ABANDONED),
            "is_settled": match.day_state in (DayState.WALK_OVER, DayState.AWARDED),
            "can_put_off": not booking.over and match.day_state in ("", DayState.POSTPONED),
            "undecided": undecided,
            "may_run": user.has_perm("tournaments.run_day", self.tournament),
            "may_decide": user.has_perm("tournaments.decide_abandoned", self.tournament),
            "walk_over_form": day_forms.WalkOverForm(match, auto_id="id_walk_%s"),
            "postpone_form": day_forms.PostponeForm(auto_id="id_post_%s"),
            "abandon_form": day_forms.ReasonForm(auto_id="id_abandon_%s"),
            "resume_form": day_forms.MaybeReasonForm(auto_id="id_resume_%s"),
            "award_form": day_forms.AwardForm(match, auto_id="id_award_%s", initial=_stands(match)),
            "again_form": day_forms.ReasonForm(auto_id="id_again_%s"),
            "back_form": day_forms.ReasonForm(auto_id="id_back_%s"),
            "spots_form": day_forms.SpotsForm(booking, spots) if spots else None,
            "duty_form": MatchDutyForm(self.tournament, match=match, initial=duty_of(match), auto_id="id_duty_%s"),
            "time_form": day_forms.TimeForm(initial={"starts_at": match.starts_at}),
        }

    def _team(self) -> Team:
        sides = {str(team.pk): team for team in (self.match.home, self.match.away)}
        team = sides.get(self.request.POST.get("id", ""))
        if team is None:
            raise Http404
        return team

    def act_late(self) -> HttpResponse:
        self._run()
        team = self._team()
        return self.attempt(lambda: occurrences.late(self.match, team, self.by), f"{team} are marked late.")

    def act_arrived(self) -> HttpResponse:
        self._run()
        team = self._team()
        return self.attempt(lambda: occurrences.arrived(self.match, team, self.by), f"{team} are there.")

    def act_walk_over(self) -> HttpResponse:
        self._run()
        form = day_forms.WalkOverForm(self.match, self.request.POST, auto_id="id_walk_%s")
        return self.attempt(
            lambda: walkovers.walk_over(
                self.match,
                winner_side=form.side,
                reason=form.cleaned_data["reason"],
                by=self.by,
                device=device_of(self.request),
            ),
            "Walked over. A second person has to confirm the result.",
            form,
            walk_over_form=form,
        )

    def act_postpone(self) -> HttpResponse:
        self._run()
        form = day_forms.PostponeForm(self.request.POST, auto_id="id_post_%s")
        return self.attempt(
            lambda: occurrences.postpone(self.match, by=self.by, **form.cleaned_data),
            "Postponed; its tables are free.",
            form,
            postpone_form=form,
        )

    def act_abandon(self) -> HttpResponse:
        self._run()
        form = day_forms.ReasonForm(self.request.POST, auto_id="id_abandon_%s")
        return self.attempt(
            lambda: occurrences.abandon(self.match, by=self.by, **form.cleaned_data),
            "Abandoned. The director or the committee decides what becomes of it.",
            form,
            abandon_form=form,
        )

    def act_resume(self) -> HttpResponse:
        self._run()
        form = day_forms.MaybeReasonForm(self.request.POST, auto_id="id_resume_%s")
        return self.attempt(
            lambda: occurrences.resume(self.match, self.by, **form.cleaned_data),
            "It takes place after all.",
            form,
            resume_form=form,
        )

    def act_award(self) -> HttpResponse:
        self._decide()
        form = day_forms.AwardForm(self.match, self.request.POST, auto_id="id_award_%s")

        def act() -> None:
            told = form.cleaned_data
            walkovers.award(
                self.match,
                bullseyes=(told["home_bullseyes"], told["away_bullseyes"]),
                hang_jacks=(told["home_hang_jacks"] or 0, told["away_hang_jacks"] or 0),
                reason=told["reason"],
                by=self.by,
                device=device_of(self.request),
            )

        return self.attempt(act, "Awarded. A second person has to confirm the result.", form, award_form=form)

    def act_again(self) -> HttpResponse:
        self._decide()
        form = day_forms.ReasonForm(self.request.POST, auto_id="id_again_%s")
        return self.attempt(
            lambda: walkovers.play_again(self.match, by=self.by, device=device_of(self.request), **form.cleaned_data),
            "It is played again, from the first hand.",
            form,
            again_form=form,
        )

    def act_take_back(self) -> HttpResponse:
        if self.match.day_state == DayState.AWARDED:
            self._decide()
        else:
            self._run()
        form = day_forms.ReasonForm(self.request.POST, auto_id="id_back_%s")
        return self.attempt(
            lambda: walkovers.take_back(self.match, by=self.by, device=device_of(self.request), **form.cleaned_data),
            "Taken back.",
            form,
            back_form=form,
        )

    def act_spots(self) -> HttpResponse:
        self._run()
        spots = placing.spots_of(self.tournament.pk)
        form = day_forms.SpotsForm(slots.of_match(self.match), spots, self.request.POST)
        return self.attempt(lambda: placing.set_spots(self.match, form.chosen()), "Saved.", form, spots_form=form)

    def act_call(self) -> HttpResponse:
        self._run()
        return self.attempt(lambda: placing.call(self.match), "Called to the first tables that are free.")

    def act_duty(self) -> HttpResponse:
        self._run()
        form = MatchDutyForm(self.tournament, self.request.POST, match=self.match, auto_id="id_duty_%s")
        return self.attempt(lambda: matches.update(self.match, **_duty(form)), "Saved.", form, duty_form=form)

    def act_time(self) -> HttpResponse:
        self._run()
        form = day_forms.TimeForm(self.request.POST)
        return self.attempt(
            lambda: timing.move(self.match, form.cleaned_data["starts_at"]), "Saved.", form, time_form=form
        )


def _duty(form: MatchDutyForm) -> dict[str, Any]:
    return {name: form.cleaned_data[name] for name in ("official", "place")}


def _stands(match: Match) -> dict[str, int]:
    """The figures that stand at the tables, which an award starts from."""
    tally = days.tally_of(match)
    return {
        "home_bullseyes": tally.home_bullseyes,
        "away_bullseyes": tally.away_bullseyes,
        "home_hang_jacks": tally.home_hang_jacks,
        "away_hang_jacks": tally.away_hang_jacks,
    }
