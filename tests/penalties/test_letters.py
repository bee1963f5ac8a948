"""Letters to captains, officials and committee: through the real queue and the real task, into Django's outbox."""

from __future__ import annotations

import time
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from penalties import dispute_tasks
from penalties.disputes.moves import State
from penalties.models import Appeal, Dispute, DisputeMove
from penalties.services import appeals, disputes, mailing, notices
from tests.cast import Cast
from tests.penalties.acts import RENEGED, rule_now
from tests.penalties.disputing import QUESTION, committee, decide, in_state, raised
from tests.scoring.ledgers import open_it

ADDRESSES = {
    "captain_home": "home@hall.example",
    "captain_away": "away@hall.example",
    "official": "official@hall.example",
    "director": "director@hall.example",
    "scorer": "scorer@hall.example",
}
HEARING = "hearing@hall.example"
CAPTAINS = ["away@hall.example", "home@hall.example"]
OFFICIALS = ["director@hall.example", "official@hall.example"]


class Refusing(EmailBackend):
    """A mail server that will have nothing of the home captain."""

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            if message.to == ["home@hall.example"]:
                raise SMTPRecipientsRefused({"home@hall.example": (550, b"no such box")})
        return int(super().send_messages(messages))


class Down(EmailBackend):
    """A mail server that is not there."""

    def open(self) -> bool:
        raise ConnectionRefusedError("nobody listens")


def with_addresses(cast: Cast) -> Cast:
    for role, address in ADDRESSES.items():
        user = cast.user(role)
        assert user is not None
        user.email = address
        user.save()
    hearer = committee(cast)
    hearer.email = HEARING
    hearer.save()
    return cast


@pytest.fixture
def written(cast: Cast) -> Cast:
    """Everybody has an address."""
    return with_addresses(cast)


def outbox(number: int, seconds: float = 60) -> list[tuple[list[str], str]]:
    """The first ``number`` letters once they are there: to whom, and about what."""
    end = time.monotonic() + seconds
    while len(mail.outbox) < number and time.monotonic() < end:
        time.sleep(0.02)
    return [(message.to, str(message.subject)) for message in mail.outbox]


@pytest.mark.django_db(transaction=True)
def test_a_dispute_and_its_appeal_are_written_of_by_the_worker(
    cast: Cast, celery_worker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raised: both captains. Called: officials and director. Decided, appealed: the committee; heard: the captain."""
    with_addresses(cast)
    monkeypatch.setattr(notices, "wind_clock", lambda dispute: None)
    dispute = raised(cast)
    about = "Dispute at Table 1: Pelicans v Scarlets"
    assert outbox(2) == [([address], about) for address in CAPTAINS]
    assert QUESTION in mail.outbox[0].body
    assert "The captains have until" in mail.outbox[0].body

    called = disputes.call(dispute.pk, version=dispute.version, by=cast.captain_home)
    assert outbox(4)[2:] == [([address], about) for address in OFFICIALS]
    assert "With the official." in mail.outbox[2].body

    decide(called, cast.official)
    appeal = appeals.lodge(Dispute.objects.get(), grounds="The lift was packed.", by=cast.captain_home)
    assert outbox(5)[4:] == [([HEARING], f"Appeal {appeal.pk}: Pelicans v Scarlets")]
    assert "The lift was packed." in mail.outbox[4].body

    appeals.hear(appeal.pk, outcome="dismissed", reasons="The official saw it.", by=committee(cast))
    assert outbox(6)[5:] == [(["home@hall.example"], f"Appeal {appeal.pk}: Pelicans v Scarlets")]
    assert "Dismissed: it stands" in mail.outbox[5].body
    assert "The official saw it." in mail.outbox[5].body
    assert len(mail.outbox) == 6


@pytest.mark.django_db
def test_what_the_code_leaves_open_is_written_of_to_the_committee(written: Cast) -> None:
    dispute = in_state(written, State.COMMITTEE)
    assert dispute_tasks.mail_dispute.apply(args=[dispute.pk, "committee"]).get() == 1
    assert [message.to for message in mail.outbox] == [[HEARING]]


@pytest.mark.django_db
def test_a_letter_about_what_has_moved_on_is_not_written(written: Cast) -> None:
    dispute = in_state(written, State.DECIDED)
    for state in ("talking", "official", "committee"):
        assert dispute_tasks.mail_dispute.apply(args=[dispute.pk, state]).get() == 0
    assert mail.outbox == []


@pytest.mark.django_db
def test_captains_of_other_matches_are_not_written_to(written: Cast, other_cast: Cast) -> None:
    other_cast.captain_home.email = "stranger@hall.example"
    other_cast.captain_home.save()
    dispute = raised(written)
    assert dispute_tasks.mail_dispute.apply(args=[dispute.pk, "talking"]).get() == 2
    assert [message.to for message in mail.outbox] == [[address] for address in CAPTAINS]


@pytest.mark.django_db
def test_who_has_no_address_is_passed_over(cast: Cast) -> None:
    dispute = raised(cast)
    assert dispute_tasks.mail_dispute.apply(args=[dispute.pk, "talking"]).get() == 0


# When it fails


@pytest.mark.django_db
def test_a_letter_that_is_refused_is_logged_and_keeps_nobody_from_theirs(
    written: Cast, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    dispute = raised(written)
    assert dispute_tasks.mail_dispute.apply(args=[dispute.pk, "talking"]).get() == 1
    assert [message.to for message in mail.outbox] == [["away@hall.example"]]
    (record,) = [record for record in caplog.records if record.name == "penalties.services.mailing"]
    assert record.getMessage() == ("one of 2 letters could not be sent: Dispute at Table 1: Pelicans v Scarlets")
    assert "home@hall.example" not in record.getMessage()


@pytest.mark.django_db
def test_a_mail_server_that_is_down_is_tried_again_by_the_worker(written: Cast, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Down"
    dispute = raised(written)
    with pytest.raises(ConnectionRefusedError):
        mailing.write(CAPTAINS, "x", "y")
    done = dispute_tasks.mail_dispute.apply(args=[dispute.pk, "talking"], retries=3)
    assert isinstance(done.result, ConnectionRefusedError)
    assert (dispute_tasks.mail_dispute.max_retries, dispute_tasks.mail_appeal.max_retries) == (3, 3)
    assert mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_a_queue_that_is_down_keeps_disputes_and_appeals(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*args: Any, **more: Any) -> None:
        raise OSError("no broker")

    monkeypatch.setattr(notices.current_app, "send_task", down)
    dispute = in_state(cast, State.OFFICIAL)
    open_it(cast, 2)
    ruling = rule_now(cast, RENEGED, number=2).ruling
    appeals.lodge(ruling, grounds="It was a trump.", by=cast.captain_home)
    assert DisputeMove.objects.filter(dispute=dispute).count() == 2
    assert Appeal.objects.count() == 1
    said = [record.getMessage() for record in caplog.records if record.name == "penalties.services.notices"]
    assert [line.split(" of ")[0] for line in said] == [
        "penalties.dispute_clock",
        "penalties.mail_dispute",
        "penalties.mail_dispute",
        "penalties.mail_appeal",
    ]
