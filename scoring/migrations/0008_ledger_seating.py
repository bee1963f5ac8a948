"""Openings and substitutions are found without reading every hand."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A partial index: it costs a hand nothing."""

    dependencies = [("scoring", "0007_board_settled")]

    operations = [
        migrations.AddIndex(
            model_name="ledgerevent",
            index=models.Index(
                condition=models.Q(("kind__in", ("opened", "substitution"))),
                fields=["table", "sequence"],
                name="ledger_seating",
            ),
        ),
    ]
