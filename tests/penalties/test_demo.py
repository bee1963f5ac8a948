"""The demo holds something of everything that this app keeps."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from penalties.models import Appeal, Call, Dispute, Fine, Incident, Ruling
from penalties.services import fines

pytestmark = pytest.mark.django_db


def test_reports_rulings_disputes_an_appeal_and_a_fine() -> None:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    assert (
        "Penalties: three rulings, a report and a call that wait, two disputes, an appeal, a fine."
        in out.getvalue().splitlines()
    )
    assert Counter(Incident.objects.values_list("state", flat=True)) == {"ruled": 3, "claimed": 1}
    assert list(Ruling.objects.order_by("pk").values_list("clause", "state")) == [
        ("2.a", "standing"),
        ("2.a", "standing"),
        ("11.e", "standing"),
    ]
    assert Counter(Dispute.objects.values_list("state", flat=True)) == {"decided": 1, "talking": 1}
    assert Appeal.objects.get().state == "lodged"
    fine = Fine.objects.get()
    assert (str(fine.amount), fine.state) == ("250.00", "due")
    assert fines.check(fine.tournament) == []
    assert Call.objects.get(closed_at=None).incident is not None
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert "all as they were recorded" in out.getvalue()
