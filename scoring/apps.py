from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions known; hand the set-up the names of the tie-breaks and what it asks of play."""
        from scoring import permissions, tiebreaks  # noqa: F401
        from scoring.selectors import outcomes
        from tournaments import orderings, play

        play.offer(started=outcomes.started, winners=outcomes.winners)
        play.offer_over(outcomes.over)
        orderings.offer(orderings.Ordering(*link) for link in tiebreaks.in_words())
