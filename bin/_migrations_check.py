"""Exit with 1 when the models have changed and no migration says so. Asks no database."""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

with tempfile.TemporaryDirectory() as folder:
    os.environ.update(BULLSEYE_ENV="test", BULLSEYE_VAR=folder, DATABASE_URL=f"sqlite:///{folder}/empty.sqlite3")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("makemigrations", check=True, dry_run=True)
