"""Entries, own rosters' rules, check-in, line-ups and officials' rounds over the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.dateparse import parse_date
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import attendance as shapes
from tournaments.api.entries import Things
from tournaments.models import CheckIn, LineUp, Match, RosterEntry, Team, User
from tournaments.selectors import check_ins, entries, line_ups, officials
from tournaments.services import availability, entering
from tournaments.services import check_ins as check_in_service
from tournaments.services import line_ups as line_up_service


class Allowed(BasePermission):
    """Whoever holds the view's ``permission`` for what its ``about`` gives; anybody reads where it is public."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS and not view.private:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        if not request.user.has_perm(view.permission, view.about()):
            raise PermissionDenied(view.may_not)
        return True


class Held(Things):
    """Endpoints of a permission of their own."""

    permission_classes = [Allowed]
    private = True
    permission = "tournaments.set_up"
    may_not = "Only a director of this tournament sets it up."

    def about(self) -> Any:
        """What the permission is asked for."""
        return self.tournament

    @property
    def user(self) -> User:
        """Who asks; somebody by now."""
        user: Any = self.request.user
        return user


class EntryRules(Held):
    """Who may enter until when, and what a roster must keep to."""

    serializer_class = shapes.RulesShape
    queryset = Team.objects.none()
    private = False

    @extend_schema(summary="The rules of entering", responses=shapes.RulesShape)
    def show(self, request: Request, slug: str) -> Response:
        return self.answer(self.tournament)

    @extend_schema(summary="Change the rules of entering", responses=shapes.RulesShape)
    def partial_update(self, request: Request, slug: str) -> Response:
        rules: Any = self.read(partial=True)
        return self.answer(entering.set_rules(self.tournament, **rules))


class Entries(Held):
    """Entries: anybody signed in sends one and sees the own; a director sees and decides all."""

    serializer_class = shapes.EntryShape
    queryset = Team.objects.none()
    permission = "tournaments.enter"
    may_not = "Sign in first."

    def get_queryset(self) -> Any:
        teams = self.tournament.teams.select_related("division", "registered_by").prefetch_related("roster__player")
        if not self._directs():
            teams = teams.filter(registered_by=self.user.pk)
        return teams.order_by("pk")

    @extend_schema(summary="Enter a team", request=shapes.NewEntryShape, responses={201: shapes.EntryShape})
    def create(self, request: Request, slug: str) -> Response:
        values = self.read(shape=shapes.NewEntryShape)
        division = values.pop("division", None)
        if division is not None:
            values["division"] = self.named(self.tournament.divisions.all(), division, "division")
        return self.made(entering.enter(self.tournament, by=self.user, **values))

    @extend_schema(
        summary="Who has played for the club of a team's name before",
        parameters=[OpenApiParameter("name", str, required=True)],
        responses=shapes.KnownShape(many=True),
    )
    def known(self, request: Request, slug: str) -> Response:
        name = request.query_params.get("name", "")
        if not name.strip() or len(name) > 80:
            raise serializers.ValidationError({"name": ["Give a team's name, of at most 80 characters."]})
        return Response(shapes.KnownShape(entries.known_players(name), many=True).data)

    @extend_schema(summary="Let a team in", request=shapes.EntryReasonShape, responses=shapes.EntryShape)
    def accept(self, request: Request, slug: str, pk: int) -> Response:
        return self._decide(entering.accept)

    @extend_schema(summary="Do not accept an entry, with a reason", request=shapes.EntryReasonShape)
    def refuse(self, request: Request, slug: str, pk: int) -> Response:
        return self._decide(entering.turn_down)

    @extend_schema(summary="Withdraw a team, with a reason", request=shapes.EntryReasonShape)
    def withdraw(self, request: Request, slug: str, pk: int) -> Response:
        return self._decide(entering.withdraw)

    def _decide(self, act: Any) -> Response:
        if not self._directs():
            raise PermissionDenied("Only a director of this tournament decides entries.")
        reason = self.read(shape=shapes.EntryReasonShape).get("reason", "")
        return self.answer(act(self.one(), by=self.user, reason=reason))

    def _directs(self) -> bool:
        return bool(self.request.user.has_perm("tournaments.set_up", self.tournament))


class CheckIns(Held):
    """Who is there on a day."""

    serializer_class = shapes.CheckInShape
    queryset = CheckIn.objects.none()
    permission = "tournaments.check_in"
    may_not = "Players are checked in by the director and officials."

    def get_queryset(self) -> Any:
        asked = self.request.query_params.get("day", "")
        try:
            day = parse_date(asked) if asked else timezone.localdate()
        except ValueError:
            day = None
        if day is None:
            raise serializers.ValidationError({"day": ["A day, as 2026-12-31."]})
        return check_ins.standing(self.tournament, day).select_related("entry__player", "entry__team", "by")

    @extend_schema(summary="Who is checked in", parameters=[OpenApiParameter("day", str, description="Else: today.")])
    def list(self, request: Request, **kwargs: Any) -> Response:
        return super().list(request, **kwargs)

    @extend_schema(
        summary="Check a player in, by the roster entry's id or by the token of a badge",
        request=shapes.PresenceShape,
        responses={201: shapes.CheckInShape},
    )
    def create(self, request: Request, slug: str) -> Response:
        entry, day = self._named_entry()
        return self.made(check_in_service.check_in(entry, by=self.user, day=day))

    @extend_schema(summary="Undo a check-in", request=shapes.PresenceShape, responses=shapes.CheckInShape)
    def undo(self, request: Request, slug: str) -> Response:
        entry, day = self._named_entry()
        return self.answer(check_in_service.undo(entry, by=self.user, day=day))

    @extend_schema(summary="Check exactly these players of a team in", request=shapes.TeamPresenceShape)
    def team(self, request: Request, slug: str, team_id: int) -> Response:
        team = get_object_or_404(entries.entered(self.tournament), pk=team_id)
        asked = self.read(shape=shapes.TeamPresenceShape)
        check_in_service.set_team(team, asked["present"], by=self.user, day=asked.get("day"))
        there = check_ins.standing(self.tournament, asked.get("day") or timezone.localdate()).filter(entry__team=team)
        return Response(shapes.CheckInShape(there.select_related("entry__player", "entry__team", "by"), many=True).data)

    def _named_entry(self) -> tuple[RosterEntry, Any]:
        asked = self.read(shape=shapes.PresenceShape)
        if ("entry" in asked) == ("token" in asked):
            raise serializers.ValidationError({"entry": ["Name an entry or a token, and not both."]})
        if "token" in asked:
            found = check_ins.entry_of(asked["token"], self.tournament)
            if found is None:
                raise serializers.ValidationError({"token": ["This is no badge of this tournament."]})
            return found, asked.get("day")
        among = RosterEntry.objects.filter(team__tournament=self.tournament).select_related("player", "team")
        return self.named(among, asked["entry"], "entry"), asked.get("day")


class LineUps(Held):
    """The line-ups of a match, each shown to whom it may be."""

    serializer_class = shapes.LineUpShape
    queryset = LineUp.objects.none()
    private = False
    permission = "tournaments.line_up"
    may_not = "A line-up is put in by the team's captain or an official."
    pagination_class = None

    def about(self) -> Match:
        matches = self.tournament.matches.select_related("tournament", "home", "away")
        return get_object_or_404(matches, pk=self.kwargs["match_id"])

    @extend_schema(
        summary="Both line-ups of a match; seats are null while hidden", responses=shapes.LineUpShape(many=True)
    )
    def list(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.about())

    @extend_schema(
        summary="Put a line-up in", request=shapes.NewLineUpShape, responses={200: shapes.LineUpShape(many=True)}
    )
    def create(self, request: Request, slug: str, match_id: int) -> Response:
        match, asked = self.about(), self.read(shape=shapes.NewLineUpShape)
        team = self.named(Team.objects.filter(pk__in=(match.home_id, match.away_id)), asked["team"], "team")
        if team.pk not in line_ups.own_teams(self.user, match):
            raise PermissionDenied("This is the other side's line-up.")
        seats: dict[int, Any] = {}
        for table in asked["seats"]:
            if table["table"] in seats:
                raise serializers.ValidationError({"seats": [f"Table {table['table']} comes twice."]})
            seats[table["table"]] = table["players"]
        official = line_ups.officiates(self.user, match)
        line_up_service.put_in(match, team, seats, by=self.user, official=official, reason=asked.get("reason", ""))
        return self._shown(match)

    def _shown(self, match: Match) -> Response:
        sides = line_ups.shown(match, self.request.user).sides
        return Response(shapes.LineUpShape(sides, many=True).data)


class Officials(Held):
    """Who can be in charge of matches, and the rounds that they cannot do."""

    serializer_class = shapes.OfficialShape
    queryset = User.objects.none()
    permission = "tournaments.run_day"
    may_not = "Only directors and officials see who can do which round."
    pagination_class = None

    @extend_schema(summary="Officials and their rounds away", responses=shapes.OfficialShape(many=True))
    def list(self, request: Request, **kwargs: Any) -> Response:
        return Response(shapes.OfficialShape(officials.duties(self.tournament), many=True).data)

    @extend_schema(
        summary="Say which rounds somebody cannot do: oneself, or anybody where one directs",
        request=shapes.AwayShape,
        responses=shapes.OfficialShape,
    )
    def away(self, request: Request, slug: str, user_id: int) -> Response:
        someone = officials.officials(self.tournament).filter(pk=user_id).first()
        if someone is None:
            raise Http404
        if someone.pk != self.user.pk and not self.user.has_perm("tournaments.set_up", self.tournament):
            raise PermissionDenied("Only a director says it for somebody else.")
        availability.set_away(self.tournament, someone, self.read(shape=shapes.AwayShape)["rounds"])
        duty = next(duty for duty in officials.duties(self.tournament) if duty.user.pk == someone.pk)
        return self.answer(duty)
