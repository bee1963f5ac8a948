"""``docs/roles.md`` says what each role may do, and is what the predicates say.

Made anew by ``python -m pytest tests/test_roles.py --write-roles``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.cast import Cast
from tournaments.models import Match, Tournament

PAGE = Path(__file__).resolve().parent.parent / "docs" / "roles.md"

COLUMNS = {
    "director": "director",
    "official": "official",
    "scorer": "scorer",
    "captain_home": "captain of a side",
    "viewer": "viewer",
    "outsider": "no role here",
    "visitor": "not signed in",
}

ACTS = {
    "Start a tournament": ("tournaments.create", None),
    "Set the tournament up: teams, rosters, rounds, matches, people": ("tournaments.set_up", Tournament),
    "Open tables, record hands, games and tallies, correct the last entry, open the decider": ("scoring.record", Match),
    "Confirm a result of which one recorded nothing": ("scoring.confirm", Match),
    "Withdraw a confirmed result, with a reason": ("scoring.withdraw", Match),
    "Print score sheets and standings": ("scoring.print", Tournament),
}
SEES = "See tournaments, matches, teams, boards, ledgers and standings"

HEAD = """# Roles

Roles are held in one tournament; somebody may hold several, and others elsewhere. This table is made from the
predicates in `tournaments/permissions.py` and `scoring/permissions.py`, and a test holds it to them. An account of
the site (superuser) may do everything but confirm what it recorded itself. Whoever directs a tournament may start
another; a league's first director is given the permission `tournaments.add_tournament` by the site's administrator.

"""


def table(cast: Cast) -> str:
    lines = ["| act | " + " | ".join(COLUMNS.values()) + " |", "| --- " * (len(COLUMNS) + 1) + "|"]
    for act, (permission, kind) in ACTS.items():
        subject = {Tournament: cast.tournament, Match: cast.match, None: None}[kind]
        cells = []
        for role in COLUMNS:
            user = cast.user(role) or AnonymousUser()
            cells.append("yes" if user.has_perm(permission, subject) else "–")
        lines.append(f"| {act} | " + " | ".join(cells) + " |")
    lines.append(f"| {SEES} | " + " | ".join("yes" for _ in COLUMNS) + " |")
    return "\n".join(lines) + "\n"


@pytest.mark.django_db
def test_the_page_says_what_the_predicates_say(cast: Cast, request: pytest.FixtureRequest) -> None:
    made = HEAD + table(cast)
    if request.config.getoption("--write-roles"):
        PAGE.write_text(made, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == made


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("permission", "allowed"),
    [
        ("tournaments.create", {"director"}),
        ("tournaments.set_up", {"director"}),
        ("scoring.record", {"director", "official", "scorer"}),
        ("scoring.confirm", {"director", "official", "captain_home", "captain_away"}),
        ("scoring.withdraw", {"director"}),
        ("scoring.print", {"director", "official", "scorer", "captain_home", "captain_away", "viewer"}),
    ],
)
def test_who_may(cast: Cast, permission: str, allowed: set[str]) -> None:
    subject = {
        "tournaments.create": None,
        "tournaments.set_up": cast.tournament,
        "scoring.print": cast.tournament,
    }.get(permission, cast.match)
    roles = [*COLUMNS, "captain_away"]
    assert {role for role in roles if (cast.user(role) or AnonymousUser()).has_perm(permission, subject)} == allowed


@pytest.mark.django_db
def test_a_role_counts_in_its_own_tournament_only(cast: Cast, other_cast: Cast) -> None:
    for role in ("director", "official", "scorer", "captain_home"):
        user = other_cast.user(role)
        assert user is not None
        for permission, subject in [
            ("tournaments.set_up", cast.tournament),
            ("scoring.record", cast.match),
            ("scoring.confirm", cast.match),
            ("scoring.withdraw", cast.match),
            ("scoring.print", cast.tournament),
        ]:
            assert not user.has_perm(permission, subject)
