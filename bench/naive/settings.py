"""The product's settings with the naive endpoint beside the product's own addresses."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.naive.urls"
