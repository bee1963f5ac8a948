"""From a template to a PDF, in steps, without fetching anything from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string

from scoring.documents import Document

Progress = Callable[[int, str], object]
"""Told how far the work is: per cent, and what is done now."""


class Unfetchable(ValueError):
    """A document asked for a file or an address. Everything that it needs stands in it."""


def render(document: Document, progress: Progress) -> bytes:
    """The document as PDF bytes. ``progress`` is called before each step."""
    # WeasyPrint takes a second to load, and only the worker needs it.
    from weasyprint import HTML, URLFetcher

    class Nothing(URLFetcher):
        """Names of teams and players are printed as text; should one ever become an address, it leads nowhere."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            raise Unfetchable(url)

    progress(20, "Writing it out")
    html = render_to_string(document.template, document.context)
    progress(40, "Laying out the pages")
    pages = HTML(string=html, url_fetcher=Nothing()).render()
    progress(75, "Making the PDF")
    pdf: bytes = pages.write_pdf()
    return pdf
