"""``python -m rules_engine [--explain] [FILE …]``: the judge on the command line, without Django."""

import os
import sys

from rules_engine.adjudicate import main

try:
    status = main(sys.argv[1:], sys.stdin.buffer, sys.stdout, sys.stderr)
except BrokenPipeError:
    # Whoever read the results has gone; say nothing more, not even while closing.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    status = 141
sys.exit(status)
