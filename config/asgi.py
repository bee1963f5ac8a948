"""The asynchronous entry. Pages and API go through `config.wsgi`, which is several times quicker for them."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
