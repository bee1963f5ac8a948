"""What is said and shown in a dispute: statements, photos, documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from penalties.disputes.moves import State
from penalties.models import Dispute, DisputeAttachment, DisputeStatement
from penalties.services import dispute_words
from tests.cast import Cast
from tests.penalties.disputing import (
    field,
    in_state,
    photo,
    raised,
    refused,
)
from tournaments.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


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
