"""Brings the database up to date and fills an empty one with the demo. Run by bin/_serve.py before the servers."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.core.management import CommandError, call_command


def main() -> int:
    django.setup()
    from scoring.demo.names import ACCOUNTS, PASSWORD
    from tournaments.models import Tournament, User

    try:
        call_command("migrate", verbosity=0, interactive=False)
        print("Migrations: done.", flush=True)
        size = os.environ.get("BULLSEYE_DEMO", "small")
        empty = not Tournament.objects.exists() and not User.objects.exists()
        if empty and size != "none" and not settings.PRODUCTION:
            print("The database is empty: loading the demo …", flush=True)
            call_command("seed_demo", size=size)
        elif known := [
            user.username for user in User.objects.filter(username__in=ACCOUNTS) if user.check_password(PASSWORD)
        ]:
            print(f"Demo accounts: {', '.join(known)}. Password of each: {PASSWORD}")
    except KeyboardInterrupt:
        return 130
    except CommandError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
