"""``manage.py seed_demo``: a made-up tournament with matches in every state."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.demo import story
from scoring.demo.names import ACCOUNTS, PASSWORD


class Command(BaseCommand):
    help = "Make a tournament in full swing, from a fixed seed. Run again, it leaves what is there alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--size", choices=sorted(story.SIZES), default="small")

    def handle(self, *args: Any, size: str, **options: Any) -> None:
        if getattr(settings, "PRODUCTION", False):
            raise CommandError("The demo's accounts have a public password: it is not made on a production server.")
        wanted = story.SIZES[size]
        if story.exists(wanted):
            self.stdout.write(f"{wanted.name} is here already.")
        else:
            story.tell(wanted, timezone.localdate(), self.stdout.write)
        self.stdout.write(f"Demo accounts: {', '.join(ACCOUNTS)}. Password of each: {PASSWORD}")
