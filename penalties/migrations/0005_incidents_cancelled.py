"""An incident whose ruling was cancelled has a state of its own; it was called dismissed before."""

from django.db import migrations, models

from penalties import guards


def name_them(apps, schema_editor):
    Incident = apps.get_model("penalties", "Incident")
    Incident.objects.filter(state="dismissed", rulings__state="cancelled").update(state="cancelled")


def name_them_as_before(apps, schema_editor):
    apps.get_model("penalties", "Incident").objects.filter(state="cancelled").update(state="dismissed")


def install(apps, schema_editor):
    # SQLite makes the table anew for another constraint, and leaves its triggers behind.
    guards.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("penalties", "0004_dispute_guards")]

    operations = [
        migrations.RunPython(install, install),
        migrations.AlterField(
            model_name="incident",
            name="closed_reason",
            field=models.CharField(
                blank=True, help_text="Why it was dismissed, withdrawn or its ruling cancelled.", max_length=500
            ),
        ),
        migrations.AlterField(
            model_name="incident",
            name="state",
            field=models.CharField(
                choices=[
                    ("claimed", "Reported, to be ruled"),
                    ("ruled", "Ruled"),
                    ("dismissed", "Dismissed"),
                    ("withdrawn", "Withdrawn by whoever reported it"),
                    ("cancelled", "Ruling cancelled"),
                ],
                default="claimed",
                max_length=9,
            ),
        ),
        migrations.RemoveConstraint(model_name="incident", name="incident_closed_by_somebody"),
        migrations.RunPython(migrations.RunPython.noop, name_them_as_before),
        migrations.AddConstraint(
            model_name="incident",
            constraint=models.CheckConstraint(
                condition=models.Q(state__in=("claimed", "ruled"), closed_at__isnull=True, closed_by__isnull=True)
                | models.Q(
                    state__in=("dismissed", "withdrawn", "cancelled"), closed_at__isnull=False, closed_by__isnull=False
                ),
                name="incident_closed_by_somebody",
            ),
        ),
        migrations.RunPython(name_them, migrations.RunPython.noop),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
