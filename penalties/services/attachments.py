"""Files that go with a dispute: looked into, made safe, kept where nothing serves them.

A photo is decoded and written anew: what is kept is a picture and nothing else, upright, without the place where it was
taken or anything else that the camera put beside it. A PDF is kept as it is, and only ever handed out as a download.
Files lie under ``MEDIA_ROOT/disputes`` with names of their own, and go out through a view that asks for the permission.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import unicodedata
import uuid
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from django.conf import settings
from PIL import Image, ImageOps, UnidentifiedImageError

from penalties.models import DisputeAttachment
from rules_engine.verdicts import RecordError

FOLDER = "disputes"
MOST_BYTES = 8 * 1024 * 1024
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 2400
"""Pixels: a sheet of paper can be read at this, and a phone's photo becomes a tenth of its size."""
FORMATS = ("JPEG", "PNG", "WEBP")
ENDINGS = {"image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf"}
_WANTED = "must be a photo (JPEG, PNG or WebP) or a PDF"


class Upload(Protocol):
    """A file as it was sent: ``name`` is only a word of the sender's."""

    name: str | None
    size: int | None

    def read(self, size: int = -1, /) -> bytes:
        """Its bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Checked:
    """What is kept of an upload."""

    name: str
    content_type: str
    content: bytes

    @property
    def sha256(self) -> str:
        """Of what is kept."""
        return hashlib.sha256(self.content).hexdigest()


def check(upload: Upload | None) -> Checked:
    """What is kept of a file; RecordError ``file`` for one that is empty, too large, or neither a photo nor a PDF."""
    if upload is None:
        raise RecordError("file", "is missing: choose a photo or a PDF")
    content = upload.read(MOST_BYTES + 1)
    if not content:
        raise RecordError("file", "is empty")
    if len(content) > MOST_BYTES:
        raise RecordError("file", f"is larger than {MOST_BYTES // 1024 // 1024} MB")
    if content.startswith(b"%PDF-"):
        if b"%%EOF" not in content[-2048:]:
            raise RecordError("file", "is a PDF that breaks off: send it again")
        return Checked(_name(upload.name, "application/pdf"), "application/pdf", content)
    content_type, picture = _picture(content)
    return Checked(_name(upload.name, content_type), content_type, picture)


def _picture(content: bytes) -> tuple[str, bytes]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=FORMATS) as found:
                if found.width * found.height > MOST_PIXELS:
                    raise RecordError("file", f"has more than {MOST_PIXELS // 1_000_000} million pixels")
                kind = "PNG" if found.format == "PNG" else "JPEG"
                upright = ImageOps.exif_transpose(found)
                upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
                # A new picture of the same pixels: nothing else of the file comes along.
                clean = upright.convert("RGBA" if kind == "PNG" and upright.has_transparency_data else "RGB")
    except RecordError:
        raise
    except UnidentifiedImageError as error:
        raise RecordError("file", _WANTED) from error
    except Exception as error:
        # Decoders raise whatever broken or hostile bytes lead them to.
        raise RecordError("file", "is a picture that cannot be read: send it again") from error
    clean.info.clear()
    kept = io.BytesIO()
    clean.save(kept, kind, **({"quality": 85} if kind == "JPEG" else {"optimize": True}))
    return f"image/{kind.lower()}", kept.getvalue()


def _name(given: str | None, content_type: str) -> str:
    """A name to show and to download by: the sender's without path, signs and ending, and the ending that is true."""
    stem = re.split(r"[\\/]", unicodedata.normalize("NFC", given or ""))[-1].rpartition(".")[0]
    plain = re.sub(r"[^\w .()-]", "", stem.encode(errors="ignore").decode()).strip(" .")[:80]
    return f"{plain or 'file'}.{ENDINGS[content_type]}"


def _folder() -> Path:
    return Path(settings.MEDIA_ROOT) / FOLDER


def store(checked: Checked) -> str:
    """Write the file; its path below ``MEDIA_ROOT``."""
    name = f"{uuid.uuid4()}.{ENDINGS[checked.content_type]}"
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    aside = folder / f"{name}.new"
    with aside.open("xb") as file:
        file.write(checked.content)
        file.flush()
        os.fsync(file.fileno())
    aside.chmod(0o640)
    aside.rename(folder / name)
    return f"{FOLDER}/{name}"


def discard(path: str) -> None:
    """Forget a file whose attachment was not saved."""
    (Path(settings.MEDIA_ROOT) / path).unlink(missing_ok=True)


def open_file(attachment: DisputeAttachment) -> BinaryIO:
    """The file as it was kept; FileNotFoundError when it is gone."""
    return (Path(settings.MEDIA_ROOT) / attachment.path).open("rb")
