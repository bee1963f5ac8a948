"""Divisions, teams, rosters, rounds and matches of a tournament."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.scope import Scoped
from tournaments.models import Division, Match, RosterEntry, Round, Team, User
from tournaments.selectors import entries as visible
from tournaments.selectors import listings
from tournaments.services import divisions, matches, rosters, rounds, sizing, teams
from tournaments.services.saving import renamed


class Things(Scoped):
    """Listing, reading and removing, which are the same for all of them."""

    def list(self, request: Request, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(self.get_serializer_class()(page, many=True).data)

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return self.answer(self.one())

    def answer(self, thing: Any, code: int = status.HTTP_200_OK) -> Response:
        """The thing as JSON."""
        return Response(self.get_serializer_class()(thing).data, status=code)

    def made(self, thing: Any) -> Response:
        """The new thing as JSON, 201."""
        return self.answer(thing, status.HTTP_201_CREATED)


GONE = status.HTTP_204_NO_CONTENT


class Divisions(Things):
    """Divisions of a tournament."""

    serializer_class = shapes.DivisionShape
    queryset = Division.objects.none()

    def get_queryset(self) -> Any:
        return self.tournament.divisions.all()

    @extend_schema(summary="Add a division", responses={201: shapes.DivisionShape})
    def create(self, request: Request, slug: str) -> Response:
        return self.made(divisions.add(self.tournament, **self.read()))

    @extend_schema(summary="Rename or move a division", responses=shapes.DivisionShape)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(divisions.update(self.one(), **self.read(partial=True)))

    @extend_schema(summary="Remove a division without teams")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        divisions.remove(self.one())
        return Response(status=GONE)


class Teams(Things):
    """Teams of a tournament."""

    serializer_class = shapes.TeamShape
    queryset = Team.objects.none()

    def get_queryset(self) -> Any:
        return visible.visible(self.tournament, self.request.user).order_by("name", "pk")

    def _division(self, values: dict[str, Any]) -> dict[str, Any]:
        if "division_id" in values:
            pk = values.pop("division_id")
            values["division"] = None if pk is None else self.named(self.tournament.divisions.all(), pk, "division")
        return values

    @extend_schema(summary="Enter a team", responses={201: shapes.TeamShape})
    def create(self, request: Request, slug: str) -> Response:
        return self.made(teams.add(self.tournament, **self._division(self.read())))

    @extend_schema(summary="Rename a team or move it to another division", responses=shapes.TeamShape)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(teams.update(self.one(), **self._division(self.read(partial=True))))

    @extend_schema(summary="Withdraw a team without matches")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        teams.remove(self.one())
        return Response(status=GONE)


class OwnRosterOrRead(BasePermission):
    """Anybody reads a roster that anybody sees; its team's captain and directors change it."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        if not request.user.has_perm("tournaments.own_roster", view.team()):
            raise PermissionDenied("A roster is kept by the team's captain and the directors.")
        return True


class Roster(Things):
    """The players of one team."""

    permission_classes = [OwnRosterOrRead]

    serializer_class = shapes.PlayerShape
    queryset = RosterEntry.objects.none()

    def team(self) -> Team:
        """The team of the address."""
        seen = visible.visible(self.tournament, self.request.user)
        return get_object_or_404(seen, pk=self.kwargs["team_id"])

    def get_queryset(self) -> Any:
        return listings.roster(self.team())

    def _entry(self, values: dict[str, Any]) -> dict[str, Any]:
        if "is_captain" in values:
            values["captain"] = values.pop("is_captain")
        reason = values.pop("reason", "")
        return {**values, "override": self._override(reason)}

    def _override(self, reason: str) -> rosters.Override | None:
        """A director's, who may change a roster against a limit with a reason."""
        user: Any = self.request.user
        return rosters.Override(user, reason) if user.has_perm("tournaments.set_up", self.tournament) else None

    @extend_schema(summary="Put a player on the roster", responses={201: shapes.PlayerShape})
    def create(self, request: Request, slug: str, team_id: int) -> Response:
        return self.made(rosters.add(self.team(), **self._entry(self.read())))

    @extend_schema(
        summary="Put a pasted list of players on the roster",
        request=shapes.LinesShape,
        responses={201: shapes.PlayerShape(many=True)},
    )
    def lines(self, request: Request, slug: str, team_id: int) -> Response:
        asked = self.read(shape=shapes.LinesShape)
        made = rosters.add_lines(self.team(), asked["names"], override=self._override(asked.get("reason", "")))
        return Response(shapes.PlayerShape(made, many=True).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Put players on the roster whom the club has had before",
        request=shapes.KnownPlayersShape,
        responses={201: shapes.PlayerShape(many=True)},
    )
    def known(self, request: Request, slug: str, team_id: int) -> Response:
        asked = self.read(shape=shapes.KnownPlayersShape)
        override = self._override(asked.get("reason", ""))
        made = rosters.add_known(self.team(), asked["known"], override=override)
        return Response(shapes.PlayerShape(made, many=True).data, status=status.HTTP_201_CREATED)

    @extend_schema(summary="Change a player's name, number or captaincy", responses=shapes.PlayerShape)
    def partial_update(self, request: Request, slug: str, team_id: int, pk: int) -> Response:
        change = self._entry(self.read(partial=True))
        return self.answer(rosters.update(self.one(), own=change["override"] is None, **change))

    @extend_schema(
        summary="Take a player off the roster",
        parameters=[OpenApiParameter("reason", str, description="Where a limit of the tournament stands against it.")],
    )
    def destroy(self, request: Request, slug: str, team_id: int, pk: int) -> Response:
        rosters.remove(self.one(), override=self._override(request.query_params.get("reason", "")))
        return Response(status=GONE)


class Rounds(Things):
    """Rounds of a tournament."""

    serializer_class = shapes.RoundShape
    queryset = Round.objects.none()

    def get_queryset(self) -> Any:
        return self.tournament.rounds.all()

    @extend_schema(summary="Add a round", responses={201: shapes.RoundShape})
    def create(self, request: Request, slug: str) -> Response:
        return self.made(rounds.add(self.tournament, **self.read()))

    @extend_schema(summary="Change a round's number, name or time", responses=shapes.RoundShape)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(rounds.update(self.one(), **self.read(partial=True)))

    @extend_schema(summary="Remove a round without matches")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        rounds.remove(self.one())
        return Response(status=GONE)


class Matches(Things):
    """Matches of a tournament."""

    serializer_class = shapes.MatchShape
    queryset = Match.objects.none()

    def get_queryset(self) -> Any:
        return listings.matches(self.tournament).prefetch_related("tables")

    def _official(self, values: dict[str, Any]) -> dict[str, Any]:
        """The account of the sign-in name; null means nobody."""
        username = values.get("official")
        if username is not None:
            user = User.objects.filter(username=username, roles__tournament=self.tournament).first()
            if user is None:
                raise serializers.ValidationError({"official": ["Nobody of this name has a part in this tournament."]})
            values["official"] = user
        return values

    @extend_schema(summary="Add a match with its tables", responses={201: shapes.MatchShape})
    def create(self, request: Request, slug: str) -> Response:
        values = self._official(self.read())
        made = matches.create(
            self.tournament,
            round=self.named(self.tournament.rounds.all(), values.pop("round_id"), "round"),
            home=self.named(self.tournament.teams.all(), values.pop("home_id"), "home"),
            away=self.named(self.tournament.teams.all(), values.pop("away_id"), "away"),
            **values,
        )
        return self.made(made)

    @extend_schema(
        summary="Change a match's official, place or size", request=shapes.MatchDutyShape, responses=shapes.MatchShape
    )
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        match = self.one()
        values = self._official(self.read(shape=shapes.MatchDutyShape, partial=True))
        try:
            return self.answer(matches.update(match, **values))
        except ValidationError as error:
            raise renamed(error, sizing.NAMES) from error

    @extend_schema(summary="Delete a match of which nothing is recorded")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        matches.remove(self.one())
        return Response(status=GONE)
