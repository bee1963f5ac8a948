"""The page of names and its endpoints: finding, merging, undoing, other names; who may, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import ROLES, Cast, client_of
from tests.factories import PlayerFactory, TournamentFactory
from tests.tournaments.api.client import ROOT, api_of, fields
from tournaments.models import Alias, Club, Merge, Player
from tournaments.selectors import doubles
from tournaments.services import identity, rosters, teams


def page(cast: Cast) -> str:
    return reverse("setup-names", args=[cast.tournament.slug])


def api(cast: Cast, path: str) -> str:
    return f"{ROOT}tournaments/{cast.tournament.slug}/{path}"


@pytest.fixture
def twins(cast: Cast) -> tuple[Player, Player]:
    """Anil Joseph of this year's Pelicans and A. Joseph of last year's."""
    club = Club.objects.create(name="Pelicans")
    cast.home_team.club = club
    cast.home_team.save()
    last = teams.add(TournamentFactory.create(name="Last year"), name="Pelicans")
    assert last.club == club
    rosters.add_lines(last, "Anil Josef\nSomebody Else")
    return Player.objects.get(name="Anil Joseph"), Player.objects.get(name="Anil Josef")


def test_two_who_may_be_one_are_found_merged_and_parted(cast: Cast, twins: tuple[Player, Player]) -> None:
    director = client_of(cast.director)
    shown = director.get(page(cast), {"alike": "1"})
    pairs = shown.context["players_alike"]
    assert [(p.kept, p.gone, p.kept_where, p.gone_where) for p in pairs] == [
        (*twins, ("Pelicans, Harbour Cup",), ("Pelicans, Last year",))
    ]
    merge = {"act": "merge", "kind": "player", "kept": twins[0].pk, "gone": twins[1].pk}
    for wrong, words in (
        ({}, "Say how you know that the two are one."),
        ({"reason": "x" * 400}, "Ensure this value has at most 300"),
        ({"reason": "same", "gone": twins[0].pk}, "are one already"),
        ({"reason": "same", "gone": 10**30}, "nobody of this number"),
        ({"reason": "same", "kind": "club"}, "nobody of this number"),
        ({"reason": "same", "kind": "horse"}, "Select a valid choice"),
    ):
        refused = director.post(page(cast), {**merge, **wrong})
        assert (refused.status_code, words in refused.content.decode()) == (422, True), wrong
    assert not Merge.objects.exists()
    assert director.post(page(cast), {**merge, "reason": "his own word"}, follow=True).status_code == 200
    made = Merge.objects.get()
    assert (made.kept_player, made.gone_player, made.reason, made.made_by) == (*twins, "his own word", cast.director)
    assert doubles.players_alike(cast.tournament) == []
    found = director.get(page(cast), {"q": "josef", "kind": "player"})
    assert [(one.thing.name, one.where) for one in found.context["found"]] == [
        ("Anil Joseph", ("Pelicans, Last year", "Pelicans, Harbour Cup"))
    ]
    assert director.post(page(cast), {"act": "undo", "id": made.pk}).status_code == 302
    assert director.post(page(cast), {"act": "undo", "id": made.pk}).status_code == 422
    assert "<s>Anil Josef is Anil Joseph</s>" in director.get(page(cast)).content.decode()


def test_neither_is_of_this_tournament(cast: Cast) -> None:
    one, other = PlayerFactory.create(), PlayerFactory.create()
    asked = {"act": "merge", "kind": "player", "kept": one.pk, "gone": other.pk, "reason": "x"}
    answer = client_of(cast.director).post(page(cast), asked)
    assert answer.status_code == 422
    assert "Neither of the two takes part" in answer.content.decode()


def test_other_names_on_the_page(cast: Cast, twins: tuple[Player, Player]) -> None:
    director = client_of(cast.director)
    alias = {"act": "alias", "kind": "club", "id": Club.objects.get().pk, "name": "The Birds"}
    assert director.post(page(cast), alias).status_code == 302
    assert director.post(page(cast), alias).status_code == 422
    assert director.post(page(cast), {**alias, "name": ""}).status_code == 422
    assert director.post(page(cast), {**alias, "id": 10**30}).status_code == 404
    assert [one.how for one in director.get(page(cast), {"q": "the birds", "kind": "club"}).context["found"]] == [
        "alias"
    ]
    assert director.post(page(cast), {"act": "forget", "id": Alias.objects.get().pk}).status_code == 302
    assert not Alias.objects.exists()
    for query in ({"q": "\x00"}, {"q": "x" * 900}, {"q": "a", "kind": "horse"}, {"q": " "}, {"q": "***"}):
        assert director.get(page(cast), query).status_code == 200


def test_the_endpoints(cast: Cast, twins: tuple[Player, Player]) -> None:
    director = api_of(cast.director)
    kept, gone = twins
    made = director.post(api(cast, "merges/"), {"kind": "player", "kept": kept.pk, "gone": gone.pk, "reason": "same"})
    assert made.status_code == 201
    body = made.json()
    assert {key: body[key] for key in ("kind", "kept", "gone", "reason", "undone_at")} == {
        "kind": "player", "kept": kept.pk, "gone": gone.pk, "reason": "same", "undone_at": None,
    }  # fmt: skip
    again = director.post(api(cast, "merges/"), {"kind": "player", "kept": kept.pk, "gone": gone.pk, "reason": "same"})
    assert (again.status_code, fields(again)) == (400, {"gone"})
    alias = director.post(api(cast, "aliases/"), {"player": kept.pk, "name": "Bumpy"})
    assert (alias.status_code, alias.json()["club"], alias.json()["player"]) == (201, None, kept.pk)
    called = director.get(api(cast, "names/"), {"name": "bumpy", "kind": "player"}).json()
    assert called == [{"id": kept.pk, "name": "Anil Joseph", "how": "alias", "likeness": 1.0}]
    assert director.get(api(cast, "names/"), {"name": "Pelican"}).json()[0]["how"] == "near"
    undone = director.post(api(cast, f"merges/{body['id']}/undo/"))
    assert (undone.status_code, undone.json()["undone_by"]) == (200, str(cast.director))
    assert fields(director.post(api(cast, f"merges/{body['id']}/undo/"))) == {"merge"}
    assert director.delete(api(cast, f"aliases/{alias.json()['id']}/")).status_code == 204
    assert len(director.get(api(cast, "merges/")).json()["results"]) == 1


@pytest.mark.parametrize(
    ("path", "body", "wrong"),
    [
        ("merges/", {}, {"kind", "kept", "gone", "reason"}),
        ("merges/", {"kind": "team", "kept": 1, "gone": 2, "reason": "x"}, {"kind"}),
        ("merges/", {"kind": "club", "kept": 10**18, "gone": 2, "reason": "x"}, {"kept"}),
        ("merges/", {"kind": "club", "kept": "1", "gone": 10**30, "reason": 5}, {"kept", "gone", "reason"}),
        ("aliases/", {"name": "x"}, {"club"}),
        ("aliases/", {"name": "x", "club": 1, "player": 1}, {"club"}),
        ("aliases/", {"name": "x", "player": 10**18}, {"player"}),
        ("aliases/", {"name": ["x"], "player": True}, {"name", "player"}),
    ],
)
def test_bad_input(cast: Cast, path: str, body: dict[str, Any], wrong: set[str]) -> None:
    answer = api_of(cast.director).post(api(cast, path), body, format="json")
    assert (answer.status_code, fields(answer)) == (400, wrong)


@pytest.mark.parametrize("query", [{}, {"name": " "}, {"name": "x" * 201}, {"name": "x", "kind": "horse"}])
def test_bad_queries(cast: Cast, query: dict[str, str]) -> None:
    assert api_of(cast.director).get(api(cast, "names/"), query).status_code == 400


@pytest.mark.parametrize("role", ROLES)
def test_names_are_for_directors(cast: Cast, role: str) -> None:
    client, program = client_of(cast.user(role)), api_of(cast.user(role))
    mine = {"director": (200, 422, 200, 400), "visitor": (302, 302, 401, 401)}.get(role, (403, 403, 403, 403))
    got = [client.get(page(cast)).status_code, client.post(page(cast), {"act": "merge"}).status_code]
    for path in ("aliases/", "merges/"):
        got_api = [program.get(api(cast, path)).status_code, program.post(api(cast, path), {}).status_code]
        assert (*got, *got_api) == mine
    wanted = {"director": 200, "visitor": 401}.get(role, 403)
    assert program.get(api(cast, "names/"), {"name": "x"}).status_code == wanted


def test_another_tournament_s_director_reaches_none_of_it(cast: Cast, other_cast: Cast) -> None:
    alias = identity.add_alias(Player.objects.filter(teams=cast.home_team)[0], name="X", by=cast.director)
    director = api_of(other_cast.director)
    assert director.delete(api(other_cast, f"aliases/{alias.pk}/")).status_code == 404
    assert director.get(api(cast, "aliases/")).status_code == 403
    merge = identity.merge(*Player.objects.filter(teams=cast.home_team)[:2], reason="x", by=cast.director)
    assert director.post(api(other_cast, f"merges/{merge.pk}/undo/")).status_code == 404
    gone = client_of(other_cast.director).post(page(other_cast), {"act": "undo", "id": merge.pk})
    assert gone.status_code == 404
