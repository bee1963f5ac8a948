"""Who a ruling sends away is not seated again, for the scope that the code gives."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from rules_engine.verdicts import RecordError
from scoring.services import tables
from tests.cast import Cast, client_of
from tests.factories import MatchFactory, PlayerFactory, RoundFactory
from tests.penalties.acts import cancel, change, claim, rule, rule_now, sequence
from tests.scoring.ledgers import ORDINARY, open_it, record, seats_of, table_of, tally
from tournaments.models import Bar, Player, Seating
from tournaments.selectors.bars import binding
from tournaments.services import bars

pytestmark = pytest.mark.django_db

CHEATED: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "match"}
DEBARRED: dict[str, Any] = {
    "clause": "11.e",
    "offender": "N",
    "phase": "playing",
    "choice": {"option": "proved", "fine": False, "debar": True, "by": "committee"},
}
WENT_HOME: dict[str, Any] = {
    "clause": "13.a",
    "offender": "N",
    "phase": "between-games",
    "choice": "seventh-after-sickness",
}
EJECTED: dict[str, Any] = {
    "clause": "11.m",
    "offender": "N",
    "phase": "playing",
    "choice": {"option": "repeated", "eject": True, "by": "official"},
}


def north(cast: Cast) -> Player:
    return Player.objects.get(pk=seats_of(cast)["N"])


def another_match(cast: Cast) -> Cast:
    later = RoundFactory.create(tournament=cast.tournament, number=2)
    match = MatchFactory.create(tournament=cast.tournament, round=later, home=cast.home_team, away=cast.away_team)
    return replace(cast, match=match)


def refused_at(cast: Cast, number: int = 1, **more: Any) -> RecordError:
    with pytest.raises(RecordError) as refused:
        open_it(cast, number, **more)
    return refused.value


@pytest.mark.parametrize(
    ("asked", "kind", "whole"),
    [
        (CHEATED, "substituted", False),
        (EJECTED, "ejected", False),
        (DEBARRED, "debarred", True),
        (WENT_HOME, "sick", True),
    ],
)
def test_the_scope_is_the_code_s(cast: Cast, asked: dict[str, Any], kind: str, whole: bool) -> None:
    open_it(cast)
    ruling = rule_now(cast, asked, reasons="Seen.").ruling

    bar = Bar.objects.get()
    assert (bar.kind, bar.match_id, bar.player_id, bar.source) == (
        kind,
        None if whole else cast.match.pk,
        north(cast).pk,
        f"ruling {ruling.pk}",
    )
    assert list(ruling.bars.all()) == [bar]
    seats = seats_of(cast, 2) | {"N": north(cast).pk}
    error = refused_at(cast, 2, seats=seats)
    assert error.field == "seats.N"
    assert error.text.startswith("Anil Joseph may not be seated in this ")
    assert f"ruling {ruling.pk}" in error.text
    later = another_match(cast)
    if whole:
        assert refused_at(later).field == "seats.N"
    else:
        open_it(later)


def test_what_may_follow_binds_nobody_until_it_is_decided(cast: Cast) -> None:
    open_it(cast)
    rule_now(cast, CHEATED)
    assert list(Bar.objects.values_list("kind", flat=True)) == ["substituted"]


def test_a_barred_player_does_not_come_in_as_a_substitute(cast: Cast) -> None:
    open_it(cast)
    player = cast.home_team.roster.get(number=5).player
    bars.impose(cast.tournament, player=player, kind="suspended", reason="Struck a player.", by=cast.director)
    with pytest.raises(RecordError) as refused:
        tables.substitute(
            table_of(cast), seat="N", player=player.pk, reason="choice", expected=1, client_id=uuid4(), by=cast.scorer
        )
    assert refused.value.field == "player"
    assert "suspended (Struck a player.)" in refused.value.text


def test_nor_at_the_decider(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    for number in (1, 2):
        record(table_of(cast, number), tally(5, 5), 1, cast.scorer)
    bars.impose(cast.tournament, player=north(cast), kind="debarred", reason="Marked cards.", by=cast.director)
    with pytest.raises(RecordError) as refused:
        tables.open_decider(
            cast.match, seats=seats_of(cast), first_dealer="S", home_pair="NS", client_id=uuid4(), by=cast.scorer
        )
    assert refused.value.field == "seats.N"


def test_a_cancelled_ruling_lets_the_player_back(cast: Cast) -> None:
    open_it(cast)
    ruling = rule_now(cast, CHEATED).ruling
    cancel(ruling, cast.director)
    bar = Bar.objects.get()
    assert (bar.lifted_by, bar.lifted_reason) == (cast.director, "It was the other pair.")
    open_it(cast, 2, seats=seats_of(cast, 2) | {"N": seats_of(cast, 2)["N"]})


def test_a_changed_ruling_binds_whoever_it_names_now(cast: Cast) -> None:
    open_it(cast)
    ruling = rule_now(cast, CHEATED).ruling
    change(ruling, CHEATED | {"offender": "E"}, cast.official)
    standing = binding(cast.tournament.pk, cast.match.pk, seats_of(cast).values())
    assert set(standing) == {seats_of(cast)["E"]}


def test_a_bar_binds_for_its_time(cast: Cast) -> None:
    player, now = north(cast), timezone.now()
    bar = bars.impose(
        cast.tournament,
        player=player,
        kind="suspended",
        reason="Late thrice.",
        by=cast.director,
        ends_at=now + timedelta(days=1),
    )
    at = (cast.tournament.pk, cast.match.pk, [player.pk])
    assert set(binding(*at)) == {player.pk}
    assert binding(*at, at=now - timedelta(minutes=1)) == {}
    assert binding(*at, at=now + timedelta(days=2)) == {}
    bars.lift(bar, by=cast.director, reason="Heard.")
    assert binding(*at) == {}
    with pytest.raises(ValidationError) as refused:
        bars.lift(bar, by=cast.director, reason="Again.")
    assert set(refused.value.message_dict) == {"bar"}


def test_a_bar_of_another_tournament_binds_nobody_here(cast: Cast, other_cast: Cast) -> None:
    player = north(cast)
    other_cast.home_team.roster.create(player=player, number=99)
    bars.impose(other_cast.tournament, player=player, kind="debarred", reason="Marked cards.", by=other_cast.director)
    open_it(cast)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"player": None}, "player"),
        ({"kind": "banished"}, "kind"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 301}, "reason"),
        ({"reason": "a\x00b"}, "reason"),
        ({"ends_at": timezone.now() - timedelta(days=1)}, "ends_at"),
    ],
)
def test_a_bar_that_cannot_be(cast: Cast, more: dict[str, Any], field: str) -> None:
    asked: dict[str, Any] = {"player": north(cast), "kind": "suspended", "reason": "Late.", "by": cast.director, **more}
    if asked["player"] is None:
        asked["player"] = PlayerFactory.create()
    with pytest.raises(ValidationError) as refused:
        bars.impose(cast.tournament, **asked)
    assert set(refused.value.message_dict) == {field}
    assert Bar.objects.count() == 0


def goes_out(cast: Cast, seat: str = "N", reason: str = "discipline") -> Player:
    """Number 5 of the home team comes in; the player who did is given back."""
    player: Player = cast.home_team.roster.get(number=5).player
    tables.substitute(
        table_of(cast),
        seat=seat,
        player=player.pk,
        reason=reason,
        expected=sequence(table_of(cast)),
        client_id=uuid4(),
        by=cast.scorer,
    )
    return player


def test_a_ruling_changed_after_the_substitution_is_still_on_whoever_sat_there(cast: Cast) -> None:
    open_it(cast)
    first = north(cast)
    ruling = rule_now(cast, CHEATED).ruling
    substitute = goes_out(cast)
    changed = change(ruling, EJECTED, cast.official, reasons="Four times.").ruling
    assert changed.offender == first
    assert [(bar.player, bar.kind) for bar in Bar.objects.filter(lifted_at=None)] == [(first, "ejected")]
    for name in ("incident", "incident-change"):
        page = client_of(cast.official).get(reverse(name, args=[cast.tournament.slug, ruling.incident_id]))
        told = page.content.decode()
        assert first.name in told
        assert substitute.name not in told


def test_a_report_ruled_after_the_substitution_is_on_whoever_was_reported(cast: Cast) -> None:
    open_it(cast)
    first = north(cast)
    incident = claim(cast, {"clause": "2.a", "offender": "N", "phase": "playing"})
    substitute = goes_out(cast, reason="choice")
    address = reverse("incident-rule", args=[cast.tournament.slug, incident.pk])
    page = client_of(cast.official).get(address).content.decode()
    assert (first.name in page, substitute.name in page) == (True, False)
    assert rule(incident, cast.official).ruling.offender == first


def test_an_order_is_taken_back_after_it_was_followed(cast: Cast) -> None:
    """An appeal upheld: the bullseye falls, the substitute stays, who went out is barred no more."""
    open_it(cast)
    ruling = rule_now(cast, CHEATED | {"phase": "playing"}).ruling
    record(table_of(cast), ORDINARY, sequence(table_of(cast)), cast.scorer)
    substitute = goes_out(cast)
    board = cancel(ruling, cast.official).answer["board"]
    assert board["bullseyes"] == {"NS": 0, "EW": 0}
    assert not Bar.objects.filter(lifted_at=None).exists()
    assert Seating.objects.get(table=table_of(cast), seat="N").player == substitute
