"""The body of the standings' table, written out.

A template of ten cells a line takes ten times as long as the statement behind it; a hall of phones asks for this page
after every match. Everything that people typed goes through :func:`django.utils.html.escape`.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.selectors.standings import Arranged, Standing


def body(found: Arranged, slug: str, division: str, query: str) -> SafeString:
    """One line a team. ``query``: ``&division=…`` and the like, as it follows in the address of "why here"."""
    team_url = reverse("team", args=[slug, 0]).removesuffix("0/")
    tail = escape(query)
    divisions = not division and len(found.divisions) > 1
    points, level = found.shows_points, found.any_level
    lines = []
    for row in found.rows:
        lines.append(_line(row, team_url, tail, divisions, points, level))
    return mark_safe("".join(lines))  # noqa: S308 - names are escaped, the rest are numbers and our own addresses


def _line(row: Standing, team_url: str, tail: str, divisions: bool, points: bool, level: bool) -> str:
    _, key, team, _, division, played, won, even, lost, worth, made, given, hung, suffered, byes, _, _ = row
    aside = _aside(division) if divisions and division else ""
    if byes:
        aside += _aside("1 bye" if byes == 1 else f"{byes} byes")
    levels = f'<td class="n">{even}</td>' if level else ""
    worths = f'<td class="n">{worth}</td>' if points else ""
    return (
        f'<tr><td class="n rank"><a href="why/?a={key}{tail}">{row.rank}</a></td>'
        f'<th scope="row"><a href="{team_url}{key}/">{escape(team)}</a>{aside}'
        f'<span class="phone small quiet"><span>Bullseyes <b>{made}–{given}</b></span> '
        f"<span>Hang jacks <b>{hung}–{suffered}</b></span></span></th>"
        f'<td class="n">{played}</td><td class="n">{won}</td>{levels}<td class="n">{lost}</td>{worths}'
        f'<td class="n desk">{made}</td><td class="n desk">{given}</td>'
        f'<td class="n desk">{hung}</td><td class="n desk">{suffered}</td></tr>'
    )


def _aside(text: str) -> str:
    return f' <small class="quiet">{escape(text)}</small>'
