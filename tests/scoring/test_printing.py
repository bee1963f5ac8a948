"""Documents: asked for, made by a worker, watched, fetched; and who may."""

from __future__ import annotations

import time
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.utils import timezone

from scoring.models import PrintJob, PrintKind, PrintState
from scoring.models.printing import kinds
from scoring.services import printing
from tests.cast import ROLES, Cast, client_of, make_cast

START = "/t/harbour-cup/print/"
UNKNOWN = f"There is no such document; there are {', '.join(name for name, _ in kinds())}."
MAY = ("director", "official", "captain_home", "captain_away", "scorer", "viewer")


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What reaches the queue, without one."""
    sent: list[list[str]] = []

    def send(name: str, args: list[str]) -> None:
        assert name == "scoring.make_document"
        sent.append(args)

    monkeypatch.setattr(printing.current_app, "send_task", send)
    return sent


def a_job(cast: Cast, kind: PrintKind = PrintKind.STANDINGS, **more: Any) -> PrintJob:
    match = None if kind is PrintKind.STANDINGS else cast.match
    job: PrintJob = PrintJob.objects.create(
        tournament=cast.tournament, match=match, kind=kind, requested_by=cast.scorer, **more
    )
    return job


@pytest.mark.django_db(transaction=True)
def test_from_the_button_to_the_download_with_the_real_queue(celery_worker: Any) -> None:
    cast = make_cast()
    client = client_of(cast.captain_home)
    answer = client.post(START, {"kind": "blank-sheet", "match": cast.match.pk})
    job = PrintJob.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"{START}{job.pk}/")
    deadline = time.monotonic() + 60
    while "It is ready." not in (page := client.get(answer["Location"]).content.decode()):
        assert time.monotonic() < deadline, page
        time.sleep(0.2)
    job.refresh_from_db()
    assert (job.state, job.progress, job.step, job.error) == ("ready", 100, "", "")
    download = client.get(f"{START}{job.pk}/file/")
    assert download["Content-Type"] == "application/pdf"
    assert download["Content-Disposition"] == 'attachment; filename="round-1-pelicans-v-scarlets-blank.pdf"'
    assert b"".join(download.streaming_content).startswith(b"%PDF-")  # type: ignore[attr-defined]
    download.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "redis://no.such.host.invalid/0"])
def test_a_queue_that_is_down_is_told_in_words(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real client against an address where nobody listens: no 500, and not a long wait."""
    from celery import Celery

    app = Celery("elsewhere", broker=url)
    app.conf.update(
        task_publish_retry_policy=django_settings.CELERY_TASK_PUBLISH_RETRY_POLICY,
        broker_transport_options={"socket_connect_timeout": 1},
    )
    monkeypatch.setattr(printing, "current_app", app)
    cast = make_cast()
    client = client_of(cast.scorer)
    began = time.monotonic()
    answer = client.post(START, {"kind": "standings"}, follow=True)
    assert time.monotonic() - began < 15
    job = PrintJob.objects.get()
    assert (answer.status_code, job.state, job.error) == (200, "failed", printing.QUEUE_DOWN)
    assert printing.QUEUE_DOWN in answer.content.decode()
    app.close()


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_who_may_ask_watch_and_fetch(
    cast: Cast, role: str, queued: list[list[str]], django_capture_on_commit_callbacks: Any
) -> None:
    client = client_of(cast.user(role))
    ready = a_job(cast)
    printing.make(ready.pk)
    with django_capture_on_commit_callbacks(execute=True):
        asked = client.post(START, {"kind": "standings"})
    watched = client.get(f"{START}{ready.pk}/")
    fetched = client.get(f"{START}{ready.pk}/file/")
    statuses = (asked.status_code, watched.status_code, fetched.status_code)
    if role in MAY:
        assert statuses == (302, 200, 200)
        job = PrintJob.objects.exclude(pk=ready.pk).get()
        assert (queued, job.requested_by) == ([[str(job.pk)]], cast.user(role))
        fetched.close()
    else:
        assert statuses == ((302, 302, 302) if role == "visitor" else (403, 403, 403))
        assert PrintJob.objects.count() == 1
        if role == "visitor":
            assert watched["Location"] == f"/sign-in/?next={START}{ready.pk}/"


@pytest.mark.django_db
def test_nothing_of_another_tournament_is_reached(cast: Cast, other_cast: Cast, queued: list[list[str]]) -> None:
    client = client_of(cast.director)
    theirs = a_job(other_cast)
    printing.make(theirs.pk)
    for path in (f"{START}{theirs.pk}/", f"{START}{theirs.pk}/file/", f"{START}{uuid.uuid4()}/"):
        assert client.get(path).status_code == 404
    assert client.get(f"/t/island-league/print/{theirs.pk}/file/").status_code == 403
    assert client.post(START, {"kind": "score-sheet", "match": other_cast.match.pk}).status_code == 404
    assert client.post("/t/nowhere/print/", {"kind": "standings"}).status_code == 404
    with pytest.raises(printing.PrintRefused, match="another tournament"):
        printing.request("score-sheet", cast.tournament, other_cast.match, by=cast.director)
    assert queued == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, UNKNOWN),
        ({"kind": "poster"}, UNKNOWN),
        ({"kind": "score-sheet"}, "A score sheet is a match's: say which."),
        ({"kind": "standings", "match": "own"}, "The standings are the tournament's."),
    ],
)
def test_what_cannot_be_asked_for(cast: Cast, asked: dict[str, str], message: str, queued: list[list[str]]) -> None:
    if asked.get("match") == "own":
        asked = {**asked, "match": str(cast.match.pk)}
    answer = client_of(cast.scorer).post(START, asked, follow=True)
    assert [str(told) for told in answer.context["messages"]] == [message]
    assert (answer.status_code, PrintJob.objects.count(), queued) == (200, 0, [])


@pytest.mark.django_db
@pytest.mark.parametrize("match", ["0", "-1", "x", "1e3", "9" * 30, "99999999999", "１", "1\0", " "])
def test_a_match_that_there_is_not(cast: Cast, match: str) -> None:
    assert client_of(cast.scorer).post(START, {"kind": "score-sheet", "match": match}).status_code == 404


@pytest.mark.django_db
def test_a_few_at_once_and_no_more(cast: Cast, queued: list[list[str]]) -> None:
    old = a_job(cast)
    PrintJob.objects.filter(pk=old.pk).update(requested_at=timezone.now() - timedelta(hours=1))
    for _ in range(printing.MOST_WAITING):
        printing.request("standings", cast.tournament, None, by=cast.scorer)
    with pytest.raises(printing.PrintRefused) as refused:
        printing.request("standings", cast.tournament, None, by=cast.scorer)
    assert refused.value.code == "too-many"
    printing.request("standings", cast.tournament, None, by=cast.official)


@pytest.mark.django_db
def test_only_post_asks(cast: Cast) -> None:
    client = client_of(cast.scorer)
    assert client.get(START).status_code == 405
    checked = Client(enforce_csrf_checks=True)
    checked.force_login(cast.scorer, backend="django.contrib.auth.backends.ModelBackend")
    assert checked.post(START, {"kind": "standings"}).status_code == 403
    assert PrintJob.objects.count() == 0


@pytest.mark.django_db
def test_the_page_while_it_is_made(cast: Cast) -> None:
    client = client_of(cast.scorer)
    job = a_job(cast, state=PrintState.MAKING, progress=40, step="Laying out the pages")
    page = client.get(f"{START}{job.pk}/").content.decode()
    assert 'hx-trigger="every 1s"' in page
    assert '<progress id="progress" max="100" value="40">40%</progress>' in page
    assert "Being made: laying out the pages" in page
    part = client.get(f"{START}{job.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert part.lstrip().startswith('<div id="print-job" hx-get=')
    not_yet = client.get(f"{START}{job.pk}/file/", follow=True)
    assert [str(told) for told in not_yet.context["messages"]] == ["This document is not ready."]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("minutes", "state", "told", "polls"),
    [
        (0, PrintState.WAITING, "You can leave this page", True),
        (1, PrintState.WAITING, "perhaps the server's worker is busy or stopped", True),
        (20, PrintState.MAKING, "begun a quarter of an hour ago and never finished", False),
    ],
)
def test_a_document_that_nobody_makes(cast: Cast, minutes: int, state: PrintState, told: str, polls: bool) -> None:
    job = a_job(cast, state=state)
    PrintJob.objects.filter(pk=job.pk).update(requested_at=timezone.now() - timedelta(minutes=minutes))
    page = client_of(cast.scorer).get(f"{START}{job.pk}/").content.decode()
    assert told in page.replace("&#x27;", "'")
    assert ("every 1s" in page) == polls


@pytest.mark.django_db
def test_progress_goes_up_and_ends(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, str]] = []
    progress = printing._progress

    def watched(job_id: uuid.UUID, per_cent: int, step: str) -> bool:
        done = progress(job_id, per_cent, step)
        seen.append((PrintJob.objects.get(pk=job_id).progress, step))
        return done

    monkeypatch.setattr(printing, "_progress", watched)
    job = a_job(cast, PrintKind.BLANK_SHEET)
    printing.make(job.pk)
    assert seen == [
        (5, "Gathering the figures"),
        (20, "Writing it out"),
        (40, "Laying out the pages"),
        (75, "Making the PDF"),
        (95, "Filing it"),
    ]
    job.refresh_from_db()
    assert (job.state, job.progress) == ("ready", 100)
    assert job.finished_at is not None


@pytest.mark.django_db
def test_a_failure_is_told_and_leaves_no_file(cast: Cast, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    Path(settings.MEDIA_ROOT).parent.joinpath("file").write_text("")
    settings.MEDIA_ROOT = str(Path(settings.MEDIA_ROOT).parent / "file" / "below")
    job = a_job(cast)
    printing.make(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error, job.file_name) == ("failed", printing.FAILED, "")
    assert "NotADirectoryError" in caplog.text
    page = client_of(cast.scorer).get(f"{START}{job.pk}/").content.decode()
    assert printing.FAILED in page
    assert "Print it again" in page
    assert "every 1s" not in page


@pytest.mark.django_db
def test_a_time_limit_is_told(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    from celery.exceptions import SoftTimeLimitExceeded

    def too_long(*args: Any) -> bytes:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(printing, "render", too_long)
    job = a_job(cast)
    printing.make(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", printing.TOO_LONG)


@pytest.mark.django_db
def test_a_job_handed_out_twice_or_gone_is_left_alone(cast: Cast) -> None:
    job = a_job(cast)
    printing.make(job.pk)
    job.refresh_from_db()
    before = (job.finished_at, printing.path_of(job).stat().st_mtime_ns)
    printing.make(job.pk)
    job.refresh_from_db()
    assert (job.finished_at, printing.path_of(job).stat().st_mtime_ns) == before
    printing.make(uuid.uuid4())


@pytest.mark.django_db
def test_a_file_that_was_cleared_away(cast: Cast) -> None:
    job = a_job(cast)
    printing.make(job.pk)
    printing.path_of(job).unlink()
    answer = client_of(cast.scorer).get(f"{START}{job.pk}/file/", follow=True)
    assert [str(told) for told in answer.context["messages"]] == ["This document was cleared away. Ask for it again."]


def test_what_can_be_printed() -> None:
    """Kinds of this app and those that others offer; each once."""
    names = [name for name, _ in kinds()]
    assert len(names) == len(set(names))
    assert {
        "score-sheet",
        "blank-sheet",
        "standings",
        "code-booklet",
        "ruling-slip",
        "penalty-report",
        "statistics",
    } <= set(names)
