"""Disputes as section 14 has them: who may, who has a say, the clock, the hold, the decision."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.utils import timezone
from PIL import Image

from penalties.disputes.moves import State
from penalties.models import Call, Dispute, DisputeAttachment, DisputeMove, DisputeStatement
from penalties.services import dispute_words, disputes
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.models import MatchHold, Result
from scoring.services import results
from scoring.services.refusals import LedgerRefused, ResultRefused
from tests.cast import Cast
from tests.penalties.acts import PEEPED, rule_now
from tests.penalties.disputing import QUESTION, at, decide, in_state, later, photo, propose, raised
from tests.scoring.ledgers import game, open_it, record, record_all, table_of
from tournaments.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def refused(act: Any) -> str:
    with pytest.raises((LedgerRefused, PenaltyConflict, ResultRefused)) as error:
        act()
    refusal: Any = error.value
    return str(refusal.code)


def field(act: Any) -> str:
    with pytest.raises(RecordError) as error:
        act()
    return error.value.field


def play_out(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)


# Raising


def test_a_raised_dispute_winds_the_clock_and_holds_the_result(cast: Cast) -> None:
    open_it(cast)
    now = timezone.now()
    with at(now):
        dispute = raised(cast, about_sequence=1)

    assert dispute.clock_ends_at == now + timedelta(seconds=300)
    assert (dispute.state, dispute.version, dispute.about_sequence) == ("talking", 1, 1)
    assert [(move.name, move.source, move.target, move.by) for move in DisputeMove.objects.all()] == [
        ("raise", "", "talking", cast.captain_home)
    ]
    hold = MatchHold.objects.get()
    assert (hold.match, hold.source, hold.code, hold.lifted_at) == (
        cast.match,
        f"dispute {dispute.pk}",
        "dispute-open",
        None,
    )


def test_the_same_request_raises_once(cast: Cast) -> None:
    first = raised(cast, client_id=(key := uuid4()))
    again = disputes.raise_dispute(table_of(cast), question=QUESTION, side="home", client_id=key, by=cast.captain_home)
    assert (again.dispute.pk, again.repeated) == (first.pk, True)
    assert refused(lambda: raised(cast, client_id=key, question="Another one")) == "client-id-used"
    assert Dispute.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "at_fault"),
    [
        ({"question": " "}, "question"),
        ({"question": "x" * 501}, "question"),
        ({"question": "a\0b"}, "question"),
        ({"question": 7}, "question"),
        ({"side": "north"}, "side"),
        ({"side": None}, "side"),
        ({"about_sequence": 2}, "about_sequence"),
        ({"about_sequence": 0}, "about_sequence"),
        ({"about_sequence": True}, "about_sequence"),
        ({"incident": 10**30}, "incident"),
        ({"incident": "x"}, "incident"),
        ({"client_id": "x"}, "client_id"),
    ],
)
def test_what_cannot_be_read_is_named(cast: Cast, asked: dict[str, Any], at_fault: str) -> None:
    assert field(lambda: raised(cast, **asked)) == at_fault
    assert Dispute.objects.count() == 0
    assert MatchHold.objects.count() == 0


def test_an_incident_of_another_table_is_not_this_tables(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    elsewhere = rule_now(cast, PEEPED, number=2).ruling.incident
    assert field(lambda: raised(cast, incident=elsewhere.pk)) == "incident"


def test_nothing_is_disputed_at_a_table_that_is_not_open(cast: Cast) -> None:
    table = table_of(cast)
    act = lambda: disputes.raise_dispute(table, question="Why?", side="home", client_id=uuid4(), by=cast.captain_home)  # noqa: E731
    assert refused(act) == "not-opened"


def test_nothing_is_disputed_after_the_confirmation(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)
    assert refused(lambda: raised(cast)) == "match-confirmed"


# The hold


@pytest.mark.parametrize("state", list(State))
def test_a_result_is_confirmed_only_when_no_dispute_is_open(cast: Cast, state: State) -> None:
    play_out(cast)
    in_state(cast, state)
    figures = {"home_bullseyes": 11, "away_bullseyes": 0, "winner": "home"}
    if state in ("talking", "official", "committee"):
        assert refused(lambda: results.confirm(cast.match, by=cast.captain_away)) == "dispute-open"
        with pytest.raises(IntegrityError, match="held"), transaction.atomic():
            Result.objects.create(
                match=cast.match,
                entered_by=cast.scorer,
                confirmed_by=cast.captain_away,
                confirmed_at=timezone.now(),
                **figures,
            )
        assert Result.objects.count() == 0
        return
    assert results.confirm(cast.match, by=cast.captain_away).home_bullseyes == 11


def test_a_hold_is_lifted_once_and_never_removed(cast: Cast) -> None:
    in_state(cast, State.AGREED)
    for act in (
        lambda: MatchHold.objects.update(lifted_at=None),
        lambda: MatchHold.objects.update(source="x"),
        lambda: MatchHold.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError, match="hold"), transaction.atomic():
            act()


# Agreeing


def test_both_captains_agree_on_clause_and_outcome(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_away)
    agreed = disputes.agree(
        dispute.pk, version=dispute.version, proposal=dispute.proposal_id or 0, by=cast.captain_home
    )
    assert (agreed.state, agreed.clause, agreed.outcome, agreed.settled_by) == (
        "agreed",
        "12.a",
        "The jack was hung: three points stand.",
        cast.captain_home,
    )
    assert MatchHold.objects.get().lifted_at == agreed.settled_at


def test_nobody_agrees_with_oneself_or_to_what_is_not_there(cast: Cast) -> None:
    dispute = raised(cast)
    agree = disputes.agree
    assert refused(lambda: agree(dispute.pk, version=1, proposal=1, by=cast.captain_home)) == "no-proposal"
    first = propose(dispute, cast.captain_home)
    old = first.proposal_id or 0
    assert refused(lambda: agree(dispute.pk, version=2, proposal=old, by=cast.captain_home)) == "own-proposal"
    second = propose(first, cast.captain_home, outcome="It was not.")
    assert refused(lambda: agree(dispute.pk, version=2, proposal=old, by=cast.captain_away)) == "dispute-moved"
    assert field(lambda: agree(dispute.pk, version=second.version, proposal=old, by=cast.captain_away)) == "proposal"
    assert Dispute.objects.get().state == "talking"


@pytest.mark.parametrize("role", ["director", "official", "scorer", "viewer", "outsider"])
def test_only_the_two_captains_agree(cast: Cast, role: str) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    user = cast.user(role)
    assert user is not None
    act = lambda: disputes.agree(  # noqa: E731
        dispute.pk, version=dispute.version, proposal=dispute.proposal_id or 0, by=user
    )
    assert refused(act) == "not-a-captain"


def test_a_captain_of_another_match_has_no_part(cast: Cast, other_cast: Cast) -> None:
    dispute = raised(cast)
    assert refused(lambda: propose(dispute, other_cast.captain_home)) == "not-a-captain"
    assert refused(lambda: disputes.call(dispute.pk, version=1, by=other_cast.captain_away)) == "not-a-captain"


# The clock


def test_the_last_moment_is_in_time_and_the_next_is_not(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    proposal = dispute.proposal_id or 0
    act = lambda: disputes.agree(dispute.pk, version=2, proposal=proposal, by=cast.captain_away)  # noqa: E731
    with at(later(dispute)):
        assert refused(act) == "time-up"
    after = Dispute.objects.get()
    assert (after.state, after.version) == ("official", 3)
    move = DisputeMove.objects.latest("pk")
    assert (move.name, move.source, move.target, move.by) == ("clock", "talking", "official", None)


def test_just_in_time(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    with at(later(dispute, microseconds=-1)):
        agreed = disputes.agree(dispute.pk, version=2, proposal=dispute.proposal_id or 0, by=cast.captain_away)
    assert agreed.state == "agreed"


def test_the_clock_calls_the_official_by_itself(cast: Cast) -> None:
    dispute = raised(cast)
    with at(later(dispute, seconds=-1)):
        assert disputes.run_clock(dispute.pk) is False
    with at(later(dispute, seconds=1)):
        assert disputes.run_clock(dispute.pk) is True
        assert disputes.run_clock(dispute.pk) is False
    assert Dispute.objects.get().state == "official"
    call = Call.objects.get()
    assert (call.table, call.closed_at) == (table_of(cast), None)
    decided = decide(Dispute.objects.get(), cast.official)
    call.refresh_from_db()
    assert (call.closed_by, call.closed_at) == (cast.official, decided.settled_at)


def test_an_official_decides_at_once_when_the_clock_has_just_run_out(cast: Cast) -> None:
    """Nobody moved it on yet: the version that the official saw is the one before the clock's move."""
    dispute = raised(cast)
    with at(later(dispute, seconds=2)):
        assert decide(dispute, cast.official).state == "decided"
    assert [move.name for move in DisputeMove.objects.order_by("pk")] == ["raise", "clock", "decide"]


def test_the_official_does_not_decide_while_the_captains_talk(cast: Cast) -> None:
    dispute = raised(cast)
    assert refused(lambda: decide(dispute, cast.official)) == "dispute-moved"


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


# Statements and files


def test_a_captain_speaks_for_the_own_side_and_an_official_for_either(cast: Cast) -> None:
    dispute = raised(cast)
    say = lambda side, by, key=None: dispute_words.state(  # noqa: E731
        dispute.pk, side=side, text="The lift was packed.", client_id=key or uuid4(), by=by
    )
    assert say("home", cast.captain_home).side == "home"
    assert refused(lambda: say("away", cast.captain_home)) == "other-side"
    assert say("away", cast.official, key := uuid4()).side == "away"
    assert say("away", cast.official, key).pk == DisputeStatement.objects.get(client_id=key).pk
    assert refused(lambda: say("home", cast.official, key)) == "client-id-used"
    assert DisputeStatement.objects.count() == 2


@pytest.mark.parametrize("state", ["agreed", "decided", "settled", "withdrawn"])
def test_nothing_is_added_to_a_dispute_that_has_ended(cast: Cast, state: str) -> None:
    dispute = in_state(cast, State(state))
    say = lambda: dispute_words.state(  # noqa: E731
        dispute.pk, side="home", text="And yet", client_id=uuid4(), by=cast.captain_home
    )
    show = lambda: dispute_words.attach(  # noqa: E731
        dispute.pk, side="home", upload=photo(), client_id=uuid4(), by=cast.captain_home
    )
    assert refused(say) == "dispute-over"
    assert refused(show) == "dispute-over"
    assert refused(lambda: dispute_words.tick(dispute.pk, kind="cards-left", by=cast.official)) == "dispute-over"
    assert not list(Path(settings.MEDIA_ROOT).rglob("*.jpg"))


def attach(cast: Cast, upload: Any, by: User | None = None) -> DisputeAttachment:
    dispute = Dispute.objects.first() or raised(cast)
    return dispute_words.attach(dispute.pk, side="home", upload=upload, client_id=uuid4(), by=by or cast.captain_home)


def stored(attachment: DisputeAttachment) -> Path:
    return Path(settings.MEDIA_ROOT) / attachment.path


def test_a_photo_is_kept_as_a_picture_and_nothing_else(cast: Cast) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "behind the bar of the club"
    kept = attach(cast, photo(size=(60, 40), exif=exif, name="../../etc/My table #1.php"))

    assert (kept.name, kept.content_type) == ("My table 1.jpg", "image/jpeg")
    content = stored(kept).read_bytes()
    assert (len(content), b"behind the bar" in content) == (kept.size, False)
    with Image.open(stored(kept)) as picture:
        assert (picture.size, picture.format, dict(picture.getexif())) == ((40, 60), "JPEG", {})


@pytest.mark.parametrize(("kind", "stored_as"), [("PNG", "image/png"), ("WEBP", "image/jpeg"), ("JPEG", "image/jpeg")])
def test_pictures_of_the_usual_kinds_are_taken(cast: Cast, kind: str, stored_as: str) -> None:
    assert attach(cast, photo(kind)).content_type == stored_as


def test_a_large_photo_is_made_smaller(cast: Cast) -> None:
    with Image.open(stored(attach(cast, photo(size=(4800, 1200))))) as picture:
        assert picture.size == (2400, 600)


def test_a_pdf_is_kept_to_the_byte(cast: Cast) -> None:
    content = b"%PDF-1.7\n" + b"x" * 100 + b"\n%%EOF\n"
    kept = attach(cast, SimpleUploadedFile("sheet.exe", content))
    assert (kept.name, kept.content_type, stored(kept).read_bytes()) == ("sheet.pdf", "application/pdf", content)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a" + b"\0" * 40,
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html><script>alert(1)</script></html>",
        b"\xff\xd8\xff\xe0" + b"\0" * 200,
        b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
        b"%PDF-1.7 that breaks off",
        b"PK\x03\x04" + b"\0" * 100,
        b"\0" * (8 * 1024 * 1024 + 1),
    ],
    ids=["empty", "gif", "svg", "html", "broken-jpeg", "broken-png", "half-pdf", "zip", "too-large"],
)
def test_what_is_no_photo_and_no_pdf_is_refused_whatever_it_calls_itself(cast: Cast, content: bytes) -> None:
    raised(cast)
    assert field(lambda: attach(cast, SimpleUploadedFile("a.jpg", content, content_type="image/jpeg"))) == "file"
    assert field(lambda: attach(cast, None)) == "file"
    assert DisputeAttachment.objects.count() == 0
    assert not list(Path(settings.MEDIA_ROOT).rglob("*.*"))


def test_a_picture_of_too_many_pixels_is_refused(cast: Cast) -> None:
    assert field(lambda: attach(cast, photo("PNG", (10_000, 5_001)))) == "file"


def test_ten_files_are_enough(cast: Cast) -> None:
    for _ in range(10):
        attach(cast, photo())
    assert refused(lambda: attach(cast, photo())) == "too-many"
    assert len(list(Path(settings.MEDIA_ROOT).rglob("*.jpg"))) == 10
