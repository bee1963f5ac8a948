from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand the names of the tie-breaks down to the app that keeps the chains."""
        from scoring import tiebreaks
        from tournaments import orderings

        orderings.offer(orderings.Ordering(*link) for link in tiebreaks.in_words())
