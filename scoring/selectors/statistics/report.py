"""All of a tournament's statistics together, and from how much of the record each comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring import figures
from scoring.models import MatchState, MatchTally
from scoring.selectors.statistics import hands, runs
from scoring.selectors.statistics.counting import Counted, Lists, count, lists
from scoring.selectors.statistics.dealing import dealt
from scoring.selectors.statistics.evidence import At, Depth, Played, at_tables, played, tables_of
from scoring.selectors.statistics.ranks import RankHistory, rank_history
from tournaments.models import Match, Player, Team, Tournament


@dataclass(frozen=True, slots=True)
class Sources:
    """How much record there is. ``tables``: of matches played at tables, by how closely they were recorded.

    ``sheets``: matches known from the sheet of the whole match alone. ``credited``: results that were not played at
    tables (walk-overs, awards): no figure counts them. ``unseated``: tables that do not say who sat there.
    """

    matches: int
    credited: int
    awaiting: int
    sheets: int
    tables: Mapping[Depth, int]
    unseated: int

    @property
    def recorded(self) -> int:
        """Tables in all."""
        return sum(self.tables.values())

    @property
    def by_hand(self) -> int:
        """Tables recorded hand by hand."""
        return self.tables[Depth.HANDS]

    @property
    def by_game(self) -> int:
        """Tables recorded game by game."""
        return self.tables[Depth.GAMES]

    @property
    def depths(self) -> str:
        """How deep the tables were recorded: ``1 recorded game by game, 3 from a tally``; only what there is."""
        told = [
            (self.by_hand, "recorded hand by hand"),
            (self.by_game, "recorded game by game"),
            (self.by_tally, "from a tally"),
        ]
        return ", ".join(f"{number} {words}" for number, words in told if number)

    @property
    def by_tally(self) -> int:
        """Tables known from a tally."""
        return self.tables[Depth.TALLY]

    @property
    def in_order(self) -> int:
        """Tables that tell in which order games were won."""
        return self.by_hand + self.by_game

    @property
    def seated(self) -> int:
        """Tables that say who sat there."""
        return self.recorded - self.unseated


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything; ids throughout, with the names beside. ``margins``: how many matches ended by how much."""

    tournament: Tournament
    sources: Sources
    teams: Lists[int]
    pairs: Lists[frozenset[int]]
    players: Lists[int]
    unknown_bullseyes: int
    unknown_hang_jacks: int
    table_runs: Sequence[runs.TableRun]
    match_runs: Sequence[runs.MatchRun]
    lengths: hands.Lengths
    kicks: hands.Kicks
    margins: Mapping[int, int]
    ranks: RankHistory
    more: tuple[figures.Figure, ...]
    team_names: Mapping[int, str]
    player_names: Mapping[int, str]
    by_id: Mapping[int, Played]
    matches: Sequence[Played]
    who_is: Mapping[int, int] = field(default_factory=dict)

    def whole(self, players: Iterable[int]) -> frozenset[int]:
        """The same people, each as whom they turned out to be."""
        return frozenset(self.who_is.get(player, player) for player in players)


def statistics(tournament: Tournament, *, division: str = "") -> Statistics:
    """Read and count. ``division``: whose ranks by round are shown (:class:`UnknownDivision` when there is none).

    Seven queries whatever the size, one more for each round of the ranks (the last 24 at most), and what the apps
    above ask for their figures.
    """
    all_matches = Match.objects.filter(tournament=tournament)
    matches = played(all_matches)
    ranks = rank_history(tournament, matches, division)
    tables = tables_of(at_tables(all_matches))
    who_is, player_names = names_of(tables)
    counted = count(matches, tables, who_is)
    by_id = {match.id: match for match in matches if match.at_tables}
    team_names = dict(Team.objects.filter(tournament=tournament).order_by().values_list("pk", "name"))
    return Statistics(
        tournament=tournament,
        sources=_sources(tournament, matches, tables),
        teams=lists(counted.teams.values(), team_names.__getitem__),
        pairs=lists(counted.pairs.values(), lambda pair: together(pair, player_names)),
        players=lists(counted.players.values(), player_names.__getitem__),
        unknown_bullseyes=counted.unknown_bullseyes + _unseen(by_id.values(), counted, "bullseyes"),
        unknown_hang_jacks=counted.unknown_hang_jacks + _unseen(by_id.values(), counted, "hang_jacks"),
        table_runs=runs.longest_at_tables(tables),
        match_runs=runs.longest_of_matches(matches),
        lengths=hands.lengths(tables),
        kicks=hands.kicks(tables, dealt(tables), tournament.ruleset, who_is),
        margins=dict(sorted(Counter(match.margin for match in by_id.values()).items())),
        ranks=ranks,
        more=figures.figures(at_tables(all_matches)),
        team_names=team_names,
        player_names=player_names,
        by_id=by_id,
        matches=matches,
        who_is=who_is,
    )


def together(players: Iterable[int], names: Mapping[int, str]) -> str:
    """``Anil Joseph and Bernadette Khan``."""
    return " and ".join(sorted(names[player] for player in players))


def names_of(tables: Iterable[At]) -> tuple[dict[int, int], dict[int, str]]:
    """Everybody who sat at the tables: by id whom they turned out to be, and by that one's id the name. One query."""
    ids = {player for at in tables for player in (*at.seats.values(), *(move.player for move in at.moves))}
    who_is: dict[int, int] = {}
    names: dict[int, str] = {}
    rows = Player.objects.filter(pk__in=ids).order_by()
    for pk, name, same_as, its_name in rows.values_list("pk", "name", "same_as_id", "same_as__name"):
        who_is[pk] = same_as or pk
        names[same_as or pk] = its_name or name
    return who_is, names


def _unseen(matches: Iterable[Played], counted: Counted, figure: str) -> int:
    """What the results have beyond all tables: whole sheets, and what a ruling credited."""
    by_result = sum(getattr(match, f"home_{figure}") + getattr(match, f"away_{figure}") for match in matches)
    by_tables = counted.table_bullseyes if figure == "bullseyes" else counted.table_hang_jacks
    return max(0, by_result - by_tables)


def _sources(tournament: Tournament, matches: Sequence[Played], tables: Sequence[At]) -> Sources:
    depths = Counter(at.depth for at in tables)
    with_tables = {at.match_id for at in tables}
    return Sources(
        matches=len(matches),
        credited=sum(not match.at_tables for match in matches),
        awaiting=MatchTally.objects.filter(match__tournament=tournament, state=MatchState.PLAYED).count(),
        sheets=sum(match.at_tables and match.id not in with_tables for match in matches),
        tables={depth: depths[depth] for depth in Depth},
        unseated=sum(not at.seats for at in tables),
    )
