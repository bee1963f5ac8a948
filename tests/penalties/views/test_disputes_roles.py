"""The pages of disputes, appeals and fines: who sees and does what, one test a cell."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from penalties.disputes.moves import State
from penalties.models import (
    Appeal,
    Dispute,
    DisputeAttachment,
    DisputeFact,
    DisputeStatement,
    Fine,
    Ruling,
)
from penalties.services import appeals, dispute_words, fines
from tests.cast import Cast, client_of
from tests.penalties.acts import RENEGED, rule_now
from tests.penalties.disputing import committee, in_state, photo, propose, raised
from tests.penalties.views.dispute_desk import (
    CAPTAINS,
    EVERYBODY,
    JUDGES,
    MOVED,
    NO,
    OK,
    at_table,
    page_of,
    send,
    status,
    user_of,
    went,
)
from tests.scoring.ledgers import open_it

pytestmark = pytest.mark.django_db


# One test a cell


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_raises(cast: Cast, role: str) -> None:
    open_it(cast)
    side = "away" if role == "captain_away" else "home"
    told = {"question": "Was it hung?", "side": side, "client_id": str(uuid4())}
    client = client_of(user_of(cast, role))
    assert client.get(at_table(cast)).status_code == status(role, JUDGES | CAPTAINS, OK)
    assert went(client.post(at_table(cast), told)) == (role in JUDGES | CAPTAINS)
    assert Dispute.objects.count() == (role in JUDGES | CAPTAINS)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_offers_a_settlement(cast: Cast, role: str) -> None:
    dispute = raised(cast)
    told = {"version": 1, "clause": "12.a", "outcome": "It stands."}
    answer = send(client_of(user_of(cast, role)), dispute, "propose", **told)
    assert answer.status_code == status(role, CAPTAINS)
    assert (Dispute.objects.get().proposal is not None) == (role in CAPTAINS)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_agrees(cast: Cast, role: str) -> None:
    """The home captain wrote it down: only the away captain makes it count."""
    dispute = propose(raised(cast), cast.captain_home)
    told = {"version": 2, "proposal": dispute.proposal_id}
    answer = send(client_of(user_of(cast, role)), dispute, "agree", **told)
    assert answer.status_code == (422 if role == "captain_home" else status(role, {"captain_away"}))
    assert Dispute.objects.get().state == ("agreed" if role == "captain_away" else "talking")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_calls_the_official(cast: Cast, role: str) -> None:
    answer = send(client_of(user_of(cast, role)), raised(cast), "call", version=1)
    assert answer.status_code == status(role, CAPTAINS)
    assert Dispute.objects.get().state == ("official" if role in CAPTAINS else "talking")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_makes_a_statement(cast: Cast, role: str) -> None:
    side = "away" if role == "captain_away" else "home"
    told = {"side": side, "text": "The lift was packed.", "client_id": str(uuid4())}
    answer = send(client_of(user_of(cast, role)), raised(cast), "statements", **told)
    assert answer.status_code == status(role, JUDGES | CAPTAINS)
    assert DisputeStatement.objects.count() == (role in JUDGES | CAPTAINS)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_adds_a_file(cast: Cast, role: str) -> None:
    side = "away" if role == "captain_away" else "home"
    told = {"side": side, "file": photo(), "client_id": str(uuid4())}
    answer = send(client_of(user_of(cast, role)), raised(cast), "attachments", **told)
    assert answer.status_code == status(role, JUDGES | CAPTAINS)
    assert DisputeAttachment.objects.count() == (role in JUDGES | CAPTAINS)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_ticks_who_walked_away(cast: Cast, role: str) -> None:
    player = cast.away_team.roster.get(number=2).player_id
    told = {"kind": "walked-away", "player": player}
    answer = send(client_of(user_of(cast, role)), raised(cast), "checklist", **told)
    assert answer.status_code == (400 if role in CAPTAINS else status(role, JUDGES))
    assert DisputeFact.objects.count() == (role in JUDGES)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_decides(cast: Cast, role: str) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    told = {"version": dispute.version, "effect": "none", "clause": "12.a", "outcome": "It stays.", "reasons": "Seen."}
    answer = send(client_of(user_of(cast, role)), dispute, "decide", **told)
    assert answer.status_code == status(role, JUDGES)
    assert Dispute.objects.get().state == ("decided" if role in JUDGES else "official")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_leaves_it_to_the_committee(cast: Cast, role: str) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    answer = send(client_of(user_of(cast, role)), dispute, "refer", version=dispute.version, reasons="Silent.")
    assert answer.status_code == status(role, JUDGES)
    assert Dispute.objects.get().state == ("committee" if role in JUDGES else "official")


@pytest.mark.parametrize("act", ["settle", "return"])
@pytest.mark.parametrize("role", EVERYBODY)
def test_who_settles_a_gap(cast: Cast, role: str, act: str) -> None:
    dispute = in_state(cast, State.COMMITTEE)
    told = {"version": dispute.version, "outcome": "Again.", "reasons": "Silent."}
    answer = send(client_of(user_of(cast, role)), dispute, act, **told)
    assert answer.status_code == status(role, {"committee"})
    after = {"settle": "settled", "return": "official"}[act] if role == "committee" else "committee"
    assert Dispute.objects.get().state == after


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_sees_what_was_said_and_shown(cast: Cast, role: str) -> None:
    """The question and the clock are everybody's; words and files are for those concerned."""
    dispute = propose(raised(cast), cast.captain_home, outcome="Half and half")
    dispute_words.state(dispute.pk, side="home", text="He hid it", client_id=uuid4(), by=cast.captain_home)
    kept = dispute_words.attach(dispute.pk, side="home", upload=photo(), client_id=uuid4(), by=cast.captain_home)
    client = client_of(user_of(cast, role))
    sees = role in JUDGES | CAPTAINS | {"committee"}
    for name in ("dispute", "dispute-live"):
        answer = client.get(page_of(dispute, name))
        assert answer.status_code == OK
        assert "the captains may agree" in answer.text
        assert ("He hid it" in answer.text, "Half and half" in answer.text) == (sees, sees)
        assert ("table.jpg" in answer.text) == sees
    file: Any = client.get(page_of(dispute, "dispute-attachment", kept.pk))
    assert file.status_code == (OK if sees else MOVED if role == "visitor" else NO)
    if sees:
        assert file.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert file.headers["Content-Type"] == "image/jpeg"
        assert b"".join(file.streaming_content)[:2] == b"\xff\xd8"
        file.close()


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_appeals(cast: Cast, role: str) -> None:
    open_it(cast)
    ruling = rule_now(cast, RENEGED).ruling
    address = reverse("ruling-appeal", args=[cast.tournament.slug, ruling.pk])
    client = client_of(user_of(cast, role))
    assert client.get(address).status_code == status(role, CAPTAINS, OK)
    assert client.post(address, {"grounds": "It was not so."}).status_code == status(role, CAPTAINS)
    assert Appeal.objects.count() == (role in CAPTAINS)


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_sees_and_hears_an_appeal(cast: Cast, role: str) -> None:
    open_it(cast)
    appeal = appeals.lodge(rule_now(cast, RENEGED).ruling, grounds="Not so.", by=cast.captain_home)
    client = client_of(user_of(cast, role))
    at = [cast.tournament.slug, appeal.pk]
    sees = JUDGES | CAPTAINS | {"committee"}
    assert client.get(reverse("appeal", args=at)).status_code == status(role, sees, OK)
    assert client.get(reverse("appeal-vary", args=at)).status_code == status(role, {"committee"}, OK)
    told = {"outcome": "upheld", "reasons": "As heard.", "expected": 2, "client_id": str(uuid4())}
    assert client.post(reverse("appeal-hear", args=at), told).status_code == status(role, {"committee"})
    assert Appeal.objects.get().state == ("upheld" if role == "committee" else "lodged")
    assert Ruling.objects.get().state == ("cancelled" if role == "committee" else "standing")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_enters_sets_and_waives_fines(cast: Cast, role: str) -> None:
    client = client_of(user_of(cast, role))
    address = reverse("fines", args=[cast.tournament.slug])
    told = {"who": str(cast.home_team.pk), "reason": "Marked", "currency": "TTD", "client_id": str(uuid4())}
    assert client.post(address, told).status_code == status(role, {"committee"})
    assert Fine.objects.count() == (role == "committee")
    fine = Fine.objects.first() or fines.enter(
        cast.tournament, team=cast.home_team.pk, reason="x", client_id=uuid4(), by=committee(cast)
    )
    act = lambda name: reverse("fine-act", args=[cast.tournament.slug, fine.pk, name])  # noqa: E731
    assert client.post(act("set"), {"version": 0, "amount": "50"}).status_code == status(role, {"committee"})
    if role != "committee":
        fines.set_amount(fine.pk, version=0, amount="50", by=committee(cast))
    paid = client.post(act("pay"), {"version": 1, "amount": "20"})
    assert paid.status_code == status(role, {"committee", "director"})
    version = Fine.objects.get().version
    assert client.post(act("waive"), {"version": version, "note": "Why"}).status_code == status(role, {"committee"})
    assert Fine.objects.get().state == ("waived" if role == "committee" else "due")


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_sees_a_fine(cast: Cast, role: str) -> None:
    fine = fines.enter(cast.tournament, team=cast.home_team.pk, reason="Marked", client_id=uuid4(), by=committee(cast))
    client = client_of(user_of(cast, role))
    sees = JUDGES | {"committee", "captain_home"}
    belongs = set(EVERYBODY) - {"outsider", "visitor"}
    ledger = client.get(reverse("fines", args=[cast.tournament.slug]))
    assert ledger.status_code == status(role, belongs, OK)
    assert ("Marked" in ledger.text) == (role in sees)
    one = client.get(reverse("fine", args=[cast.tournament.slug, fine.pk])).status_code
    assert one == (OK if role in sees else 404 if role in belongs else MOVED if role == "visitor" else NO)
