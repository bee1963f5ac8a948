"""Whether a dispute matters, worked out where a page asks."""

from __future__ import annotations

from django import template

from penalties.models import Dispute
from penalties.selectors import matters
from penalties.selectors.matters import Matters

register = template.Library()


@register.simple_tag
def matters_of(dispute: Dispute) -> Matters | None:
    """The answer as everything stands now; None for a dispute about no entry and no report."""
    if not dispute.about_sequence and not dispute.incident_id:
        return None
    return matters.of_dispute(dispute)
