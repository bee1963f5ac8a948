"""Teams: entering them one by one or as a pasted list, renaming, moving, withdrawing."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from tournaments.models import Division, Match, RosterEntry, Team, Tournament
from tournaments.services.identity import clubs_for
from tournaments.services.players import drop_players
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import same, tidy

MOST_TEAMS = 1000
_UNSET = object()


@transaction.atomic
def add(tournament: Tournament, *, name: str, division: Division | None = None, email: str = "") -> Team:
    """Enter one team. ValidationError names ``name``, ``division`` or ``email``."""
    lock(tournament.pk)
    errors = Errors()
    name = errors.take("name", lambda: tidy(name, longest=80), "")
    email = errors.take("email", lambda: tidy_email(email), "")
    check_division(tournament.pk, division, errors)
    if name and tournament.teams.filter(name__iexact=name).exists():
        errors.add("name", f"There is a team {name} already.", "unique")
    if tournament.teams.count() >= MOST_TEAMS:
        errors.add("name", f"A tournament holds at most {MOST_TEAMS} teams.", "too-many")
    errors.raise_any()
    with or_clash("name", f"There is a team {name} already."):
        club = clubs_for([name])[0]
        return Team.objects.create(tournament=tournament, name=name, division=division, club=club, email=email)


@transaction.atomic
def add_many(tournament: Tournament, *, names: Iterable[str], division: Division | None = None) -> list[Team]:
    """Enter several teams, all or none; an error of ``names`` says which line. Blank lines are passed over."""
    lock(tournament.pk)
    errors = Errors()
    check_division(tournament.pk, division, errors)
    known = list(tournament.teams.values_list("name", flat=True))
    wanted: list[str] = []
    for line, text in enumerate(names, start=1):
        if not text.strip():
            continue
        try:
            name = tidy(text, longest=80)
        except ValidationError as error:
            errors.add("names", f"Line {line}: {error.messages[0]}")
            continue
        if any(same(name, other) for other in known):
            errors.add("names", f"Line {line}: there is a team {name} already.", "unique")
        elif any(same(name, other) for other in wanted):
            errors.add("names", f"Line {line}: {name} comes twice.", "unique")
        else:
            wanted.append(name)
        if len(known) + len(wanted) > MOST_TEAMS:
            errors.add("names", f"A tournament holds at most {MOST_TEAMS} teams.", "too-many")
            break
    if not wanted and "names" not in errors:
        errors.add("names", "Give at least one name.", "required")
    errors.raise_any()
    with or_clash("names", "One of these teams was entered a moment ago."):
        clubs = clubs_for(wanted)
        return [
            Team.objects.create(tournament=tournament, name=name, division=division, club=club)
            for name, club in zip(wanted, clubs, strict=True)
        ]


@transaction.atomic
def update(
    team: Team, *, name: str | None = None, division: Division | object | None = _UNSET, email: str | None = None
) -> Team:
    """The team with another name or address, or in another division (None: in none)."""
    lock(team.tournament_id)
    team = still(team, "team")
    errors = Errors()
    wanted = team.name if name is None else errors.take("name", lambda: tidy(name, longest=80), "")
    if isinstance(division, Division) or division is None:
        check_division(team.tournament_id, division, errors)
        team.division = division
    others = Team.objects.filter(tournament_id=team.tournament_id).exclude(pk=team.pk)
    if wanted and others.filter(name__iexact=wanted).exists():
        errors.add("name", f"There is a team {wanted} already.", "unique")
    if email is not None:
        team.email = errors.take("email", lambda: tidy_email(email), "")
    errors.raise_any()
    team.name = wanted
    with or_clash("name", f"There is a team {wanted} already."):
        team.save()
    return team


@transaction.atomic
def remove(team: Team) -> None:
    """Withdraw a team and its roster; refused while it has matches."""
    lock(team.tournament_id)
    team = still(team, "team")
    matches = Match.objects.filter(home=team) | Match.objects.filter(away=team)
    if matches.exists():
        raise refuse("team", f"{team.name} has matches. Delete those first.", "in-use")
    players = list(RosterEntry.objects.filter(team=team).values_list("player_id", flat=True))
    team.delete()
    drop_players(players)


def tidy_email(email: object) -> str:
    """An e-mail address in its one spelling, or nothing; ValidationError otherwise."""
    text = tidy(email, longest=254, required=False)
    if text:
        try:
            validate_email(text)
        except ValidationError:
            raise ValidationError("This is no e-mail address. It may be left empty.", code="invalid") from None
    return text


def check_division(tournament_id: int, division: Division | None, errors: Errors) -> None:
    """An error of ``division`` where it is another tournament's, or gone."""
    if division is None:
        return
    if division.tournament_id != tournament_id:
        errors.add("division", "This division belongs to another tournament.", "unknown")
    errors.take("division", lambda: still(division, "division"), division)
