"""Disputes, appeals and fines over the API: one test a cell, bad input, scoping, what a conflict answers."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from penalties.disputes.moves import State
from penalties.models import Appeal, Dispute, DisputeAttachment, DisputeFact, DisputeStatement, Fine, Ruling
from penalties.services import appeals, dispute_words, fines
from tests.cast import ROLES, Cast
from tests.penalties.acts import PEEPED, RENEGED, rule_now
from tests.penalties.disputing import QUESTION, at, committee, decide, in_state, later, photo, propose, raised
from tests.scoring.ledgers import open_it
from tests.tournaments.api.client import ROOT, api_of, fields
from tournaments.models import User

pytestmark = pytest.mark.django_db

EVERYBODY = (*ROLES, "committee")
CAPTAINS = {"captain_home", "captain_away"}
JUDGES = {"director", "official"}


def user_of(cast: Cast, role: str) -> User | None:
    return committee(cast) if role == "committee" else cast.user(role)


def base(cast: Cast) -> str:
    return f"{ROOT}tournaments/{cast.tournament.slug}/"


def one(dispute: Dispute, end: str = "") -> str:
    return f"{ROOT}tournaments/{dispute.match.tournament.slug}/disputes/{dispute.pk}/{end}"


def raising(cast: Cast, number: int = 1) -> str:
    return f"{base(cast)}matches/{cast.match.pk}/tables/{number}/disputes/"


def status(role: str, allowed: set[str], done: int = 200) -> int:
    return done if role in allowed else 401 if role == "visitor" else 403


def asked(**more: Any) -> dict[str, Any]:
    return {"question": QUESTION, "side": "home", "client_id": str(uuid4()), **more}


# One test a cell


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_raises(cast: Cast, role: str) -> None:
    open_it(cast)
    body = asked(side="away" if role == "captain_away" else "home")
    api = api_of(user_of(cast, role))
    assert api.post(raising(cast), body).status_code == status(role, JUDGES | CAPTAINS, 201)
    assert api.post(raising(cast), body).status_code == status(role, JUDGES | CAPTAINS, 200)
    assert Dispute.objects.count() == (role in JUDGES | CAPTAINS)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_sees_what(cast: Cast, role: str) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    kept = dispute_words.attach(dispute.pk, side="home", upload=photo(), client_id=uuid4(), by=cast.captain_home)
    api = api_of(user_of(cast, role))
    sees = role in JUDGES | CAPTAINS | {"committee"}
    listed, seen = api.get(base(cast) + "disputes/"), api.get(one(dispute))
    assert (listed.status_code, seen.status_code) == (200, 200)
    assert listed.json()[0]["question"] == QUESTION
    assert ("statements" in seen.json(), "proposal" in seen.json()) == (sees, sees)
    file = api.get(one(dispute, f"attachments/{kept.pk}/"))
    assert file.status_code == (200 if sees else 401 if role == "visitor" else 403)
    file.close()


ACTS: dict[str, tuple[State, set[str], dict[str, Any], str]] = {
    "propose": (State.TALKING, CAPTAINS, {"clause": "12.a", "outcome": "x"}, "talking"),
    "call": (State.TALKING, CAPTAINS, {}, "official"),
    "decide": (
        State.OFFICIAL,
        JUDGES,
        {"effect": "none", "clause": "12.a", "outcome": "x", "reasons": "y"},
        "decided",
    ),
    "refer": (State.OFFICIAL, JUDGES, {"reasons": "y"}, "committee"),
    "return": (State.COMMITTEE, {"committee"}, {"reasons": "y"}, "official"),
    "settle": (State.COMMITTEE, {"committee"}, {"outcome": "x", "reasons": "y"}, "settled"),
}


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("act", sorted(ACTS))
def test_who_acts(cast: Cast, act: str, role: str) -> None:
    state, allowed, body, after = ACTS[act]
    dispute = in_state(cast, state)
    answer = api_of(user_of(cast, role)).post(one(dispute, f"{act}/"), {"version": dispute.version, **body})
    assert answer.status_code == status(role, allowed)
    assert Dispute.objects.get().state == (after if role in allowed else state)
    if role in allowed:
        assert answer.json()["state"] == after


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_agrees(cast: Cast, role: str) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    body = {"version": 2, "proposal": dispute.proposal_id}
    answer = api_of(user_of(cast, role)).post(one(dispute, "agree/"), body)
    assert answer.status_code == (422 if role == "captain_home" else status(role, {"captain_away"}))
    assert Dispute.objects.get().state == ("agreed" if role == "captain_away" else "talking")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_withdraws(cast: Cast, role: str) -> None:
    """The home captain raised it."""
    answer = api_of(user_of(cast, role)).post(one(raised(cast), "withdraw/"), {"version": 1, "reasons": "y"})
    others = {"director", "official", "captain_away"}
    assert answer.status_code == (422 if role in others else status(role, {"captain_home"}))
    assert Dispute.objects.get().state == ("withdrawn" if role == "captain_home" else "talking")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_states_attaches_and_ticks(cast: Cast, role: str) -> None:
    dispute, api = raised(cast), api_of(user_of(cast, role))
    side = "away" if role == "captain_away" else "home"
    said = api.post(one(dispute, "statements/"), {"side": side, "text": "x", "client_id": str(uuid4())})
    assert said.status_code == status(role, JUDGES | CAPTAINS)
    file = {"side": side, "file": photo(), "client_id": str(uuid4())}
    shown = api.post(one(dispute, "attachments/"), file, format="multipart")
    assert shown.status_code == status(role, JUDGES | CAPTAINS, 201)
    player = cast.away_team.roster.get(number=2).player_id
    ticked = api.post(one(dispute, "checklist/"), {"kind": "mixed-cards", "player": player})
    assert ticked.status_code == (422 if role in CAPTAINS else status(role, JUDGES))
    counts = (DisputeStatement.objects.count(), DisputeAttachment.objects.count(), DisputeFact.objects.count())
    assert counts == (role in JUDGES | CAPTAINS, role in JUDGES | CAPTAINS, role in JUDGES)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_appeals_and_hears(cast: Cast, role: str) -> None:
    open_it(cast)
    ruling = rule_now(cast, RENEGED).ruling
    api = api_of(user_of(cast, role))
    lodged = api.post(f"{base(cast)}rulings/{ruling.pk}/appeals/", {"grounds": "x"})
    assert lodged.status_code == status(role, CAPTAINS, 201)
    appeal = Appeal.objects.first() or appeals.lodge(ruling, grounds="x", by=cast.captain_home)
    body = {"outcome": "varied", "reasons": "y", "expected": 2, "client_id": str(uuid4()), "asked": PEEPED}
    heard = api.post(f"{base(cast)}appeals/{appeal.pk}/hear/", body)
    unseen = {"scorer", "viewer", "outsider"}
    assert heard.status_code == (404 if role in unseen else status(role, {"committee"}))
    assert Ruling.objects.latest("version").clause == ("7.d" if role == "committee" else "10.a")
    listed = api.get(base(cast) + "appeals/")
    assert listed.status_code == (401 if role == "visitor" else 200)
    if role != "visitor":
        assert len(listed.json()) == (role not in unseen)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_fines(cast: Cast, role: str) -> None:
    api = api_of(user_of(cast, role))
    body = {"team": cast.home_team.pk, "reason": "Marked", "client_id": str(uuid4())}
    assert api.post(base(cast) + "fines/", body).status_code == status(role, {"committee"}, 201)
    fine = Fine.objects.first() or fines.enter(
        cast.tournament, team=cast.home_team.pk, reason="x", client_id=uuid4(), by=committee(cast)
    )
    sees = JUDGES | {"captain_home", "committee"}
    unseen = set(EVERYBODY) - sees - {"visitor"}
    address = f"{base(cast)}fines/{fine.pk}/"
    assert api.get(address).status_code == (404 if role in unseen else status(role, sees))
    done = api.post(address + "set/", {"version": 0, "amount": "50.00"})
    assert done.status_code == (404 if role in unseen else status(role, {"committee"}))
    ledger = api.get(base(cast) + "fines/")
    assert ledger.status_code == (401 if role == "visitor" else 200)
    if role == "committee":
        assert ledger.json()["totals"] == [
            {"currency": "TTD", "set": "50.00", "paid": "0.00", "due": "50.00", "waived": "0.00", "open": 0}
        ]


# What is said back


def test_a_late_captain_gets_409_with_the_dispute_as_it_is(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    body = {"version": 2, "proposal": dispute.proposal_id}
    with at(later(dispute)):
        answer = api_of(cast.captain_away).post(one(dispute, "agree/"), body)
    told = answer.json()
    assert (answer.status_code, told["code"], told["dispute"]["state"], told["dispute"]["version"]) == (
        409,
        "time-up",
        "official",
        3,
    )


def test_a_second_official_gets_409_with_the_decision(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    decide(dispute, cast.director, outcome="Director said so.")
    body = {"version": dispute.version, "effect": "none", "clause": "12.a", "outcome": "x", "reasons": "y"}
    answer = api_of(cast.official).post(one(dispute, "decide/"), body)
    told = answer.json()
    assert (answer.status_code, told["code"], told["dispute"]["outcome"], told["dispute"]["settled_by"]) == (
        409,
        "dispute-over",
        "Director said so.",
        "Director",
    )


def test_who_walked_away_gets_422_with_the_clause(cast: Cast) -> None:
    dispute = raised(cast)
    captain = cast.away_team.roster.get(number=1).player_id
    dispute_words.tick(dispute.pk, kind="walked-away", player=captain, by=cast.official)
    answer = api_of(cast.captain_away).post(one(dispute, "call/"), {"version": 2})
    told = answer.json()
    assert (answer.status_code, told["code"], told["clause"]) == (422, "no-say", "14.b")


def test_a_captain_raises_for_the_own_side_alone(cast: Cast) -> None:
    open_it(cast)
    answer = api_of(cast.captain_home).post(raising(cast), asked(side="away"))
    assert (answer.status_code, answer.json()["code"]) == (422, "other-side")


BAD: list[tuple[str, Any, set[str]]] = [
    ("raise", {}, {"question", "side", "client_id"}),
    ("raise", {"question": 5}, {"question"}),
    ("raise", {"question": "x" * 501}, {"question"}),
    ("raise", {"side": "west"}, {"side"}),
    ("raise", {"about_sequence": 99}, {"about_sequence"}),
    ("raise", {"about_sequence": "1"}, {"about_sequence"}),
    ("raise", {"incident": 10**18}, {"incident"}),
    ("raise", {"client_id": 7}, {"client_id"}),
    ("raise", {"more": 1}, {"more"}),
    ("raise", {"question": "a\x00b"}, {"question"}),
    ("propose", {"version": 1, "clause": "99.z", "outcome": "x"}, {"clause"}),
    ("propose", {"version": "1", "clause": "12.a", "outcome": "x"}, {"version"}),
    ("propose", {"version": 1}, {"clause", "outcome"}),
    ("agree", {"version": 1}, {"proposal"}),
    ("call", {"version": True}, {"version"}),
    ("call", {"version": 1, "why": "x"}, {"why"}),
    ("withdraw", {"version": 1, "reasons": " "}, {"reasons"}),
    ("statements", {"side": "home", "text": "", "client_id": str(uuid4())}, {"text"}),
    ("statements", {"side": "home", "text": "x", "client_id": str(uuid4()), "player": 10**18}, {"player"}),
    ("checklist", {"kind": "ran"}, {"kind"}),
    ("checklist", {"kind": "cards-left", "player": 1}, {"player"}),
]


@pytest.mark.parametrize(("act", "body", "wrong"), BAD)
def test_what_cannot_be_read_names_the_field(cast: Cast, act: str, body: dict[str, Any], wrong: set[str]) -> None:
    api = api_of(cast.captain_home)
    if act == "raise":
        open_it(cast)
        answer = api.post(raising(cast), {**asked(), **body} if body else body)
    else:
        answer = api.post(one(raised(cast), f"{act}/"), body)
    assert answer.status_code == 400
    assert fields(answer) == wrong
    assert Dispute.objects.filter(version__gt=1).count() == 0


@pytest.mark.parametrize(
    "body", ["", "[]", "null", "7", '"x"', "{", '{"version": 1, "version": 2}', '{"version": NaN}']
)
@pytest.mark.parametrize("act", ["call", "decide", "statements"])
def test_what_is_no_object_is_400(cast: Cast, act: str, body: str) -> None:
    dispute = raised(cast)
    answer = api_of(cast.director if act == "decide" else cast.captain_home).generic(
        "POST", one(dispute, f"{act}/"), body, content_type="application/json"
    )
    assert answer.status_code == 400
    assert Dispute.objects.get().version == 1


def test_files_are_checked_by_what_is_in_them(cast: Cast) -> None:
    dispute, api = raised(cast), api_of(cast.captain_home)
    for body, wrong in (
        ({"side": "home", "client_id": str(uuid4())}, {"file"}),
        ({"side": "home", "client_id": str(uuid4()), "file": "text"}, {"file"}),
        ({"side": "home", "client_id": str(uuid4()), "file": SimpleUploadedFile("a.png", b"<svg/>")}, {"file"}),
        ({"side": "home", "client_id": "x", "file": photo()}, {"client_id"}),
        ({"side": "x", "client_id": str(uuid4()), "file": photo()}, {"side"}),
    ):
        answer = api.post(one(dispute, "attachments/"), body, format="multipart")
        assert (answer.status_code, fields(answer)) == (400, wrong)
    assert api.post(one(dispute, "attachments/"), {"side": "home"}).status_code == 415
    assert DisputeAttachment.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"reasons": "y"}, {"outcome"}),
        ({"outcome": "lost", "reasons": "y"}, {"outcome"}),
        ({"outcome": "upheld", "reasons": "y"}, {"expected"}),
        ({"outcome": "upheld", "reasons": "y", "expected": 2}, {"client_id"}),
        ({"outcome": "varied", "reasons": "y", "expected": 2, "client_id": str(uuid4())}, {"asked"}),
        ({"outcome": "varied", "reasons": "y", "asked": 5}, {"asked"}),
        (
            {"outcome": "varied", "reasons": "y", "expected": 2, "client_id": str(uuid4()), "asked": {"clause": "x"}},
            {"clause"},
        ),
    ],
)
def test_a_hearing_that_cannot_be_read(cast: Cast, body: dict[str, Any], wrong: set[str]) -> None:
    open_it(cast)
    appeal = appeals.lodge(rule_now(cast, RENEGED).ruling, grounds="x", by=cast.captain_home)
    answer = api_of(committee(cast)).post(f"{base(cast)}appeals/{appeal.pk}/hear/", body)
    assert (answer.status_code, fields(answer)) == (400, wrong)
    assert Appeal.objects.get().state == "lodged"


def test_a_stale_board_at_a_hearing_is_409(cast: Cast) -> None:
    open_it(cast)
    appeal = appeals.lodge(rule_now(cast, RENEGED).ruling, grounds="x", by=cast.captain_home)
    body = {"outcome": "upheld", "reasons": "y", "expected": 1, "client_id": str(uuid4())}
    answer = api_of(committee(cast)).post(f"{base(cast)}appeals/{appeal.pk}/hear/", body)
    assert (answer.status_code, answer.json()["sequence"]) == (409, 2)


@pytest.mark.parametrize(
    ("act", "body", "wrong"),
    [
        ("set", {"version": 0}, {"amount"}),
        ("set", {"version": 0, "amount": 50}, {"amount"}),
        ("set", {"version": 0, "amount": "-1"}, {"amount"}),
        ("set", {"version": 0, "amount": "1e9"}, {"amount"}),
        ("waive", {"version": 0}, {"note"}),
        ("pay", {"version": None, "amount": "5"}, {"version"}),
    ],
)
def test_a_fine_that_cannot_be_read(cast: Cast, act: str, body: dict[str, Any], wrong: set[str]) -> None:
    fine = fines.enter(cast.tournament, team=cast.home_team.pk, reason="x", client_id=uuid4(), by=committee(cast))
    answer = api_of(committee(cast)).post(f"{base(cast)}fines/{fine.pk}/{act}/", body)
    assert (answer.status_code, fields(answer)) == (400, wrong)


def test_nothing_is_found_through_another_tournament(cast: Cast, other_cast: Cast) -> None:
    dispute = raised(cast)
    ruling = rule_now(cast, RENEGED).ruling
    appeal = appeals.lodge(ruling, grounds="x", by=cast.captain_home)
    fine = fines.enter(cast.tournament, team=cast.home_team.pk, reason="x", client_id=uuid4(), by=committee(cast))
    api, there = api_of(other_cast.director), base(other_cast)
    assert api.get(f"{there}disputes/{dispute.pk}/").status_code == 404
    for end in ("call/", "decide/", "appeals/"):
        assert api.post(f"{there}disputes/{dispute.pk}/{end}", {}).status_code == 404
    assert api.post(f"{there}matches/{cast.match.pk}/tables/1/disputes/", asked()).status_code == 404
    assert api.post(f"{there}rulings/{ruling.pk}/appeals/", {"grounds": "x"}).status_code == 404
    assert api.post(f"{there}appeals/{appeal.pk}/hear/", {}).status_code == 404
    assert api.get(f"{there}fines/{fine.pk}/").status_code == 404
    assert api.get(f"{there}disputes/").json() == []


def test_acts_that_there_are_not_are_404(cast: Cast) -> None:
    dispute = raised(cast)
    assert api_of(cast.director).post(one(dispute, "clock/"), {}).status_code == 404
    assert api_of(cast.director).post(one(dispute, "nonsense/"), {}).status_code == 404
