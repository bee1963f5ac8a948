"""Calling an official with one tap, and the officials' queue."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from penalties.models import Call
from penalties.selectors.queue import queue
from penalties.services import disputes
from tests.cast import Cast, client_of
from tests.penalties.disputing import QUESTION, decide, later, raised
from tests.penalties.views.desk import about, at_table, of_tournament, report
from tests.scoring.ledgers import open_it, table_of
from tests.scoring.views.pages import match_url, table_url

CHEATED: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "playing"}


def act(cast: Cast, call: Call, name: str) -> str:
    return reverse(name, args=[cast.tournament.slug, call.pk])


def test_one_tap_calls_and_a_second_calls_nobody_else(cast: Cast) -> None:
    open_it(cast)
    client: Any = client_of(cast.scorer)
    assert client.post(at_table(cast, "table-call")).url == table_url(cast)
    assert "An official is called." in client.get(table_url(cast)).content.decode()
    client.post(at_table(cast, "table-call"))
    assert "An official is called already." in client.get(table_url(cast)).content.decode()
    assert Call.objects.get().called_by == cast.scorer
    captain: Any = client_of(cast.captain_home)
    assert captain.post(at_table(cast, "table-call")).url == match_url(cast)
    assert "An official is called</strong> since" in captain.get(at_table(cast)).content.decode()


def test_what_a_call_says_may_not_be_endless(cast: Cast) -> None:
    client = client_of(cast.scorer)
    client.post(at_table(cast, "table-call"), {"note": "x" * 201})
    assert not Call.objects.exists()
    assert "at most 200 characters" in client.get(table_url(cast)).content.decode()
    client.post(at_table(cast, "table-call"), {"note": "cards on the floor"})
    assert Call.objects.get().note == "cards on the floor"


def test_the_queue_shows_table_clause_and_waiting_time(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    report(cast, cast.captain_away, CHEATED)
    client_of(cast.scorer).post(at_table(cast, "table-call", 2))
    Call.objects.update(called_at=timezone.now() - timedelta(minutes=7, seconds=5))
    page = client_of(cast.official).get(of_tournament(cast, "queue"))
    lines = [(line["waiting"].table.number, line["minutes"]) for line in page.context["lines"]]
    assert lines == [(2, 7), (1, 0)]
    text = page.content.decode()
    assert "11.a Cheating" in text
    assert "Called by Scorer" in text
    assert "reported by Captain Away" in text


def test_answered_then_closed(cast: Cast) -> None:
    client_of(cast.scorer).post(at_table(cast, "table-call"))
    call = Call.objects.get()
    official: Any = client_of(cast.official)
    director = client_of(cast.director)
    assert official.post(act(cast, call, "call-answer")).url == of_tournament(cast, "queue")
    assert "You are on the way." in official.get(of_tournament(cast, "queue")).content.decode()
    page = director.post(act(cast, call, "call-answer"), follow=True)
    assert "Official is on the way already." in page.content.decode()
    assert "Official is coming." in client_of(cast.scorer).get(at_table(cast)).content.decode()
    official.post(act(cast, call, "call-close"))
    assert "Nobody waits." in official.get(of_tournament(cast, "queue")).content.decode()
    page = director.post(act(cast, call, "call-close"), follow=True)
    assert "This call was closed already by Official." in page.content.decode()


def test_the_queue_is_asked_again_only_for_news(cast: Cast) -> None:
    client = client_of(cast.official)
    live = of_tournament(cast, "queue-live")
    first = client.get(live)
    assert client.get(live, HTTP_IF_NONE_MATCH=first.headers["ETag"]).status_code == 304
    client_of(cast.scorer).post(at_table(cast, "table-call"))
    again = client.get(live, HTTP_IF_NONE_MATCH=first.headers["ETag"])
    assert again.status_code == 200
    assert again.content.decode().lstrip().startswith('<div id="live"')


def test_the_badge_stands_on_the_officials_match_page_alone(cast: Cast) -> None:
    open_it(cast)
    badge = of_tournament(cast, "queue-badge")
    assert f'hx-get="{badge}"' in client_of(cast.official).get(match_url(cast)).content.decode()
    assert badge not in client_of(cast.scorer).get(match_url(cast)).content.decode()
    assert badge not in client_of(None).get(match_url(cast)).content.decode()
    assert "nobody waits" in client_of(cast.official).get(badge).content.decode()
    report(cast, cast.captain_away, CHEATED)
    assert "1 waiting" in client_of(cast.official).get(badge).content.decode()


def test_a_ruled_or_dismissed_claim_leaves_the_queue(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, CHEATED)
    client = client_of(cast.official)
    client.post(about(cast, incident, "incident-dismiss"), {"reason": "nothing in it"})
    assert "Nobody waits." in client.get(of_tournament(cast, "queue")).content.decode()


def test_the_stream_of_the_queue_is_named_on_its_page(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = 8001
    page = client_of(cast.official).get(of_tournament(cast, "queue"))
    assert f"http://testserver:8001/stream/matches/{10**15 + cast.tournament.pk}/" in page.content.decode()
    assert "http://testserver:8001" in page.headers["Content-Security-Policy"]


def test_the_pad_leads_to_penalties_and_calls(cast: Cast) -> None:
    open_it(cast)
    page = client_of(cast.scorer).get(table_url(cast)).content.decode()
    assert f'href="{at_table(cast)}"' in page
    assert f'action="{at_table(cast, "table-call")}"' in page
    assert table_of(cast).number == 1


def test_the_badge_stands_on_the_officials_tournament_page_too(cast: Cast) -> None:
    badge = of_tournament(cast, "queue-badge")
    home = of_tournament(cast, "tournament")
    assert f'hx-get="{badge}"' in client_of(cast.director).get(home).content.decode()
    assert badge not in client_of(cast.captain_home).get(home).content.decode()
    assert badge not in client_of(None).get(home).content.decode()


def test_a_dispute_to_decide_waits_in_the_queue_with_its_page(cast: Cast) -> None:
    """Also at a table that had called an official for something else before."""
    open_it(cast)
    client_of(cast.captain_home).post(at_table(cast, "table-call"))
    dispute = raised(cast)
    official = client_of(cast.official)
    [line] = queue(cast.tournament, now=dispute.clock_ends_at - timedelta(seconds=1))
    assert line.dispute is None

    called = disputes.call(dispute.pk, version=1, by=cast.captain_away)
    [line] = queue(cast.tournament)
    assert (line.dispute, line.call) == (called, Call.objects.get())
    page = official.get(of_tournament(cast, "queue")).content.decode()
    address = reverse("dispute", args=[cast.tournament.slug, dispute.pk])
    assert f'<a href="{address}">Dispute to decide: {QUESTION}</a>' in page
    asked = client_of(cast.official).get(f"/api/v1/tournaments/{cast.tournament.slug}/queue/").json()
    assert [entry["dispute"] for entry in asked] == [dispute.pk]

    decide(called, cast.official)
    assert [line.dispute for line in queue(cast.tournament)] == [None]


def test_a_dispute_past_its_five_minutes_waits_from_their_end(cast: Cast) -> None:
    dispute = raised(cast)
    [line] = queue(cast.tournament, now=later(dispute, seconds=75))
    assert (line.dispute, line.call, line.seconds) == (dispute, None, 75)
    assert queue(cast.tournament) == []
