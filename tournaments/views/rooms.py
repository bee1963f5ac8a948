"""The set-up page of the day: rooms, tables as furniture, and how late a team may be."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse

from tournaments.forms.errors import show
from tournaments.forms.rooms import LatenessForm, RoomForm, lateness_initial, room_initial
from tournaments.models import Room
from tournaments.services import rooms, tournaments
from tournaments.views.pages import SetUpView


class TheDay(SetUpView):
    """Rooms with their tables; minutes of grace and what a walk-over is worth."""

    template_name = "tournaments/setup_day.html"

    def _rows(self, instead: dict[int, RoomForm] | None = None) -> list[dict[str, Any]]:
        found = Room.objects.filter(tournament=self.tournament).prefetch_related("spots")
        known = instead or {}
        return [
            {
                "room": room,
                "form": known.get(room.pk) or RoomForm(initial=room_initial(room), auto_id=f"id_{room.pk}_%s"),
            }
            for room in found
        ]

    def content(self) -> dict[str, Any]:
        return {
            "rows": self._rows(),
            "form": RoomForm(),
            "lateness": LatenessForm(initial=lateness_initial(self.tournament)),
        }

    def act_add(self) -> HttpResponse:
        form = RoomForm(self.request.POST)
        if form.is_valid():
            try:
                room = rooms.add(self.tournament, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"{room} added.")
        return self.refused(form=form)

    def act_save(self) -> HttpResponse:
        room = self.thing(Room.objects.filter(tournament=self.tournament))
        form = RoomForm(self.request.POST, auto_id=f"id_{room.pk}_%s")
        if form.is_valid():
            try:
                rooms.update(room, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.")
        return self.refused(rows=self._rows({room.pk: form}))

    def act_remove(self) -> HttpResponse:
        room = self.thing(Room.objects.filter(tournament=self.tournament))
        try:
            rooms.remove(room)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{room.name} removed.")

    def act_lateness(self) -> HttpResponse:
        form = LatenessForm(self.request.POST)
        if form.is_valid():
            try:
                tournaments.update(self.tournament, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.")
        return self.refused(lateness=form)
