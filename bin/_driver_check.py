"""Exit with 0 when Playwright's own driver program starts on this machine."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

spec = find_spec("playwright")
if spec is None or spec.origin is None:
    sys.exit("playwright is not installed")
driver = Path(spec.origin).parent / "driver" / "node"
sys.exit(subprocess.run([driver, "--version"], stdout=subprocess.DEVNULL, check=False).returncode)
