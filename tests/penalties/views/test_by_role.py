"""Every page of reports and rulings for every role, one test a cell; nothing is reached through another tournament."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from penalties.models import Call, Incident
from tests.cast import ROLES, Cast, client_of
from tests.penalties.views.desk import about, at_table, of_tournament, report
from tests.scoring.ledgers import open_it

CLAIM: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "playing"}
SIGN_IN = 302
REFUSED = 403
SEEN = 200

ALL = frozenset(ROLES)
JUDGES = frozenset({"director", "official"})
CAPTAINS = frozenset({"captain_home", "captain_away"})
REPORTERS = JUDGES | CAPTAINS | {"scorer"}

PAGES: dict[str, frozenset[str]] = {
    "incident-report": REPORTERS,
    "claim": JUDGES | CAPTAINS,
    "ruled": ALL,
    "incident-rule": JUDGES,
    "incident-change": JUDGES,
    "queue": JUDGES,
    "queue-live": JUDGES,
    "queue-badge": JUDGES,
    "rulings": ALL,
    "penalties": ALL,
}
ACTS: dict[str, frozenset[str]] = {
    "incident-preview": REPORTERS,
    "table-call": REPORTERS,
    "incident-dismiss": JUDGES,
    "incident-withdraw": frozenset({"captain_away"}),
    "incident-cancel": JUDGES,
    "call-answer": JUDGES,
    "call-close": JUDGES,
}
"""Who gets past the door of each act (what it then answers is tested elsewhere)."""


@pytest.fixture
def played(cast: Cast) -> dict[str, Any]:
    """A claim, a ruling and a call at table 1."""
    open_it(cast)
    claim = report(cast, cast.captain_away, CLAIM)
    ruled = report(cast, cast.official, {"clause": "2.a", "offender": "E", "phase": "playing"})
    client_of(cast.scorer).post(at_table(cast, "table-call"))
    return {"claim": claim, "ruled": ruled, "call": Call.objects.get()}


def address(cast: Cast, name: str, played: dict[str, Any]) -> str:
    if name in ("claim", "ruled"):
        return about(cast, played[name])
    if name in ("incident-change", "incident-cancel"):
        return about(cast, played["ruled"], name)
    if name in ("incident-rule", "incident-dismiss", "incident-withdraw"):
        return about(cast, played["claim"], name)
    if name.startswith("call-"):
        return reverse(name, args=[cast.tournament.slug, played["call"].pk])
    if name in ("incident-report", "incident-preview", "table-call"):
        return at_table(cast, name)
    return of_tournament(cast, name)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", PAGES)
def test_page(cast: Cast, played: dict[str, Any], name: str, role: str) -> None:
    answer: Any = client_of(cast.user(role)).get(address(cast, name, played))
    expected = SEEN if role in PAGES[name] else SIGN_IN if role == "visitor" else REFUSED
    assert answer.status_code == expected
    if expected == SIGN_IN:
        assert answer.url.startswith("/sign-in/")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ACTS)
def test_act(cast: Cast, played: dict[str, Any], name: str, role: str) -> None:
    answer: Any = client_of(cast.user(role)).post(
        address(cast, name, played), {**CLAIM, "expected": "2", "reason": "because"}
    )
    if role in ACTS[name]:
        assert answer.status_code not in (REFUSED, 404)
        assert not (answer.status_code == SIGN_IN and answer.url.startswith("/sign-in/"))
    elif role == "visitor":
        assert (answer.status_code, answer.url.startswith("/sign-in/")) == (SIGN_IN, True)
    else:
        # Whoever sees the claim is told whose it is; the others are turned away at the door.
        seeing = name == "incident-withdraw" and role in PAGES["claim"]
        assert answer.status_code == (422 if seeing else REFUSED)


@pytest.mark.parametrize("role", ["captain_home", "scorer"])
def test_what_this_role_sends_is_a_claim(cast: Cast, role: str) -> None:
    open_it(cast)
    who = cast.user(role)
    assert who is not None
    assert report(cast, who, CLAIM).state == "claimed"


def test_whoever_reported_sees_the_own_claim(cast: Cast) -> None:
    open_it(cast)
    claim = report(cast, cast.scorer, CLAIM)
    assert client_of(cast.scorer).get(about(cast, claim)).status_code == 200


def test_what_was_said_in_the_claim_is_not_for_everybody(cast: Cast) -> None:
    open_it(cast)
    ruled = report(cast, cast.official, CLAIM, note="a word in private")
    assert "a word in private" not in client_of(None).get(about(cast, ruled)).content.decode()
    assert "a word in private" in client_of(cast.captain_home).get(about(cast, ruled)).content.decode()


@pytest.mark.parametrize("name", ["claim", "ruled", "incident-rule", "incident-change"])
def test_nothing_is_reached_through_another_tournament(
    cast: Cast, other_cast: Cast, played: dict[str, Any], name: str
) -> None:
    here = address(cast, name, played)
    there = here.replace(f"/t/{cast.tournament.slug}/", f"/t/{other_cast.tournament.slug}/")
    assert client_of(other_cast.director).get(there).status_code == 404
    assert client_of(other_cast.director).get(here).status_code in ((200,) if name == "ruled" else (403,))


@pytest.mark.parametrize("name", [name for name in ACTS if name not in ("incident-preview", "table-call")])
def test_no_act_through_another_tournament(cast: Cast, other_cast: Cast, played: dict[str, Any], name: str) -> None:
    there = address(cast, name, played).replace(f"/t/{cast.tournament.slug}/", f"/t/{other_cast.tournament.slug}/")
    assert client_of(other_cast.director).post(there, {"reason": "x"}).status_code == 404
    assert Incident.objects.get(pk=played["claim"].pk).state == "claimed"


def test_another_captain_neither_reports_nor_sees(cast: Cast, other_cast: Cast, played: dict[str, Any]) -> None:
    stranger = client_of(other_cast.captain_home)
    assert stranger.get(at_table(cast)).status_code == 403
    assert stranger.get(about(cast, played["claim"])).status_code == 403
    assert stranger.post(at_table(cast, "table-call")).status_code == 403


def test_a_sheet_is_no_table_to_report_at(cast: Cast) -> None:
    assert client_of(cast.official).get(at_table(cast, number=9)).status_code == 404


def test_a_visitors_tap_leads_htmx_to_sign_in(cast: Cast) -> None:
    answer = client_of(None).post(at_table(cast, "incident-preview"), CLAIM, HTTP_HX_REQUEST="true")
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"].startswith("/sign-in/")
