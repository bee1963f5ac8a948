"""Every role at every endpoint of the tables' API: one test a cell."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.cast import ROLES, Cast, client_of
from tests.scoring.api.test_flow import KICK_JACK, base, opening, post, table_url
from tests.scoring.ledgers import open_it, record, table_of, tally

pytestmark = pytest.mark.django_db

RECORDS = {"director": 201, "official": 201, "scorer": 201, "captain_home": 403, "captain_away": 403}
CONFIRMS = {"director": 201, "official": 201, "scorer": 403, "captain_home": 201, "captain_away": 201}
NOBODY_ELSE = {"viewer": 403, "outsider": 403, "visitor": 401}
ANYBODY = dict.fromkeys(ROLES, 200)


def _board(cast: Cast, client: Any) -> Any:
    return client.get(table_url(cast, 1))


def _events(cast: Cast, client: Any) -> Any:
    return client.get(table_url(cast, 1, "events/"))


def _match(cast: Cast, client: Any) -> Any:
    return client.get(f"{base(cast)}matches/{cast.match.pk}/board/")


def _results(cast: Cast, client: Any) -> Any:
    return client.get(f"{base(cast)}matches/{cast.match.pk}/result/")


def _standings(cast: Cast, client: Any) -> Any:
    return client.get(base(cast) + "standings/")


def _open(cast: Cast, client: Any) -> Any:
    return post(client, table_url(cast, 2, "open/"), opening(cast, first=2))


def _append(cast: Cast, client: Any) -> Any:
    return post(client, table_url(cast, 1, "events/"), {"expected": 1, "client_id": str(uuid4()), "event": KICK_JACK})


def _preview(cast: Cast, client: Any) -> Any:
    return post(client, table_url(cast, 1, "preview/"), {"event": KICK_JACK})


def _correct(cast: Cast, client: Any) -> Any:
    record(table_of(cast), KICK_JACK, 1, cast.scorer)
    asked = {"expected": 2, "client_id": str(uuid4()), "reason": "Miscounted."}
    return post(client, table_url(cast, 1, "corrections/"), asked)


def _decider(cast: Cast, client: Any) -> Any:
    record(table_of(cast, 1), tally(5, 5), 1, cast.scorer)
    record(table_of(cast, 2), tally(5, 5), 0, cast.scorer)
    return post(client, f"{base(cast)}matches/{cast.match.pk}/decider/", opening(cast))


def _confirm(cast: Cast, client: Any) -> Any:
    """The scorer opened the table and typed its tally: anybody else is a second person."""
    record(table_of(cast, 1), tally(7, 3), 1, cast.scorer)
    record(table_of(cast, 2), tally(4, 2), 0, cast.scorer)
    return post(client, f"{base(cast)}matches/{cast.match.pk}/result/", {})


def _withdraw(cast: Cast, client: Any) -> Any:
    assert _confirm(cast, client_of(cast.official)).status_code == 201
    return post(client, f"{base(cast)}matches/{cast.match.pk}/result/withdraw/", {"reason": "Wrong sheet."})


def _document(cast: Cast, client: Any) -> Any:
    return post(client, base(cast) + "documents/", {"kind": "standings"})


TABLE: dict[str, tuple[Any, dict[str, int]]] = {
    "see the board": (_board, ANYBODY),
    "see the ledger": (_events, ANYBODY),
    "see the match": (_match, ANYBODY),
    "see the results": (_results, ANYBODY),
    "see the standings": (_standings, ANYBODY),
    "open a table": (_open, RECORDS | NOBODY_ELSE),
    "chalk a hand": (_append, RECORDS | NOBODY_ELSE),
    "preview a hand": (
        _preview,
        {role: 200 if code == 201 else code for role, code in (RECORDS | NOBODY_ELSE).items()},
    ),
    "correct the last hand": (_correct, RECORDS | NOBODY_ELSE),
    "open the decider": (_decider, RECORDS | NOBODY_ELSE),
    "confirm the result": (_confirm, CONFIRMS | NOBODY_ELSE),
    "withdraw the result": (_withdraw, dict.fromkeys(ROLES, 403) | {"director": 200, "visitor": 401}),
    "print": (_document, dict.fromkeys(ROLES, 202) | {"outsider": 403, "visitor": 401}),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", TABLE)
def test_role(cast: Cast, role: str, act: str) -> None:
    open_it(cast, by=cast.scorer)
    ask, expected = TABLE[act]
    response = ask(cast, client_of(cast.user(role)))
    assert response.status_code == expected[role], response.content


def test_another_captain_may_not_confirm(cast: Cast, other_cast: Cast) -> None:
    open_it(cast, by=cast.scorer)
    assert _confirm(cast, client_of(other_cast.captain_home)).status_code == 403
