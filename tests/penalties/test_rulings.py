"""Reports and rulings through the services, against the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from penalties.models import IncidentState, Ruling, RulingState
from penalties.selectors.rulings import results_now
from penalties.services import incidents, previews
from penalties.services.refusals import PenaltyConflict, RulingIncomplete
from rules_engine.verdicts import Points, RecordError
from scoring.models import LedgerEvent
from scoring.services import ledger, results
from scoring.services.ledger import LedgerConflict, LedgerRefused
from tests.cast import Cast
from tests.factories import MatchFactory, RoundFactory
from tests.penalties.acts import (
    PEEPED,
    RENEGED,
    SIGNED,
    board,
    cancel,
    change,
    claim,
    counts,
    rule,
    rule_now,
    sequence,
    whole,
)
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, table_of, tally

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


@pytest.fixture
def opened(cast: Cast) -> Cast:
    """Table 1 open, S deals."""
    open_it(cast)
    return cast


def test_a_claim_touches_nothing(opened: Cast) -> None:
    incident = claim(opened)

    assert (incident.state, incident.capacity, incident.clause, incident.offender_seat) == (
        IncidentState.CLAIMED,
        "captain",
        "7.d",
        "S",
    )
    assert incident.offender is not None
    assert incident.offender.name == "Bernadette Khan"
    assert counts() == (1, 1, 0)
    assert board(opened).scores == Points(0, 0)


def test_the_official_rules_and_the_board_moves(opened: Cast) -> None:
    done = rule(claim(opened), opened.official)

    assert done.answer["board"]["scores"] == {"NS": 0, "EW": 1}
    assert board(opened).scores == Points(0, 1)
    ruling = Ruling.objects.get()
    assert (ruling.state, ruling.ledger_sequence, ruling.entry_sequence, ruling.version) == ("standing", 2, 2, 1)
    event = LedgerEvent.objects.get(sequence=2)
    assert event.kind == "incident"
    assert event.event["details"] == {"ruling": ruling.pk}
    assert event.event["event"] == ruling.record
    assert done.answer["result"] == ruling.result
    assert ruling.incident.state == IncidentState.RULED
    whole(opened)


def test_the_preview_is_what_the_ruling_becomes(opened: Cast) -> None:
    record(table_of(opened), ORDINARY, 1, opened.scorer)
    shown = previews.preview(table_of(opened), PEEPED | {"offender": "E"})

    assert shown.complete
    assert (shown.before["scores"], shown.board["scores"]) == ({"NS": 3, "EW": 1}, {"NS": 4, "EW": 1})
    assert counts() == (2, 0, 0)
    done = rule_now(opened, PEEPED | {"offender": "E"}, expected=shown.sequence)
    assert done.answer["result"] == shown.result
    assert {**done.answer["board"], "sequence": 0} == {**shown.board, "sequence": 0}


def test_a_preview_says_what_is_needed_and_offered(opened: Cast) -> None:
    asked = {"clause": "11.b", "offender": "E", "phase": "playing"}
    shown = previews.preview(table_of(opened), asked)

    assert (shown.complete, shown.result["needs"], shown.result["options"], shown.result["chooser"]) == (
        False,
        ["choice"],
        ["own", "opponents", "last-lift-refused"],
        "official",
    )
    assert [offer["name"] for offer in shown.offers] == shown.result["options"]
    assert shown.board == shown.before


def test_a_claim_may_be_incomplete_and_the_official_completes_it(opened: Cast) -> None:
    asked = {"clause": "11.b", "offender": "E", "phase": "playing"}
    incident = claim(opened, asked)

    with pytest.raises(RulingIncomplete) as refused:
        rule(incident, opened.official)
    assert refused.value.field == "choice"
    assert counts() == (1, 1, 0)

    done = rule(incident, opened.official, asked=asked | {"choice": "own"})
    assert done.answer["board"]["scores"] == {"NS": 1, "EW": 0}


def test_an_official_may_rule_under_another_clause_than_was_claimed(opened: Cast) -> None:
    incident = claim(opened)
    done = rule(incident, opened.official, asked=RENEGED)

    assert (done.ruling.clause, done.ruling.offender_seat) == ("10.a", "N")
    incident.refresh_from_db()
    assert (incident.clause, incident.offender_seat) == ("7.d", "S")
    assert done.answer["board"]["bullseyes"] == {"NS": 0, "EW": 1}


def test_a_free_decision_needs_its_reasons(opened: Cast) -> None:
    asked: dict[str, Any] = {"clause": "14.e", "offender": None, "phase": "match"}
    choice = {"bullseyes": 0, "by": "official"}
    with pytest.raises(RecordError) as refused:
        rule_now(opened, asked | {"choice": choice})
    assert refused.value.field == "reasons"
    assert counts() == (1, 0, 0)

    done = rule_now(opened, asked | {"choice": choice}, reasons="The table was unfit to play on.")
    assert done.ruling.reasons == "The table was unfit to play on."
    assert done.answer["board"]["closed"]


def test_where_the_code_is_silent_the_official_decides_and_writes_why(opened: Cast) -> None:
    choice = {"by": "official", "effects": [{"effect": "points", "pair": "EW", "n": 2}], "text": "Held up the game."}
    done = rule_now(opened, {"clause": "14.g", "offender": "N", "phase": "playing", "choice": choice})

    assert done.answer["board"]["scores"] == {"NS": 0, "EW": 2}
    assert done.ruling.reasons == "Held up the game."


# Warnings


def test_a_second_offence_of_the_pair_is_no_warning(opened: Cast) -> None:
    first = rule_now(opened, SIGNED)
    assert [effect["effect"] for effect in first.ruling.result["effects"]] == ["warn", "inform"]
    shown = previews.preview(table_of(opened), SIGNED | {"offender": "S"})
    assert [(one.ruling, one.who, one.counts) for one in shown.warnings] == [(first.ruling.pk, "pair", True)]

    second = rule_now(opened, SIGNED | {"offender": "S"})
    assert second.answer["board"]["scores"] == {"NS": 0, "EW": 1}
    assert rule_now(opened, SIGNED | {"offender": "E"}).answer["board"]["scores"] == {"NS": 0, "EW": 1}


def scope(cast: Cast, name: str) -> None:
    cast.tournament.ruleset_options = {"warnings_scope": name}
    cast.tournament.save()


def test_by_player_the_partner_is_warned_first(cast: Cast) -> None:
    scope(cast, "player")
    open_it(cast)
    rule_now(cast, SIGNED)

    assert rule_now(cast, SIGNED | {"offender": "S"}).answer["board"]["scores"] == {"NS": 0, "EW": 0}
    assert rule_now(cast, SIGNED).answer["board"]["scores"] == {"NS": 0, "EW": 1}


def test_by_tournament_an_earlier_match_counts(cast: Cast) -> None:
    scope(cast, "tournament")
    open_it(cast)
    rule_now(cast, SIGNED)
    later = RoundFactory.create(tournament=cast.tournament, number=2)
    match = MatchFactory.create(tournament=cast.tournament, round=later, home=cast.away_team, away=cast.home_team)
    again = replace(cast, match=match)
    open_it(again, home_pair="EW")
    shown = previews.preview(table_of(again), SIGNED)
    assert [(one.who, one.counts, one.match) for one in shown.warnings] == [("tournament", True, cast.match.pk)]

    done = rule_now(again, SIGNED)
    assert done.answer["board"]["scores"] == {"NS": 0, "EW": 1}
    assert done.ruling.record["warned_elsewhere"] is True
    whole(again)


def test_by_pair_an_earlier_match_is_shown_and_does_not_count(cast: Cast) -> None:
    open_it(cast)
    rule_now(cast, SIGNED)
    later = RoundFactory.create(tournament=cast.tournament, number=2)
    match = MatchFactory.create(tournament=cast.tournament, round=later, home=cast.home_team, away=cast.away_team)
    again = replace(cast, match=match)
    open_it(again)

    shown = previews.preview(table_of(again), SIGNED)
    assert [(one.who, one.counts) for one in shown.warnings] == [("tournament", False)]
    assert rule_now(again, SIGNED).answer["board"]["scores"] == {"NS": 0, "EW": 0}


# Cancelling and changing


def test_a_cancelled_ruling_is_struck_and_stays_on_record(opened: Cast) -> None:
    done = rule_now(opened)
    record(table_of(opened), ORDINARY, 2, opened.scorer)

    undone = cancel(done.ruling, opened.official)

    assert undone.answer["board"]["scores"] == {"NS": 3, "EW": 1}
    ruling = Ruling.objects.get()
    assert (ruling.state, ruling.ended_reason, ruling.ended_sequence) == ("cancelled", "It was the other pair.", 4)
    assert ruling.incident.state == IncidentState.CANCELLED
    with pytest.raises(PenaltyConflict) as closed:
        rule(ruling.incident, opened.official)
    assert (closed.value.code, closed.value.message) == (
        "already-cancelled",
        "The ruling on this was cancelled by Official: It was the other pair.",
    )
    assert LedgerEvent.objects.count() == 4
    assert results_now(table_of(opened).pk) == {}
    whole(opened)


def test_a_changed_ruling_takes_the_place_of_the_first(opened: Cast) -> None:
    done = rule_now(opened)
    record(table_of(opened), ORDINARY, 2, opened.scorer)

    into_a_lift = {"clause": "11.b", "offender": "E", "phase": "playing", "choice": "own"}
    new = change(done.ruling, into_a_lift, opened.official)

    assert new.answer["board"]["scores"] == {"NS": 4, "EW": 1}
    states = list(Ruling.objects.order_by("version").values_list("state", "ledger_sequence", "entry_sequence"))
    assert states == [("replaced", 2, 2), ("standing", 2, 4)]
    assert LedgerEvent.objects.get(sequence=4).event["details"] == {
        "reason": "It was the other pair.",
        "ruling": new.ruling.pk,
    }
    assert results_now(table_of(opened).pk) == {2: new.ruling.result}
    undone = cancel(new.ruling, opened.director)
    assert undone.answer["board"]["scores"] == {"NS": 3, "EW": 1}
    whole(opened)


def test_when_the_first_warning_is_cancelled_the_second_offence_becomes_the_first(opened: Cast) -> None:
    first, second = rule_now(opened, SIGNED), rule_now(opened, SIGNED)
    assert second.answer["board"]["scores"] == {"NS": 0, "EW": 1}

    undone = cancel(first.ruling, opened.official)

    assert undone.answer["board"]["scores"] == {"NS": 0, "EW": 0}
    assert undone.shifted == (second.ruling.pk,)
    whole(opened)


def test_an_ended_ruling_is_not_ended_again(opened: Cast) -> None:
    ruling = rule_now(opened).ruling
    cancel(ruling, opened.official)
    for act in (
        lambda: cancel(ruling, opened.director),
        lambda: change(ruling, RENEGED, opened.director),
    ):
        with pytest.raises(PenaltyConflict) as refused:
            act()
        assert refused.value.code == "ruling-ended"
    assert counts() == (3, 1, 1)


def test_a_ruling_is_not_struck_as_if_it_were_a_hand(opened: Cast) -> None:
    rule_now(opened)
    with pytest.raises(LedgerRefused) as refused:
        correct(table_of(opened), 2, opened.scorer)
    assert refused.value.code == "ruling-stands"


def test_an_incident_does_not_come_in_by_the_door_of_hands(opened: Cast) -> None:
    with pytest.raises(RecordError) as refused:
        record(table_of(opened), {"format": "all-fours/incident@1", **PEEPED}, 1, opened.scorer)
    assert refused.value.field == "format"


# Repeated, stale, too late


def test_the_same_request_again_gets_the_first_answer(opened: Cast) -> None:
    incident, key = claim(opened), uuid4()
    first = rule(incident, opened.official, client_id=key, expected=1)
    again = rule(incident, opened.official, client_id=key, expected=1)

    assert (again.repeated, again.ruling, again.answer) == (True, first.ruling, first.answer)
    assert counts() == (2, 1, 1)
    with pytest.raises(LedgerRefused) as refused:
        rule(incident, opened.official, client_id=key, expected=1, asked=RENEGED)
    assert refused.value.code == "client-id-used"

    key = uuid4()
    struck = cancel(first.ruling, opened.official, client_id=key, expected=2)
    assert cancel(first.ruling, opened.official, client_id=key, expected=2).answer == struck.answer


def test_a_report_sent_twice_is_one(opened: Cast) -> None:
    table, key = table_of(opened), uuid4()
    first = incidents.report(table, PEEPED, by=opened.captain_home, client_id=key)
    again = incidents.report(table, PEEPED, by=opened.captain_home, client_id=key)
    assert (first.incident, first.repeated, again.repeated) == (again.incident, False, True)
    with pytest.raises(LedgerRefused):
        incidents.report(table, RENEGED, by=opened.captain_home, client_id=key)
    ruled = uuid4()
    one = rule_now(opened, client_id=ruled, expected=1)
    two = rule_now(opened, client_id=ruled, expected=1)
    assert (one.ruling, two.repeated) == (two.ruling, True)


def test_a_stale_ruling_shows_the_board_as_it_is(opened: Cast) -> None:
    incident = claim(opened)
    record(table_of(opened), ORDINARY, 1, opened.scorer)
    with pytest.raises(LedgerConflict) as refused:
        rule(incident, opened.official, expected=1)
    assert refused.value.answer["sequence"] == 2
    assert counts() == (2, 1, 0)


def test_who_comes_second_is_told_what_was_ruled(opened: Cast) -> None:
    incident = claim(opened)
    first = rule(incident, opened.official)
    with pytest.raises(PenaltyConflict) as refused:
        rule(incident, opened.director)
    assert (refused.value.code, refused.value.answer["ruling"]) == ("already-ruled", first.ruling.pk)


def test_dismissed_and_withdrawn(opened: Cast) -> None:
    one, two = claim(opened), claim(opened)
    incidents.dismiss(one, by=opened.official, reason="Nobody saw it.")
    incidents.withdraw(two, by=opened.captain_away)
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.state, one.closed_reason, two.state) == ("dismissed", "Nobody saw it.", "withdrawn")
    for incident, code in ((one, "already-dismissed"), (two, "already-withdrawn")):
        with pytest.raises(PenaltyConflict) as refused:
            rule(incident, opened.official)
        assert refused.value.code == code
    with pytest.raises(LedgerRefused):
        incidents.withdraw(claim(opened), by=opened.captain_home)


def test_a_confirmed_match_takes_no_report_and_no_ruling(opened: Cast) -> None:
    incident = claim(opened)
    record(table_of(opened), tally(10, 0), 1, opened.scorer)
    record(table_of(opened, 2), tally(1, 0), 0, opened.scorer)
    late = claim(opened, {"clause": "2.a", "offender": "N", "phase": "match"})
    results.confirm(opened.match, by=opened.captain_home)
    for act in (lambda: rule(incident, opened.official), lambda: claim(opened), lambda: rule(late, opened.official)):
        with pytest.raises(LedgerRefused) as refused:
            act()
        assert refused.value.code == "match-confirmed"


def test_a_match_that_is_won_still_takes_a_ruling(opened: Cast) -> None:
    record(table_of(opened), tally(10, 0), 1, opened.scorer)
    open_it(opened, 2)
    record(table_of(opened, 2), game("NS"), 1, opened.scorer)
    with pytest.raises(LedgerRefused) as refused:
        record(table_of(opened, 2), ORDINARY, 2, opened.scorer)
    assert refused.value.code == "match-over"

    done = rule_now(opened, {"clause": "11.a", "offender": "N", "phase": "match"}, number=2)

    assert done.answer["match"]["state"] == "played"
    assert (done.answer["match"]["home_bullseyes"], done.answer["match"]["away_bullseyes"]) == (11, 1)
    whole(opened)


# What the database keeps


def test_nothing_is_rewritten_or_removed(opened: Cast) -> None:
    ruling = rule_now(opened).ruling
    for act in (
        lambda: Ruling.objects.filter(pk=ruling.pk).delete(),
        lambda: Ruling.objects.filter(pk=ruling.pk).update(reasons="Other ones."),
        lambda: Ruling.objects.filter(pk=ruling.pk).update(result={}),
        lambda: type(ruling.incident).objects.filter(pk=ruling.incident_id).update(clause="10.a"),
        lambda: type(ruling.incident).objects.filter(pk=ruling.incident_id).delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            act()
    cancel(ruling, opened.official)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ruling.objects.filter(pk=ruling.pk).update(
            state=RulingState.STANDING, ended_by=None, ended_at=None, ended_reason=""
        )
    assert sequence(table_of(opened)) == 3
    assert ledger.preview(table_of(opened).pk, ORDINARY)["sequence"] == 4
