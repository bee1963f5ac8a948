"""The statistics as the API gives them: every line of every list, figures exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scoring.selectors.statistics.counting import Lists, Ranked
from scoring.selectors.statistics.hands import Dealer, Kicks, Lengths
from scoring.selectors.statistics.report import Statistics


def statistics_json(found: Statistics) -> dict[str, Any]:
    """Plain values. Fractions stand as text ("6/13") beside a rounded number."""
    team: Callable[[int], dict[str, Any]] = lambda pk: {"id": pk, "name": found.team_names[pk]}  # noqa: E731
    player: Callable[[int], dict[str, Any]] = lambda pk: {"id": pk, "name": found.player_names[pk]}  # noqa: E731
    pair: Callable[[frozenset[int]], list[dict[str, Any]]] = lambda who: [  # noqa: E731
        player(pk) for pk in sorted(who, key=lambda pk: found.player_names[pk])
    ]
    sources = found.sources
    return {
        "tournament": found.tournament.slug,
        "name": found.tournament.name,
        "sources": {
            "matches": sources.matches,
            "credited": sources.credited,
            "awaiting": sources.awaiting,
            "sheets": sources.sheets,
            "tables": {depth.value: number for depth, number in sources.tables.items()},
            "unseated": sources.unseated,
        },
        "teams": _lists(found.teams, "team", team),
        "pairs": _lists(found.pairs, "players", pair),
        "players": _lists(found.players, "player", player),
        "unknown": {"bullseyes": found.unknown_bullseyes, "hang_jacks": found.unknown_hang_jacks},
        "runs": {
            "bullseyes": [
                {
                    "number": run.number,
                    "team": team(found.by_id[run.match_id].team_at(run.side)),
                    "players": None if run.players is None else pair(found.whole(run.players)),
                    "match": run.match_id,
                    "table": run.table,
                    "first_game": run.first,
                }
                for run in found.table_runs
            ],
            "matches": [
                {
                    "number": run.number,
                    "team": team(run.team),
                    "first": run.first,
                    "last": run.last,
                    "goes_on": run.goes_on,
                }
                for run in found.match_runs
            ],
        },
        "lengths": _lengths(found.lengths),
        "kicks": _kicks(found.kicks, player),
        "margins": [{"bullseyes": margin, "matches": number} for margin, number in found.margins.items()],
        "ranks": {
            "division": found.ranks.division or None,
            "rounds": list(found.ranks.rounds),
            "teams": [
                {"team": {"id": line.team_id, "name": line.team}, "ranks": list(line.ranks)}
                for line in found.ranks.teams
            ],
        },
        "more": [
            {"name": figure.name, "label": figure.label, "number": figure.number, "matches": figure.matches}
            for figure in found.more
        ],
    }


def _lists(lists: Lists[Any], name: str, shown: Callable[[Any], Any]) -> dict[str, list[dict[str, Any]]]:
    return {"bullseyes": _list(lists.bullseyes, name, shown), "hang_jacks": _list(lists.hang_jacks, name, shown)}


def _list(rows: Iterable[Ranked[Any]], name: str, shown: Callable[[Any], Any]) -> list[dict[str, Any]]:
    return [
        {
            "rank": row.rank,
            name: shown(row.who),
            "number": row.number,
            "matches": row.matches,
            "most_in_a_match": {"number": row.most, "match": row.match_id},
        }
        for row in rows
    ]


def _lengths(lengths: Lengths) -> dict[str, Any]:
    mean = lengths.mean
    return {
        "games": lengths.games,
        "hands": lengths.hands,
        "tables": lengths.tables,
        "mean": None if mean is None else round(float(mean), 3),
        "by_hands": [{"hands": hands, "games": games} for hands, games in lengths.by_hands.items()],
    }


def _kicks(kicks: Kicks, player: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
    def line(dealer: Dealer) -> dict[str, Any]:
        return {
            "deals": dealer.deals,
            "scoring": dealer.scoring,
            "points": dealer.first,
            "expected": round(float(kicks.odds.expected(dealer.deals)), 3),
            "deviation": round(kicks.odds.deviation(dealer.deals), 3),
            "run_kicks": dealer.run_kicks,
            "run_points": dealer.run_points,
        }

    return {
        "odds": {
            "chance": str(kicks.odds.chance),
            "points": str(kicks.odds.points),
            "variance": str(kicks.odds.variance),
        },
        "tables": kicks.tables,
        "untold": kicks.untold,
        "total": line(kicks.total),
        "dealers": [
            {"player": player(dealer.player), **line(dealer)} for dealer in kicks.dealers if dealer.player is not None
        ],
    }
