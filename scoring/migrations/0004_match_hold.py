"""Holds on a match's result, and the triggers that keep it from being confirmed meanwhile."""

import django.db.models.deletion
from django.db import migrations, models

from scoring import guards


def install(apps, schema_editor):
    guards.install(schema_editor.connection, guards.BEFORE_KIND)


def remove(apps, schema_editor):
    guards.remove(schema_editor.connection, guards.HOLDS)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_board_match_given"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="MatchHold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(max_length=40, unique=True)),
                ("code", models.CharField(max_length=40)),
                ("message", models.CharField(max_length=300)),
                ("placed_at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="holds", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ("match_id", "id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("lifted_at__isnull", True)), fields=["match"], name="hold_match_standing"
                    )
                ],
            },
        ),
        migrations.RunPython(install, remove),
    ]
