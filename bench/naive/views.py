"""A hand saved as most Django projects would: serializer, instances, save().

It does what the product's endpoint does and leaves nothing out: token, role, lock, ``expected``, ``client_id``, the
engine's step from the snapshot, hash chain, board, tally, an answer with event, board and match.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import generics, permissions, serializers, status
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from rules_engine.match import MatchRules, TableTally, judge_match
from rules_engine.seats import Pair
from rules_engine.table import event_to_json, parse_event, state_from_json, state_to_json, step
from rules_engine.verdicts import RecordError
from rules_engine.writing import result_to_json
from scoring.chain import canonical, link
from scoring.models import Board, LedgerEvent, MatchTally
from scoring.services.boards import board_of
from scoring.services.entries import kind_of
from scoring.services.store import TableRow
from tournaments.models import Table


class Stale(APIException):
    status_code = status.HTTP_409_CONFLICT
    default_detail = "Stale."


class MayRecord(permissions.BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        table = get_object_or_404(Table.objects.select_related("match"), pk=view.kwargs["table_id"])
        return bool(request.user.has_perm("scoring.record", table.match))


class BoardSerializer(serializers.ModelSerializer[Board]):
    state = serializers.SerializerMethodField()

    class Meta:
        model = Board
        fields = "__all__"

    def get_state(self, board: Board) -> Any:
        return json.loads(board.state)


class MatchTallySerializer(serializers.ModelSerializer[MatchTally]):
    class Meta:
        model = MatchTally
        fields = "__all__"


class EventSerializer(serializers.ModelSerializer[LedgerEvent]):
    event = serializers.JSONField()
    expected = serializers.IntegerField(min_value=0, write_only=True)
    result = serializers.SerializerMethodField()
    board = BoardSerializer(source="table.board", read_only=True)
    match = MatchTallySerializer(source="table.match.tally", read_only=True)

    class Meta:
        model = LedgerEvent
        fields = ("sequence", "hash", "event", "result", "board", "match", "client_id", "device", "expected", "kind")
        read_only_fields = ("sequence", "hash", "kind")

    def get_result(self, event: LedgerEvent) -> Any:
        return json.loads(event.answer)

    def create(self, validated_data: dict[str, Any]) -> LedgerEvent:
        with transaction.atomic():
            table = Table.objects.select_related("match__tournament").get(pk=validated_data["table_id"])
            board = Board.objects.select_for_update().get(table=table)
            tally = MatchTally.objects.select_for_update().get(match=table.match)
            if board.sequence != validated_data["expected"]:
                raise Stale
            return self._saved(table, board, tally, validated_data)

    def _saved(self, table: Table, board: Board, tally: MatchTally, data: dict[str, Any]) -> LedgerEvent:
        ruleset = table.match.tournament.ruleset
        try:
            event = parse_event(data["event"], ruleset)
        except RecordError as error:
            raise serializers.ValidationError({error.field: error.text}) from error
        done = step(ruleset, state_from_json(json.loads(board.state)), event)
        if done.error is not None:
            raise serializers.ValidationError(done.error.message)
        previous = LedgerEvent.objects.filter(table=table).latest("sequence")
        written = event_to_json(event)
        said: dict[str, Any] = {
            "table": table.pk,
            "sequence": board.sequence + 1,
            "kind": kind_of(written).value,
            "payload": canonical({"event": written, "details": {}}),
            "actor": data["actor"].pk,
            "device": data.get("device", ""),
            "client_id": data["client_id"],
            "time": timezone.now(),
            "previous": previous.hash,
        }
        saved = LedgerEvent.objects.create(
            table=table,
            sequence=said["sequence"],
            kind=said["kind"],
            payload=said["payload"],
            answer=canonical(result_to_json(done.result)) if done.result else "null",
            actor=data["actor"],
            device=said["device"],
            client_id=said["client_id"],
            recorded_at=said["time"],
            previous_hash=said["previous"],
            hash=link(**said),
        )
        row = board_of(
            TableRow(table.pk, table.number, table.kind, table.games),
            done.state,
            sequence=saved.sequence,
            head=saved.hash,
            home_pair=Pair(board.home_pair),
        )
        board.sequence, board.head_hash, board.state = row.sequence, row.head, canonical(state_to_json(done.state))
        board.home_bullseyes, board.away_bullseyes, board.closed = row.home, row.away, row.closed
        board.home_hang_jacks, board.away_hang_jacks = row.hang_jacks_home, row.hang_jacks_away
        board.save()
        self._tallied(table, tally)
        table.board, table.match.tally = board, tally
        return saved

    def _tallied(self, table: Table, tally: MatchTally) -> None:
        tournament = table.match.tournament
        rows = Board.objects.filter(table__match=table.match).select_related("table")
        judged = judge_match(
            MatchRules(tournament.tables_per_match, tournament.games_per_table, tournament.race_target),
            [
                TableTally(
                    row.home_bullseyes,
                    row.away_bullseyes,
                    row.home_hang_jacks,
                    row.away_hang_jacks,
                    row.table.games,
                    row.closed,
                )
                for row in rows
            ],
        )
        tally.home_bullseyes, tally.away_bullseyes = judged.home, judged.away
        tally.home_hang_jacks, tally.away_hang_jacks = judged.hang_jacks_home, judged.hang_jacks_away
        tally.winner = "" if judged.winner is None else judged.winner.value
        tally.save()


class NaiveEvents(generics.CreateAPIView[LedgerEvent]):
    """POST a hand."""

    queryset = LedgerEvent.objects.all()
    serializer_class = EventSerializer
    permission_classes = (permissions.IsAuthenticated, MayRecord)

    def perform_create(self, serializer: serializers.BaseSerializer[LedgerEvent]) -> None:
        serializer.save(actor=self.request.user, table_id=self.kwargs["table_id"])
