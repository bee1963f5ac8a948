"""Who has which part: for directors only, for it holds sign-in names."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.entries import GONE, Things
from tournaments.models import Role, Team
from tournaments.selectors import listings
from tournaments.services import people


class Roles(Things):
    """The parts that people have in a tournament."""

    serializer_class = shapes.RoleShape
    queryset = Role.objects.none()
    private = True

    def get_queryset(self) -> Any:
        return listings.people(self.tournament)

    def _team(self, pk: int | None) -> Team | None:
        return None if pk is None else self.named(self.tournament.teams.all(), pk, "team")

    @extend_schema(summary="Give an account a part", responses={201: shapes.RoleShape})
    def create(self, request: Request, slug: str) -> Response:
        values = self.read()
        return self.made(
            people.grant(
                self.tournament,
                username=values["username"],
                name=values["name"],
                team=self._team(values.get("team_id")),
            )
        )

    @extend_schema(
        summary="Make an account with a one-time password and give it a part",
        request=shapes.AccountShape,
        responses={201: shapes.AccountMadeShape},
    )
    def accounts(self, request: Request, slug: str) -> Response:
        values = self.read(shape=shapes.AccountShape)
        role, password = people.grant_new(
            self.tournament,
            username=values["username"],
            display_name=values["display_name"],
            name=values["role"],
            team=self._team(values.get("team")),
        )
        answer = shapes.AccountMadeShape({"role": role, "one_time_password": password}).data
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})

    @extend_schema(summary="Take a part away")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        people.revoke(self.one())
        return Response(status=GONE)
