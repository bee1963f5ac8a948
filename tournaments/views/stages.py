"""The set-up pages of stages: their list, and each with its draw."""

from __future__ import annotations

from typing import Any, cast

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments import remarks
from tournaments.forms.errors import show
from tournaments.forms.stages import GatherForm, NewStageForm, StageForm
from tournaments.models import Stage, StageState, User
from tournaments.selectors import draws, listings, sizes
from tournaments.services import gathering, stages
from tournaments.views.pages import SetUpView


class Stages(SetUpView):
    """All stages in order, and a short form for the next."""

    template_name = "tournaments/setup_stages.html"

    def content(self) -> dict[str, Any]:
        found = list(listings.stages(self.tournament))
        states = draws.states(found)
        rows = [{"stage": stage, "state": StageState(states[stage.pk])} for stage in found]
        loose = list(listings.loose_rounds(self.tournament))
        return {"rows": rows, "form": NewStageForm(), "loose": loose, "gather": GatherForm(auto_id="gather_%s")}

    def act_add(self) -> HttpResponse:
        form = NewStageForm(self.request.POST)
        if form.is_valid():
            try:
                stage = stages.add(self.tournament, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                to = reverse("setup-stage", args=[self.tournament.slug, stage.pk]) + "?new=1"
                return self.done(f"{stage} added. Say how it is drawn and played; nothing is published yet.", to=to)
        return self.refused(form=form)

    def act_gather(self) -> HttpResponse:
        form = GatherForm(self.request.POST, auto_id="gather_%s")
        if not form.is_valid():
            return self.refused(gather=form)
        try:
            stage = gathering.gather(self.tournament, cast(User, self.request.user), **form.cleaned_data)
        except ValidationError as error:
            if "name" not in error.error_dict:
                return self.refused(problem=error.messages[0], gather=form)
            show(form, error)
            return self.refused(gather=form)
        to = reverse("setup-stage", args=[self.tournament.slug, stage.pk])
        return self.done(f"{stage} holds these rounds now: another stage can take its teams from it.", to=to)


class OneStage(SetUpView):
    """A stage's options and its draw: previewed, published, taken back, filled in."""

    template_name = "tournaments/setup_stage.html"
    stage: Stage

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.stage = get_object_or_404(
            Stage.objects.select_related("tournament", "published_by", "source"),
            pk=kwargs["stage_id"],
            tournament__slug=kwargs["slug"],
        )
        return super().dispatch(request, *args, **kwargs)

    def content(self) -> dict[str, Any]:
        shown = draws.shown(self.stage)
        return {
            "stage": self.stage,
            "draw": shown,
            "state": StageState(shown.state),
            "size": sizes.ruled(sizes.of_stage(self.stage, self.tournament), self.tournament),
            "form": StageForm(self.tournament, self.stage),
            "remarks": remarks.of_stage(self.stage),
            "fresh": "new" in self.request.GET,
        }

    def act_save(self) -> HttpResponse:
        form = StageForm(self.tournament, self.stage, self.request.POST)
        if form.is_valid():
            try:
                stages.update(self.stage, **form.changes())
            except ValidationError as error:
                show(form, error, {"tie_break": "order_1"})
            else:
                return self.done("Saved.")
        self.stage.refresh_from_db()
        return self.refused(form=form)

    def act_redraw(self) -> HttpResponse:
        return self._do(lambda: stages.update(self.stage, seed=""), "Lots drawn again, from a new seed.")

    def act_publish(self) -> HttpResponse:
        by = cast(User, self.request.user)
        return self._do(lambda: stages.publish(self.stage, by), f"{self.stage} is published: its matches are there.")

    def act_take_back(self) -> HttpResponse:
        return self._do(lambda: stages.take_back(self.stage), f"{self.stage} is a draft again, its matches deleted.")

    def act_complete(self) -> HttpResponse:
        return self._do(lambda: stages.complete(self.stage), "The matches that are settled by now were made.")

    def act_remove(self) -> HttpResponse:
        to = reverse("setup-stages", args=[self.tournament.slug])
        return self._do(lambda: stages.remove(self.stage), f"{self.stage} deleted.", to)

    def _do(self, act: Any, said: str, to: str = "") -> HttpResponse:
        try:
            act()
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(said, to=to)
