"""A very small drawing: an SVG element with its name and description, and the few shapes that a chart needs."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from django.utils.safestring import SafeString, mark_safe

TEXT = 13
"""Height of the letters, in px of the page."""
LETTER = 7.2
"""Width set aside for a letter; wide enough for most."""

_FONT = "'DejaVu Sans', sans-serif"


def shortened(text: str, most: int) -> str:
    """``text`` in at most so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Drawing:
    """A chart being drawn; ``width`` and ``height`` in px. ``key`` makes the ids of name and description its own."""

    def __init__(self, kind: str, key: str, width: float, height: float, *, title: str, description: str) -> None:
        size = {"width": _number(width), "height": _number(height)}
        self.root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "class": f"chart {kind}",
                **size,
                "viewBox": f"0 0 {size['width']} {size['height']}",
                "role": "img",
                "aria-labelledby": f"{key}-title {key}-desc",
                "font-family": _FONT,
                "font-size": str(TEXT),
            },
        )
        ElementTree.SubElement(self.root, "title", {"id": f"{key}-title"}).text = title
        ElementTree.SubElement(self.root, "desc", {"id": f"{key}-desc"}).text = description

    def group(self, name: str, parent: ElementTree.Element | None = None, href: str = "") -> ElementTree.Element:
        """A group of shapes; with ``href`` a link."""
        above = self.root if parent is None else parent
        return ElementTree.SubElement(above, "a" if href else "g", {"class": name, **({"href": href} if href else {})})

    def text(
        self,
        words: str,
        x: float,
        y: float,
        name: str,
        *,
        anchor: str = "start",
        bold: bool = False,
        parent: ElementTree.Element | None = None,
    ) -> None:
        """Words at a place."""
        more = {"font-weight": "bold"} if bold else {}
        shape = self._add("text", name, parent, x=x, y=y, **{"text-anchor": anchor, **more})
        shape.text = words

    def line(self, x1: float, y1: float, x2: float, y2: float, name: str) -> None:
        """A hairline."""
        self._add("line", name, None, x1=x1, y1=y1, x2=x2, y2=y2, stroke="#999", **{"stroke-width": "0.6"})

    def path(
        self, points: Sequence[tuple[float, float]], name: str, parent: ElementTree.Element, *, weight: float
    ) -> None:
        """A line through points."""
        through = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add(
            "polyline",
            name,
            parent,
            points=through,
            fill="none",
            stroke="#000" if weight > 1 else "#777",
            **{"stroke-width": str(weight), "stroke-linejoin": "round"},
        )

    def dot(self, x: float, y: float, name: str, words: str, parent: ElementTree.Element, *, strong: bool) -> None:
        """A point that says what it is."""
        shape = self._add("circle", name, parent, cx=x, cy=y, r=3, fill="#000" if strong else "#777")
        ElementTree.SubElement(shape, "title").text = words

    def bar(self, x: float, y: float, width: float, height: float, name: str, words: str, *, fill: str) -> None:
        """A bar that says what it is."""
        shape = self._add("rect", name, None, x=x, y=y, width=width, height=height, fill=fill, stroke="#000")
        shape.set("stroke-width", "0.6")
        ElementTree.SubElement(shape, "title").text = words

    def svg(self) -> SafeString:
        """The chart as text that may stand in a page: every word in it was escaped."""
        return mark_safe(ElementTree.tostring(self.root, encoding="unicode"))  # noqa: S308 - written by ElementTree

    def _add(
        self, tag: str, name: str, parent: ElementTree.Element | None, **attributes: float | str
    ) -> ElementTree.Element:
        values = {key: value if isinstance(value, str) else _number(value) for key, value in attributes.items()}
        return ElementTree.SubElement(self.root if parent is None else parent, tag, {"class": name, **values})
