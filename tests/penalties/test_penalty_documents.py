"""The booklet, the slip and the report: what stands on the paper, who may have it, and what is refused."""

from __future__ import annotations

import io
from typing import Any
from uuid import uuid4

import pytest
from pypdf import PdfReader

from penalties.documents.booklet import booklet
from penalties.models import Ruling
from rules_engine.penalty_code import all_clauses
from rules_engine.rulesets import PUBLISHED
from scoring.documents import document
from scoring.documents.rendering import render
from scoring.models import PrintJob, PrintKind
from scoring.models.printing import kinds
from scoring.services import printing
from tests.cast import ROLES, Cast, client_of
from tests.penalties.acts import RENEGED, SIGNED, cancel, rule_now
from tests.scoring.ledgers import open_it
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
START = "/t/harbour-cup/print/"


def pages(cast: Cast, kind: str, subject: int | None = None) -> list[str]:
    """The text of each page, spaces made single."""
    tournament = Tournament.objects.get(pk=cast.tournament.pk)
    job = PrintJob(tournament=tournament, kind=kind, subject=subject, requested_by=cast.scorer)
    pdf = render(document(job), lambda per_cent, step: None)
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    sent: list[Any] = []
    monkeypatch.setattr(printing.current_app, "send_task", lambda name, args: sent.append((name, args)))
    return sent


def test_every_clause_has_a_place_in_the_booklet(cast: Cast) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(ruleset_options={"flush": "six"})
    made = pages(cast, "code-booklet")
    text = " ".join(made)
    for clause in all_clauses():
        assert f"{clause.number} {clause.title}" in text
    first = made[0]
    assert "How this tournament reads the code" in first
    assert "Who may put a lower trump on a higher one without offence. Whoever was dealt six trumps" in first
    assert "10 Reneging and under-trumping" in first
    section = next(n for n, page in enumerate(made, 1) if page.startswith("10 · Reneging and under-trumping"))
    entry = first.partition("10 Reneging and under-trumping")[2].partition("11 Other offences")[0]
    assert entry.replace(".", "").split() == [str(section)]


@pytest.mark.parametrize("name", list(PUBLISHED))
def test_the_booklet_of_every_code(name: str) -> None:
    made = booklet(PUBLISHED[name])
    printed = [shown.number for section in made.sections for shown in section.clauses]
    assert printed == [clause.number for clause in all_clauses(name)]
    assert made.changed == ()
    assert {clause.number for _, clauses in made.index for clause in clauses} <= set(printed)


def test_a_slip_says_what_was_ruled(cast: Cast) -> None:
    open_it(cast)
    ruling = Ruling.objects.get(pk=rule_now(cast, RENEGED).ruling.pk)
    (text,) = pages(cast, "ruling-slip", ruling.pk)
    assert f"Ruling {ruling.pk}" in text
    assert "Clause: 10.a, Reneging" in text
    assert "Offender: Anil Joseph, North, Pelicans" in text
    assert "North reneged (10.a): a bullseye to E/W." in text
    assert "North–South Pelicans 0 0 East–West Scarlets 0 1" in text
    assert "An appeal may be lodged by a captain until" in text
    assert "Official, Official" in text
    assert "Entry 2 of the table’s ledger." in text


def test_a_slip_of_a_cancelled_ruling_says_so(cast: Cast) -> None:
    open_it(cast)
    ruling = rule_now(cast, RENEGED).ruling
    cancel(Ruling.objects.get(pk=ruling.pk), cast.director)
    (text,) = pages(cast, "ruling-slip", ruling.pk)
    assert "Cancelled by Director on" in text
    assert "It was the other pair." in text
    assert "An appeal" not in text


def test_the_report_counts_what_stands_and_lists_the_rest(cast: Cast) -> None:
    open_it(cast)
    for asked in (SIGNED, SIGNED):
        rule_now(cast, asked)
    gone = rule_now(cast, RENEGED).ruling
    cancel(Ruling.objects.get(pk=gone.pk), cast.director)
    (text,) = pages(cast, "penalty-report")
    assert "Rulings that stand: 2 of 3" in text
    assert "2.a Signs and talk between partners 2 1" in text
    assert "Pelicans 2 1" in text
    assert "10.a Reneging" not in text
    assert "Cancelled by Director: It was the other pair." in text


def test_an_empty_report_says_so(cast: Cast) -> None:
    (text,) = pages(cast, "penalty-report")
    assert "No ruling has been given in this tournament." in text


@pytest.mark.parametrize("name", ["W" * 120, "<script>alert(1)</script>"])
def test_names_of_any_kind_are_printed_as_text(cast: Cast, name: str) -> None:
    open_it(cast)
    Tournament.objects.filter(pk=cast.tournament.pk).update(name=name)
    type(cast.home_team).objects.filter(pk=cast.home_team.pk).update(name=name[:80])
    ruling = rule_now(cast, RENEGED).ruling
    for kind, subject in (("penalty-report", None), ("ruling-slip", ruling.pk)):
        made = pages(cast, kind, subject)
        assert name[:20] in " ".join(made)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_have_one_made(cast: Cast, queued: list[Any], role: str) -> None:
    answer = client_of(cast.user(role)).post(START, {"kind": "code-booklet"})
    made = PrintJob.objects.count()
    if role in ("outsider", "visitor"):
        assert (answer.status_code, made) == (403 if role == "outsider" else 302, 0)
    else:
        assert (answer.status_code, made) == (302, 1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"kind": "ruling-slip"}, "This document is about one thing: say which, by its number."),
        ({"kind": "ruling-slip", "subject": "0"}, "There is no ruling of that number in this tournament."),
        ({"kind": "ruling-slip", "subject": "x" * 50}, "There is no ruling of that number in this tournament."),
        ({"kind": "ruling-slip", "subject": "9" * 19}, "There is no ruling of that number in this tournament."),
        ({"kind": "code-booklet", "subject": "1"}, "This document has no number: leave it out."),
        ({"kind": "code-booklet", "match": "MATCH"}, "This document is not about a match."),
        ({"kind": "standings", "subject": "1"}, "This document has no number: leave it out."),
        ({"kind": "nonsense"}, "There is no such document"),
    ],
)
def test_what_cannot_be_printed(cast: Cast, queued: list[Any], asked: dict[str, str], said: str) -> None:
    sent = {name: str(cast.match.pk) if value == "MATCH" else value for name, value in asked.items()}
    answer = client_of(cast.scorer).post(START, sent, follow=True)
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert PrintJob.objects.count() == 0


def test_another_tournament_s_ruling_is_not_printed(cast: Cast, other_cast: Cast, queued: list[Any]) -> None:
    open_it(other_cast)
    ruling = rule_now(other_cast, RENEGED).ruling
    answer = client_of(cast.scorer).post(START, {"kind": "ruling-slip", "subject": str(ruling.pk)}, follow=True)
    assert "There is no ruling of that number in this tournament." in answer.content.decode()


def test_over_the_api(cast: Cast, queued: list[Any]) -> None:
    open_it(cast)
    ruling = rule_now(cast, RENEGED).ruling
    client = client_of(cast.scorer)
    url = f"/api/v1/tournaments/{cast.tournament.slug}/documents/"
    answer = client.post(url, {"kind": "ruling-slip", "subject": ruling.pk}, content_type="application/json")
    assert (answer.status_code, answer.json()["subject"]) == (202, ruling.pk)
    wrong = client.post(url, {"kind": "ruling-slip"}, content_type="application/json")
    assert wrong.status_code in (409, 422)


def test_the_pipeline_makes_it(cast: Cast) -> None:
    job = PrintJob.objects.create(
        id=uuid4(), tournament=cast.tournament, kind="penalty-report", requested_by=cast.scorer
    )
    printing.make(job.pk)
    job.refresh_from_db()
    assert (job.state, job.file_name, job.get_kind_display()) == (
        "ready",
        "harbour-cup-penalties.pdf",
        "Penalty report",
    )


def test_every_kind_has_a_name() -> None:
    names = dict(kinds())
    assert [name for name in names if name in PrintKind.values] == list(PrintKind.values)
    assert [names[name] for name in ("code-booklet", "ruling-slip", "penalty-report")] == [
        "Penalty code",
        "Ruling",
        "Penalty report",
    ]
    assert all(names.values())


def test_the_code_s_page_offers_the_booklet_to_those_who_may_print(cast: Cast) -> None:
    for role, offered in (("scorer", True), ("outsider", False), ("visitor", False)):
        page = client_of(cast.user(role)).get("/code/", {"t": cast.tournament.slug}).content.decode()
        assert ('value="code-booklet"' in page) is offered


def test_the_pages_offer_the_slip_and_the_report_to_those_who_may_print(cast: Cast) -> None:
    open_it(cast)
    ruling = rule_now(cast, RENEGED).ruling
    base = f"/t/{cast.tournament.slug}/"
    for role, offered in (("scorer", True), ("outsider", False), ("visitor", False)):
        client = client_of(cast.user(role))
        slip = client.get(f"{base}incidents/{ruling.incident_id}/").content.decode()
        assert (f'name="subject" value="{ruling.pk}"><button name="kind" value="ruling-slip"' in slip) is offered
        assert ('value="penalty-report"' in client.get(f"{base}penalties/").content.decode()) is offered
