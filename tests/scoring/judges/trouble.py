"""A judge with whom something goes wrong: the first argument says what."""

import sys
import time

RESULT = '{"valid": true}\n'

match sys.argv[1]:
    case "dies":
        sys.stdout.write(RESULT)
        sys.stdout.flush()
        sys.exit("out of chalk")
    case "silent":
        sys.stdin.read()
    case "rubbish":
        for _ in sys.stdin:
            sys.stdout.buffer.write(b"all fours \xff\n")
    case "hangs":
        sys.stdout.write(RESULT)
        sys.stdout.flush()
        time.sleep(60)
    case "talks":
        for _ in sys.stdin:
            sys.stdout.write(RESULT * 2)
