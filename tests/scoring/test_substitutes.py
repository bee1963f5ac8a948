"""Substitutes in the ledger: counted across tables, one more for sickness, one too many, the decider (13.a to 13.c)."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import LedgerEvent, MatchTally
from scoring.selectors import matches, proof
from scoring.selectors.seating import decider_choices
from scoring.selectors.substitutes import Bench, benches, people_of
from scoring.services import substitutes, tables, walkovers
from scoring.services.ledger import Appended
from scoring.services.rebuild import recompute
from scoring.services.refusals import LedgerRefused
from tests.cast import Cast
from tests.factories import RosterEntryFactory
from tests.scoring.ledgers import correct, open_it, record, seats_of, table_of, tally
from tournaments.models import Bar, Player, RosterEntry, Seating, Table
from tournaments.services import occurrences


def number(cast: Cast, roster_number: int, team: str = "home") -> int:
    """A player's id by the number on the roster."""
    side = cast.home_team if team == "home" else cast.away_team
    return RosterEntry.objects.get(team=side, number=roster_number).player_id


@pytest.fixture
def bench(cast: Cast) -> Cast:
    """Both tables open, and six more players on the home team's roster: numbers 7 to 12."""
    for at in range(7, 13):
        RosterEntryFactory.create(team=cast.home_team, player__name=f"Home {at}", number=at)
    open_it(cast, 1)
    open_it(cast, 2)
    return cast


def bring(
    cast: Cast, table: int, seat: str, player: int, reason: str = "choice", client_id: UUID | None = None, **more: Any
) -> Appended:
    """A player takes a seat of a table, behind its last entry."""
    where = table_of(cast, table)
    return substitutes.substitute(
        where,
        seat=seat,
        player=player,
        reason=reason,
        expected=where.board.sequence,
        client_id=client_id or uuid4(),
        by=cast.scorer,
        **more,
    )


def six(cast: Cast) -> None:
    """The home team's six: three at each table, numbers 5 to 7 and 8 to 10, one after another at N."""
    for table, numbers in ((1, (5, 6, 7)), (2, (8, 9, 10))):
        for at in numbers:
            bring(cast, table, "N", number(cast, at))


def refused(cast: Cast, *args: Any, **more: Any) -> LedgerRefused:
    before = LedgerEvent.objects.count()
    with pytest.raises(LedgerRefused) as error:
        bring(cast, *args, **more)
    assert LedgerEvent.objects.count() == before
    return error.value


def whole(cast: Cast) -> None:
    assert proof.faults_of(cast.match.pk) == []
    assert recompute(cast.match.pk, check=True) == []


def test_the_six_of_a_team_are_counted_over_both_tables(bench: Cast) -> None:
    six(bench)
    why = refused(bench, 1, "S", number(bench, 11))
    assert (why.code, why.clause, why.message) == (
        "substitution-limit",
        "13.a",
        "NS has used its 6 substitutes, 3 of them at other tables.",
    )
    # The other team has all of its own.
    assert bring(bench, 2, "E", number(bench, 5, "away")).sequence == 5
    whole(bench)


def test_what_is_struck_is_given_back(bench: Cast) -> None:
    six(bench)
    correct(table_of(bench, 2), 4, bench.scorer, reason="he plays on")
    assert bring(bench, 1, "S", number(bench, 11)).sequence == 5
    assert refused(bench, 1, "S", number(bench, 12)).code == "substitution-limit"
    whole(bench)


def test_nobody_comes_back_at_any_table(bench: Cast) -> None:
    bring(bench, 1, "N", number(bench, 5))
    why = refused(bench, 2, "N", number(bench, 1))
    assert (why.code, why.message) == (
        "substitution-limit",
        "Anil Joseph was substituted in this match and may not come back (reading substitute_return).",
    )


def test_nobody_who_was_substituted_sits_down_at_a_table_that_opens_later(cast: Cast) -> None:
    open_it(cast, 1)
    bring(cast, 1, "N", number(cast, 5))
    with pytest.raises(RecordError) as error:
        open_it(cast, 2, seats={**seats_of(cast, 2), "N": number(cast, 1)})
    assert (error.value.field, error.value.text) == (
        "seats.N",
        "was substituted in this match and may not come back (13.a)",
    )


@pytest.fixture
def double(bench: Cast) -> int:
    """Number 1 of the home team is on its roster a second time, by another name, as number 13."""
    entry = RosterEntryFactory.create(team=bench.home_team, player__name="A. Joseph", number=13)
    Player.objects.filter(pk=entry.player_id).update(same_as=number(bench, 1))
    return int(entry.player_id)


def test_nobody_comes_back_by_another_name(bench: Cast, double: int) -> None:
    ruleset, where = bench.tournament.ruleset, table_of(bench, 2)
    assert (double, "sits at table 1") in others(benches(bench.match, where, ruleset)[0])
    with pytest.raises(RecordError) as sits:
        bring(bench, 1, "S", double)
    assert (sits.value.field, sits.value.text) == ("player", "sits at this table already")
    bring(bench, 1, "N", number(bench, 5))
    for table in (1, 2):
        assert refused(bench, table, "S", double).message == (
            "A. Joseph was substituted in this match and may not come back (reading substitute_return)."
        )
        assert (double, "was substituted in this match") in others(
            benches(bench.match, table_of(bench, table), ruleset)[0]
        )
    level(bench)
    four = [number(bench, at) for at in (2, 5, 3, 4)]
    offered = decider_choices(bench.match)
    assert [player.pk for player in offered.home][:4] == four
    assert not {double, number(bench, 1)} & {player.pk for player in offered.home}
    with pytest.raises(RecordError) as back:
        decider(bench, N=double)
    assert back.value.field == "seats.N"


def test_who_sat_by_another_name_is_one_of_the_four(bench: Cast, double: int) -> None:
    level(bench)
    assert double not in {player.pk for player in decider_choices(bench.match).home}
    done = decider(bench, N=double)
    assert done.answer["event"]["event"] == "opened"
    assert people_of(bench.match.pk).changes("home") == []


def test_a_match_played_again_has_all_its_substitutes(bench: Cast) -> None:
    """What was recorded before the tables were opened anew counts no more, for the number nor for who went out."""
    six(bench)
    occurrences.abandon(bench.match, reason="The lights went out", by=bench.official)
    walkovers.play_again(bench.match, reason="The committee says so", by=bench.director)
    for table in (1, 2):
        where = table_of(bench, table)
        tables.reopen_table(
            where,
            reason="Seated for the replay",
            seats=seats_of(bench, table),
            first_dealer="S",
            home_pair="NS",
            toss=None,
            expected=where.board.sequence,
            client_id=uuid4(),
            by=bench.scorer,
        )
    people, ruleset = people_of(bench.match.pk), bench.tournament.ruleset
    assert (people.changes("home"), people.gone(ruleset, "home")) == ([], set())
    assert [side.count.left for side in benches(bench.match, table_of(bench), ruleset)] == [6, 6]
    six(bench)
    correct(table_of(bench, 2), table_of(bench, 2).board.sequence, bench.scorer, reason="he plays on")
    bring(bench, 1, "S", number(bench, 11))
    assert refused(bench, 1, "N", number(bench, 12)).code == "substitution-limit"
    told = [line.text for line in matches.story(matches.shown(bench.match)) if line.text.startswith("Substitution")]
    assert Counter(text.partition(" (")[2] for text in told) == {
        "": 6,
        "Pelicans SSSS, Scarlets XXXX)": 4,
        "Pelicans SS, Scarlets XX)": 2,
        "struck later)": 1,
    }
    whole(bench)


def others(bench: Bench) -> list[tuple[int, str]]:
    return [(player.pk, why) for player, why in bench.others]


def test_nobody_comes_in_who_sits_at_another_table(bench: Cast) -> None:
    why = refused(bench, 1, "N", number(bench, 3))
    assert (why.code, why.message) == ("seated-elsewhere", "Cyril Mohammed sits at table 2 of this match.")
    with pytest.raises(RecordError) as error:
        bring(bench, 1, "N", number(bench, 2))
    assert (error.value.field, error.value.text) == ("player", "sits at this table already")


def test_two_of_one_name_are_told_apart(bench: Cast) -> None:
    RosterEntryFactory.create(team=bench.home_team, player__name="Anil Joseph", number=13)
    first = bring(bench, 1, "N", number(bench, 13)).answer["event"]
    assert (first["out"], first["in"]) == ("Anil Joseph (number 1)", "Anil Joseph (number 13)")
    assert bring(bench, 1, "N", number(bench, 5)).answer["event"]["out"] == "Anil Joseph (number 13)"
    assert refused(bench, 1, "S", number(bench, 1)).code == "substitution-limit"


def test_one_more_for_sickness_sends_the_sick_player_out_of_the_tournament(bench: Cast) -> None:
    six(bench)
    why = refused(bench, 1, "S", number(bench, 11), "sick")
    assert "left the premises" in why.message

    client_id = uuid4()
    done = bring(bench, 1, "S", number(bench, 11), "sick", client_id, left=True)

    assert (done.answer["event"]["left"], done.answer["event"]["used_elsewhere"]) == (True, 3)
    bar = Bar.objects.get()
    assert (bar.player_id, bar.match_id, bar.kind) == (number(bench, 2), None, "sick")
    # The same request again makes no second bar.
    asked: dict[str, Any] = {"seat": "S", "player": number(bench, 11), "reason": "sick", "left": True}
    repeated = substitutes.substitute(table_of(bench), **asked, expected=4, client_id=client_id, by=bench.scorer)
    assert (repeated.repeated, Bar.objects.count()) == (True, 1)
    assert refused(bench, 1, "S", number(bench, 12), "sick", left=True).code == "substitution-limit"

    correct(table_of(bench), 5, bench.scorer, reason="he is well again")
    bar.refresh_from_db()
    assert (bar.lifted_reason, bar.lifted_by) == ("he is well again", bench.scorer)
    whole(bench)


def test_within_the_six_a_sick_player_is_not_barred(bench: Cast) -> None:
    bring(bench, 1, "S", number(bench, 5), "sick", left=True)
    assert not Bar.objects.exists()


def test_one_too_many_loses_the_match_when_it_is_meant(bench: Cast) -> None:
    six(bench)
    done = bring(bench, 1, "S", number(bench, 11), exceed=True)
    assert done.answer["match"] == {
        "id": bench.match.pk,
        "state": "played",
        "home_bullseyes": 0,
        "away_bullseyes": 11,
        "home_hang_jacks": 0,
        "away_hang_jacks": 0,
        "winner": "away",
        "needs": {"home": 11, "away": 0},
    }
    assert done.answer["result"]["effects"] == [{"effect": "match", "pair": "EW"}]
    whole(bench)
    # It can be struck until somebody confirms.
    correct(table_of(bench), 5, bench.scorer, reason="she never sat down")
    assert MatchTally.objects.get(match=bench.match).state == "in-play"
    whole(bench)


def test_trying_beforehand_saves_nothing(bench: Cast) -> None:
    bring(bench, 2, "N", number(bench, 5))
    before = LedgerEvent.objects.count()
    told = substitutes.preview(table_of(bench), seat="N", player=number(bench, 6), reason="choice")
    assert told["substitutes"] == {"used": 2, "limit": 6, "left": 4, "verdict": "within", "per_table": False}
    assert told["event"]["in"] == "Fazal Ali"
    six_less_one = [("N", 6), ("N", 7), ("N", 8), ("N", 9)]
    for seat, at in six_less_one:
        bring(bench, 1, seat, number(bench, at))
    told = substitutes.preview(table_of(bench), seat="N", player=number(bench, 10), reason="choice")
    assert told["substitutes"] == {"used": 6, "limit": 6, "left": 0, "verdict": "last", "per_table": False}
    assert LedgerEvent.objects.count() == before + 4


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"seat": "X"}, "seat"),
        ({"seat": ""}, "seat"),
        ({"reason": "bored"}, "reason"),
        ({"player": 0}, "player"),
        ({"player": True}, "player"),
        ({"player": 2**63}, "player"),
    ],
)
def test_what_cannot_be_read_names_its_field(bench: Cast, asked: dict[str, Any], field: str) -> None:
    whole_request: dict[str, Any] = {"seat": "N", "player": number(bench, 5), "reason": "choice"} | asked
    with pytest.raises(RecordError) as error:
        substitutes.preview(table_of(bench), **whole_request)
    assert error.value.field == field


def level(cast: Cast) -> None:
    """10–10, typed behind what is recorded."""
    for table, figures in ((1, (7, 3)), (2, (3, 7))):
        where = table_of(cast, table)
        record(where, tally(*figures), where.board.sequence, cast.scorer)


def decider(cast: Cast, **seats: int) -> Appended:
    """Opened with the home team's numbers 1 and 2 unless told otherwise."""
    return tables.open_decider(
        cast.match,
        seats={**seats_of(cast, 1), **seats},
        first_dealer="S",
        home_pair="NS",
        client_id=uuid4(),
        by=cast.scorer,
    )


def test_a_new_player_comes_into_the_decider_as_a_substitute(bench: Cast) -> None:
    level(bench)
    done = decider(bench, N=number(bench, 5))
    table = Table.objects.get(match=bench.match, number=3)
    assert [event.kind for event in table.events.all()] == ["opened", "substitution"]
    # Of the four, those who do not play make way in the order of the tables.
    assert done.answer["event"] == {
        "event": "substitution",
        "seat": "N",
        "out": "Anil Joseph",
        "in": "Errol Baptiste",
        "reason": "choice",
    }
    assert dict(Seating.objects.filter(table=table).values_list("seat", "player_id")) == {
        **seats_of(bench, 1),
        "N": number(bench, 5),
    }
    assert len(people_of(bench.match.pk).changes("home")) == 1
    whole(bench)


def test_the_decider_takes_a_substitute_only_while_one_is_left(bench: Cast) -> None:
    six(bench)
    level(bench)
    with pytest.raises(LedgerRefused) as error:
        decider(bench, N=number(bench, 11), S=number(bench, 2))
    assert (error.value.code, error.value.clause) == ("substitution-limit", "13.a")
    # Nor is its table left behind.
    assert not Table.objects.filter(match=bench.match, number=3).exists()
    # The two of the four who are left after six substitutions: 2, 7 at table 1 and 4, 10 at table 2.
    done = decider(bench, N=number(bench, 7), S=number(bench, 4))
    assert done.answer["event"]["event"] == "opened"


def test_who_was_substituted_does_not_play_the_decider(bench: Cast) -> None:
    bring(bench, 1, "N", number(bench, 5))
    level(bench)
    with pytest.raises(RecordError) as error:
        decider(bench)
    assert error.value.field == "seats.N"
    assert people_of(bench.match.pk).decider(bench.tournament.ruleset, "home") == [
        number(bench, 2),
        number(bench, 5),
        number(bench, 3),
        number(bench, 4),
    ]


def test_where_nobody_was_seated_the_roster_is_all_there_is(cast: Cast) -> None:
    record(table_of(cast, 1), tally(5, 5), 0, cast.scorer)
    record(table_of(cast, 2), tally(5, 5), 0, cast.scorer)
    assert decider(cast, N=number(cast, 5)).answer["event"]["event"] == "opened"
    assert people_of(cast.match.pk).changes("home") == []
