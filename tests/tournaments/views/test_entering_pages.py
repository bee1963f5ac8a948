"""Entering on the pages and through the API: by role, from the sender's entry to the captain's roster, bad input."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.cast import ROLES, Cast, client_of
from tests.factories import DivisionFactory, TournamentFactory
from tests.tournaments.api.client import ROOT, api_of, fields
from tournaments.models import EntryState, Player, Role, Team
from tournaments.services import entering, rosters, teams


def at(cast: Cast, name: str, *args: Any) -> str:
    return reverse(name, args=[cast.tournament.slug, *args])


def api(cast: Cast, path: str) -> str:
    return f"{ROOT}tournaments/{cast.tournament.slug}/{path}"


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.fixture
def opened(cast: Cast) -> Cast:
    entering.set_rules(cast.tournament, entries_open=True)
    return cast


@pytest.mark.parametrize("role", ROLES)
def test_entering_by_role(cast: Cast, role: str) -> None:
    """Closed for everybody; open for whoever is signed in; the visitor is asked to sign in."""
    client, url = client_of(cast.user(role)), at(cast, "enter")
    assert "Entries are not open." in text(client.get(url))
    assert client.post(url, {"name": "Ibises"}).status_code == (302 if role == "visitor" else 422)
    assert not Team.objects.filter(name="Ibises").exists()
    assert "Enter a team</a>" not in text(client.get(at(cast, "tournament")))
    entering.set_rules(cast.tournament, entries_open=True)
    assert "Enter a team</a>" in text(client.get(at(cast, "tournament")))
    shown = text(client.get(url))
    assert ("Enter this team" in shown, "Sign in to enter a team" in shown) == (role != "visitor", role == "visitor")
    sent = client.post(url, {"name": "Ibises"})
    if role == "visitor":
        assert sent["Location"] == f"/sign-in/?next={url}"
        assert api_of(None).post(api(cast, "entries/"), {"name": "Ibises"}).status_code == 401
        return
    team = Team.objects.get(name="Ibises")
    assert (sent["Location"], team.state, team.registered_by) == (
        at(cast, "own-roster", team.pk), "pending", cast.user(role),
    )  # fmt: skip
    made = api_of(cast.user(role)).post(api(cast, "entries/"), {"name": "Egrets", "players": "P\nQ"})
    assert (made.status_code, made.json()["state"], made.json()["players"]) == (201, "pending", ["P", "Q"])


def test_from_the_entry_to_the_captain_s_roster(opened: Cast) -> None:
    cast = opened
    north = DivisionFactory.create(tournament=cast.tournament, name="North")
    last = teams.add(TournamentFactory.create(), name="Ibises")
    rosters.add_lines(last, "Rupert\nSonny")
    rupert = Player.objects.get(name="Rupert")
    sender, director = client_of(cast.outsider), client_of(cast.director)
    looked = sender.get(at(cast, "enter"), {"name": "ibises"})
    told = api_of(cast.outsider).get(api(cast, "entries/known/"), {"name": "ibises"}).json()
    assert (told[0], len(told)) == ({"player": rupert.pk, "name": "Rupert"}, 2)
    assert [label for _, label in looked.context["form"].fields["known"].choices] == ["Rupert", "Sonny"]
    form = {"name": "Ibises", "division": north.pk, "known": [rupert.pk], "players": "7 Rosalind (C)\nRex"}
    wrong = sender.post(at(cast, "enter"), {**form, "email": "no", "known": ["x"]})
    assert (wrong.status_code, set(wrong.context["form"].errors)) == (422, {"email", "known"})
    sent = sender.post(at(cast, "enter"), form, follow=True)
    assert "waits for a director" in text(sent)
    assert "Waiting to be accepted" in text(sent)
    team = Team.objects.get(state=EntryState.PENDING)
    # Nobody else sees it, on the pages or through the API.
    for role in ("captain_home", "viewer", "visitor", "official"):
        assert client_of(cast.user(role)).get(at(cast, "own-roster", team.pk)).status_code == 404
        assert api_of(cast.user(role)).get(api(cast, f"teams/{team.pk}/roster/")).status_code == 404
        names = [one["name"] for one in api_of(cast.user(role)).get(api(cast, "teams/")).json()["results"]]
        assert names == ["Pelicans", "Scarlets"]
    for query in ({}, {"name": " "}, {"name": "x" * 81}):
        assert api_of(cast.outsider).get(api(cast, "entries/known/"), query).status_code == 400
    assert api_of(None).get(api(cast, "entries/known/"), {"name": "x"}).status_code == 401
    for name in ("tournament", "team"):
        page = client_of(None).get(at(cast, name, *([team.pk] if name == "team" else [])))
        assert (page.status_code, "Ibises" in text(page)) == (404 if name == "team" else 200, False)
    assert sender.post(at(cast, "own-roster", team.pk), {"act": "add", "names": "Rita"}).status_code == 302
    assert "1 entry to be decided." in text(director.get(at(cast, "setup")))
    waiting = text(director.get(at(cast, "setup-entries")))
    assert "Rosalind (C), Rex, Rita, Rupert" in waiting
    decide = {"id": team.pk, "reason": ""}
    refused = director.post(at(cast, "setup-entries"), {**decide, "act": "refuse"})
    assert (refused.status_code, "Say why: the team reads it." in text(refused)) == (422, True)
    assert director.post(at(cast, "setup-entries"), {**decide, "act": "accept"}).status_code == 302
    assert Role.objects.filter(user=cast.outsider, team=team, name="captain").exists()
    assert "Your roster" in text(client_of(cast.outsider).get(at(cast, "tournament")))
    assert "Ibises" in text(client_of(None).get(at(cast, "tournament")))
    entry = team.roster.get(player__name="Rex")
    save: dict[str, Any] = {"act": "save", "captain": str(entry.pk)}
    for one in team.roster.select_related("player"):
        save |= {f"name_{one.pk}": one.player.name, f"number_{one.pk}": one.number if one.number else ""}
    save[f"number_{entry.pk}"] = "9"
    own = client_of(cast.outsider)
    assert own.post(at(cast, "own-roster", team.pk), save).status_code == 302
    entry.refresh_from_db()
    assert (entry.number, entry.is_captain) == (9, True)
    known = own.get(at(cast, "own-roster", team.pk)).context["known"].fields["known"].choices
    assert [label for _, label in known] == ["Sonny"]
    path = api(cast, f"teams/{team.pk}/roster/known/")
    assert api_of(cast.captain_home).post(path, {"known": [known[0][0]]}, format="json").status_code == 403
    nobody: tuple[dict[str, object], ...] = ({}, {"known": []}, {"known": [10**15]}, {"known": "x"})
    for body in nobody:
        assert fields(api_of(cast.outsider).post(path, body, format="json")) == {"known"}
    made = api_of(cast.outsider).post(path, {"known": [known[0][0]]}, format="json")
    assert (made.status_code, made.json()[0]["name"]) == (201, "Sonny")
    # Another club of the same name was meant: nobody is offered any more.
    assert director.post(at(cast, "setup-team", team.pk), {"act": "club"}).status_code == 302
    team.refresh_from_db()
    assert team.club != last.club
    assert own.post(at(cast, "own-roster", team.pk), {"act": "known", "known": ["x"]}).status_code == 422
    # The lock: the captain reads it and is refused; the director says why.
    entering.set_rules(cast.tournament, roster_locks_at=timezone.now() - timedelta(minutes=1))
    locked = own.post(at(cast, "own-roster", team.pk), {"act": "add", "names": "Late"})
    assert locked.status_code == 422
    assert "Only a director of the tournament changes the roster now." in text(locked)
    program = api_of(cast.outsider).post(api(cast, f"teams/{team.pk}/roster/"), {"name": "Late", "reason": "mine"})
    assert (program.status_code, fields(program)) == (400, {"reason"})
    blank = director.post(at(cast, "setup-team", team.pk), {"act": "add", "names": "Late"})
    assert (blank.status_code, "Say why it is changed all the same." in text(blank)) == (422, True)
    done = director.post(at(cast, "setup-team", team.pk), {"act": "add", "names": "Late", "reason": "visa came"})
    assert done.status_code == 302
    assert "visa came" in text(director.get(at(cast, "setup-team", team.pk)))
    path = api(cast, f"teams/{team.pk}/roster/{team.roster.get(player__name='Late').pk}/")
    boss = api_of(cast.director)
    assert fields(boss.delete(path)) == {"reason"}
    assert boss.patch(path, {"number": 3, "reason": "asked for"}).status_code == 200
    assert boss.delete(f"{path}?reason=sent+home").status_code == 204


def test_withdrawn_and_back(opened: Cast) -> None:
    cast, director = opened, client_of(opened.director)
    page = at(cast, "setup-entries")
    gone = {"act": "withdraw", "id": cast.home_team.pk}
    assert director.post(page, gone).status_code == 422
    assert director.post(page, {**gone, "reason": "x" * 301}).status_code == 422
    assert director.post(page, {**gone, "reason": "no car"}).status_code == 302
    shown = client_of(cast.captain_home).get(at(cast, "own-roster", cast.home_team.pk))
    assert "<strong>Why</strong> no car" in text(shown)
    assert "Pelicans" not in text(client_of(None).get(at(cast, "setup-teams"), follow=True))
    assert director.post(page, {"act": "accept", "id": cast.home_team.pk, "reason": "a lift"}).status_code == 302
    lines = [line.reason for line in director.get(page).context["audit"]]
    assert lines == ["a lift", "no car"]


def test_the_rules_on_their_page(cast: Cast) -> None:
    director, page = client_of(cast.director), at(cast, "setup-entries")
    rules = {"act": "rules", "entries_open": "on", "entries_close_at": "2099-08-01T18:00", "roster_least": "4"}
    assert director.post(page, {**rules, "roster_most": "3"}).status_code == 422
    assert director.post(page, {**rules, "roster_most": "8"}).status_code == 302
    cast.tournament.refresh_from_db()
    t = cast.tournament
    assert (t.entries_open, t.roster_least, t.roster_most, t.roster_locks_at) == (True, 4, 8, None)
    assert "A roster: 4 to 8 players." in text(client_of(cast.outsider).get(at(cast, "enter")))
    told = api_of(None).get(api(cast, "entry-rules/")).json()
    assert (told["closed"], told["entries_close_at"]) == ("", "2099-08-01T18:00:00-04:00")


@pytest.mark.parametrize("role", ROLES)
def test_own_rosters_by_role(cast: Cast, role: str) -> None:
    url, client = at(cast, "own-roster", cast.home_team.pk), client_of(cast.user(role))
    may = role in ("director", "captain_home")
    refused = 302 if role == "visitor" else 403
    assert client.get(url).status_code == (200 if may else refused)
    assert client.post(url, {"act": "add", "names": ""}).status_code == (422 if may else refused)


def test_another_tournament_s_team_is_not_found(cast: Cast, other_cast: Cast) -> None:
    foreign = other_cast.home_team.pk
    assert client_of(cast.director).get(at(cast, "own-roster", foreign)).status_code == 404
    for act in ("accept", "refuse", "withdraw"):
        answer = client_of(cast.director).post(at(cast, "setup-entries"), {"act": act, "id": foreign, "reason": "x"})
        assert answer.status_code == 404
        assert api_of(cast.director).post(api(cast, f"entries/{foreign}/{act}/"), {}).status_code == 404
    other_cast.home_team.refresh_from_db()
    assert other_cast.home_team.state == "entered"


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, {"name"}),
        ({"name": ""}, {"name"}),
        ({"name": "Pelicans"}, {"name"}),
        ({"name": "\x00"}, {"name"}),
        ({"name": "A", "division": 10**15}, {"division"}),
        ({"name": "A", "division": "1", "email": 5, "known": "x"}, {"division", "email", "known"}),
        ({"name": "A", "email": "a@"}, {"email"}),
        ({"name": "A", "players": "P\nP"}, {"players"}),
        ({"name": "A", "players": "x" * 20_001}, {"players"}),
        ({"name": "A", "known": [1, 10**15]}, {"known"}),
        ({"name": "A", "state": "entered"}, {"state"}),
    ],
)
def test_entries_that_cannot_be(opened: Cast, body: dict[str, Any], named: set[str]) -> None:
    answer = api_of(opened.outsider).post(api(opened, "entries/"), body, format="json")
    assert (answer.status_code, fields(answer)) == (400, named)
    assert not Team.objects.filter(state=EntryState.PENDING).exists()


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"roster_least": -1}, "roster_least"),
        ({"roster_least": "4"}, "roster_least"),
        ({"roster_least": None}, "roster_least"),
        ({"roster_most": 0}, "roster_most"),
        ({"roster_least": 5, "roster_most": 4}, "roster_most"),
        ({"entries_open": "yes"}, "entries_open"),
        ({"entries_close_at": "tomorrow"}, "entries_close_at"),
        ({"roster_locks_at": "0001-01-01T00:00:00+14:00"}, "roster_locks_at"),
        ({"closed": ""}, "closed"),
    ],
)
def test_rules_that_cannot_be(cast: Cast, body: dict[str, Any], named: str) -> None:
    answer = api_of(cast.director).patch(api(cast, "entry-rules/"), body, format="json")
    assert (answer.status_code, fields(answer)) == (400, {named})


def test_the_form_takes_anything_that_is_typed_into_it(opened: Cast) -> None:
    client, url = client_of(opened.outsider), at(opened, "enter")
    for value in ("", "\x00", "x" * 5000, "\u202e", "<script>"):
        status = client.post(url, {"name": value, "players": value, "email": value, "division": value}).status_code
        assert status == 422
        assert client.get(url, {"name": value}).status_code == 200
    assert client.put(url).status_code == 405


def test_an_e_mail_is_the_directors_alone(cast: Cast) -> None:
    teams.update(cast.home_team, email="p@example.org")
    for role in ROLES:
        user = cast.user(role)
        for url in (at(cast, "team", cast.home_team.pk), at(cast, "tournament")):
            assert "p@example.org" not in text(client_of(user).get(url))
        assert "p@example.org" not in api_of(user).get(api(cast, f"teams/{cast.home_team.pk}/")).content.decode()
        entries = api_of(user).get(api(cast, "entries/")).content.decode()
        assert ("p@example.org" in entries) is (role == "director")


def test_looking_for_players_keeps_what_was_typed_and_a_refusal_is_read_by_its_sender(opened: Cast) -> None:
    cast = opened
    rosters.add_lines(teams.add(TournamentFactory.create(), name="Ibises"), "Rupert")
    sender, director = client_of(cast.outsider), client_of(cast.director)
    typed = {"name": "Ibises", "email": "ibis@example.org", "players": "7 Rosalind (C)"}
    looked = sender.post(at(cast, "enter"), {**typed, "act": "look"})
    assert (looked.status_code, Team.objects.filter(state=EntryState.PENDING).exists()) == (200, False)
    for said in ("Rupert", "ibis@example.org", "7 Rosalind (C)"):
        assert said in text(looked)
    sender.post(at(cast, "enter"), typed)
    team = Team.objects.get(state=EntryState.PENDING)
    assert "Your entry" in text(sender.get(at(cast, "tournament")))
    director.post(at(cast, "setup-entries"), {"act": "refuse", "id": team.pk, "reason": "Twelve are enough"})
    entering.set_rules(cast.tournament, entries_open=False)
    assert "Your entry" in text(sender.get(at(cast, "tournament")))
    read = text(sender.get(at(cast, "enter")))
    assert "Twelve are enough" in read
    assert at(cast, "own-roster", team.pk) not in read  # it leads nowhere any more
    for role in ("viewer", "visitor"):
        client = client_of(cast.user(role))
        assert "Your entry" not in text(client.get(at(cast, "tournament")))
        assert "Twelve are enough" not in text(client.get(at(cast, "enter")))
