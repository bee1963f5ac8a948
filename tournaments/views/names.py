"""The directors' page of names: other names, two who are one, and undoing it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.urls import reverse

from tournaments.forms.errors import show
from tournaments.forms.names import AliasForm, FindForm, OneForm
from tournaments.models import Club, Player
from tournaments.selectors import doubles, identity
from tournaments.services import identity as service
from tournaments.views.pages import SetUpView


class Names(SetUpView):
    """Find somebody by a name; say that two are one; take that back."""

    template_name = "tournaments/setup_names.html"

    def content(self) -> dict[str, Any]:
        find = FindForm(self.request.GET if "q" in self.request.GET else None)
        kind, asked = "player", ""
        if find.is_bound and find.is_valid():
            kind, asked = find.cleaned_data["kind"] or "player", find.cleaned_data["q"].strip()
        look = "alike" in self.request.GET
        return {
            "find": find if find.is_bound else FindForm(),
            "kind": kind,
            "asked": asked,
            "found": (doubles.clubs(asked) if kind == "club" else doubles.players(asked)) if asked else [],
            "look": look,
            "clubs_alike": doubles.clubs_alike(self.tournament) if look else [],
            "players_alike": doubles.players_alike(self.tournament) if look else [],
            "merges": list(identity.merges(self.tournament)),
            "aliases": list(identity.aliases(self.tournament)),
            "one": OneForm(initial={"kind": kind}, auto_id="one_%s"),
        }

    def act_merge(self) -> HttpResponse:
        form = OneForm(self.request.POST, auto_id="one_%s")
        if form.is_valid():
            kept, gone = form.both["kept"], form.both["gone"]
            asked = {"reason": form.cleaned_data["reason"], "by": self.request.user}
            try:
                # Both are of the form's one kind.
                made = service.merge_in(self.tournament, kept, gone, **asked)  # type: ignore[type-var]
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"{made}. It stands in the list below and can be undone.")
        return self.refused(one=form, problem=" ".join(str(text) for some in form.errors.values() for text in some))

    def act_undo(self) -> HttpResponse:
        merge = self.thing(identity.merges(self.tournament))
        try:
            service.undo(merge, by=self.request.user)  # type: ignore[arg-type]
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{merge.gone_club or merge.gone_player} and {merge.kept_club or merge.kept_player} are two.")

    def act_alias(self) -> HttpResponse:
        form = AliasForm(self.request.POST)
        if not form.is_valid():
            return self.refused(problem=" ".join(str(text) for some in form.errors.values() for text in some))
        thing = self._here(form.cleaned_data["kind"], form.cleaned_data["id"])
        try:
            alias = service.add_alias(thing, name=form.cleaned_data["name"], by=self.request.user)  # type: ignore[arg-type]
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(
            f"{thing.name} is also found as {alias}.", to=reverse("setup-names", args=[self.tournament.slug])
        )

    def act_forget(self) -> HttpResponse:
        alias = self.thing(identity.aliases(self.tournament))
        service.remove_alias(alias)
        return self.done(f"{alias} is nobody's other name any more.")

    def _here(self, kind: str, pk: int) -> Club | Player:
        among: Any = identity.clubs_here(self.tournament) if kind == "club" else identity.players_here(self.tournament)
        found: Club | Player | None = among.filter(pk=min(pk, 2**63 - 1)).first()
        if found is None:
            raise Http404
        return found
