"""The ledger only grows, results are confirmed by a second person: said by the database itself."""

from django.db import migrations

from scoring import guards


def install(apps, schema_editor):
    guards.install(schema_editor.connection, guards.BEFORE_HOLDS)


def remove(apps, schema_editor):
    guards.remove(schema_editor.connection, guards.BEFORE_HOLDS)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
