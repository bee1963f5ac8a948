"""Rulings name their clause and offender; the database keeps reports and rulings as they were written."""

import django.db.models.deletion
from django.db import migrations, models

from penalties import guards


def install(apps, schema_editor):
    guards.install(schema_editor.connection)


def remove(apps, schema_editor):
    guards.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("penalties", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="clause",
            field=models.CharField(default="", max_length=8),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ruling",
            name="offender_seat",
            field=models.CharField(blank=True, default="", max_length=1),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ruling",
            name="offender",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rulings",
                to="tournaments.player",
            ),
        ),
        migrations.AddIndex(
            model_name="ruling", index=models.Index(fields=["clause", "state"], name="ruling_clause_state")
        ),
        migrations.RunPython(install, remove),
    ]
