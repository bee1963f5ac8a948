"""The app's name for Django."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """Incidents, warnings, rulings, disputes and appeals."""

    name = "penalties"
    verbose_name = "Penalties"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions and the workers' tasks known, and all that hangs on this app below it."""
        from penalties import demo, dispute_tasks, guards, links, permissions  # noqa: F401
        from penalties.disputes import guards as dispute_guards
        from penalties.documents import kinds
        from penalties.selectors import dispute_rate
        from penalties.services import fines, hooks
        from scoring import extras, figures, guarded, printed
        from scoring.demo import chapters

        hooks.on_ruled(fines.enter_from_ruling)
        hooks.on_ended(fines.waive_with_ruling)
        extras.offer(links.links)
        extras.offer_of_tournaments(links.tournament_links)
        extras.offer_of_rulings(links.ruling_pages)
        figures.offer(dispute_rate.rate)
        guarded.offer(guards.missing)
        guarded.offer(dispute_guards.missing)
        chapters.offer(demo.tell)
        printed.offer(*kinds.KINDS)
