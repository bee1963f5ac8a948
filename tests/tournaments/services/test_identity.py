"""Other names and merges: who is found by a name, what a merge binds together, and that undoing loses nothing."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from rules_engine.verdicts import RecordError
from scoring.services.refusals import LedgerRefused
from tests.cast import Cast
from tests.factories import PlayerFactory, TournamentFactory, UserFactory, make_team
from tests.scoring.ledgers import open_it
from tournaments.models import Alias, BarKind, Club, Merge, Player, Seating, Team, User
from tournaments.selectors import bars as bars_read
from tournaments.selectors.identity import (
    canonical_club,
    canonical_player,
    clubs_called,
    identities,
    players_called,
    teams_called,
)
from tournaments.services import bars, identity, rosters, teams
from tournaments.words import folded


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("S.O.C.O.S.A.", "socosa", True),
        ("Café de l'Île", "CAFE DE L’ILE", True),
        ("Jack & Jill", "jack and  jill", True),
        ("STRASSE", "straße", True),
        ("All-Fours 1", "All Fours 2", False),
        ("SOCOSA", "SACOSAH", False),
        ("***", "***", True),
        ("***", "+++", False),
        ("ক্লাব", "কলা", False),
    ],
)
def test_folded(one: str, other: str, alike: bool) -> None:
    assert (folded(one) == folded(other)) is alike


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(name: str) -> None:
    once = folded(name)
    assert folded(once) == once
    assert len(once) <= 160


@pytest.fixture
def by(cast: Cast) -> User:
    return cast.director


def names(found: tuple[object, ...]) -> list[tuple[str, str]]:
    return [(called.thing.name, str(called.how)) for called in found]  # type: ignore[attr-defined]


def test_a_team_is_found_by_every_name_of_its_club(cast: Cast, by: User) -> None:
    t = cast.tournament
    socosa, other = teams.add(t, name="SOCOSA"), teams.add(t, name="UNTOUCHABLES")
    assert names(teams_called(t, "SOCOSA")) == [("SOCOSA", "exact")]
    assert names(teams_called(t, "s.o.c.o.s.a")) == [("SOCOSA", "folded")]
    assert names(teams_called(t, "SACOSAH")) == [("SOCOSA", "near")]
    assert names(teams_called(t, "UNTOUCHABELS")) == [("UNTOUCHABLES", "near")]
    assert names(teams_called(t, "Zebras")) == []
    assert socosa.club is not None
    identity.add_alias(socosa.club, name="SACOSAH", by=by)
    assert names(teams_called(t, "sacosah")) == [("SOCOSA", "alias")]
    last_year = TournamentFactory.create()
    again = teams.add(last_year, name="Sacosah")
    assert again.club == socosa.club
    assert teams.add_many(last_year, names=["untouchables", "Fresh"])[0].club == other.club
    assert names(clubs_called("fresh")) == [("Fresh", "folded")]


def test_a_player_is_found_once_as_whom_he_turned_out_to_be(cast: Cast, by: User) -> None:
    t = cast.tournament
    joseph = Player.objects.get(name="Anil Joseph")
    elsewhere = PlayerFactory.create(name="A. Joseph")
    assert names(players_called("anil joseph", t)) == [("Anil Joseph", "folded")]
    assert names(players_called("A Joseph")) == [("A. Joseph", "folded")]
    identity.merge(elsewhere, joseph, reason="same membership card", by=by)
    assert names(players_called("Anil Joseph")) == [("A. Joseph", "alias")]
    # On this tournament's rosters he stands under the name that he was entered by.
    assert names(players_called("A Joseph", t)) == [("Anil Joseph", "alias")]
    identity.add_alias(elsewhere, name="Bumpy", by=by)
    assert names(players_called("bumpy", t)) == [("Anil Joseph", "alias")]


def test_two_of_one_name_are_both_told(cast: Cast) -> None:
    PlayerFactory.create(name="Anil Joseph")
    assert names(players_called("Anil Joseph")) == [("Anil Joseph", "exact")] * 2


def test_a_merge_leads_to_the_one_in_one_step_and_undone_to_where_it_was(by: User, db: None) -> None:
    a, b, c, d = (Club.objects.create(name=name) for name in "ABCD")

    def canonical() -> str:
        return "".join(canonical_club(club).name for club in Club.objects.order_by("pk") if club.name in "ABCD")

    first = identity.merge(a, b, reason="b is a", by=by)
    second = identity.merge(c, d, reason="d is c", by=by)
    third = identity.merge(d, b, reason="and all are c", by=by)
    assert (third.kept_club, third.gone_club) == (c, a)
    assert canonical() == "CCCC"
    assert Club.objects.filter(same_as__same_as__isnull=False).count() == 0
    for one, other in ((a, b), (b, a), (a, a), (c, d)):
        with pytest.raises(ValidationError) as error:
            identity.merge(one, other, reason="again", by=by)
        assert error.value.message_dict["gone"][0].endswith("are one already.")
    identity.undo(first, by=by)
    assert canonical() == "CBCC"
    identity.undo(third, by=by)
    assert canonical() == "ABCC"
    identity.undo(second, by=by)
    assert canonical() == "ABCD"
    with pytest.raises(ValidationError) as error:
        identity.undo(second, by=by)
    assert list(error.value.message_dict) == ["merge"]
    assert Merge.objects.filter(undone_by=by).count() == 3


class MergesLaws(TestCase):
    """Whatever is merged and undone, in whatever order: who is one follows from the merges that stand."""

    @settings(max_examples=25)
    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), max_size=14))
    def test_the_groups_are_those_of_the_standing_merges(self, acts: list[tuple[bool, int, int]]) -> None:
        by = UserFactory.create()
        players = [PlayerFactory.create() for _ in range(6)]
        for join, one, other in acts:
            standing = list(Merge.objects.filter(undone_at__isnull=True))
            if join and identities([players[one].pk])[players[one].pk].isdisjoint({players[other].pk}):
                identity.merge(players[one], players[other], reason="x", by=by)
            elif join:
                with pytest.raises(ValidationError):
                    identity.merge(players[one], players[other], reason="x", by=by)
            elif standing:
                identity.undo(standing[one % len(standing)], by=by)
        group = {player.pk: player.pk for player in players}
        for merge in Merge.objects.filter(undone_at__isnull=True):
            kept, gone = group[merge.kept_player_id], group[merge.gone_player_id]  # type: ignore[index]
            group = {pk: kept if which == gone else which for pk, which in group.items()}
        found = identities(group)
        for pk, which in group.items():
            assert found[pk] == {other for other in group if group[other] == which}
        assert not Player.objects.filter(same_as__same_as__isnull=False).exists()


def test_an_alias_says_what_is_wrong_with_it(by: User, db: None) -> None:
    club, other = Club.objects.create(name="Ibises"), Club.objects.create(name="Egrets")

    def refused(name: object) -> str:
        with pytest.raises(ValidationError) as error:
            identity.add_alias(club, name=name, by=by)  # type: ignore[arg-type]
        return str(error.value.message_dict["name"][0])

    assert refused("ibises!") == "Ibises goes by this name already."
    assert refused("EGRETS") == "Egrets goes by this name. If the two are one, say so below."
    assert refused("") == "This is needed."
    assert refused("x" * 81).startswith("Too long")
    assert refused(None) == "This is needed."
    alias = identity.add_alias(other, name="The Egrets", by=by)
    assert refused("the egrets") == "Egrets goes by this name. If the two are one, say so below."
    identity.merge(other, club, reason="renamed", by=by)
    assert identity.add_alias(club, name="Water birds", by=by).folded == "waterbirds"
    identity.remove_alias(alias)
    assert list(Alias.objects.values_list("name", flat=True)) == ["Water birds"]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, "a\x00"])
def test_a_merge_needs_a_reason(by: User, db: None, reason: str) -> None:
    with pytest.raises(ValidationError) as error:
        identity.merge(Club.objects.create(name="A"), Club.objects.create(name="B"), reason=reason, by=by)
    assert list(error.value.message_dict) == ["reason"]
    assert Merge.objects.count() == 0


@pytest.mark.ledger
def test_a_bar_of_either_binds_both(cast: Cast, by: User) -> None:
    seated = Player.objects.get(name="Anil Joseph")
    twin = rosters.add(cast.away_team, name="A. Joseph", number=13).player
    bars.impose(cast.tournament, player=twin, kind=BarKind.DEBARRED, reason="struck an official", by=by)
    assert bars_read.binding(cast.tournament.pk, cast.match.pk, [seated.pk]) == {}
    merge = identity.merge(seated, twin, reason="one and the same", by=by)
    assert identities([seated.pk]) == {seated.pk: frozenset({seated.pk, twin.pk})}
    assert set(bars_read.binding(cast.tournament.pk, cast.match.pk, [seated.pk])) == {seated.pk}
    with pytest.raises(RecordError) as error:
        open_it(cast)
    assert error.value.field == "seats.N"
    assert "barred from the tournament (struck an official)" in error.value.text
    identity.undo(merge, by=by)
    open_it(cast)
    assert Seating.objects.filter(player=seated).count() == 1


@pytest.mark.ledger
def test_one_person_sits_on_one_seat(cast: Cast, by: User) -> None:
    home = Player.objects.get(name="Anil Joseph")
    away = Player.objects.get(name="Gemma Charles")
    identity.merge(home, away, reason="plays for both", by=by)
    with pytest.raises(RecordError) as error:
        open_it(cast)
    assert error.value.text == "is the same person as on another seat"
    Merge.objects.update(undone_at=None)
    identity.undo(Merge.objects.get(), by=by)
    open_it(cast)
    third = Player.objects.get(name="Cyril Mohammed")
    identity.merge(home, third, reason="the same after all", by=by)
    with pytest.raises(LedgerRefused) as refused:
        open_it(cast, 2)
    assert (refused.value.code, refused.value.message) == (
        "seated-elsewhere",
        "Anil Joseph sits at table 1 of this match.",
    )


def test_a_player_who_left_traces_is_not_deleted_with_his_roster(cast: Cast, by: User) -> None:
    """Bars, merges and other names outlive a roster."""
    team: Team = make_team(cast.tournament, "Ibises", ["P", "Q", "R", "S"])
    p, q, r, s = (entry.player for entry in team.roster.order_by("number"))
    bars.impose(cast.tournament, player=p, kind=BarKind.SUSPENDED, reason="late", by=by)
    identity.merge(q, Player.objects.get(name="Fazal Ali"), reason="same", by=by)
    identity.add_alias(r, name="Ar", by=by)
    teams.remove(team)
    assert set(Player.objects.filter(pk__in=[p.pk, q.pk, r.pk, s.pk]).values_list("name", flat=True)) == {"P", "Q", "R"}
    assert canonical_player(Player.objects.get(name="Fazal Ali")) == q
