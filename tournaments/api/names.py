"""Names over the API: looking somebody up, other names, merges. For directors only."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entries import GONE, Things
from tournaments.api.fields import Id, Strict, Text
from tournaments.models import Alias, Club, Merge, Player
from tournaments.selectors import identity
from tournaments.services import identity as service

KINDS = ("club", "player")


class AliasShape(Strict):
    """Another name of one club or one player."""

    id = serializers.IntegerField(read_only=True)
    name = Text(max_length=80)
    club = Id(source="club_id", required=False)
    player = Id(source="player_id", required=False)


class MergeShape(Strict):
    """``gone`` turned out to be ``kept``: two clubs, or two players."""

    id = serializers.IntegerField(read_only=True)
    kind = serializers.ChoiceField(choices=KINDS)
    kept = Id()
    gone = Id()
    reason = Text(max_length=300)
    made_by = serializers.CharField(read_only=True)
    made_at = serializers.DateTimeField(read_only=True)
    undone_by = serializers.CharField(read_only=True, allow_null=True)
    undone_at = serializers.DateTimeField(read_only=True, allow_null=True)

    def to_representation(self, merge: Merge) -> dict[str, Any]:
        is_club = merge.gone_club_id is not None
        return {
            "id": merge.pk,
            "kind": "club" if is_club else "player",
            "kept": merge.kept_club_id if is_club else merge.kept_player_id,
            "gone": merge.gone_club_id if is_club else merge.gone_player_id,
            "reason": merge.reason,
            "made_by": str(merge.made_by),
            "made_at": serializers.DateTimeField().to_representation(merge.made_at),
            "undone_by": str(merge.undone_by) if merge.undone_by else None,
            "undone_at": serializers.DateTimeField().to_representation(merge.undone_at) if merge.undone_at else None,
        }


class NameFoundShape(serializers.Serializer[Any]):
    """Somebody who goes by a name. ``how``: ``exact``, ``folded``, ``alias``, or ``near`` (a question, no answer)."""

    id = serializers.IntegerField(source="thing.pk")
    name = serializers.CharField(source="thing.name")
    how = serializers.SerializerMethodField()
    likeness = serializers.FloatField()

    @extend_schema_field(serializers.ChoiceField(choices=[str(how) for how in identity.How]))
    def get_how(self, called: identity.Called[Any]) -> str:
        return str(called.how)


class Aliases(Things):
    """Other names of the tournament's clubs and players."""

    serializer_class = AliasShape
    queryset = Alias.objects.none()
    private = True

    def get_queryset(self) -> Any:
        return identity.aliases(self.tournament)

    @extend_schema(summary="Give a club or a player another name", responses={201: AliasShape})
    def create(self, request: Request, slug: str) -> Response:
        values = self.read()
        if ("club_id" in values) == ("player_id" in values):
            raise serializers.ValidationError({"club": ["Name a club or a player, and not both."]})
        thing: Club | Player
        if "club_id" in values:
            thing = self.named(identity.clubs_here(self.tournament), values["club_id"], "club")
        else:
            thing = self.named(identity.players_here(self.tournament), values["player_id"], "player")
        return self.made(service.add_alias(thing, name=values["name"], by=request.user))  # type: ignore[arg-type]

    @extend_schema(summary="Take another name away")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        service.remove_alias(self.one())
        return Response(status=GONE)


class Merges(Things):
    """Two found to be one, undone ones too."""

    serializer_class = MergeShape
    queryset = Merge.objects.none()
    private = True

    def get_queryset(self) -> Any:
        return identity.merges(self.tournament)

    @extend_schema(summary="Say that two clubs, or two players, are one", responses={201: MergeShape})
    def create(self, request: Request, slug: str) -> Response:
        values = self.read()
        model: Any = Club if values["kind"] == "club" else Player
        by: Any = request.user
        both = []
        for field in ("kept", "gone"):
            found = model.objects.filter(pk=values[field]).first()
            if found is None:
                raise serializers.ValidationError(
                    {field: [f"There is no {values['kind']} with the id {values[field]}."]}
                )
            both.append(found)
        return self.made(service.merge_in(self.tournament, *both, reason=values["reason"], by=by))

    @extend_schema(summary="Undo a merge", request=None, responses=MergeShape)
    def undo(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(service.undo(self.one(), by=request.user))  # type: ignore[arg-type]


class Called(Things):
    """Who goes by a name."""

    serializer_class = NameFoundShape
    queryset = Player.objects.none()
    private = True
    pagination_class = None

    @extend_schema(
        summary="Who goes by a name: teams of this tournament, or players of all",
        parameters=[
            OpenApiParameter("name", str, required=True),
            OpenApiParameter("kind", str, enum=["team", "player"], description="Without it: team."),
        ],
        responses=NameFoundShape(many=True),
    )
    def list(self, request: Request, **kwargs: Any) -> Response:
        name, kind = request.query_params.get("name", ""), request.query_params.get("kind", "team")
        if not name.strip() or len(name) > 200:
            raise serializers.ValidationError({"name": ["Give a name of at most 200 characters."]})
        if kind not in ("team", "player"):
            raise serializers.ValidationError({"kind": ["Choose team or player."]})
        found: Any = identity.teams_called(self.tournament, name) if kind == "team" else identity.players_called(name)
        return Response(NameFoundShape(found, many=True).data)
