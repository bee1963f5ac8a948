"""A confirmed result changed: proposed, seen beforehand, made by a second person; what stood on it is flagged."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import Board, ChangeState, Flag, LedgerEvent, MatchTally, Result, ResultChange, ResultState
from scoring.selectors import proof
from scoring.selectors.downstream import Snapshot, compared
from scoring.selectors.standings import standings
from scoring.services import changes, flags, ledger, results, walkovers
from scoring.services.rebuild import recompute
from scoring.services.refusals import LedgerRefused, ResultRefused
from tests.cast import Cast
from tests.factories import RoleFactory, UserFactory
from tests.penalties.acts import rule_now
from tests.scoring.halls import late_for_good
from tests.scoring.ledgers import game, open_it, record, record_all, seven, table_of, tally
from tests.tournaments.snapshot import snapshot
from tournaments.models import Bar, Match, RoleName, Stage, Table, User
from tournaments.services import stages, teams

REASON = "the sheet says 4–6"


def tallied(number: int, home: int, away: int, hung: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """A correction: the table's tally anew."""
    return {
        "table": number,
        "tally": {"bullseyes": {"NS": home, "EW": away}, "hang_jacks": {"NS": hung[0], "EW": hung[1]}},
    }


@pytest.fixture
def confirmed(cast: Cast) -> Cast:
    """11–7 from paper, 6–4 and 5–3, typed by the scorer and confirmed by the captain of the home team."""
    record(table_of(cast, 1), tally(6, 4, (2, 1)), 0, cast.scorer)
    record(table_of(cast, 2), tally(5, 3), 0, cast.scorer)
    results.confirm(cast.match, by=cast.captain_home)
    return cast


def everything() -> dict[str, Any]:
    """All rows that a change may touch."""
    rows = {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in (LedgerEvent, Board, MatchTally, Result, ResultChange, Flag, Bar)
    }
    return snapshot() | rows


def whole(match: Match) -> None:
    assert proof.faults_of(match.pk) == []
    assert recompute(match.pk, check=True) == []


def propose(cast: Cast, *corrections: dict[str, Any], by: User | None = None, reason: str = REASON) -> ResultChange:
    return changes.propose(cast.match, list(corrections), reason=reason, by=by or cast.official)


def told(change: ResultChange) -> list[str]:
    return [effect["text"] for effect in change.effects]


def refused(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises((ResultRefused, LedgerRefused)) as error:
        call(*args, **more)
    assert isinstance(error.value, ResultRefused | LedgerRefused)
    return error.value.code


# --- From the proposal to the new result ---------------------------------------


def test_a_change_is_seen_before_anything_is_saved(confirmed: Cast) -> None:
    before = everything()
    tried = changes.preview(confirmed.match, [tallied(1, 3, 7, (2, 1)), tallied(2, 4, 4)], by=confirmed.official)
    assert everything() == before
    assert (tried.before["home"], tried.before["away"], tried.before["winner"]) == (11, 7, "home")
    assert (tried.after["home"], tried.after["away"], tried.after["winner"]) == (7, 11, "away")
    assert [effect.text for effect in tried.effects] == [
        "Moves Scarlets from 2nd to 1st.",
        "Moves Pelicans from 1st to 2nd.",
    ]


def test_a_second_person_makes_it_in_one_act(confirmed: Cast) -> None:
    change = propose(confirmed, tallied(1, 3, 7, (2, 1)), tallied(2, 4, 4))
    assert (change.state, Result.objects.count(), LedgerEvent.objects.count()) == ("proposed", 1, 4)
    assert [row.team for row in standings(confirmed.tournament).rows] == ["Pelicans", "Scarlets"]

    made = changes.make(change, by=confirmed.director)

    assert (made.state, made.decided_by) == (ChangeState.MADE, confirmed.director)
    old, new = Result.objects.order_by("version")
    assert (old.state, old.withdrawn_by, old.withdrawn_reason) == ("withdrawn", confirmed.director, REASON)
    assert (new.state, new.version, new.home_bullseyes, new.away_bullseyes, new.winner) == (
        "confirmed",
        2,
        7,
        11,
        "away",
    )
    assert (new.entered_by, new.confirmed_by) == (confirmed.official, confirmed.director)
    assert {event.actor for event in LedgerEvent.objects.filter(kind="correction")} == {confirmed.official}
    assert [row.team for row in standings(confirmed.tournament).rows] == ["Scarlets", "Pelicans"]
    assert not Flag.objects.exists()
    whole(confirmed.match)


def test_one_tally_is_put_in_the_place_of_the_other(confirmed: Cast) -> None:
    change = propose(confirmed, tallied(1, 6, 4, (0, 3)))
    changes.make(change, by=confirmed.director)
    correction = LedgerEvent.objects.get(kind="correction")
    assert (correction.event["event"]["of"], correction.event["details"]) == (1, {"reason": REASON})
    new = Result.objects.get(state=ResultState.CONFIRMED)
    assert (new.home_bullseyes, new.home_hang_jacks, new.away_hang_jacks) == (11, 0, 3)
    whole(confirmed.match)


def test_a_single_game_is_corrected_among_others(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS"), *[game("NS") for _ in range(9)]], cast.scorer)
    record(table_of(cast, 2), tally(1, 9), 0, cast.scorer)
    results.confirm(cast.match, by=cast.captain_home)
    # The first game without hands is ledger entry 4: the jack was hung in it.
    change = propose(cast, {"table": 1, "of": 4, "replace": game("NS") | {"hang_jacks": {"NS": 1, "EW": 0}}})
    assert (change.before["home_hang_jacks"], change.after["home_hang_jacks"]) == (2, 3)
    changes.make(change, by=cast.director)
    assert Result.objects.get(state="confirmed").home_hang_jacks == 3
    whole(cast.match)


def test_a_change_that_decides_nothing_is_refused(confirmed: Cast) -> None:
    before = everything()
    assert refused(propose, confirmed, tallied(1, 4, 4)) == "undecided"
    assert everything() == before


def test_turned_down_with_a_reason(confirmed: Cast) -> None:
    change = propose(confirmed, tallied(1, 6, 4, (0, 0)))
    done = changes.turn_down(change, by=confirmed.director, reason="the sheet is right")
    assert (done.state, done.decided_by, done.decided_reason) == ("refused", confirmed.director, "the sheet is right")
    assert refused(changes.make, change, by=confirmed.director) == "decided"
    assert Result.objects.get().state == "confirmed"
    # Another may now be proposed, and its own author may take it back.
    again = propose(confirmed, tallied(1, 6, 4, (1, 0)))
    assert changes.turn_down(again, by=confirmed.official, reason="a slip").state == "refused"


def test_one_proposal_at_a_time(confirmed: Cast) -> None:
    propose(confirmed, tallied(1, 6, 4, (0, 0)))
    assert refused(propose, confirmed, tallied(2, 5, 3, (1, 0)), by=confirmed.director) == "change-open"
    assert ResultChange.objects.count() == 1


def test_nobody_makes_an_own_proposal(confirmed: Cast) -> None:
    change = propose(confirmed, tallied(1, 6, 4, (0, 0)))
    assert refused(changes.make, change, by=confirmed.official) == "second-person"


def test_nobody_decides_who_recorded_at_the_match(confirmed: Cast) -> None:
    change = propose(confirmed, tallied(1, 6, 4, (0, 0)))
    before = everything()
    assert refused(changes.make, change, by=confirmed.scorer) == "recorded-it"
    assert everything() == before


def test_a_proposal_that_the_match_has_left_behind_is_refused(confirmed: Cast) -> None:
    change = propose(confirmed, tallied(1, 6, 4, (0, 0)))
    results.withdraw(confirmed.match, by=confirmed.director, reason="checked")
    assert refused(changes.make, change, by=confirmed.director) == "stale"
    results.confirm(confirmed.match, by=confirmed.captain_away)
    # The same figures, and yet another result.
    assert refused(changes.make, change, by=confirmed.director) == "stale"
    assert changes.look_again(change) is None


def test_a_match_that_nobody_confirmed_is_corrected_at_its_tables(cast: Cast) -> None:
    assert refused(propose, cast, tallied(1, 6, 4)) == "not-confirmed"


def test_a_ruling_is_not_struck_as_a_slip(cast: Cast) -> None:
    open_it(cast)
    rule_now(cast)
    sequence = table_of(cast).board.sequence
    record(table_of(cast), tally(6, 4), sequence, cast.scorer)
    record(table_of(cast, 2), tally(5, 3), 0, cast.scorer)
    results.confirm(cast.match, by=cast.captain_home)
    assert refused(propose, cast, {"table": 1, "of": sequence, "replace": None}, by=cast.director) == "ruling-stands"


@pytest.mark.parametrize(
    ("corrections", "field"),
    [
        (None, "corrections"),
        ([], "corrections"),
        ("table 1", "corrections"),
        ([1], "corrections.0"),
        ([{"table": 3, "of": 1}], "corrections.0.table"),
        ([{"table": True, "of": 1}], "corrections.0.table"),
        ([{"of": 1}], "corrections.0.table"),
        ([{"table": 1}], "corrections.0.of"),
        ([{"table": 1, "of": -1}], "corrections.0.of"),
        ([{"table": 1, "of": 2, "why": "x"}], "corrections.0.why"),
        ([{"table": 1, "of": 2, "replace": {"event": "tea"}}], "corrections.0.replace.event"),
        ([{"table": 1, "of": 2, "replace": {"event": "substitution", "seat": "N", "out": "a", "in": "b",
           "reason": "sick"}}], "corrections.0.replace"),
        ([{"table": 1, "tally": 6}], "corrections.0.tally"),
        ([{"table": 1, "tally": {"bullseyes": {"NS": -1, "EW": 4}, "hang_jacks": {"NS": 0, "EW": 0}}}],
         "corrections.0.tally.bullseyes.NS"),
        ([tallied(1, 6, 4), tallied(1, 5, 5)], "corrections.1"),
        ([{"table": 1, "of": 2}] * 21, "corrections"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_names_its_part(confirmed: Cast, corrections: Any, field: str) -> None:
    with pytest.raises(RecordError) as error:
        changes.preview(confirmed.match, corrections, by=confirmed.official)
    assert error.value.field == field


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        ({"table": 1, "of": 1}, "correction-target"),
        ({"table": 1, "of": 9}, "correction-target"),
        (tallied(1, 7, 4), "games-exceeded"),
        (tallied(1, 10, 0), "past-target"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_the_reason(
    confirmed: Cast, correction: dict[str, Any], code: str
) -> None:
    assert refused(changes.preview, confirmed.match, [correction], by=confirmed.official) == code


def test_a_reason_is_asked_for(confirmed: Cast) -> None:
    with pytest.raises(RecordError) as error:
        propose(confirmed, tallied(1, 6, 4), reason="  ")
    assert error.value.field == "reason"


# --- What stands on the old result ----------------------------------------------


def play(cast: Cast, match: Match, side: str) -> None:
    """11–9 for ``side``, typed by the scorer and confirmed by the official."""
    for number, figures in ((1, (10, 0)), (2, (1, 9))):
        figures = figures if side == "home" else (figures[1], figures[0])
        table = Table.objects.get(match=match, number=number)
        ledger.append(table.pk, tally(*figures), expected=0, client_id=uuid4(), by=cast.scorer)
    results.confirm(match, by=cast.official)


@pytest.fixture
def drawn(cast: Cast) -> Stage:
    """Four teams in a knock-out, both semi-finals played and the final made: Pelicans v Scarlets."""
    for name in ("Third", "Fourth"):
        teams.add(cast.tournament, name=name)
    stage = stages.publish(stages.add(cast.tournament, kind="knock-out"), cast.director)
    for match in Match.objects.filter(round__stage=stage).order_by("pk"):
        play(cast, match, "home")
    (final,) = stages.complete(stage)
    assert str(final) == "Pelicans v Scarlets"
    return stage


def second_official(cast: Cast) -> User:
    user: User = UserFactory.create(username="second")
    RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.OFFICIAL)
    return user


def test_a_drawn_final_on_the_old_result_is_flagged_and_stays(cast: Cast, drawn: Stage) -> None:
    semi = Match.objects.filter(round__stage=drawn).order_by("pk").first()
    assert semi is not None
    final = Match.objects.get(round__stage=drawn, round__drawn_as=2)
    winner, loser = str(semi.home), str(semi.away)
    other = str(final.away if str(final.home) == winner else final.home)
    swap = [tallied(1, 0, 10), tallied(2, 9, 1)]
    change = changes.propose(semi, swap, reason=REASON, by=second_official(cast))
    assert f"Knock-out, Final: {winner} v {other} becomes {loser} v {other}." in told(change)
    assert f"{final} (Knock-out, Final) stands on the old result and is not begun." in told(change)
    assert not Flag.objects.exists()

    changes.make(change, by=cast.director)

    flag = Flag.objects.get()
    assert (flag.match, flag.stage, flag.change) == (final, drawn, change)
    assert flag.text == f"{final} (Knock-out, Final) stands on the old result and is not begun."
    assert Match.objects.filter(round__stage=drawn).count() == 3
    whole(semi)

    done = flags.settle(flag, by=cast.official, reason="the final is deleted and made anew")
    assert (done.settled_by, done.settled_reason) == (cast.official, "the final is deleted and made anew")
    assert refused(flags.settle, flag, by=cast.director, reason="again") == "settled"


def test_a_final_already_played_is_named_as_such(cast: Cast, drawn: Stage) -> None:
    final = Match.objects.get(round__stage=drawn, round__drawn_as=2)
    play(cast, final, "home")
    semi = Match.objects.filter(round__stage=drawn).order_by("pk")[0]
    tried = changes.preview(semi, [tallied(1, 0, 10), tallied(2, 9, 1)], by=cast.director)
    assert f"{final} (Knock-out, Final) stands on the old result and is played and confirmed." in [
        effect.text for effect in tried.effects
    ]


def test_figures_that_move_no_winner_flag_nothing(cast: Cast, drawn: Stage) -> None:
    semi = Match.objects.filter(round__stage=drawn).order_by("pk")[0]
    change = changes.propose(semi, [tallied(2, 1, 8)], reason=REASON, by=second_official(cast))
    changes.make(change, by=cast.director)
    assert not Flag.objects.exists()


def test_a_result_withdrawn_flags_what_was_drawn_from_it(cast: Cast, drawn: Stage) -> None:
    semi = Match.objects.filter(round__stage=drawn).order_by("pk")[0]
    final = Match.objects.get(round__stage=drawn, round__drawn_as=2)
    results.withdraw(semi, by=cast.director, reason="read wrongly")
    flag = Flag.objects.get()
    assert (flag.match, flag.change) == (final, None)


def test_those_who_go_on_are_compared(cast: Cast) -> None:
    """Two of a group of three go on: the stage drawn from them says what it would take otherwise now."""
    teams.add(cast.tournament, name="Third")
    group = stages.publish(stages.add(cast.tournament, kind="round-robin", name="Group"), cast.director)
    by_names = {frozenset((str(m.home), str(m.away))): m for m in Match.objects.filter(round__stage=group)}

    def beat(winner: str, loser: str) -> Match:
        match = by_names[frozenset((winner, loser))]
        play(cast, match, "home" if str(match.home) == winner else "away")
        return match

    beat("Pelicans", "Scarlets")
    beat("Pelicans", "Third")
    decisive = beat("Scarlets", "Third")
    cup = stages.add(cast.tournament, kind="knock-out", name="Cup", source=group, places_from=1, places_to=2)
    cup = stages.publish(cup, cast.director)
    made = Match.objects.get(round__stage=cup)
    assert {str(made.home), str(made.away)} == {"Pelicans", "Scarlets"}
    home_won = str(decisive.home) == "Scarlets"
    swap = [tallied(1, 0, 10), tallied(2, 9, 1)] if home_won else [tallied(1, 10, 0), tallied(2, 1, 9)]
    change = changes.propose(decisive, swap, reason=REASON, by=second_official(cast))
    assert any("2nd" in text and "Third" in text for text in told(change))
    changes.make(change, by=cast.director)
    flag = Flag.objects.get(stage=cup)
    assert "The 2nd of Group is Third now; it was Scarlets when this was drawn." in flag.text
    assert Match.objects.filter(round__stage=cup).count() == 1


def test_a_match_walked_over_stays_one_and_may_go_to_the_other_side(cast: Cast) -> None:
    late_for_good(cast)
    walkovers.walk_over(cast.match, winner_side="home", reason="nobody came", by=cast.scorer)
    sheet = Table.objects.get(match=cast.match, number=0)
    results.confirm(cast.match, by=cast.captain_home)
    change = propose(cast, tallied(0, 0, 11), reason="they were at the other hall")
    changes.make(change, by=cast.director)
    new = Result.objects.get(state="confirmed")
    assert (new.kind, new.winner, new.home_bullseyes, new.away_bullseyes) == ("walk-over", "away", 0, 11)
    assert sheet.events.order_by("-sequence")[0].event["details"] == {
        "reason": "they were at the other hall",
        "walk_over": "away",
    }
    whole(cast.match)


def test_a_stage_that_is_the_whole_tournament_is_said_once() -> None:
    def seen(**places: dict[int, int]) -> Snapshot:
        return Snapshot({"": places.pop("all"), **places}, {1: "Ants", 2: "Bees", 3: "Crabs"}, {}, {}, {}, ())

    first, then = {1: 1, 2: 2}, {1: 2, 2: 1}
    moved = ["Moves Bees from 2nd to 1st.", "Moves Ants from 1st to 2nd."]
    same = compared(seen(all=first, League=first), seen(all=then, League=then))
    assert [effect.text for effect in same] == moved
    wider = compared(seen(all={**first, 3: 3}, League=first), seen(all={**then, 3: 3}, League=then))
    assert [effect.text for effect in wider] == [
        *moved,
        "Moves Bees from 2nd to 1st in League.",
        "Moves Ants from 1st to 2nd in League.",
    ]
