"""The pages of a change: proposed after it was seen, decided by a second person; flags settled. And their API."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Flag, LedgerEvent, Result, ResultChange
from scoring.services import changes, results
from tests.cast import ROLES, Cast, client_of
from tests.factories import RoleFactory, UserFactory
from tests.scoring.ledgers import game, open_it, record, record_all, seven, table_of, tally
from tests.scoring.test_changes import tallied
from tests.scoring.views.pages import match_url
from tournaments.models import RoleName, User

DECIDERS = {"director", "official"}
SWAP = [tallied(1, 3, 7), tallied(2, 4, 4)]


@pytest.fixture
def confirmed(cast: Cast) -> Cast:
    """11–7 from paper, 6–4 and 5–3, confirmed by the home team's captain."""
    record(table_of(cast, 1), tally(6, 4, (2, 1)), 0, cast.scorer)
    record(table_of(cast, 2), tally(5, 3), 0, cast.scorer)
    results.confirm(cast.match, by=cast.captain_home)
    return cast


@pytest.fixture
def proposed(confirmed: Cast) -> ResultChange:
    """By the official: 7–11."""
    return changes.propose(confirmed.match, SWAP, reason="misread", by=confirmed.official)


def typed(**more: Any) -> dict[str, Any]:
    """The form as it stands, with ``more``."""
    stands = {
        "t1_home": 6, "t1_away": 4, "t1_home_hung": 2, "t1_away_hung": 1,
        "t2_home": 5, "t2_away": 3, "t2_home_hung": 0, "t2_away_hung": 0,
        "reason": "the sheet says otherwise", "act": "preview",
    }  # fmt: skip
    return stands | more


SWAPPED = {"t1_home": 3, "t1_away": 7, "t2_home": 4, "t2_away": 4}


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_the_match_page_leads_to_the_change_and_to_what_waits(confirmed: Cast) -> None:
    official = client_of(confirmed.official)
    assert match_url(confirmed, "match-change") in official.get(match_url(confirmed)).content.decode()
    for role in ("scorer", "captain_home", "viewer", "visitor"):
        page = client_of(confirmed.user(role)).get(match_url(confirmed)).content.decode()
        assert match_url(confirmed, "match-change") not in page
    change = changes.propose(confirmed.match, SWAP, reason="misread", by=confirmed.official)
    where = reverse("match-change-decide", args=[confirmed.tournament.slug, confirmed.match.pk, change.pk])
    assert where in official.get(match_url(confirmed)).content.decode()
    assert where in official.get(reverse("tournament", args=[confirmed.tournament.slug])).content.decode()
    assert official.get(match_url(confirmed, "match-change")).headers["Location"] == where


def test_seen_then_proposed_then_made_by_another(confirmed: Cast) -> None:
    official, url = client_of(confirmed.official), match_url(confirmed, "match-change")
    seen = official.post(url, typed(**SWAPPED))
    assert seen.status_code == 200
    text = words(seen)
    assert "Moves Scarlets from 2nd to 1st." in text
    assert '<th scope="row">Match</th><td class="n">11–7</td><td class="n lead">7–11</td>' in text
    assert not ResultChange.objects.exists()

    done = official.post(url, typed(**SWAPPED, act="propose"))
    change = ResultChange.objects.get()
    where = reverse("match-change-decide", args=[confirmed.tournament.slug, confirmed.match.pk, change.pk])
    assert (done.status_code, done.headers["Location"]) == (302, where)
    assert "You proposed this, so somebody else has to make it" in words(official.get(where))
    refused = official.post(where, {"act": "make"})
    assert (refused.status_code, Result.objects.count()) == (409, 1)

    director = client_of(confirmed.director)
    assert "Make this change" in words(director.get(where))
    assert director.post(where, {"act": "make"}).status_code == 302
    assert Result.objects.get(state="confirmed").winner == "away"
    made = words(director.get(where))
    assert "Made by Director" in made
    assert '<th class="n" scope="col">Before</th><th class="n" scope="col">Changed</th>' in made
    assert director.post(where, {"act": "make"}).status_code == 409


def test_one_entry_is_chosen_and_replaced_or_struck(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS"), *[game("NS") for _ in range(9)]], cast.scorer)
    record(table_of(cast, 2), tally(1, 9), 0, cast.scorer)
    results.confirm(cast.match, by=cast.captain_home)
    official, url = client_of(cast.official), match_url(cast, "match-change")
    assert "?table=1&amp;entry=4" in official.get(url).content.decode()
    form = {
        "what": "replace", "new-winner": "home", "new-home_score": 14, "new-away_score": 9,
        "new-home_hang_jacks": 1, "new-away_hang_jacks": 0, "reason": "the jack was hung", "act": "preview",
    }  # fmt: skip
    seen = official.post(f"{url}?table=1&entry=4", form)
    assert (seen.status_code, "2–0 → <b>3–0</b>" in words(seen)) == (200, True)
    assert official.post(f"{url}?table=1&entry=4", form | {"act": "propose"}).status_code == 302
    change = ResultChange.objects.get()
    assert change.corrections[0]["of"] == 4
    assert change.corrections[0]["replace"]["hang_jacks"] == {"NS": 1, "EW": 0}
    changes.turn_down(change, by=cast.director, reason="no")
    # A hand has the pad, filled with what stands.
    hand = official.get(f"{url}?table=1&entry=2")
    assert hand.context["replacement"]["jack"].value() == "hung-NS"
    # Struck, the match is no longer decided: said at once.
    struck = official.post(f"{url}?table=1&entry=4", {"what": "strike", "reason": "x", "act": "preview"})
    assert (struck.status_code, "With this the match stands at 10–9 and is not decided" in words(struck)) == (409, True)
    # What is no entry of the table is no choice.
    for wrong in ("?table=1&entry=1", "?table=1&entry=99", "?table=x&entry=2", "?table=1&entry=%C2%B2"):
        assert official.get(url + wrong).context["entry"] is None
    assert official.get(f"{url}?table=9&entry=2").status_code == 404


@pytest.mark.parametrize(
    ("sent", "status", "fields", "said"),
    [
        ({"reason": ""}, 400, ["reason"], "Say why"),
        ({"t1_home": ""}, 400, ["t1_home"], "marked below"),
        ({"t1_home": "many"}, 400, ["t1_home"], "marked below"),
        ({"t1_home": "-1"}, 400, ["t1_home"], "marked below"),
        ({"t2_away_hung": "9" * 30}, 400, ["t2_away_hung"], "marked below"),
        ({"reason": "x" * 301}, 400, ["reason"], "marked below"),
        ({"reason": "a\x00b"}, 400, ["reason"], "marked below"),
        ({}, 400, [], "Nothing is changed"),
        ({"t1_home": 7}, 422, [], "this table plays 10 games"),
        ({"t1_home": 4}, 409, [], "is not decided"),
    ],
)
def test_bad_input_is_told_and_nothing_saved(
    confirmed: Cast, sent: dict[str, Any], status: int, fields: list[str], said: str
) -> None:
    answer = client_of(confirmed.official).post(match_url(confirmed, "match-change"), typed(**sent, act="propose"))
    assert (answer.status_code, list(answer.context["form"].errors)) == (status, fields)
    assert said in words(answer)
    assert not ResultChange.objects.exists()


def test_turned_down_with_a_reason(confirmed: Cast, proposed: ResultChange) -> None:
    where = reverse("match-change-decide", args=[confirmed.tournament.slug, confirmed.match.pk, proposed.pk])
    director = client_of(confirmed.director)
    assert director.post(where, {"act": "turn-down", "reason": ""}).status_code == 400
    assert director.post(where, {"act": "turn-down", "reason": "the sheet is right"}).status_code == 302
    assert "Turned down by Director" in words(director.get(where))


def test_a_proposal_left_behind_says_so(confirmed: Cast, proposed: ResultChange) -> None:
    results.withdraw(confirmed.match, by=confirmed.director, reason="checked")
    results.confirm(confirmed.match, by=confirmed.captain_away)
    where = reverse("match-change-decide", args=[confirmed.tournament.slug, confirmed.match.pk, proposed.pk])
    director = client_of(confirmed.director)
    page = words(director.get(where))
    assert "The match has changed since this was proposed." in page
    assert "Make this change" not in page
    assert director.post(where, {"act": "make"}).status_code == 409


@pytest.mark.parametrize("role", ROLES)
def test_who_may(confirmed: Cast, proposed: ResultChange, role: str) -> None:
    client = client_of(confirmed.user(role))
    slug, match = confirmed.tournament.slug, confirmed.match.pk
    status = 200 if role in DECIDERS else 302 if role == "visitor" else 403
    where = reverse("match-change-decide", args=[slug, match, proposed.pk])
    assert client.get(where).status_code == status
    assert client.get(reverse("flags", args=[slug])).status_code == status
    assert client.post(match_url(confirmed, "match-change"), {}).status_code == (400 if role in DECIDERS else status)
    made = client.post(where, {"act": "make"})
    assert made.status_code == {"director": 302, "official": 409, "visitor": 302}.get(role, 403)
    assert Result.objects.filter(version=2).exists() is (role == "director")
    api = f"/api/v1/tournaments/{slug}/"
    denied = 401 if role == "visitor" else 403
    assert client.get(f"{api}matches/{match}/changes/").status_code == (200 if role in DECIDERS else denied)
    assert client.get(f"{api}flags/").status_code == (200 if role in DECIDERS else denied)
    for path in ("changes/", "changes/preview/", f"changes/{proposed.pk}/make/", f"changes/{proposed.pk}/turn-down/"):
        answer = client.post(f"{api}matches/{match}/{path}", {"bad": 1}, content_type="application/json")
        assert answer.status_code == (400 if role in DECIDERS else denied), path


def test_over_the_api(confirmed: Cast) -> None:
    api = f"/api/v1/tournaments/{confirmed.tournament.slug}/matches/{confirmed.match.pk}/changes/"
    official, director = client_of(confirmed.official), client_of(confirmed.director)

    def post(client: Any, path: str, body: Any) -> Any:
        return client.post(api + path, body, content_type="application/json")

    tried = post(official, "preview/", {"corrections": SWAP}).json()
    assert (tried["after"]["home"], tried["after"]["away"]) == (7, 11)
    assert [effect["kind"] for effect in tried["effects"]] == ["standings", "standings"]
    assert LedgerEvent.objects.count() == 4
    bad = post(official, "preview/", {"corrections": [{"table": 1, "of": 2, "replace": {"event": "tea"}}]})
    assert (bad.status_code, bad.json()["errors"][0]["field"]) == (400, "corrections.0.replace.event")
    assert post(official, "", {"corrections": SWAP}).json()["errors"][0]["field"] == "reason"
    assert post(official, "", {"corrections": 7, "reason": "x"}).json()["errors"][0]["field"] == "corrections"
    past = post(official, "", {"corrections": [tallied(1, 10, 0)], "reason": "x"})
    assert (past.status_code, past.json()["code"]) == (422, "past-target")
    made = post(official, "", {"corrections": SWAP, "reason": "misread"})
    assert (made.status_code, made.json()["state"]) == (201, "proposed")
    path = f"{made.json()['id']}/"
    again = post(official, "", {"corrections": SWAP, "reason": "misread"})
    assert (again.status_code, again.json()["code"]) == (409, "change-open")
    assert post(official, path + "make/", {}).json()["code"] == "second-person"
    done = post(director, path + "make/", {})
    assert (done.status_code, done.json()["state"], done.json()["decided_by"]) == (200, "made", "Director")
    assert [change["state"] for change in official.get(api).json()] == ["made"]


def test_another_tournaments_change_is_not_found(confirmed: Cast, proposed: ResultChange, other_cast: Cast) -> None:
    client, slug = client_of(other_cast.director), other_cast.tournament.slug
    assert client.get(reverse("match-change", args=[slug, confirmed.match.pk])).status_code == 404
    assert client.get(reverse("match-change-decide", args=[slug, other_cast.match.pk, proposed.pk])).status_code == 404
    api = f"/api/v1/tournaments/{slug}/matches/{other_cast.match.pk}/changes/{proposed.pk}/make/"
    assert client.post(api, {}, content_type="application/json").status_code == 404


# --- Flags -----------------------------------------------------------------------


@pytest.fixture
def flag(confirmed: Cast) -> Flag:
    made: Flag = Flag.objects.create(
        tournament=confirmed.tournament,
        match=confirmed.match,
        text="Pelicans v Scarlets (Cup, Final) stands on the old result and is not begun.",
        raised_at=Result.objects.get().confirmed_at,
    )
    return made


def second_official(cast: Cast) -> User:
    user: User = UserFactory.create(username="second")
    RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.OFFICIAL)
    return user


def test_a_flag_is_listed_and_settled_with_a_reason(confirmed: Cast, flag: Flag) -> None:
    official, url = client_of(confirmed.official), reverse("flags", args=[confirmed.tournament.slug])
    assert "To settle (1)" in words(official.get(reverse("tournament", args=[confirmed.tournament.slug])))
    assert "This match stands on a changed result: settle it" in words(official.get(match_url(confirmed)))
    assert "To settle" not in words(client_of(confirmed.viewer).get(match_url(confirmed)))
    assert flag.text in words(official.get(url))
    empty = official.post(url, {"flag": flag.pk, "reason": " "})
    assert (empty.status_code, "Say what became of it." in words(empty)) == (400, True)
    assert official.post(url, {"flag": flag.pk, "reason": "the final is played as it is"}).status_code == 302
    assert "the final is played as it is" in words(official.get(url))
    late = client_of(second_official(confirmed)).post(url, {"flag": flag.pk, "reason": "again"})
    assert (late.status_code, "This was settled by Official" in words(late)) == (409, True)
    for wrong in ("", "x", "²", "9" * 40, flag.pk + 1):
        assert official.post(url, {"flag": wrong, "reason": "x"}).status_code == 404


def test_flags_over_the_api(confirmed: Cast, flag: Flag, other_cast: Cast) -> None:
    api = f"/api/v1/tournaments/{confirmed.tournament.slug}/flags/"
    official = client_of(confirmed.official)
    assert [one["text"] for one in official.get(api).json()] == [flag.text]
    bad = official.post(f"{api}{flag.pk}/settle/", {}, content_type="application/json")
    assert (bad.status_code, bad.json()["errors"][0]["field"]) == (400, "reason")
    done = official.post(f"{api}{flag.pk}/settle/", {"reason": "played as it is"}, content_type="application/json")
    assert (done.status_code, done.json()["settled_by"]) == (200, "Official")
    again = official.post(f"{api}{flag.pk}/settle/", {"reason": "again"}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "settled")
    elsewhere = f"/api/v1/tournaments/{other_cast.tournament.slug}/flags/{flag.pk}/settle/"
    other = client_of(other_cast.director).post(elsewhere, {"reason": "x"}, content_type="application/json")
    assert other.status_code == 404
