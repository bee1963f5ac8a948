"""Calling an official: one call a table, the queue, the open pages and the letters."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.core import mail
from django.utils import timezone

from penalties.models import Call
from penalties.selectors.queue import queue
from penalties.services import announcing, calls, incidents, mailing
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services import broadcast
from tests.cast import Cast
from tests.penalties.acts import RENEGED, claim, rule
from tests.scoring.ledgers import open_it, table_of
from tests.stream import heard_all_before


@pytest.mark.django_db
def test_one_call_a_table_is_open(cast: Cast) -> None:
    first = calls.call_official(table_of(cast), by=cast.captain_home, note="A renege.")
    again = calls.call_official(table_of(cast), by=cast.captain_away)
    elsewhere = calls.call_official(table_of(cast, 2), by=cast.captain_away)
    assert (first.repeated, again.repeated, again.call) == (False, True, first.call)
    assert elsewhere.call != first.call

    calls.close(first.call, by=cast.official)
    assert calls.call_official(table_of(cast), by=cast.captain_home).call != first.call


@pytest.mark.django_db
def test_who_comes_second_is_told_who_is_on_the_way(cast: Cast) -> None:
    call = calls.call_official(table_of(cast), by=cast.captain_home).call
    calls.answer(call, by=cast.official)
    assert calls.answer(call, by=cast.official).answered_by == cast.official
    with pytest.raises(PenaltyConflict) as refused:
        calls.answer(call, by=cast.director)
    assert (refused.value.code, refused.value.answer["by"]) == ("call-answered", "Official")

    calls.close(call, by=cast.official)
    for act in (calls.answer, calls.close):
        with pytest.raises(PenaltyConflict) as refused:
            act(call, by=cast.director)
        assert refused.value.code == "call-closed"


@pytest.mark.django_db
def test_a_call_is_about_a_report_of_its_own_table(cast: Cast) -> None:
    open_it(cast)
    incident = claim(cast)
    with pytest.raises(RecordError) as refused:
        calls.call_official(table_of(cast, 2), by=cast.captain_home, incident=incident)
    assert refused.value.field == "incident"
    plain = calls.call_official(table_of(cast), by=cast.captain_home)
    assert calls.call_official(table_of(cast), by=cast.captain_away, incident=incident).call.incident == incident
    assert Call.objects.get().pk == plain.call.pk


@pytest.mark.django_db
def test_the_queue_has_the_table_the_clause_and_the_waiting_time(cast: Cast, django_assert_num_queries: Any) -> None:
    open_it(cast)
    open_it(cast, 2)
    one = claim(cast, RENEGED)
    calls.call_official(table_of(cast, 2), by=cast.captain_home, note="Somebody walked away.")
    now = one.reported_at + timedelta(seconds=90)

    with django_assert_num_queries(3):
        lines = queue(cast.tournament, now=now)
        shown = [
            (line.table.number, line.clause, line.title, line.call is None, line.answered, str(line.match))
            for line in lines
        ]

    assert shown == [
        (1, "10.a", "Reneging", True, False, "Pelicans v Scarlets"),
        (2, "", "", False, False, "Pelicans v Scarlets"),
    ]
    assert lines[0].seconds == 90
    for _ in range(5):
        claim(cast)
    with django_assert_num_queries(3):
        assert len(queue(cast.tournament)) == 2

    calls.answer(Call.objects.get(), by=cast.official)
    rule(one, cast.official)
    assert [(line.table.number, line.answered) for line in queue(cast.tournament)] == [(1, False), (2, True)]


@pytest.mark.django_db
def test_another_tournament_s_queue_is_its_own(cast: Cast, other_cast: Cast) -> None:
    open_it(other_cast)
    claim(other_cast)
    calls.call_official(table_of(other_cast), by=other_cast.captain_home)
    assert queue(cast.tournament) == []


def heard(listening: Any, seconds: float = 30) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    end = time.monotonic() + seconds
    while len(found) < 2 and time.monotonic() < end:
        message = listening.get_message(ignore_subscribe_messages=True, timeout=0.2)
        if message:
            found.append(json.loads(message["data"]))
    return found


@pytest.mark.django_db(transaction=True)
def test_a_call_reaches_the_open_pages(cast: Cast, settings: Any) -> None:
    client = redis.Redis.from_url(settings.REDIS_URL)
    with client.pubsub() as listening:
        listening.subscribe(broadcast.CHANNEL)
        heard_all_before(listening)
        calls.call_official(table_of(cast), by=cast.captain_home)
        told = heard(listening)
    client.close()
    table = table_of(cast).pk
    assert told == [
        {"table": table, "sequence": 0, "match": cast.match.pk, "state": "call"},
        {
            "table": table,
            "sequence": 0,
            "match": announcing.queue_stream(cast.tournament.pk),
            "state": "call",
        },
    ]


def test_mail_is_set_up_where_it_reaches_somebody(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert not announcing.mail_is_set_up()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert announcing.mail_is_set_up()


@pytest.mark.django_db
def test_every_official_with_an_address_is_written_to_once_and_alone(cast: Cast) -> None:
    for user, address in ((cast.director, "d@hall.example"), (cast.official, "o@hall.example")):
        user.email = address
        user.save()
    cast.scorer.email = "s@hall.example"
    cast.scorer.save()
    cast.match.place = "Upper hall"
    cast.match.save()
    call = calls.call_official(table_of(cast), by=cast.captain_home, note="A renege.").call

    assert mailing.mail_officials(call.pk) == 2
    assert [message.to for message in mail.outbox] == [["d@hall.example"], ["o@hall.example"]]
    first = mail.outbox[0]
    assert first.subject == "Harbour Cup: Table 1 of Pelicans v Scarlets calls an official"
    assert "Captain Home calls an official to table 1 of Pelicans v Scarlets." in first.body
    assert "About: A renege." in first.body
    assert "Where: Upper hall." in first.body

    calls.close(call, by=cast.official)
    assert mailing.mail_officials(call.pk) == 0
    assert mailing.mail_officials(10**9) == 0
    assert len(mail.outbox) == 2


@pytest.mark.django_db(transaction=True)
def test_the_worker_writes_the_letters(cast: Cast, celery_worker: Any) -> None:
    cast.official.email = "o@hall.example"
    cast.official.save()
    calls.call_official(table_of(cast), by=cast.captain_home)
    end = time.monotonic() + 30
    while not mail.outbox and time.monotonic() < end:
        time.sleep(0.1)
    assert [message.to for message in mail.outbox] == [["o@hall.example"]]


@pytest.mark.django_db(transaction=True)
def test_a_queue_that_is_down_keeps_the_call(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*args: Any, **more: Any) -> None:
        raise OSError("no broker")

    monkeypatch.setattr(announcing.current_app, "send_task", down)
    call = calls.call_official(table_of(cast), by=cast.captain_home).call
    assert Call.objects.filter(pk=call.pk, called_at__lte=timezone.now()).exists()


@pytest.mark.django_db
def test_nobody_drowns_the_officials(cast: Cast) -> None:
    from scoring.services.ledger import LedgerRefused

    open_it(cast)
    for _ in range(incidents.MOST_CLAIMS):
        claim(cast)
    with pytest.raises(LedgerRefused) as refused:
        claim(cast)
    assert refused.value.code == "too-many-claims"
    claim(cast, by=cast.captain_home)
