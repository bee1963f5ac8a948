"""What each team can still reach, from the fixture: the matches left, those still to be drawn, the byes to come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from scoring.models import Result, ResultState
from scoring.selectors.standings import Standing, Standings
from scoring.selectors.standings_byes import Rules, credited, rules_of
from scoring.tiebreaks import Row
from scoring.tiebreaks.reach import NEEDED, Credit, Left, Outlook, Reach
from tournaments.models import ByeRule, Match, PlacesBy, Stage, StageKind, StageState, TableKind
from tournaments.selectors.drawn import Drawn, drawn_again


@dataclass(frozen=True, slots=True)
class Line:
    """A team's outlook. ``verdict``: ``through``, ``out``, ``open``; ``needs``: how many more make sure, if any do."""

    row: Standing
    reach: Reach
    verdict: str
    needs: int | None


@dataclass(frozen=True, slots=True)
class Prospects:
    """``places``: how many go on. ``needs_of``: ``win`` or ``bullseye``, empty where it cannot be said in one figure.

    ``exact``: every rank between can really come about. ``drafts``: stages whose draw is not published, and whose
    matches are not counted.
    """

    places: int
    lines: tuple[Line, ...]
    matches_left: int
    needs_of: str
    exact: bool
    drafts: tuple[str, ...]


def places_of(found: Standings) -> int | None:
    """How many places the stage that comes next takes from these standings; None where none does. One query."""
    fed = Stage.objects.filter(source__isnull=False, source__tournament=found.tournament).order_by("order", "pk")
    if found.stage is not None:
        fed = fed.filter(source=found.stage)
    fed = fed.filter(places_by=PlacesBy.DIVISION if found.division else PlacesBy.OVERALL)
    return fed.filter(places_from=1).values_list("places_to", flat=True).first()


def prospects(found: Standings, places: int) -> Prospects:
    """The outlook of every team of the standings; two queries, a third where there is a knock-out.

    Sound as :mod:`scoring.tiebreaks.reach` says.
    """
    rules = rules_of(found.tournament)
    stages, matches = _scope(found)
    draws, drafts = _draws(stages)
    left = _left(found, matches) + _to_be_drawn(found, draws)
    rows, credits = _figures(found, draws, rules)
    outlook = Outlook(rows, left, found.chain, found.arranged.evidence, credits)
    reached = outlook.reach()
    needs_of = "" if found.by_average else NEEDED.get(found.chain[0].name, "")
    lines = []
    for row in found.rows:
        one = reached[row.team_id]
        verdict = "through" if one.worst <= places else "out" if one.best > places else "open"
        needs = outlook.needs(row.team_id, places) if verdict == "open" and needs_of else None
        lines.append(Line(row, one, verdict, needs))
    return Prospects(
        places=places,
        lines=tuple(lines),
        matches_left=sum(bool(one.home and one.away) for one in left),
        needs_of=needs_of,
        exact=all(line.reach.exact for line in lines),
        drafts=drafts,
    )


def _scope(found: Standings) -> tuple[list[Stage], QuerySet[Match]]:
    """The stages and the matches that these standings count, played or not. One query, another for a knock-out."""
    matches = Match.objects.filter(tournament=found.tournament, play_off=False)
    if found.stage is not None:
        return [found.stage], matches.filter(round__stage=found.stage)
    stages = list(Stage.objects.filter(tournament=found.tournament))
    if any(stage.kind == StageKind.KNOCK_OUT for stage in stages):
        others = matches.filter(Q(round__stage__isnull=True) | ~Q(round__stage__kind=StageKind.KNOCK_OUT))
        if others.exists():
            return [stage for stage in stages if stage.kind != StageKind.KNOCK_OUT], others
    return stages, matches


def _draws(stages: Iterable[Stage]) -> tuple[list[tuple[Stage, Drawn]], tuple[str, ...]]:
    """The published draws among the stages, and the names of those that are drafts."""
    draws, drafts = [], []
    for stage in stages:
        if stage.state == StageState.PUBLISHED:
            drawn = drawn_again(stage.kind, json.dumps(stage.options), stage.seed, json.dumps(stage.drawn))
            draws.append((stage, drawn))
        else:
            drafts.append(stage.name)
    return draws, tuple(drafts)


def _left(found: Standings, matches: QuerySet[Match]) -> list[Left]:
    """The matches in the fixture that count and have no confirmed result. One query.

    A match that was abandoned is among them: it may yet be played or awarded.
    """
    tournament = found.tournament
    confirmed = Result.objects.filter(match=OuterRef("pk"), state=ResultState.CONFIRMED)
    # As of an earlier round everything after it is still to come.
    counted = Exists(confirmed)
    open_ = ~counted if found.through_round is None else ~counted | Q(round__number__gt=found.through_round)
    games = Sum("tables__games", filter=Q(tables__kind=TableKind.TABLE))
    rows = matches.filter(open_).annotate(all_games=games, is_level=F("level_stands"))
    values = rows.order_by("pk").values_list(
        "home_id", "away_id", "all_games", "race_target_set", "play_all", "is_level"
    )
    found_left = []
    for home, away, total, target, play_all, level in values:
        all_games = total or tournament.tables_per_match * tournament.games_per_table
        most = all_games if play_all else target or all_games // 2 + 1
        found_left.append(Left(home, away, max(most, tournament.walk_over_bullseyes or 0), level))
    return found_left


def _to_be_drawn(found: Standings, draws: list[tuple[Stage, Drawn]]) -> list[Left]:
    """One match against nobody known for each team and each round of a draw that still waits for results.

    Too many rather than too few: who is out by then is not looked at.
    """
    tournament = found.tournament
    most = tournament.tables_per_match * tournament.games_per_table + 1
    waiting = [(stage, number) for stage, drawn in draws for number in drawn.open_rounds]
    if not waiting:
        return []
    ids = {stage.pk for stage, _ in waiting}
    made = Match.objects.filter(round__stage__in=ids, round__drawn_as__isnull=False, play_off=False).order_by()
    there: set[tuple[int, int, int]] = set()
    for stage, number, home, away in made.values_list("round__stage", "round__drawn_as", "home_id", "away_id"):
        there |= {(stage, number or 0, home), (stage, number or 0, away)}
    return [
        Left(row.team_id, 0, most, True)
        for stage, number in waiting
        for row in found.rows
        if (stage.pk, number, row.team_id) not in there
    ]


def _figures(
    found: Standings, draws: list[tuple[Stage, Drawn]], rules: Rules
) -> tuple[list[Row], Mapping[int, Credit]]:
    """The rows, with the byes in them that are settled, and what those to come (or not yet settled) can add."""
    rests = found.arranged.rests
    if not rules.byes_count:
        return list(found.arranged.compared), {}
    whole: dict[int, int] = {}
    for _, drawn in draws:
        for _, team in drawn.rests:
            whole[team] = whole.get(team, 0) + 1
    floating = rules.bye_rule == ByeRule.AVERAGE
    fixed = rules._replace(bye_rule=ByeRule.NOTHING) if floating else rules
    rows = credited(found.raw, rests, fixed)
    credits = {}
    for row in rows:
        coming = max(0, whole.get(row.key, 0) - rests.get(row.key, 0))
        unsettled = (coming + rests.get(row.key, 0)) if floating else coming
        if not unsettled:
            continue
        wins = coming if rules.bye_win else 0
        if floating:
            tournament = found.tournament
            most = unsettled * (tournament.tables_per_match * tournament.games_per_table + 1)
            credits[row.key] = Credit((wins, wins), (0, most), (0, most), unsettled)
        else:
            made, given = coming * rules.bye_bullseyes_for, coming * rules.bye_bullseyes_against
            if rules.bye_rule != ByeRule.FIXED:
                made = given = 0
            credits[row.key] = Credit((wins, wins), (made, made), (given, given), coming)
    return rows, credits
