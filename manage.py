#!/usr/bin/env python
"""Bullseye's command line: every administrative task goes through here."""

import os
import sys


def main() -> None:
    """Run one management command with the settings of this checkout."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
