"""Changes of confirmed results, flags, lots, imports; how a result came about; a level result where one stands.

SQLite builds the table of results anew and loses its triggers: they are taken away first and put back last.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from scoring import guards


def install(apps, schema_editor):
    guards.install(schema_editor.connection)


def remove(apps, schema_editor):
    guards.remove(schema_editor.connection, guards.BEFORE_KIND)


def install_older(apps, schema_editor):
    guards.install(schema_editor.connection, guards.BEFORE_KIND)


def remove_all(apps, schema_editor):
    guards.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0005_print_kinds"),
        ("tournaments", "0005_running_a_tournament"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(remove, install_older),
        migrations.CreateModel(
            name="Flag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=300)),
                ("raised_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_reason", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "ordering": ("settled_at", "-raised_at", "-id"),
            },
        ),
        migrations.CreateModel(
            name="ImportBatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("teams", "Teams"),
                            ("rosters", "Rosters"),
                            ("fixtures", "Fixtures"),
                            ("results", "Results"),
                        ],
                        max_length=8,
                    ),
                ),
                ("file_name", models.CharField(max_length=120)),
                ("digest", models.CharField(max_length=64)),
                ("rows", models.PositiveIntegerField()),
                ("made", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "import batches",
                "ordering": ("-made_at", "-id"),
            },
        ),
        migrations.CreateModel(
            name="LotDraw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("teams", models.JSONField()),
                ("seed", models.CharField(max_length=64)),
                ("order", models.JSONField()),
                ("witnesses", models.CharField(blank=True, max_length=300, verbose_name="drawn before")),
                ("drawn_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("tournament_id", "drawn_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="ResultChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "Waiting for a second person"),
                            ("made", "Made"),
                            ("refused", "Turned down"),
                        ],
                        default="proposed",
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(max_length=300)),
                ("corrections", models.JSONField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("effects", models.JSONField(default=list)),
                ("proposed_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decided_reason", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "ordering": ("-proposed_at", "-id"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="result",
            name="result_winner_has_more",
        ),
        migrations.AddField(
            model_name="result",
            name="kind",
            field=models.CharField(
                choices=[("played", "Played"), ("walk-over", "Walked over"), ("awarded", "Awarded")],
                default="played",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="winner",
            field=models.CharField(blank=True, choices=[("home", "Home"), ("away", "Away")], max_length=4),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("home_bullseyes__gt", models.F("away_bullseyes")), ("winner", "home")),
                    models.Q(("away_bullseyes__gt", models.F("home_bullseyes")), ("winner", "away")),
                    models.Q(("away_bullseyes", models.F("home_bullseyes")), ("winner", "")),
                    _connector="OR",
                ),
                name="result_winner_has_more",
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.match",
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="settled_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="stage",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.stage",
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="flags", to="tournaments.tournament"
            ),
        ),
        migrations.AddField(
            model_name="importbatch",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="importbatch",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="imports", to="tournaments.tournament"
            ),
        ),
        migrations.AddField(
            model_name="importbatch",
            name="undone_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="lotdraw",
            name="drawn_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="lotdraw",
            name="stage",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.stage",
            ),
        ),
        migrations.AddField(
            model_name="lotdraw",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="lot_draws", to="tournaments.tournament"
            ),
        ),
        migrations.AddField(
            model_name="resultchange",
            name="decided_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="resultchange",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="tournaments.match"
            ),
        ),
        migrations.AddField(
            model_name="resultchange",
            name="proposed_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="change",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="flags",
                to="scoring.resultchange",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultchange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "proposed")), fields=("match",), name="change_one_proposed"
            ),
        ),
        migrations.AddConstraint(
            model_name="resultchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at__isnull", True), ("decided_by__isnull", True), ("state", "proposed")),
                    models.Q(
                        models.Q(("state", "proposed"), _negated=True),
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="change_decided_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "made"), _negated=True),
                    models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                    _connector="OR",
                ),
                name="change_second_person",
            ),
        ),
        migrations.RunPython(install, remove_all),
    ]
