"""The pages of disputes, appeals and fines: what is found, said back and asked of the database."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from penalties.disputes.moves import State
from penalties.models import (
    Dispute,
)
from penalties.services import appeals, dispute_words, disputes, fines
from scoring.services import results
from tests.cast import Cast, client_of
from tests.penalties.acts import RENEGED, claim, rule_now
from tests.penalties.disputing import at, committee, decide, in_state, later, photo, propose, raised
from tests.penalties.views.dispute_desk import (
    BAD,
    MOVED,
    NO,
    at_table,
    page_of,
    send,
)
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of
from tests.scoring.views.pages import play_out

pytestmark = pytest.mark.django_db


# Own matches alone


ADDRESSES = ["dispute", "dispute-live", "dispute-badge", "dispute-appeal"]


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_dispute_is_not_found_through_another_tournament(cast: Cast, other_cast: Cast, name: str) -> None:
    dispute = raised(cast)
    address = reverse(name, args=[other_cast.tournament.slug, dispute.pk])
    assert client_of(other_cast.director).get(address).status_code == 404


@pytest.mark.parametrize("act", ["propose", "agree", "call", "withdraw", "decide", "statements", "checklist"])
def test_acts_are_not_found_through_another_tournament_nor_open_to_its_people(
    cast: Cast, other_cast: Cast, act: str
) -> None:
    dispute = raised(cast)
    for user in (other_cast.director, other_cast.captain_home):
        elsewhere = reverse("dispute-act", args=[other_cast.tournament.slug, dispute.pk, act])
        assert client_of(user).post(elsewhere, {}).status_code == 404
        assert client_of(user).post(page_of(dispute, "dispute-act", act), {}).status_code == NO
    assert Dispute.objects.get().version == 1


def test_files_appeals_and_fines_are_not_found_through_another_tournament(cast: Cast, other_cast: Cast) -> None:
    dispute = raised(cast)
    kept = dispute_words.attach(dispute.pk, side="home", upload=photo(), client_id=uuid4(), by=cast.captain_home)
    ruling = rule_now(cast, RENEGED).ruling
    appeal = appeals.lodge(ruling, grounds="x", by=cast.captain_home)
    fine = fines.enter(cast.tournament, team=cast.home_team.pk, reason="x", client_id=uuid4(), by=committee(cast))
    slug = other_cast.tournament.slug
    for address in (
        reverse("dispute-attachment", args=[slug, dispute.pk, kept.pk]),
        reverse("ruling-appeal", args=[slug, ruling.pk]),
        reverse("appeal", args=[slug, appeal.pk]),
        reverse("appeal-vary", args=[slug, appeal.pk]),
        reverse("fine", args=[slug, fine.pk]),
    ):
        assert client_of(other_cast.director).get(address).status_code == 404


def test_another_disputes_file_is_not_this_ones(cast: Cast) -> None:
    dispute = raised(cast)
    kept = dispute_words.attach(dispute.pk, side="home", upload=photo(), client_id=uuid4(), by=cast.captain_home)
    other = raised(cast, number=2)
    assert client_of(cast.official).get(page_of(other, "dispute-attachment", kept.pk)).status_code == 404


# What is said back


@pytest.mark.parametrize(
    ("act", "told", "field"),
    [
        ("propose", {"outcome": "x"}, "clause"),
        ("propose", {"clause": "99.z", "outcome": "x"}, "clause"),
        ("propose", {"clause": "12.a"}, "outcome"),
        ("statements", {"side": "home"}, "text"),
        ("statements", {"side": "west", "text": "x"}, "side"),
        ("statements", {"side": "home", "text": "x", "player": "7777777"}, "player"),
        ("attachments", {"side": "home"}, "file"),
    ],
)
def test_a_form_that_is_wrong_comes_back_with_what_was_typed(
    cast: Cast, act: str, told: dict[str, str], field: str
) -> None:
    dispute = raised(cast)
    told = {"version": "1", "client_id": str(uuid4()), **told}
    answer = send(client_of(cast.captain_home), dispute, act, **told)
    assert answer.status_code == BAD
    assert list(answer.context["forms"][act].errors) == [field]


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"effect": "x"}, "effect"),
        ({"effect": "ruled"}, "effect"),
        ({"effect": "none", "clause": ""}, "clause"),
        ({"effect": "none", "outcome": ""}, "outcome"),
        ({"effect": "none", "reasons": ""}, "reasons"),
        ({"effect": "none", "ruling": "1"}, "ruling"),
    ],
)
def test_a_decision_that_is_wrong_comes_back(cast: Cast, told: dict[str, str], field: str) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    told = {"version": dispute.version, "clause": "12.a", "outcome": "It stays.", "reasons": "Seen.", **told}  # type: ignore[dict-item]
    answer = send(client_of(cast.official), dispute, "decide", **told)
    assert answer.status_code == BAD
    assert list(answer.context["forms"]["decide"].errors) == [field]


@pytest.mark.parametrize("version", ["", "x", "-1", "1e9", "9" * 30])
def test_a_lost_version_is_said(cast: Cast, version: str) -> None:
    answer = send(client_of(cast.captain_home), raised(cast), "call", version=version)
    assert answer.status_code == BAD


def test_a_file_that_is_no_picture_is_refused_on_the_page(cast: Cast) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    told = {"side": "home", "file": SimpleUploadedFile("a.jpg", b"<script>"), "client_id": str(uuid4())}
    answer = send(client_of(cast.captain_home), raised(cast), "attachments", **told)
    assert answer.status_code == BAD
    assert "must be a photo" in answer.text


def test_whoever_comes_late_sees_the_page_as_it_is_now(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    decide(dispute, cast.director, outcome="Director said so.")
    told = {"version": dispute.version, "effect": "none", "clause": "12.a", "outcome": "Mine.", "reasons": "x"}
    answer = send(client_of(cast.official), dispute, "decide", **told)
    assert answer.status_code == 409
    assert "This dispute has ended: decided by the official." in answer.text
    assert "Director said so." in answer.text


def test_an_agreement_after_the_clock_is_told_so_and_the_official_is_called(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    with at(later(dispute, seconds=1)):
        told = {"version": 2, "proposal": dispute.proposal_id}
        answer = send(client_of(cast.captain_away), dispute, "agree", **told)
    assert answer.status_code == 409
    assert "The five minutes are over" in answer.text
    assert Dispute.objects.get().state == "official"


def test_looking_at_the_page_after_the_clock_moves_it_on(cast: Cast) -> None:
    dispute = raised(cast)
    with at(later(dispute, seconds=1)):
        assert "With the official" in client_of(None).get(page_of(dispute)).text
    assert Dispute.objects.get().state == "official"


def test_the_clock_stands_on_the_page_without_a_script(cast: Cast) -> None:
    dispute = raised(cast)
    with at(later(dispute, seconds=-65)):
        answer = client_of(None).get(page_of(dispute))
    assert '<span class="left">1:05</span>' in answer.text
    assert f'data-clock-ends="{int(dispute.clock_ends_at.timestamp() * 1000)}"' in answer.text
    assert f'data-clock-now="{int(dispute.clock_ends_at.timestamp() * 1000) - 65_000}"' in answer.text


def test_a_walked_away_captain_is_told_and_offered_nothing(cast: Cast) -> None:
    dispute = raised(cast)
    captain = cast.away_team.roster.get(number=1).player_id
    dispute_words.tick(dispute.pk, kind="walked-away", player=captain, by=cast.official)
    answer = client_of(cast.captain_away).get(page_of(dispute))
    assert "You have no more say in it" in answer.text
    assert set(answer.context["forms"]) == set()
    told = {"version": 2, "clause": "12.a", "outcome": "x"}
    refused = send(client_of(cast.captain_away), dispute, "propose", **told)
    assert (refused.status_code, "clause 14.b" in refused.text or "14.b" in refused.text) == (422, True)


def test_the_confirmation_says_why_it_waits(cast: Cast) -> None:
    play_out(cast)
    raised(cast)
    answer = client_of(cast.official).post(reverse("match-confirm", args=[cast.tournament.slug, cast.match.pk]))
    assert answer.status_code == 409
    assert "A dispute at Table 1 is still open" in answer.text


def test_the_match_page_shows_the_open_dispute_to_everybody(cast: Cast) -> None:
    dispute = raised(cast)
    text = client_of(None).get(reverse("match", args=[cast.tournament.slug, cast.match.pk])).text
    assert page_of(dispute) in text
    assert page_of(dispute, "dispute-badge") in text


def test_a_claim_leads_to_its_ruling(cast: Cast) -> None:
    open_it(cast)
    incident = claim(cast)
    dispute = raised(cast, incident=incident.pk)
    dispute = disputes.call(dispute.pk, version=1, by=cast.captain_home)
    text = client_of(cast.official).get(page_of(dispute)).text
    assert reverse("incident-rule", args=[cast.tournament.slug, incident.pk]) in text


def test_an_appeal_is_varied_by_the_questions_of_any_ruling(cast: Cast) -> None:
    open_it(cast)
    appeal = appeals.lodge(rule_now(cast, RENEGED).ruling, grounds="Not so.", by=cast.captain_home)
    client = client_of(committee(cast))
    address = reverse("appeal-vary", args=[cast.tournament.slug, appeal.pk])
    form = client.get(address).context["form"]
    told = {
        "expected": str(form["expected"].value()),
        "client_id": str(form["client_id"].value()),
        "clause": "7.d",
        "offender": "S",
        "phase": "dealing",
        "reason": "It was the deal.",
        "act": "send",
    }
    answer = client.post(address, told)
    assert answer.status_code == MOVED, answer.context["form"].errors
    appeal.refresh_from_db()
    assert (appeal.state, appeal.reasons) == ("varied", "It was the deal.")
    assert appeal.new_ruling is not None
    assert (appeal.new_ruling.clause, appeal.new_ruling.state) == ("7.d", "standing")


# Queries


@pytest.mark.parametrize("many", [1, 6])
def test_the_dispute_page_asks_the_same_however_much_was_said(
    cast: Cast, many: int, django_assert_num_queries: Any
) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    for _ in range(many):
        dispute_words.state(dispute.pk, side="home", text="x", client_id=uuid4(), by=cast.captain_home)
        dispute_words.attach(dispute.pk, side="home", upload=photo(), client_id=uuid4(), by=cast.captain_home)
    client = client_of(cast.captain_home)
    client.get(page_of(dispute))
    with django_assert_num_queries(10):
        client.get(page_of(dispute))
    with django_assert_num_queries(1):
        client_of(None).get(page_of(dispute))


@pytest.mark.parametrize("many", [1, 3])
def test_the_lists_ask_the_same_however_many(cast: Cast, many: int, django_assert_num_queries: Any) -> None:
    for number in range(many):
        dispute = in_state(cast, State.DECIDED)
        appeals.lodge(dispute, grounds="x", by=cast.captain_home)
        fines.enter(cast.tournament, team=cast.home_team.pk, reason=str(number), client_id=uuid4(), by=committee(cast))
    slug = [cast.tournament.slug]
    client = client_of(cast.official)
    for name, queries in (("disputes", 4), ("appeals", 4), ("fines", 4)):
        client.get(reverse(name, args=slug))
        with django_assert_num_queries(queries):
            client.get(reverse(name, args=slug))


def test_results_wait_on_the_match_of_the_dispute_alone(cast: Cast, other_cast: Cast) -> None:
    play_out(other_cast)
    raised(cast)
    assert results.confirm(other_cast.match, by=other_cast.official).winner == "home"
    assert table_of(cast).disputes.count() == 1


def test_an_entry_in_question_is_told_by_what_it_chalked(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    page = client_of(cast.captain_home).get(at_table(cast, "dispute-raise"))
    offered = page.context["form"].fields["about_sequence"].widget.choices
    assert [text for _, text in offered] == ["No entry of the board", "2: Hand, N/S H G2, E/W L", "1: Table opened"]
