"""The page of people and their parts."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.cache import patch_cache_control

from tournaments.forms.errors import show
from tournaments.forms.people import NewAccountForm, PartForm
from tournaments.models import RoleName
from tournaments.selectors import listings
from tournaments.services import people
from tournaments.views.pages import SetUpView

WHAT_THEY_DO = {
    RoleName.DIRECTOR: "sets everything up, records, confirms, withdraws",
    RoleName.OFFICIAL: "records at any table, rules, confirms what others recorded",
    RoleName.CAPTAIN: "confirms the results of the own team",
    RoleName.SCORER: "records at any table",
    RoleName.VIEWER: "sees and prints",
    RoleName.COMMITTEE: "hears appeals and decides what the code leaves open",
}


class People(SetUpView):
    """Everybody with a part; give a part to an account, or make the account."""

    template_name = "tournaments/setup_people.html"

    def content(self) -> dict[str, Any]:
        held = {name: list(roles) for name, roles in groupby(listings.people(self.tournament), key=lambda r: r.name)}
        parts = [
            {"label": name.label, "does": WHAT_THEY_DO[name], "roles": held.get(name.value, [])} for name in RoleName
        ]
        return {
            "parts": parts,
            "form": PartForm(self.tournament, auto_id="part_%s"),
            "account": NewAccountForm(self.tournament, auto_id="account_%s"),
        }

    def act_grant(self) -> HttpResponse:
        form = PartForm(self.tournament, self.request.POST, auto_id="part_%s")
        if form.is_valid():
            entered = form.cleaned_data
            try:
                role = people.grant(
                    self.tournament, username=entered["username"], name=entered["role"], team=entered["team"]
                )
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"{role.user} is {role.get_name_display().lower()}.")
        return self.refused(form=form)

    def act_account(self) -> HttpResponse:
        form = NewAccountForm(self.tournament, self.request.POST, auto_id="account_%s")
        if form.is_valid():
            entered = form.cleaned_data
            try:
                role, password = people.grant_new(
                    self.tournament,
                    username=entered["username"],
                    display_name=entered["display_name"],
                    name=entered["role"],
                    team=entered["team"],
                )
            except ValidationError as error:
                show(form, error)
            else:
                # Shown in this answer and kept nowhere: no redirect, no session, no cache.
                page = self.page(made=role, one_time_password=password)
                patch_cache_control(page, no_store=True)
                return page
        return self.refused(account=form)

    def act_revoke(self) -> HttpResponse:
        role = self.thing(self.tournament.roles.select_related("user"))
        try:
            people.revoke(role)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        to = "/" if role.user_id == self.request.user.pk and role.name == RoleName.DIRECTOR else ""
        return self.done(f"{role.user} is no longer {role.get_name_display().lower()}.", to=to)
