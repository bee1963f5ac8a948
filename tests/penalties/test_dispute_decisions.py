"""Who has a say in a dispute, who mixed the cards, and what the official decides (14.a, 14.b)."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings

from penalties.disputes.moves import State
from penalties.models import Dispute
from penalties.services import dispute_words, disputes
from scoring.services.refusals import LedgerRefused
from tests.cast import Cast
from tests.penalties.acts import PEEPED, rule_now
from tests.penalties.disputing import (
    decide,
    field,
    in_state,
    photo,
    propose,
    raised,
    refused,
)
from tests.scoring.ledgers import open_it, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


# Who has a say (14.b), who mixed the cards (14.a)


def player(cast: Cast, side: str, number: int) -> int:
    team = cast.home_team if side == "home" else cast.away_team
    return team.roster.get(number=number).player_id


def test_a_captain_who_walked_away_has_no_more_say(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_away)
    dispute_words.tick(dispute.pk, kind="walked-away", player=player(cast, "away", 1), by=cast.official)
    dispute.refresh_from_db()
    acts = [
        lambda: disputes.agree(
            dispute.pk, version=dispute.version, proposal=dispute.proposal_id or 0, by=cast.captain_home
        ),
        lambda: propose(dispute, cast.captain_away),
        lambda: disputes.call(dispute.pk, version=dispute.version, by=cast.captain_away),
        lambda: dispute_words.state(dispute.pk, side="away", text="But", client_id=uuid4(), by=cast.captain_away),
        lambda: dispute_words.attach(dispute.pk, side="away", upload=photo(), client_id=uuid4(), by=cast.captain_away),
    ]
    for act in acts:
        with pytest.raises(LedgerRefused) as error:
            act()
        assert (error.value.code, error.value.clause) == ("no-say", "14.b")
    assert not list(Path(settings.MEDIA_ROOT).rglob("*.jpg"))
    assert disputes.call(dispute.pk, version=dispute.version, by=cast.captain_home).state == "official"


def test_a_player_who_walked_away_is_not_heard_through_the_captain(cast: Cast) -> None:
    dispute = raised(cast)
    who = player(cast, "home", 2)
    say = lambda player, by: dispute_words.state(  # noqa: E731
        dispute.pk, side="home", text="I saw it", client_id=uuid4(), by=by, player=player
    )
    assert say(who, cast.captain_home).player_id == who
    dispute_words.tick(dispute.pk, kind="walked-away", player=who, by=cast.official)
    assert refused(lambda: say(who, cast.captain_home)) == "no-say"
    assert refused(lambda: say(who, cast.official)) == "no-say"
    assert say(None, cast.captain_home).text == "I saw it"
    assert say(player(cast, "home", 3), cast.captain_home).side == "home"


def test_a_player_with_an_account_loses_the_say_of_that_account(cast: Cast) -> None:
    """The captain here is player 4 by account: the roster's captain walking away is somebody else's matter."""
    entry = cast.home_team.roster.get(number=4)
    type(entry.player).objects.filter(pk=entry.player_id).update(user=cast.captain_home)
    dispute = raised(cast)
    dispute_words.tick(dispute.pk, kind="walked-away", player=entry.player_id, by=cast.official)
    assert refused(lambda: propose(Dispute.objects.get(), cast.captain_home)) == "no-say"


def test_only_an_official_writes_down_who_walked_or_mixed(cast: Cast) -> None:
    dispute = raised(cast)
    tick = lambda kind, by, who=None: dispute_words.tick(dispute.pk, kind=kind, player=who, by=by)  # noqa: E731
    assert refused(lambda: tick("walked-away", cast.captain_home, player(cast, "away", 1))) == "official-only"
    assert refused(lambda: tick("mixed-cards", cast.captain_away, player(cast, "home", 1))) == "official-only"
    assert tick("cards-left", cast.captain_home).kind == "cards-left"
    assert refused(lambda: tick("cards-left", cast.captain_away)) == "already-ticked"
    assert tick("mixed-cards", cast.official, player(cast, "away", 2)).side == "away"
    assert refused(lambda: tick("mixed-cards", cast.director, player(cast, "away", 2))) == "already-ticked"
    assert field(lambda: tick("mixed-cards", cast.official)) == "player"
    assert field(lambda: tick("cards-left", cast.official, player(cast, "away", 2))) == "player"
    assert field(lambda: tick("ran", cast.official)) == "kind"
    assert field(lambda: tick("walked-away", cast.official, 10**40)) == "player"


def test_the_side_that_mixed_the_cards_may_lose_the_dispute(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    lose = lambda side, version: decide(  # noqa: E731
        dispute, cast.official, version=version, effect="lost", lost_by=side, clause="14.a"
    )
    with pytest.raises(LedgerRefused) as error:
        lose("away", dispute.version)
    assert (error.value.code, error.value.clause) == ("nobody-mixed", "14.a")
    dispute_words.tick(dispute.pk, kind="mixed-cards", player=player(cast, "away", 2), by=cast.official)
    version = Dispute.objects.get().version
    assert refused(lambda: lose("home", version)) == "nobody-mixed"
    decided = lose("away", version)
    assert (decided.state, decided.effect, decided.lost_by) == ("decided", "lost", "away")


# Deciding


def test_a_decision_with_an_effect_is_a_ruling(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    ruling = rule_now(cast, PEEPED).ruling
    decided = decide(dispute, cast.official, effect="ruled", ruling=ruling.pk, clause="7.d")
    assert (decided.effect, decided.ruling) == ("ruled", ruling)


def test_a_decision_can_rule_in_one_go_or_not_at_all(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)

    def break_off(_: Dispute) -> Any:
        rule_now(cast, PEEPED)
        raise LedgerRefused("x", "y")

    assert refused(lambda: decide(dispute, cast.official, effect="ruled", rule=break_off)) == "x"
    assert table_of(cast).board.sequence == 1
    decided = decide(dispute, cast.official, effect="ruled", rule=lambda _: rule_now(cast, PEEPED).ruling)
    assert decided.ruling is not None
    assert table_of(cast).board.sequence == 2


@pytest.mark.parametrize(
    ("asked", "at_fault"),
    [
        ({"effect": "x"}, "effect"),
        ({"effect": None}, "effect"),
        ({"clause": "99.z"}, "clause"),
        ({"clause": 12}, "clause"),
        ({"outcome": ""}, "outcome"),
        ({"reasons": " "}, "reasons"),
        ({"reasons": "x" * 2001}, "reasons"),
        ({"effect": "lost"}, "lost_by"),
        ({"lost_by": "home"}, "lost_by"),
        ({"effect": "ruled"}, "ruling"),
        ({"effect": "ruled", "ruling": 10**20}, "ruling"),
        ({"ruling": 1}, "ruling"),
        ({"version": 0}, "version"),
        ({"version": True}, "version"),
    ],
)
def test_a_decision_that_cannot_be_read_names_the_field(cast: Cast, asked: dict[str, Any], at_fault: str) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    assert field(lambda: decide(dispute, cast.official, **asked)) == at_fault
    assert Dispute.objects.get().state == "official"


def test_a_ruling_of_another_table_or_a_cancelled_one_decides_nothing(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    open_it(cast, 2)
    elsewhere = rule_now(cast, PEEPED, number=2).ruling
    assert field(lambda: decide(dispute, cast.official, effect="ruled", ruling=elsewhere.pk)) == "ruling"


def test_only_who_raised_it_takes_it_back(cast: Cast) -> None:
    dispute = raised(cast)
    act = lambda by: disputes.withdraw(dispute.pk, version=1, reasons="Seen again.", by=by)  # noqa: E731
    assert refused(lambda: act(cast.captain_away)) == "not-yours"
    assert refused(lambda: act(cast.official)) == "not-yours"
    assert act(cast.captain_home).state == "withdrawn"


def test_a_captain_on_the_committee_does_not_settle_an_own_match(cast: Cast) -> None:
    dispute = in_state(cast, State.COMMITTEE)
    act = lambda: disputes.settle(  # noqa: E731
        dispute.pk, version=dispute.version, outcome="Ours.", reasons="Because.", by=cast.captain_home
    )
    assert refused(act) == "own-match"
