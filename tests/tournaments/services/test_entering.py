"""A team's way in, and what a roster must keep to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.cast import Cast
from tests.factories import DivisionFactory, TournamentFactory, UserFactory
from tournaments.models import AuditAct, EntryState, Player, Role, RosterEntry, Team, Tournament
from tournaments.selectors import draws, entries, listings
from tournaments.services import entering, identity, matches, rosters, stages, teams
from tournaments.services.rosters import Override


def wrong(act: Callable[[], Any]) -> dict[str, str]:
    """The first words of each field that was refused."""
    with pytest.raises(ValidationError) as error:
        act()
    return {field: messages[0] for field, messages in error.value.message_dict.items()}


@pytest.fixture
def opened(cast: Cast) -> Tournament:
    return entering.set_rules(cast.tournament, entries_open=True)


def test_an_entry_waits_is_accepted_and_makes_a_captain(cast: Cast, opened: Tournament) -> None:
    north = DivisionFactory.create(tournament=opened)
    sent = entering.enter(
        opened, by=cast.outsider, name="Ibises", division=north, email="i@example.org", players="7 P (C)\nQ\nR\nS"
    )
    assert (sent.state, sent.registered_by, sent.division, sent.email) == (
        "pending", cast.outsider, north, "i@example.org",
    )  # fmt: skip
    assert sent.registered_at is not None
    roster = [(e.player.name, e.number, e.is_captain) for e in sent.roster.all()]
    assert roster == [("P", 7, True), ("Q", None, False), ("R", None, False), ("S", None, False)]
    assert sent.club is not None
    assert sent.club.name == "Ibises"
    assert list(entries.waiting(opened)) == [sent]
    assert not Role.objects.filter(user=cast.outsider).exists()
    entering.accept(sent, by=cast.director)
    role = Role.objects.get(user=cast.outsider)
    assert (role.name, role.team_id) == ("captain", sent.pk)
    assert list(entries.waiting(opened)) == []
    line = entries.audit(opened).get()
    assert (line.act, line.text, line.team, line.by) == (AuditAct.ACCEPTED, "Ibises, 4 players", sent, cast.director)
    assert wrong(lambda: entering.accept(sent, by=cast.director)) == {"team": "Ibises is entered already."}


def test_only_teams_that_are_entered_are_drawn_listed_and_matched(cast: Cast, opened: Tournament) -> None:
    sent = entering.enter(opened, by=cast.outsider, name="Ibises")
    refused = entering.turn_down(
        entering.enter(opened, by=cast.outsider, name="Egrets"), by=cast.director, reason="full"
    )
    both = [cast.home_team.pk, cast.away_team.pk]
    assert draws.entered(opened)["teams"] == both
    assert [team.pk for team in listings.teams(opened)] == both
    for team, state in ((sent, "waiting to be accepted"), (refused, "not accepted")):
        found = wrong(lambda team=team: matches.create(opened, round=cast.round_one, home=team, away=cast.home_team))  # type: ignore[misc]
        assert found == {"home": f"{team.name} is not entered: {state}."}
    entering.accept(sent, by=cast.director)
    entering.withdraw(cast.away_team, by=cast.director, reason="no car")
    assert draws.entered(opened)["teams"] == [cast.home_team.pk, sent.pk]
    assert [team.state for team in listings.teams(opened)] == ["entered", "entered", "withdrawn"]
    stage = stages.publish(stages.add(opened, kind="round-robin"), cast.director)
    assert [(m.home_id, m.away_id) for m in stage.rounds.get().matches.all()] in (
        [(cast.home_team.pk, sent.pk)],
        [(sent.pk, cast.home_team.pk)],
    )
    assert cast.match in cast.tournament.matches.all()
    entering.accept(cast.away_team, by=cast.director, reason="a lift was found")
    assert draws.entered(opened)["teams"] == [*both, sent.pk]
    assert [line.act for line in entries.audit(opened)] == ["reinstated", "withdrawn", "accepted", "refused"]


def test_entries_that_cannot_be(cast: Cast, other_cast: Cast) -> None:
    t = cast.tournament

    def enter(name: str = "Ibises", **more: Any) -> Team:
        return entering.enter(t, by=cast.outsider, name=name, **more)

    assert wrong(enter) == {"name": "Entries are not open."}
    now = timezone.now()
    entering.set_rules(t, entries_open=True, entries_close_at=now - timedelta(minutes=1))
    assert wrong(enter)["name"].startswith("Entries closed on ")
    entering.set_rules(t, entries_close_at=now + timedelta(hours=1), roster_most=4)
    foreign = DivisionFactory.create(tournament=other_cast.tournament)
    assert wrong(lambda: enter("", division=foreign, email="no")) == {
        "name": "This is needed.",
        "division": "This division belongs to another tournament.",
        "email": "This is no e-mail address. It may be left empty.",
    }
    assert wrong(lambda: enter("PELICANS")) == {"name": "There is a team PELICANS already."}
    assert wrong(lambda: enter(players="P\nQ\nP")) == {
        "players": "Line 3: P is on this roster already. Add an initial to tell them apart."
    }
    assert wrong(lambda: enter(players="P\nQ\nR\nS\nT"))["players"].startswith("A roster has at most 4 players")
    assert wrong(lambda: enter(known=[10**18])) == {
        "known": "Somebody in the list is not of this club, or is on the roster already."
    }
    assert not Team.objects.filter(state=EntryState.PENDING).exists()
    for number in range(5):
        enter(f"Team {number}")
    assert wrong(lambda: enter("Sixth"))["name"].startswith("5 of your entries wait already.")
    assert entering.enter(t, by=cast.viewer, name="Sixth").state == "pending"


def test_a_refused_entry_may_be_sent_again_by_its_sender_alone(cast: Cast, opened: Tournament) -> None:
    sent = entering.enter(opened, by=cast.outsider, name="Ibises", players="P\nQ")
    assert wrong(lambda: entering.turn_down(sent, by=cast.director, reason=" ")) == {"reason": "This is needed."}
    entering.turn_down(sent, by=cast.director, reason="two players only")
    assert entries.why(sent) == "two players only"
    assert wrong(lambda: entering.turn_down(sent, by=cast.director, reason="x")) == {
        "team": "Ibises does not wait: not accepted."
    }
    assert wrong(lambda: entering.enter(opened, by=cast.viewer, name="ibises")) == {
        "name": "There is a team ibises already."
    }
    again = entering.enter(opened, by=cast.outsider, name="Ibises", players="R\nS\nT\nU")
    assert again.pk == sent.pk
    assert [e.player.name for e in again.roster.all()] == ["R", "S", "T", "U"]
    assert not Player.objects.filter(name__in=["P", "Q"]).exists()


def test_players_of_the_same_club_are_offered_once_each(cast: Cast, opened: Tournament) -> None:
    last = teams.add(TournamentFactory.create(), name="Ibises")
    older = teams.add(TournamentFactory.create(), name="I.B.I.S.E.S.")
    assert last.club == older.club
    for team in (last, older):
        rosters.add_lines(team, "Rupert\nSonny")
    one, twin = Player.objects.filter(name="Rupert").order_by("pk")
    assert [p.name for p in entries.known_players("ibises")] == ["Rupert", "Rupert", "Sonny", "Sonny"]
    identity.merge(one, twin, reason="the same", by=cast.director)
    known = entries.known_players("Ibises")
    assert [p.name for p in known] == ["Rupert", "Sonny", "Sonny"]
    assert entries.known_players("Zebras") == []
    sent = entering.enter(opened, by=cast.outsider, name="Ibises", known=[one.pk], players="Rosalind")
    assert {e.player for e in sent.roster.all()} == {one, Player.objects.get(name="Rosalind")}
    assert one not in entries.known_players("Ibises", sent)
    assert wrong(lambda: rosters.add_known(sent, [twin.pk]))["known"].startswith("Somebody in the list")
    sonny, other = [p for p in known if p.name == "Sonny"]
    assert wrong(lambda: rosters.add_known(sent, [sonny.pk, other.pk])) == {
        "known": "Sonny is on this roster already under this name."
    }
    assert [e.player for e in rosters.add_known(sent, [sonny.pk, sonny.pk])] == [sonny]


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"roster_least": -1}, "roster_least"),
        ({"roster_least": None}, "roster_least"),
        ({"roster_least": True}, "roster_least"),
        ({"roster_least": 61}, "roster_least"),
        ({"roster_most": 0}, "roster_most"),
        ({"roster_least": 6, "roster_most": 5}, "roster_most"),
        ({"entries_close_at": "tomorrow"}, "entries_close_at"),
        ({"roster_locks_at": 5}, "roster_locks_at"),
        ({"entries_open": None}, "entries_open"),
    ],
)
def test_rules_that_cannot_be(cast: Cast, rules: dict[str, Any], field: str) -> None:
    assert list(wrong(lambda: entering.set_rules(cast.tournament, **rules))) == [field]


def test_a_roster_too_small_is_let_in_with_a_reason(cast: Cast, opened: Tournament) -> None:
    entering.set_rules(opened, roster_least=5)
    sent = entering.enter(opened, by=cast.outsider, name="Ibises", players="P\nQ\nR\nS")
    assert wrong(lambda: entering.accept(sent, by=cast.director)) == {
        "reason": "Ibises has 4 of at least 5 players. Say why it is let in all the same."
    }
    entering.accept(sent, by=cast.director, reason="the fifth flies in tonight")
    assert entries.audit(opened).get().reason == "the fifth flies in tonight"


def acts(team: Team) -> dict[str, Callable[[Override | None], Any]]:
    """Every way of changing a roster."""
    entry = team.roster.get(number=6)
    return {
        "add": lambda why: rosters.add(team, name="Nia", override=why),
        "lines": lambda why: rosters.add_lines(team, "Nia\nVic", override=why),
        "number": lambda why: rosters.update(entry, number=66, override=why),
        "rename": lambda why: rosters.update(entry, name="Faz Ali", override=why),
        "captain": lambda why: rosters.update(entry, captain=True, override=why),
        "remove": lambda why: rosters.remove(entry, override=why),
        "save": lambda why: rosters.save_all(team, {entry.pk: {"number": 66}}, override=why),
        "take off": lambda why: rosters.save_all(team, {}, remove=[entry.pk], override=why),
    }


@pytest.mark.parametrize("act", ["add", "lines", "number", "rename", "captain", "remove", "save", "take off"])
def test_after_the_lock_a_roster_is_changed_by_a_director_with_a_reason(cast: Cast, act: str) -> None:
    team = cast.home_team
    entering.set_rules(cast.tournament, roster_locks_at=timezone.now() - timedelta(minutes=1))
    before = list(team.roster.values_list("player__name", "number", "is_captain"))
    refused = wrong(lambda: acts(team)[act](None))
    assert list(refused) == ["reason"]
    assert refused["reason"].startswith("Rosters are locked since ")
    assert refused["reason"].endswith("Only the director changes it now.")
    assert wrong(lambda: acts(team)[act](Override(cast.director, " ")))["reason"].endswith(
        "Say why it is changed all the same."
    )
    assert wrong(lambda: acts(team)[act](Override(cast.director, "x" * 301)))["reason"].startswith("Too long")
    assert list(team.roster.values_list("player__name", "number", "is_captain")) == before
    assert not entries.audit(cast.tournament).exists()
    acts(team)[act](Override(cast.director, "broken wrist"))
    line = entries.audit(cast.tournament).get()
    assert (line.act, line.reason, line.by, line.team) == (AuditAct.ROSTER, "broken wrist", cast.director, team)
    assert list(team.roster.values_list("player__name", "number", "is_captain")) != before


def test_what_the_audit_says_of_a_change(cast: Cast) -> None:
    team = cast.home_team
    entering.set_rules(cast.tournament, roster_locks_at=timezone.now())
    one, two, six = (team.roster.get(number=number) for number in (1, 2, 6))
    changes: dict[int, dict[str, object]] = {one.pk: {"name": "A. Joseph"}, two.pk: {"number": None}}
    rosters.save_all(team, changes, captain=two.pk, remove=[six.pk], override=Override(cast.director, "x"))
    assert entries.audit(cast.tournament).get().text == (
        "Pelicans: took off Fazal Ali; Anil Joseph is A. Joseph; A. Joseph is captain no longer; "
        "Bernadette Khan has number none; Bernadette Khan is captain"
    )
    # A save that changes nothing needs no reason.
    rosters.save_all(team, {one.pk: {"name": "A. Joseph", "number": 1}})


def test_the_size_of_a_roster(cast: Cast) -> None:
    team = cast.home_team
    entering.set_rules(cast.tournament, roster_least=6, roster_most=7)
    rosters.add(team, name="Seventh")
    assert wrong(lambda: rosters.add(team, name="Eighth"))["reason"] == (
        "A roster has at most 7 players; this makes 8. Only the director changes it now."
    )
    rosters.add(team, name="Eighth", override=Override(cast.director, "twins"))
    rosters.update(RosterEntry.objects.get(player__name="Eighth"), number=8)
    for name in ("Eighth", "Seventh"):
        rosters.remove(RosterEntry.objects.get(player__name=name))
    assert wrong(lambda: rosters.remove(team.roster.get(number=6)))["reason"] == (
        "A roster has at least 6 players; this leaves 5. Only the director changes it now."
    )
    rosters.remove(team.roster.get(number=6), override=Override(cast.director, "left the island"))
    assert [line.reason for line in entries.audit(cast.tournament)] == ["left the island", "twins"]


def test_a_team_renames_nobody_who_is_known_elsewhere(cast: Cast, other_cast: Cast) -> None:
    shared = cast.home_team.roster.get(number=1)
    RosterEntry.objects.create(team=other_cast.home_team, player=shared.player)
    assert wrong(lambda: rosters.update(shared, name="Somebody", own=True)) == {
        "name": "Known by this name elsewhere: ask the director to change it."
    }
    rosters.update(shared, name="Anil P. Joseph")
    rosters.update(cast.home_team.roster.get(number=2), name="B. Khan", own=True)
    assert [e.player.name for e in cast.home_team.roster.all()][:2] == ["Anil P. Joseph", "B. Khan"]


def test_the_email_of_a_team_is_optional(cast: Cast) -> None:
    assert teams.add(cast.tournament, name="A").email == ""
    assert teams.add(cast.tournament, name="B", email=" b@example.org ").email == "b@example.org"
    assert wrong(lambda: teams.add(cast.tournament, name="C", email="b@")) == {
        "email": "This is no e-mail address. It may be left empty."
    }
    assert teams.update(cast.home_team, email="p@example.org").email == "p@example.org"
    assert teams.update(cast.home_team, name="Pelicans 1").email == "p@example.org"
    assert teams.update(cast.home_team, email="").email == ""


def test_a_sender_who_has_an_account_no_longer_makes_no_captain(cast: Cast, opened: Tournament) -> None:
    user = UserFactory.create()
    sent = entering.enter(opened, by=user, name="Ibises")
    user.delete()
    assert entering.accept(Team.objects.get(pk=sent.pk), by=cast.director).state == "entered"
    assert not Role.objects.filter(team=sent).exists()
