"""Every role at every endpoint of the penalties' API: one test a cell."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from penalties.services import calls
from tests.cast import ROLES, Cast, client_of
from tests.factories import RoleFactory, UserFactory
from tests.penalties.acts import PEEPED, claim, rule_now
from tests.penalties.api.helpers import incidents_url, reporting, url
from tests.scoring.api.test_flow import post, table_url
from tests.scoring.ledgers import open_it, table_of
from tournaments.models import RoleName, RosterEntry, User
from tournaments.services import bars

pytestmark = pytest.mark.django_db

COLUMNS = (*ROLES, "committee")
REPORTS = {"director": 201, "official": 201, "scorer": 201, "captain_home": 201, "captain_away": 201}
OFFICIATE = {"director": 201, "official": 201, "scorer": 403}
REFUSED = dict.fromkeys(COLUMNS, 403) | {"visitor": 401}
ANYBODY = dict.fromkeys(COLUMNS, 200)
UNSEEN = {"viewer": 404, "outsider": 404, "visitor": 404, "scorer": 404}
UNSEEN_TO_ACT = UNSEEN | {"visitor": 401}
SEES = dict.fromkeys(COLUMNS, 200) | UNSEEN


def ok(codes: dict[str, int]) -> dict[str, int]:
    return {role: 200 if code == 201 else code for role, code in codes.items()}


def _act(**more: Any) -> dict[str, Any]:
    return {"expected": 1, "client_id": str(uuid4()), **more}


def _report(cast: Cast, client: Client) -> Any:
    return post(client, incidents_url(cast), reporting())


def _report_and_rule(cast: Cast, client: Client) -> Any:
    return post(client, incidents_url(cast), reporting(rule=True, expected=1))


def _preview(cast: Cast, client: Client) -> Any:
    return post(client, incidents_url(cast, "preview/"), {"incident": PEEPED})


def _see_claim(cast: Cast, client: Client) -> Any:
    return client.get(url(cast, f"incidents/{claim(cast).pk}/"))


def _see_ruled(cast: Cast, client: Client) -> Any:
    return client.get(url(cast, f"incidents/{rule_now(cast).ruling.incident_id}/"))


def _list(cast: Cast, client: Client) -> Any:
    return client.get(url(cast, "incidents/"))


def _rule(cast: Cast, client: Client) -> Any:
    return post(client, url(cast, f"incidents/{claim(cast).pk}/rule/"), _act())


def _dismiss(cast: Cast, client: Client) -> Any:
    return post(client, url(cast, f"incidents/{claim(cast).pk}/dismiss/"), {"reason": "Nobody saw it."})


def _withdraw(cast: Cast, client: Client) -> Any:
    return post(client, url(cast, f"incidents/{claim(cast).pk}/withdraw/"), {})


def _cancel(cast: Cast, client: Client) -> Any:
    ruling = rule_now(cast).ruling
    return post(client, url(cast, f"rulings/{ruling.pk}/cancel/"), _act(expected=2, reason="Wrong pair."))


def _change(cast: Cast, client: Client) -> Any:
    ruling = rule_now(cast).ruling
    body = _act(expected=2, reason="Wrong clause.", incident={"clause": "10.a", "offender": "N", "phase": "playing"})
    return post(client, url(cast, f"rulings/{ruling.pk}/change/"), body)


def _change_preview(cast: Cast, client: Client) -> Any:
    ruling = rule_now(cast).ruling
    return post(client, url(cast, f"rulings/{ruling.pk}/preview/"), {"incident": PEEPED})


def _queue(cast: Cast, client: Client) -> Any:
    return client.get(url(cast, "queue/"))


def _calls(cast: Cast, client: Client) -> Any:
    return client.get(url(cast, "calls/"))


def _call(cast: Cast, client: Client) -> Any:
    return post(client, table_url(cast, 1, "call/"), {"note": "A renege."})


def _answer(cast: Cast, client: Client) -> Any:
    call = calls.call_official(table_of(cast), by=cast.captain_home).call
    return post(client, url(cast, f"calls/{call.pk}/answer/"), {})


def _close(cast: Cast, client: Client) -> Any:
    call = calls.call_official(table_of(cast), by=cast.captain_home).call
    return post(client, url(cast, f"calls/{call.pk}/close/"), {})


def _player(cast: Cast) -> Any:
    return RosterEntry.objects.filter(team=cast.home_team, number=5).select_related("player").get().player


def _bars(cast: Cast, client: Client) -> Any:
    return client.get(url(cast, "bars/"))


def _impose(cast: Cast, client: Client) -> Any:
    body = {"player": _player(cast).pk, "kind": "suspended", "reason": "Struck a player."}
    return post(client, url(cast, "bars/"), body)


def _lift(cast: Cast, client: Client) -> Any:
    bar = bars.impose(cast.tournament, player=_player(cast), kind="suspended", reason="Struck.", by=cast.director)
    return post(client, url(cast, f"bars/{bar.pk}/lift/"), {"reason": "It was somebody else."})


def _code(cast: Cast, client: Client) -> Any:
    return client.get("/api/v1/code/")


def _search(cast: Cast, client: Client) -> Any:
    return client.get("/api/v1/code/search/?q=peeping")


def _clause(cast: Cast, client: Client) -> Any:
    return client.get("/api/v1/code/10.a/")


ACTS: dict[str, tuple[Any, dict[str, int]]] = {
    "report": (_report, REFUSED | REPORTS),
    "report and rule": (_report_and_rule, REFUSED | {"director": 201, "official": 201}),
    "preview": (_preview, REFUSED | ok(REPORTS)),
    "see a claim": (_see_claim, SEES),
    "see what was ruled": (_see_ruled, ANYBODY),
    "list": (_list, ANYBODY),
    "rule": (_rule, REFUSED | UNSEEN_TO_ACT | {"director": 201, "official": 201}),
    "dismiss": (_dismiss, REFUSED | UNSEEN_TO_ACT | {"director": 200, "official": 200}),
    # The captain of the away team reported it.
    "withdraw": (
        _withdraw,
        REFUSED | UNSEEN_TO_ACT | dict.fromkeys(("director", "official", "captain_home"), 422) | {"captain_away": 200},
    ),
    "cancel": (_cancel, REFUSED | {"director": 201, "official": 201}),
    "change": (_change, REFUSED | {"director": 201, "official": 201}),
    "preview a change": (_change_preview, REFUSED | {"director": 200, "official": 200}),
    "see the queue": (_queue, REFUSED | {"director": 200, "official": 200}),
    "see the calls": (_calls, REFUSED | {"director": 200, "official": 200}),
    "call an official": (_call, REFUSED | REPORTS),
    "answer a call": (_answer, REFUSED | {"director": 200, "official": 200}),
    "close a call": (_close, REFUSED | {"director": 200, "official": 200}),
    "see who is barred": (_bars, ANYBODY | {"outsider": 403, "visitor": 401}),
    "bar a player": (_impose, REFUSED | {"director": 201}),
    "let a player back": (_lift, REFUSED | {"director": 200}),
    "read the code": (_code, ANYBODY),
    "search the code": (_search, ANYBODY),
    "read a clause": (_clause, ANYBODY),
}


def member(cast: Cast, role: str) -> User | None:
    if role != "committee":
        return cast.user(role)
    user: User = UserFactory.create(username="committee")
    RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.COMMITTEE)
    return user


@pytest.mark.parametrize("role", COLUMNS)
@pytest.mark.parametrize("act", ACTS)
def test_role(cast: Cast, role: str, act: str) -> None:
    open_it(cast)
    ask, expected = ACTS[act]
    response = ask(cast, client_of(member(cast, role)))
    assert response.status_code == expected[role], response.content


@pytest.mark.parametrize("act", ["report", "preview", "rule", "cancel", "call an official"])
@pytest.mark.parametrize("role", ["director", "official", "scorer", "captain_home"])
def test_a_role_in_another_tournament_counts_for_nothing_here(
    cast: Cast, other_cast: Cast, act: str, role: str
) -> None:
    open_it(cast)
    response = ACTS[act][0](cast, client_of(other_cast.user(role)))
    assert response.status_code in (403, 404), response.content


def test_a_captain_acts_for_an_own_match_only(cast: Cast) -> None:
    from tests.factories import MatchFactory, make_team

    third = make_team(cast.tournament, "Herons", ["Mavis Ali", "Nigel Roy"])
    captain = UserFactory.create(username="third")
    RoleFactory.create(tournament=cast.tournament, user=captain, name=RoleName.CAPTAIN, team=third)
    MatchFactory.create(tournament=cast.tournament, round=cast.round_one, home=third, away=cast.home_team)
    open_it(cast)
    client = client_of(captain)
    assert _report(cast, client).status_code == 403
    assert _call(cast, client).status_code == 403
    assert _see_claim(cast, client).status_code == 404
    assert _list(cast, client).json()["count"] == 0


def test_the_official_who_did_not_rule_does_not_cancel(cast: Cast) -> None:
    second = UserFactory.create(username="second")
    RoleFactory.create(tournament=cast.tournament, user=second, name=RoleName.OFFICIAL)
    open_it(cast)
    assert _cancel(cast, client_of(second)).status_code == 403


@pytest.mark.parametrize("end", ["incidents/{incident}/", "incidents/{incident}/rule/", "rulings/{ruling}/cancel/"])
def test_ids_of_another_tournament_are_not_found(cast: Cast, other_cast: Cast, end: str) -> None:
    open_it(other_cast)
    ruling = rule_now(other_cast).ruling
    path = url(cast, end.format(incident=ruling.incident_id, ruling=ruling.pk))
    client = client_of(cast.director)
    response = client.get(path) if end.endswith("}/") else post(client, path, _act(expected=2, reason="No."))
    assert response.status_code == 404
