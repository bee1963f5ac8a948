"""The day over the API: who plays where, places, officials, rounds opened and closed, what comes in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api import serializers as shapes
from scoring.api.day_shapes import (
    AwardSerializer,
    CallSerializer,
    DayMatchShape,
    DayReasonSerializer,
    DayShape,
    DutiesShape,
    NoteSerializer,
    OccurrenceShape,
    PlacesShape,
    RoundReasonSerializer,
    RoundStateShape,
    SpotsSerializer,
    TimeSerializer,
    WalkOverSerializer,
)
from scoring.api.reading import read
from scoring.api.refusals import answered
from scoring.api.scope import the_match, the_tournament
from scoring.selectors import checklist
from scoring.selectors import day as days
from scoring.services import rounds, walkovers
from tournaments.models import Match, Occurrence, OccurrenceKind, Round, Tournament, User
from tournaments.selectors import occurrences as noted
from tournaments.services import duties, occurrences, placing, timing

MAY_NOT = {
    "tournaments.run_day": "Running the day is for the director and the officials of this tournament.",
    "tournaments.decide_abandoned": "What becomes of an abandoned match is for the director or the committee.",
}


def demand(request: Request, permission: str, tournament: Tournament) -> User:
    """The caller, who may; 401 for a visitor, 403 for somebody without the role."""
    if not isinstance(request.user, User):
        raise NotAuthenticated("Sign in first.")
    if not request.user.has_perm(permission, tournament):
        raise PermissionDenied(MAY_NOT[permission])
    return request.user


def the_round(slug: str, pk: int) -> Round:
    """The round of the address, within its tournament, or 404."""
    return get_object_or_404(Round.objects.select_related("tournament"), tournament__slug=slug, pk=pk)


class DayView(APIView):
    """Who plays where, who waits, who is late."""

    @extend_schema(operation_id="day", responses=DayShape)
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        number = request.query_params.get("round", "")
        chosen = None
        if number:
            known = number.isascii() and number.isdigit() and len(number) <= 4
            chosen = [get_object_or_404(Round, tournament=tournament, number=int(number) if known else -1)]
        return Response(DayShape(days.shown(tournament, chosen)).data)


def _left(left: Any) -> list[dict[str, Any]]:
    return [{"match": one.match, "name": one.name, "why": why} for one, why in left]


class PlacesView(APIView):
    """Places for the matches of a round that have none: looked at, or saved."""

    def _answer(self, found: placing.Proposal) -> Response:
        return Response(PlacesShape({"placed": found.placed, "left": _left(found.left)}).data)

    @extend_schema(operation_id="round_places", responses=PlacesShape)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        demand(request, "tournaments.run_day", round_.tournament)
        return self._answer(placing.propose(round_))

    @extend_schema(operation_id="round_place", request=shapes.EmptySerializer, responses=PlacesShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        demand(request, "tournaments.run_day", round_.tournament)
        read(shapes.EmptySerializer, request)
        return self._answer(placing.place(round_))


class OfficialsView(APIView):
    """Officials for the matches of a round that have none: looked at, or saved."""

    def _answer(self, found: duties.Duties) -> Response:
        return Response(DutiesShape({"named": found.named, "left": _left(found.left)}).data)

    @extend_schema(operation_id="round_officials", responses=DutiesShape)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        demand(request, "tournaments.run_day", round_.tournament)
        return self._answer(duties.propose(round_))

    @extend_schema(operation_id="round_assign_officials", request=shapes.EmptySerializer, responses=DutiesShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        demand(request, "tournaments.run_day", round_.tournament)
        read(shapes.EmptySerializer, request)
        return self._answer(duties.assign(round_))


class RoundStateView(APIView):
    """How a round stands and what is missing."""

    @extend_schema(operation_id="round_state", responses=RoundStateShape)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        demand(request, "tournaments.run_day", round_.tournament)
        return _state(round_)


def _state(round_: Round) -> Response:
    missing = checklist.opening(round_) if round_.opened_at is None else checklist.closing(round_)
    whole = {
        "number": round_.number,
        "opened_at": round_.opened_at,
        "closed_at": round_.closed_at,
        "missing": missing,
    }
    return Response(RoundStateShape(whole).data)


class RoundOpenView(APIView):
    """Open a round; what stands in the way needs a reason."""

    @extend_schema(operation_id="round_open", request=RoundReasonSerializer, responses=RoundStateShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        by = demand(request, "tournaments.run_day", round_.tournament)
        return _state(rounds.open_round(round_, by=by, **read(RoundReasonSerializer, request)))


class RoundCloseView(APIView):
    """Close an open round."""

    @extend_schema(operation_id="round_close", request=shapes.EmptySerializer, responses=RoundStateShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        by = demand(request, "tournaments.run_day", round_.tournament)
        read(shapes.EmptySerializer, request)
        return _state(rounds.close_round(round_, by=by))


class RoundReopenView(APIView):
    """Open a closed round again, with a reason."""

    @extend_schema(operation_id="round_reopen", request=DayReasonSerializer, responses=RoundStateShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        round_ = the_round(slug, pk)
        by = demand(request, "tournaments.run_day", round_.tournament)
        return _state(rounds.reopen_round(round_, by=by, **read(DayReasonSerializer, request)))


def _line(match: Match, code: int = status.HTTP_200_OK) -> Response:
    """The match as it stands on the day."""
    page = days.shown(match.tournament, [match.round])
    line = next(line for line in page.lines if line.booking.match == match.pk)
    return Response(DayMatchShape(line).data, status=code)


class SpotsView(APIView):
    """Where the tables of a match are played, by hand."""

    @extend_schema(operation_id="match_spots", request=SpotsSerializer, responses=DayMatchShape)
    def put(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        demand(request, "tournaments.run_day", match.tournament)
        asked = read(SpotsSerializer, request)["spots"]
        known = {spot.pk: spot for spot in placing.spots_of(match.tournament_id)}
        wanted = {}
        for number, spot in asked.items():
            if not (number.isascii() and number.isdigit() and len(number) <= 3):
                raise ValidationError({"spots": ["Each place stands under the number of its table."]})
            if spot is not None and spot not in known:
                raise ValidationError({"spots": [f"This tournament has none with the id {spot}."]})
            wanted[int(number)] = None if spot is None else known[spot]
        placing.set_spots(match, wanted)
        return _line(the_match(slug, match_id))


class CallView(APIView):
    """Call a waiting match to furniture that is free now."""

    @extend_schema(operation_id="match_call", request=CallSerializer, responses=DayMatchShape)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        demand(request, "tournaments.run_day", match.tournament)
        asked = read(CallSerializer, request)["spots"]
        known = {spot.pk: spot for spot in placing.spots_of(match.tournament_id)}
        strange = [spot for spot in asked or () if spot not in known]
        if strange:
            raise ValidationError({"spots": [f"This tournament has none with the id {strange[0]}."]})
        placing.call(match, None if asked is None else [known[spot] for spot in asked])
        return _line(the_match(slug, match_id))


class TimeView(APIView):
    """A match's own time."""

    @extend_schema(operation_id="match_time", request=TimeSerializer, responses=DayMatchShape)
    def put(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        demand(request, "tournaments.run_day", match.tournament)
        timing.move(match, read(TimeSerializer, request)["starts_at"])
        return _line(the_match(slug, match_id))


class OccurrencesView(APIView):
    """What came in between at a match; late and arrived teams, postponing, resuming, abandoning."""

    @extend_schema(operation_id="match_occurrences", responses=OccurrenceShape(many=True))
    def get(self, request: Request, slug: str, match_id: int) -> Response:
        return Response(OccurrenceShape(noted.of_match(the_match(slug, match_id)), many=True).data)

    @extend_schema(operation_id="match_note", request=NoteSerializer, responses={201: OccurrenceShape})
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request, "tournaments.run_day", match.tournament)
        asked = read(NoteSerializer, request)
        made = _NOTES[asked["kind"]](match, by, asked)
        return Response(OccurrenceShape(made).data, status=status.HTTP_201_CREATED)


def _of_team(act: Callable[..., Occurrence]) -> Callable[[Match, User, dict[str, Any]], Occurrence]:
    def note(match: Match, by: User, asked: dict[str, Any]) -> Occurrence:
        if asked["team"] is None:
            raise ValidationError({"team": ["Say which team: home or away."]})
        return act(match, match.home if asked["team"] == "home" else match.away, by)

    return note


_NOTES: dict[str, Callable[[Match, User, dict[str, Any]], Occurrence]] = {
    OccurrenceKind.LATE: _of_team(occurrences.late),
    OccurrenceKind.ARRIVED: _of_team(occurrences.arrived),
    OccurrenceKind.POSTPONED: lambda match, by, asked: occurrences.postpone(
        match, until=asked["until"], reason=asked["reason"], by=by
    ),
    OccurrenceKind.RESUMED: lambda match, by, asked: occurrences.resume(match, by, reason=asked["reason"]),
    OccurrenceKind.ABANDONED: lambda match, by, asked: occurrences.abandon(match, reason=asked["reason"], by=by),
}


class WalkOverView(APIView):
    """Walk a match over; a second person confirms it."""

    @extend_schema(operation_id="match_walk_over", request=WalkOverSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request, "tournaments.run_day", match.tournament)
        asked = read(WalkOverSerializer, request)
        with answered():
            done = walkovers.walk_over(
                match,
                winner_side=asked["winner"] or "",
                reason=asked["reason"],
                by=by,
                client_id=_client(asked),
            )
        return Response(done.answer, status=status.HTTP_200_OK if done.repeated else status.HTTP_201_CREATED)


class AwardView(APIView):
    """Award an abandoned or undecided match with given figures; a second person confirms it."""

    @extend_schema(operation_id="match_award", request=AwardSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request, "tournaments.decide_abandoned", match.tournament)
        asked = read(AwardSerializer, request)
        with answered():
            done = walkovers.award(
                match,
                bullseyes=(asked["home_bullseyes"], asked["away_bullseyes"]),
                hang_jacks=(asked["home_hang_jacks"], asked["away_hang_jacks"]),
                reason=asked["reason"],
                by=by,
                client_id=_client(asked),
            )
        return Response(done.answer, status=status.HTTP_200_OK if done.repeated else status.HTTP_201_CREATED)


def _client(asked: dict[str, Any]) -> UUID | None:
    value: UUID | None = asked["client_id"]
    return value


class PlayAgainView(APIView):
    """Have an abandoned match played again from its first hand."""

    @extend_schema(operation_id="match_play_again", request=DayReasonSerializer, responses=DayMatchShape)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request, "tournaments.decide_abandoned", match.tournament)
        asked = read(DayReasonSerializer, request)
        with answered():
            walkovers.play_again(match, reason=asked["reason"], by=by)
        return _line(the_match(slug, match_id))


class TakeBackView(APIView):
    """Take back a walk-over (an official) or an award (the director or the committee) before it is confirmed."""

    @extend_schema(operation_id="match_take_back", request=DayReasonSerializer, responses=DayMatchShape)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        awarded = match.day_state == "awarded"
        by = demand(request, f"tournaments.{'decide_abandoned' if awarded else 'run_day'}", match.tournament)
        asked = read(DayReasonSerializer, request)
        with answered():
            walkovers.take_back(match, reason=asked["reason"], by=by)
        return _line(the_match(slug, match_id))
