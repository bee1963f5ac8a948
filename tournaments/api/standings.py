"""What a tournament sets about its standings: for everybody to read, for its directors to change."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Flag, Strict, Text, Whole
from tournaments.api.scope import Scoped
from tournaments.models import ByeRule, Tournament, Unequal, WalkOverCounts
from tournaments.services import standings
from tournaments.services.standings import MOST_BYE, MOST_POINTS


class StandingsSettingsShape(Strict):
    """What is left out of a change stays as it is."""

    tie_break = serializers.ListField(child=Text(max_length=60), max_length=40, required=False)
    points_win = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    points_level = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    points_loss = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    bye_rule = serializers.ChoiceField(choices=ByeRule.choices, required=False)
    bye_win = Flag(required=False)
    bye_bullseyes_for = Whole(min_value=0, max_value=MOST_BYE, required=False)
    bye_bullseyes_against = Whole(min_value=0, max_value=MOST_BYE, required=False)
    walk_over_counts = serializers.ChoiceField(choices=WalkOverCounts.choices, required=False)
    unequal = serializers.ChoiceField(choices=Unequal.choices, required=False)


class StandingsSettings(Scoped):
    """Points, byes, walk-overs, unequal matches, and the order."""

    serializer_class = StandingsSettingsShape
    queryset = Tournament.objects.none()

    @extend_schema(summary="What the standings go by")
    def retrieve(self, request: Request, slug: str) -> Response:
        return Response(StandingsSettingsShape(self.tournament).data)

    @extend_schema(summary="Change what the standings go by", responses=StandingsSettingsShape)
    def partial_update(self, request: Request, slug: str) -> Response:
        return Response(StandingsSettingsShape(standings.change(self.tournament, **self.read(partial=True))).data)
