"""A player and a club across tournaments, over the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.selectors import people
from tournaments.models import Club, Player
from tournaments.selectors.identity import canonical_club, canonical_player


class PlayerView(APIView):
    """Where a player played, and what came of it. One who turned out to be another is given as that one."""

    @extend_schema(operation_id="player", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, player_id: int) -> Response:
        found = get_object_or_404(Player.objects.select_related("same_as"), pk=player_id)
        page = people.player_shown(canonical_player(found))
        if page is None:
            raise Http404
        return Response(
            {
                "id": page.player.pk,
                "name": page.player.name,
                "other_names": list(page.other_names),
                "total": page.total.as_fields(),
                "substitutions": {"in": page.came_in, "out": page.went_out},
                "unseated": page.unseated,
                "teams": [
                    {**_place(place), "captain": place.captain, "in": place.came_in, "out": place.went_out}
                    for place in page.teams
                ],
                "partners": [
                    {
                        "id": partner.id,
                        "name": partner.name,
                        "matches": partner.matches,
                        "bullseyes": partner.bullseyes,
                        "hang_jacks": partner.hang_jacks,
                    }
                    for partner in page.partners
                ],
            }
        )


class ClubView(APIView):
    """A club's teams and what came of it. One that turned out to be another is given as that one."""

    @extend_schema(operation_id="club", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, club_id: int) -> Response:
        found = get_object_or_404(Club.objects.select_related("same_as"), pk=club_id)
        page = people.club_shown(canonical_club(found))
        if page is None:
            raise Http404
        players = [
            {"id": row.who, "name": page.player_names[row.who], "bullseyes": row.number}
            for row in page.players.bullseyes
        ]
        return Response(
            {
                "id": page.club.pk,
                "name": page.club.name,
                "other_names": list(page.other_names),
                "total": page.total.as_fields(),
                "substitutions": page.substitutions,
                "teams": [_place(place) for place in page.teams],
                "players": players,
            }
        )


def _place(place: people.In) -> dict[str, Any]:
    team = place.team
    return {
        "tournament": team.tournament.slug,
        "tournament_name": team.tournament.name,
        "team": {"id": team.pk, "name": team.name},
        **place.line.as_fields(),
    }
