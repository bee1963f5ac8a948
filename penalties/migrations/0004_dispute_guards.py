"""The table of moves, the ears of the committee and the ledgers that only grow: said by the database itself."""

from django.db import migrations

from penalties.disputes import guards


def install(apps, schema_editor):
    guards.install(schema_editor.connection)


def remove(apps, schema_editor):
    guards.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("penalties", "0003_disputes_appeals_fines")]

    operations = [migrations.RunPython(install, remove)]
