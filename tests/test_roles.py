"""``docs/roles.md`` says what each role may do, and is what the predicates say.

Made anew by ``python -m pytest tests/test_roles.py --write-roles``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from penalties.models import Ruling
from scoring.models import MatchState, MatchTally
from tests.cast import Cast
from tests.factories import RoleFactory, UserFactory
from tests.penalties.acts import rule_now
from tests.scoring.ledgers import open_it
from tournaments.models import Match, RoleName, Team, Tournament, User

PAGE = Path(__file__).resolve().parent.parent / "docs" / "roles.md"

COLUMNS = {
    "director": "director",
    "official": "official",
    "scorer": "scorer",
    "captain_home": "captain of a side",
    "viewer": "viewer",
    "outsider": "no role here",
    "committee": "committee",
    "visitor": "not signed in",
}

ACTS = {
    "Start a tournament": ("tournaments.create", None),
    "Set the tournament up: teams, rosters, rounds, matches, people": ("tournaments.set_up", Tournament),
    "Enter a team while entries are open": ("tournaments.enter", Tournament),
    "Change the own team's roster until rosters lock (a director any, and later with a reason)": (
        "tournaments.own_roster",
        Team,
    ),
    "Check players in": ("tournaments.check_in", Tournament),
    "Put a line-up in (a captain the own team's)": ("tournaments.line_up", Match),
    "Say which rounds one cannot do (a director for anybody)": ("tournaments.availability", Tournament),
    "Run the day: places, officials, late teams, walk-overs, postponing, opening and closing rounds, clocks": (
        "tournaments.run_day",
        Tournament,
    ),
    "Decide what becomes of an abandoned match: awarded, or played again": ("tournaments.decide_abandoned", Tournament),
    "Open tables, record hands, games and tallies, correct the last entry, open the decider": ("scoring.record", Match),
    "Confirm a result of which one recorded nothing": ("scoring.confirm", Match),
    "Withdraw a confirmed result, with a reason": ("scoring.withdraw", Match),
    "Record a substitute too many, with what it costs": ("scoring.exceed", Match),
    "Propose a change of a confirmed result; make or turn down what somebody else proposed": ("scoring.change", Match),
    "Settle what stands on a result that was changed": ("scoring.settle", Tournament),
    "Print score sheets and standings": ("scoring.print", Tournament),
    "Draw lots between teams that stand level": ("scoring.draw_lots", Tournament),
    "Report an incident, and see what it would cost": ("penalties.report", Match),
    "Call an official": ("penalties.call", Match),
    "See reports that nobody has ruled on": ("penalties.see_claims", Match),
    "See the queue, answer and close calls": ("penalties.queue", Tournament),
    "Rule on a report, or dismiss it": ("penalties.rule", Match),
    "Cancel or change a ruling, with a reason (an official: an own one, until the result is confirmed)": (
        "penalties.cancel",
        Ruling,
    ),
    "Bar a player from the tables, or let one back": ("penalties.bar", Tournament),
    "Raise a dispute": ("penalties.dispute", Match),
    "Agree on how a dispute ends": ("penalties.agree", Match),
    "Decide a dispute": ("penalties.decide", Match),
    "Say, show and tick something in a dispute": ("penalties.state", Match),
    "See what is said and shown in a dispute": ("penalties.see_dispute", Match),
    "Settle what the code leaves open, when it was handed on": ("penalties.settle", Match),
    "Appeal to the committee": ("penalties.appeal", Match),
    "See the appeals of a match": ("penalties.see_appeal", Match),
    "Set fines, and waive them": ("penalties.fine", Tournament),
    "Note what was paid of a fine": ("penalties.cash", Tournament),
    "See every fine; a captain those of the own team": ("penalties.see_fines", Tournament),
}
SEES = "See tournaments, matches, teams, boards, ledgers and standings"

HEAD = """# Roles

Roles are held in one tournament; somebody may hold several, and others elsewhere. This table is made from the
predicates in the apps' `permissions.py`, and a test holds it to them. An account of
the site (superuser) may do everything but confirm what it recorded itself. Whoever directs a tournament may start
another; a league's first director is given the permission `tournaments.add_tournament` by the site's administrator.
An appeal is heard by members of the committee who neither ruled on the matter nor captain one of the two teams.

"""


def member(cast: Cast, role: str) -> User | AnonymousUser:
    """Who plays the role of a column; the committee's member is made here."""
    if role != "committee":
        return cast.user(role) or AnonymousUser()
    user, made = User.objects.get_or_create(username="committee")
    if made:
        RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.COMMITTEE)
    return user


def a_ruling(cast: Cast) -> Ruling:
    """A ruling of the cast's official."""
    open_it(cast)
    return rule_now(cast).ruling


def table(cast: Cast) -> str:
    ruling = a_ruling(cast)
    lines = ["| act | " + " | ".join(COLUMNS.values()) + " |", "| --- " * (len(COLUMNS) + 1) + "|"]
    for act, (permission, kind) in ACTS.items():
        subject = {Tournament: cast.tournament, Match: cast.match, Ruling: ruling, Team: cast.home_team, None: None}[
            kind
        ]
        cells = ["yes" if member(cast, role).has_perm(permission, subject) else "–" for role in COLUMNS]
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
        (
            "tournaments.enter",
            {"director", "official", "scorer", "captain_home", "captain_away", "viewer", "outsider", "committee"},
        ),
        ("tournaments.own_roster", {"director", "captain_home"}),
        ("tournaments.check_in", {"director", "official"}),
        ("tournaments.line_up", {"director", "official", "captain_home", "captain_away"}),
        ("tournaments.availability", {"director", "official"}),
        ("tournaments.run_day", {"director", "official"}),
        ("tournaments.decide_abandoned", {"director", "committee"}),
        ("scoring.record", {"director", "official", "scorer"}),
        ("scoring.confirm", {"director", "official", "captain_home", "captain_away"}),
        ("scoring.withdraw", {"director"}),
        ("scoring.exceed", {"director", "official"}),
        ("scoring.change", {"director", "official"}),
        ("scoring.settle", {"director", "official"}),
        ("scoring.draw_lots", {"director", "official"}),
        ("scoring.print", {"director", "official", "scorer", "captain_home", "captain_away", "viewer", "committee"}),
        ("penalties.report", {"director", "official", "scorer", "captain_home", "captain_away"}),
        ("penalties.call", {"director", "official", "scorer", "captain_home", "captain_away"}),
        ("penalties.see_claims", {"director", "official", "captain_home", "captain_away", "committee"}),
        ("penalties.queue", {"director", "official"}),
        ("penalties.rule", {"director", "official"}),
        ("penalties.cancel", {"director", "official"}),
        ("penalties.bar", {"director"}),
        ("penalties.dispute", {"director", "official", "captain_home", "captain_away"}),
        ("penalties.agree", {"captain_home", "captain_away"}),
        ("penalties.state", {"director", "official", "captain_home", "captain_away"}),
        ("penalties.attach", {"director", "official", "captain_home", "captain_away"}),
        ("penalties.see_dispute", {"director", "official", "captain_home", "captain_away", "committee"}),
        ("penalties.decide", {"director", "official"}),
        ("penalties.settle", {"committee"}),
        ("penalties.appeal", {"captain_home", "captain_away"}),
        ("penalties.see_appeal", {"director", "official", "captain_home", "captain_away", "committee"}),
        ("penalties.fine", {"committee"}),
        ("penalties.cash", {"director", "committee"}),
        ("penalties.see_fines", {"director", "official", "committee"}),
    ],
)
def test_who_may(cast: Cast, permission: str, allowed: set[str]) -> None:
    subject = {
        "tournaments.create": None,
        "tournaments.set_up": cast.tournament,
        "tournaments.enter": cast.tournament,
        "tournaments.own_roster": cast.home_team,
        "tournaments.check_in": cast.tournament,
        "tournaments.availability": cast.tournament,
        "tournaments.run_day": cast.tournament,
        "tournaments.decide_abandoned": cast.tournament,
        "scoring.print": cast.tournament,
        "scoring.draw_lots": cast.tournament,
        "scoring.settle": cast.tournament,
        "penalties.queue": cast.tournament,
        "penalties.bar": cast.tournament,
        "penalties.fine": cast.tournament,
        "penalties.cash": cast.tournament,
        "penalties.see_fines": cast.tournament,
        "penalties.cancel": a_ruling(cast),
    }.get(permission, cast.match)
    roles = [*COLUMNS, "captain_away"]
    assert {role for role in roles if member(cast, role).has_perm(permission, subject)} == allowed


@pytest.mark.django_db
def test_an_official_cancels_an_own_ruling_until_the_result_is_confirmed(cast: Cast) -> None:
    ruling = a_ruling(cast)
    second = UserFactory.create(username="second")
    RoleFactory.create(tournament=cast.tournament, user=second, name=RoleName.OFFICIAL)
    assert cast.official.has_perm("penalties.cancel", ruling)
    assert not second.has_perm("penalties.cancel", ruling)
    MatchTally.objects.filter(match=cast.match).update(state=MatchState.CONFIRMED)
    assert not cast.official.has_perm("penalties.cancel", ruling)
    assert cast.director.has_perm("penalties.cancel", ruling)


@pytest.mark.django_db
def test_a_role_counts_in_its_own_tournament_only(cast: Cast, other_cast: Cast) -> None:
    for role in ("director", "official", "scorer", "captain_home"):
        user = other_cast.user(role)
        assert user is not None
        for permission, subject in [
            ("tournaments.set_up", cast.tournament),
            ("tournaments.own_roster", cast.home_team),
            ("tournaments.check_in", cast.tournament),
            ("tournaments.line_up", cast.match),
            ("tournaments.availability", cast.tournament),
            ("scoring.record", cast.match),
            ("scoring.confirm", cast.match),
            ("scoring.withdraw", cast.match),
            ("scoring.print", cast.tournament),
            ("penalties.report", cast.match),
            ("penalties.call", cast.match),
            ("penalties.see_claims", cast.match),
            ("penalties.rule", cast.match),
            ("penalties.queue", cast.tournament),
            ("penalties.bar", cast.tournament),
        ]:
            assert not user.has_perm(permission, subject)
