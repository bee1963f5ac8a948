"""Where the code is silent the official states what follows: any kind of effect, any number of them (14.g)."""

from __future__ import annotations

from typing import Any

import pytest

from penalties.models import Incident, Ruling
from penalties.selectors import stating
from rules_engine.reading import MOST_STATED
from rules_engine.verdicts import EffectName
from tests.cast import Cast, client_of
from tests.penalties.views.desk import at_table, hidden, report, send
from tests.scoring.ledgers import open_it

SILENT: dict[str, Any] = {"clause": "14.g", "offender": "N", "phase": "playing", "by": "official", "text": "as seen"}

# Kind by kind: what is typed beside it, and what the record then holds. North offended.
STATED: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "none": ({}, {}),
    "warn": ({}, {"seat": "N"}),
    "points": ({"to_1": "EW", "n_1": "2"}, {"pair": "EW", "n": 2}),
    "bullseye": ({"to_1": "EW", "n_1": "1"}, {"pair": "EW", "n": 1}),
    "deal-over": ({}, {}),
    "moves-on": ({}, {}),
    "void-kick": ({"to_1": "NS", "kicked": "3"}, {"pair": "NS"}),
    "void-hand": ({"to_1": "NS"}, {"pair": "NS"}),
    "void-game": ({"to_1": "NS"}, {"pair": "NS"}),
    "gamble": ({"to_1": "EW"}, {"pair": "EW"}),
    "bar-gamble": ({"to_1": "NS"}, {"pair": "NS"}),
    "hung": ({"to_1": "EW"}, {"pair": "EW"}),
    "other-points": ({"to_1": "EW", "n_1": "3"}, {"pair": "EW", "n": 3}),
    "game": ({"to_1": "EW"}, {"pair": "EW"}),
    "match": ({"to_1": "EW"}, {"pair": "EW"}),
    "close-table": ({"to_1": "EW", "n_1": "4"}, {"pair": "EW", "n": 4}),
    "substitute": ({"to_1": "S"}, {"seat": "S"}),
    "eject": ({}, {"seat": "N"}),
    "debar": ({"how_1": "may"}, {"seat": "N", "may": True}),
    "fine": ({"to_1": "W", "how_1": "is"}, {"seat": "W"}),
    "inform": ({"how_1": "captains+committee"}, {"who": ["captains", "committee"]}),
    "card": ({"how_1": "new-pack"}, {"remedy": "new-pack"}),
    "note-name": ({}, {"seat": "N"}),
}


def test_what_is_offered_is_every_kind_that_the_engine_has() -> None:
    assert {value for value, _ in stating.EFFECTS} == {effect.value for effect in EffectName} == set(STATED)
    assert len(stating.EFFECTS) == len(EffectName)


@pytest.mark.parametrize("effect", STATED)
def test_each_kind_is_stated_on_the_page(cast: Cast, effect: str) -> None:
    typed, said = STATED[effect]
    open_it(cast)
    report(cast, cast.official, {**SILENT, "effect_1": effect, **typed})
    assert Ruling.objects.get().record["choice"]["effects"] == [{"effect": effect, **said}]


def test_any_number_is_stated_row_by_row_without_script(cast: Cast) -> None:
    """A row that is filled brings the next; what a kind is stated with is asked once the kind is chosen."""
    open_it(cast)
    client = client_of(cast.official)
    typed: dict[str, Any] = {**hidden(client, at_table(cast), SILENT), **SILENT}

    def rows() -> list[list[str]]:
        page = client.post(at_table(cast), {**typed, "act": "preview"})
        assert page.status_code == 200
        assert b"and another row" in page.content
        return [[field.name for field in row] for row in page.context["form"].stated()]

    assert rows() == [["effect_1"]]
    steps: list[tuple[str, dict[str, str], list[str]]] = [
        ("warn", {}, ["to_1"]),
        ("points", {"to_2": "EW", "n_2": "1"}, ["to_2", "n_2"]),
        ("inform", {"how_3": "official"}, ["how_3"]),
        ("card", {"how_4": "dead"}, ["how_4"]),
        ("note-name", {}, ["to_5"]),
        ("fine", {"how_6": "may"}, ["to_6", "how_6"]),
    ]
    for number, (effect, details, asked) in enumerate(steps, 1):
        typed[f"effect_{number}"] = effect
        assert rows()[number - 1 :] == [[f"effect_{number}", *asked], [f"effect_{number + 1}"]]
        typed |= details
    assert client.post(at_table(cast), {**typed, "act": "send"}).status_code == 302
    assert [effect["effect"] for effect in Ruling.objects.get().result["effects"]] == [step[0] for step in steps]

    # Changing it starts with every row as it was.
    page = client.get(f"/t/{cast.tournament.slug}/incidents/{Incident.objects.get().pk}/change/")
    form = page.context["form"]
    assert [row[0].value() for row in form.stated()][:6] == [step[0] for step in steps]
    assert (form["n_2"].value(), form["how_3"].value(), form["how_6"].value()) == (1, "official", "may")


def test_a_row_left_out_in_between_loses_none_behind_it(cast: Cast) -> None:
    open_it(cast)
    typed = {**SILENT, "effect_1": "warn", "effect_2": "", "effect_3": "points", "to_3": "EW", "n_3": "1"}
    report(cast, cast.official, typed)
    assert [effect["effect"] for effect in Ruling.objects.get().record["choice"]["effects"]] == ["warn", "points"]


@pytest.mark.parametrize(
    ("typed", "row", "said"),
    [
        ({"effect_2": "points", "to_2": "EW"}, "effect_2", "Points needs a number, n"),
        ({"effect_2": "game"}, "effect_2", "Game needs the pair whom it concerns"),
        ({"effect_2": "inform"}, "effect_2", "Inform needs who is told"),
        ({"effect_2": "card"}, "effect_2", "Card needs a remedy"),
        ({"effect_2": "bullseye", "to_2": "EW", "n_2": "0"}, "effect_2", "Bullseye cannot be given 0"),
        ({"effect_2": "points", "to_2": "EW", "n_2": "41"}, "n_2", "less than or equal to 40"),
        ({"effect_2": "card", "how_2": "burn"}, "how_2", "“burn” is not one of the keys of this row."),
        ({"effect_2": "ruin"}, "", ""),
    ],
)
def test_what_cannot_be_stated_is_marked_at_its_row(cast: Cast, typed: dict[str, str], row: str, said: str) -> None:
    open_it(cast)
    page = send(client_of(cast.official), at_table(cast), {**SILENT, "effect_1": "warn", **typed})
    assert page.status_code == 400
    assert not Incident.objects.exists()
    if row:
        assert said in page.context["form"].errors[row][0]


def test_no_more_rows_than_the_engine_reads(cast: Cast) -> None:
    open_it(cast)
    typed = {f"effect_{number}": "warn" for number in range(1, MOST_STATED + 5)}
    client = client_of(cast.official)
    page = client.post(at_table(cast), {**hidden(client, at_table(cast), SILENT), **SILENT, **typed, "act": "preview"})
    assert len(page.context["form"].stated()) == MOST_STATED
