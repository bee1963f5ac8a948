"""The rounds that officials cannot do: each ticks the own ones, the director sees and ticks them all."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.selectors import officials
from tournaments.services import availability
from tournaments.views.pages import SetUpView


class Availability(SetUpView):
    """Own rounds for an official; everybody's for a director."""

    permission = "tournaments.availability"
    may_not = "Only directors and officials say which rounds they cannot do."
    template_name = "tournaments/availability.html"

    def allowed(self, request: Any) -> bool:
        return super().allowed(request) or self._directs()

    def content(self) -> dict[str, Any]:
        duties = officials.duties(self.tournament)
        mine = [duty for duty in duties if duty.user.pk == self.request.user.pk]
        return {
            "rounds": list(self.tournament.rounds.all()),
            "mine": mine,
            "others": [duty for duty in duties if duty not in mine] if self._directs() else [],
        }

    def act_save(self) -> HttpResponse:
        asked = self.request.POST.get("user", "")
        user: Any = self.request.user
        if asked and asked != str(user.pk):
            if not self._directs():
                return self.refused(problem="Only a director says it for somebody else.")
            pk = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 19 else 0
            user = get_object_or_404(officials.officials(self.tournament), pk=pk)
        try:
            rounds = [int(value) for value in self.request.POST.getlist("away")]
            availability.set_away(self.tournament, user, [min(pk, 2**63 - 1) for pk in rounds])
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        except ValueError:
            return self.refused(problem="There is a round in the list that this tournament does not have.")
        return self.done(f"Saved: {len(set(rounds))} round{'' if len(set(rounds)) == 1 else 's'} away.")

    def _directs(self) -> bool:
        return bool(self.request.user.has_perm("tournaments.set_up", self.tournament))
