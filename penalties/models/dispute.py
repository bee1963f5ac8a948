"""A dispute at a table (section 14), and everything said, shown and moved in it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from penalties.disputes.moves import FINAL, OPEN, STATE_WORDS, State

SIDES = [("home", "Home"), ("away", "Away")]
STATES = [(state.value, words) for state, words in STATE_WORDS.items()]

LONGEST_QUESTION = 500
LONGEST_OUTCOME = 500
LONGEST_TEXT = 2000


class Effect(models.TextChoices):
    """What came of a dispute that an official decided."""

    NONE = "none", "No effect on the board"
    RULED = "ruled", "A ruling"
    LOST = "lost", "Lost by the side that mixed the cards"


class Dispute(models.Model):
    """A question between two sides of a table, from its raising to its end.

    ``side``: for whom it was raised. ``clock_ends_at``: until when the captains may agree, by the server's time.
    ``version`` counts its moves and proposals. ``settled_*``: by whom and when it ended; the database lets nothing
    but :mod:`penalties.disputes.moves` happen to ``state``, and nothing at all after the end.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="disputes")
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="disputes")
    question = models.CharField(max_length=LONGEST_QUESTION)
    about_sequence = models.PositiveIntegerField(null=True, blank=True, help_text="The ledger's entry it is about.")
    incident = models.ForeignKey(
        "penalties.Incident", on_delete=models.PROTECT, null=True, blank=True, related_name="disputes"
    )
    side = models.CharField(max_length=4, choices=SIDES)
    raised_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    raised_at = models.DateTimeField()
    clock_ends_at = models.DateTimeField()
    client_id = models.UUIDField(unique=True)
    state = models.CharField(max_length=9, choices=STATES, default=State.TALKING.value)
    version = models.PositiveIntegerField(default=1)
    proposal = models.ForeignKey(
        "penalties.DisputeProposal", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    clause = models.CharField(max_length=8, blank=True)
    effect = models.CharField(max_length=5, choices=Effect, blank=True)
    lost_by = models.CharField(max_length=4, choices=SIDES, blank=True)
    ruling = models.ForeignKey(
        "penalties.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="disputes"
    )
    outcome = models.CharField(max_length=LONGEST_OUTCOME, blank=True)
    reasons = models.TextField(blank=True)
    settled_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-raised_at", "-id")
        indexes = (models.Index(fields=("match", "state"), name="dispute_match_state"),)
        constraints = (
            models.UniqueConstraint(
                fields=("table",), condition=Q(state__in=sorted(OPEN)), name="dispute_one_open_a_table"
            ),
            models.CheckConstraint(
                condition=Q(state__in=sorted(OPEN), settled_at__isnull=True, settled_by__isnull=True)
                | Q(state__in=sorted(FINAL), settled_at__isnull=False, settled_by__isnull=False),
                name="dispute_ended_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(effect="lost") & ~Q(lost_by="") | ~Q(effect="lost") & Q(lost_by=""),
                name="dispute_lost_by_a_side",
            ),
            models.CheckConstraint(
                condition=Q(effect="ruled", ruling__isnull=False) | ~Q(effect="ruled") & Q(ruling__isnull=True),
                name="dispute_ruled_by_a_ruling",
            ),
        )

    def __str__(self) -> str:
        return f"dispute {self.pk}"


class DisputeMove(models.Model):
    """One move of a dispute, only ever added. ``by`` is empty for the clock's."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="moves")
    name = models.CharField(max_length=10)
    source = models.CharField(max_length=9, choices=STATES, blank=True)
    target = models.CharField(max_length=9, choices=STATES)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    note = models.CharField(max_length=LONGEST_TEXT, blank=True)

    class Meta:
        ordering = ("dispute_id", "id")

    def __str__(self) -> str:
        return f"{self.name} of dispute {self.dispute_id}"


class DisputeProposal(models.Model):
    """What one side writes down as the clause and the outcome, for the other to confirm."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="proposals")
    side = models.CharField(max_length=4, choices=SIDES)
    clause = models.CharField(max_length=8)
    outcome = models.CharField(max_length=LONGEST_OUTCOME)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("dispute_id", "id")

    def __str__(self) -> str:
        return f"{self.clause}: {self.outcome}"


class DisputeStatement(models.Model):
    """What somebody of a side says. ``player``: whose words they are, where not the captain's own."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="statements")
    side = models.CharField(max_length=4, choices=SIDES)
    player = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=LONGEST_TEXT)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    client_id = models.UUIDField(unique=True)

    class Meta:
        ordering = ("dispute_id", "id")

    def __str__(self) -> str:
        return self.text


class FactKind(models.TextChoices):
    """The checklist of section 14."""

    CARDS_LEFT = "cards-left", "The cards were left on the table"
    MIXED = "mixed-cards", "Mixed the cards"
    WALKED = "walked-away", "Walked away"


class DisputeFact(models.Model):
    """One line of the checklist; ``player`` and ``side`` say who mixed the cards or walked away."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="facts")
    kind = models.CharField(max_length=11, choices=FactKind)
    side = models.CharField(max_length=4, choices=SIDES, blank=True)
    player = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("dispute_id", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("dispute", "kind", "player"),
                condition=Q(player__isnull=False),
                name="dispute_fact_once_a_player",
            ),
            models.UniqueConstraint(fields=("dispute",), condition=Q(kind="cards-left"), name="dispute_cards_once"),
            models.CheckConstraint(
                condition=Q(kind="cards-left", player__isnull=True, side="")
                | ~Q(kind="cards-left") & ~Q(side="") & Q(player__isnull=False),
                name="dispute_fact_names_whom",
            ),
        )

    def __str__(self) -> str:
        return self.get_kind_display()


class DisputeAttachment(models.Model):
    """A photo or PDF. ``path`` is below ``MEDIA_ROOT``, which nothing serves; ``sha256`` is of what is stored."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="attachments")
    side = models.CharField(max_length=4, choices=SIDES)
    name = models.CharField(max_length=120)
    content_type = models.CharField(max_length=20)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    path = models.CharField(max_length=120, unique=True)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    client_id = models.UUIDField(unique=True)

    class Meta:
        ordering = ("dispute_id", "id")

    def __str__(self) -> str:
        return self.name
