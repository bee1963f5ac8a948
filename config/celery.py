"""The Celery application: print jobs and other work that a page does not wait for."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("bullseye")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
