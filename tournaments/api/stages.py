"""Stages of a tournament and their draws. Drafts are for directors; published draws for everybody."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entries import GONE, Things
from tournaments.api.fields import Flag, Id, Strict, Text, Whole
from tournaments.drawing import TAKES, read
from tournaments.drawing.plan import NUMBERS, POOLS
from tournaments.models import PlacesBy, Stage, StageKind, StageState, User
from tournaments.selectors import draws, listings, sizes
from tournaments.services import gathering, stages
from tournaments.services.formats import MOST_PLACE
from tournaments.services.sizing import MOST_GAMES, MOST_TABLES


class StageChangeShape(Strict):
    """What of a stage may change; what is left out stays. An option that its kind does not have is refused."""

    id = serializers.IntegerField(read_only=True)
    order = Whole(min_value=1, max_value=stages.MOST_ORDER, required=False)
    name = Text(max_length=60, required=False)
    state = serializers.SerializerMethodField()
    seed = Text(max_length=64, required=False)
    teams = serializers.ListField(child=Id(), max_length=512, required=False, source="options.teams")
    numbers = serializers.ChoiceField(choices=NUMBERS, required=False, source="options.numbers")
    pools = serializers.ChoiceField(choices=POOLS, required=False, source="options.pools")
    pools_count = Whole(min_value=1, max_value=26, allow_null=True, required=False, source="options.pools_count")
    rounds = Whole(min_value=1, max_value=126, allow_null=True, required=False, source="options.rounds")
    third_place = Flag(required=False, source="options.third_place")
    minor_cup = Flag(required=False, source="options.minor_cup")
    cross_over = Flag(required=False, source="options.cross_over")
    fixtures = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ListField(child=Id(), min_length=2, max_length=2), max_length=256
        ),
        max_length=126,
        required=False,
        source="options.fixtures",
    )
    tables_per_match = Whole(min_value=1, max_value=MOST_TABLES, allow_null=True, required=False)
    games_per_table = Whole(min_value=1, max_value=MOST_GAMES, allow_null=True, required=False)
    race_target_set = Whole(min_value=1, max_value=32767, allow_null=True, required=False)
    play_all = Flag(required=False)
    level_stands = Flag(required=False)
    size = serializers.SerializerMethodField()
    tie_break = serializers.ListField(child=Text(max_length=40), max_length=20, allow_null=True, required=False)
    source = Id(allow_null=True, required=False, source="source_id")  # type: ignore[assignment]
    places_from = Whole(min_value=1, max_value=MOST_PLACE, allow_null=True, required=False)
    places_to = Whole(min_value=1, max_value=MOST_PLACE, allow_null=True, required=False)
    places_by = serializers.ChoiceField(choices=PlacesBy.choices, required=False)

    def get_size(self, stage: Stage) -> str:
        return sizes.ruled(sizes.of_stage(stage, stage.tournament), stage.tournament).words

    @extend_schema_field(serializers.ChoiceField(choices=StageState.choices))
    def get_state(self, stage: Stage) -> str:
        known: dict[int, str] = self.context.get("states", {})
        return known[stage.pk] if stage.pk in known else draws.states([stage])[stage.pk]


class StageShape(StageChangeShape):
    """A stage: its kind, its seed, and how it is drawn: every option that its kind has, and no other."""

    kind = serializers.ChoiceField(choices=StageKind.choices)

    def to_representation(self, stage: Stage) -> dict[str, Any]:
        plan = read(stage.kind, stage.options)
        whole = super().to_representation(stage)
        said = {name: value for name, value in whole.items() if name not in _OPTIONS}
        return said | {name: getattr(plan, name) for name in sorted(TAKES[stage.kind])}


class GatherShape(Strict):
    """What the stage is to be called that rounds of none are gathered into."""

    name = Text(max_length=60, required=False)


_OPTIONS = frozenset().union(*TAKES.values())


class Stages(Things):
    """Stages of a tournament."""

    serializer_class = StageShape
    queryset = Stage.objects.none()

    def get_queryset(self) -> Any:
        found = listings.stages(self.tournament).select_related("tournament")
        if self.request.user.has_perm("tournaments.set_up", self.tournament):
            return found
        return found.filter(state=StageState.PUBLISHED)

    def _source(self, values: dict[str, Any]) -> dict[str, Any]:
        """The stage of the id; null means none."""
        if "source_id" in values:
            pk = values.pop("source_id")
            values["source"] = None if pk is None else self.named(self.tournament.stages.all(), pk, "source")
        return values

    @extend_schema(summary="The stages in order; drafts for directors alone")
    def list(self, request: Request, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        context = {"states": draws.states(page)}
        return self.get_paginated_response(StageShape(page, many=True, context=context).data)

    @extend_schema(summary="Add a stage as a draft", responses={201: StageShape})
    def create(self, request: Request, slug: str) -> Response:
        return self.made(stages.add(self.tournament, **self._source(self.read())))

    @extend_schema(
        summary="Gather the rounds of no stage into one, published as they stand",
        request=GatherShape,
        responses={201: StageShape},
    )
    def gather(self, request: Request, slug: str) -> Response:
        return self.made(gathering.gather(self.tournament, cast(User, request.user), **self.read(shape=GatherShape)))

    @extend_schema(summary="Change a stage", request=StageChangeShape, responses=StageShape)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        stage = self.one()
        values = self._source(self.read(shape=StageChangeShape, partial=True))
        if "options" in values:
            values["options"] = {**stage.options, **values["options"]}
        return self.answer(stages.update(stage, **values))

    @extend_schema(summary="Delete a draft")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        stages.remove(self.one())
        return Response(status=GONE)

    @extend_schema(summary="The draw, with the reason of each pairing", responses=OpenApiTypes.OBJECT)
    def draw(self, request: Request, slug: str, pk: int) -> Response:
        return Response(as_json(self.one()))

    @extend_schema(summary="Publish the draw: make its rounds and matches", request=None, responses=OpenApiTypes.OBJECT)
    def publish(self, request: Request, slug: str, pk: int) -> Response:
        return Response(as_json(stages.publish(self.one(), cast(User, request.user))))

    @extend_schema(summary="Take a published draw back before play begins", request=None, responses=OpenApiTypes.OBJECT)
    def take_back(self, request: Request, slug: str, pk: int) -> Response:
        return Response(as_json(stages.take_back(self.one())))

    @extend_schema(
        summary="Make the matches that results have settled", request=None, responses={201: OpenApiTypes.OBJECT}
    )
    def complete(self, request: Request, slug: str, pk: int) -> Response:
        stage = self.one()
        stages.complete(stage)
        return Response(as_json(stage), status=status.HTTP_201_CREATED)


def as_json(stage: Stage) -> dict[str, Any]:
    """The draw as it stands: rounds, who rests, the lots; ``fault`` says why there is none."""
    shown = draws.shown(stage)
    return {
        "stage": stage.pk,
        "state": shown.state,
        "seed": stage.seed,
        "fault": {"field": shown.fault[0], "text": shown.fault[1]} if shown.fault else None,
        "notes": list(shown.notes),
        "remarks": list(shown.remarks),
        "waits": list(shown.waits),
        "moved": list(shown.moved),
        "ties": [
            {
                "home": str(tie.first.home),
                "away": str(tie.first.away),
                "matches": [match.pk for match in tie.matches],
                "home_bullseyes": tie.total.home_bullseyes if tie.total else None,
                "away_bullseyes": tie.total.away_bullseyes if tie.total else None,
                "winner": tie.winner,
                "text": tie.words,
            }
            for tie in shown.ties
        ],
        "lots": [{"team": one.team, "text": one.text, "lot": one.lot} for one in shown.lots],
        "rounds": [
            {
                "number": round.number,
                "name": round.name,
                "round": round.round.pk if round.round else None,
                "pairings": [
                    {
                        "code": line.pairing.code,
                        "group": line.pairing.group,
                        "home": line.home,
                        "away": line.away,
                        "known": line.known,
                        "match": line.match.pk if line.match else None,
                        "score": line.score or None,
                        "why": line.pairing.why,
                    }
                    for line in round.pairings
                ],
                "byes": [{"team": team, "why": why} for team, why in round.byes],
            }
            for round in shown.rounds
        ],
        "places": [{"place": place.words, "teams": list(place.teams)} for place in shown.places],
        "strays": [match.pk for match in shown.strays],
    }
