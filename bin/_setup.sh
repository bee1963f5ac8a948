# Shared by the programs of bin/: what a machine needs before anything here can run. Sourced, not run.
# Every step looks first and does nothing when there is nothing to do.

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }

# Run a command as root: as we are, or by a sudo that asks for no password. 1 when neither is to be had.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo -n env DEBIAN_FRONTEND=noninteractive "$@"; else return 1; fi
}
may_be_root() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

# install_packages WHY PACKAGE... – Debian packages, or the one command to run when we may not install them.
install_packages() {
  local why=$1; shift
  if ! command -v apt-get >/dev/null; then
    stop "$why needs what Debian calls: $* . This machine has no apt-get: install the same from its own packages, then run this again."
  fi
  if ! may_be_root; then
    say "$why needs system packages, and installing them needs root. Run this, then start again:"
    say ""
    say "    sudo apt-get install -y --no-install-recommends $*"
    say ""
    exit 1
  fi
  say "Installing for $why: $* …"
  local log; log=$(mktemp)
  export DEBIAN_FRONTEND=noninteractive
  if ! as_root apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$@" >"$log" 2>&1; then
    # A fresh machine knows no packages yet, an old one may know only those that are gone.
    if ! { as_root apt-get -o DPkg::Lock::Timeout=300 update -q && as_root apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$@"; } >"$log" 2>&1; then
      tail -n 20 "$log" >&2
      rm -f "$log"
      stop "apt-get could not install $* . What it said stands above."
    fi
  fi
  rm -f "$log"
}

new_enough() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2])' 2>/dev/null; }

find_python() {
  local name
  for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null && new_enough "$name"; then command -v "$name"; return; fi
  done
  return 1
}

# .venv, made when it is missing or its Python is gone.
ensure_venv() {
  if [ -x .venv/bin/python ] && new_enough .venv/bin/python && [ -x .venv/bin/pip ]; then return; fi
  local python
  if ! python=$(find_python); then
    install_packages "Bullseye" python3 python3-venv
    python=$(find_python) || stop "Bullseye needs Python 3.11 or newer; python3 here is older. Set PYTHON to a newer one."
  fi
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    install_packages "Python's virtual environments" "$("$python" -c 'import sys; print("python3-venv" if sys.executable.startswith("/usr/bin/") else "python3-full")')"
  fi
  say "Making .venv with $("$python" --version) …"
  rm -rf .venv
  "$python" -m venv .venv
}

# ensure_locks LOCK... – installs what the locks name, by their hashes; nothing when they have not changed since.
ensure_locks() {
  local stamp=.venv/installed-$1 sum
  sum=$(cat "$@" .venv/pyvenv.cfg | sha256sum)
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$sum" ]; then return; fi
  say "Installing the locked packages ($*) …"
  local arguments=() lock
  for lock in "$@"; do arguments+=(--requirement "$lock"); done
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --require-hashes --only-binary :all: "${arguments[@]}" ||
    stop "The packages could not be installed. What pip said stands above."
  printf '%s\n' "$sum" >"$stamp"
}

# What WeasyPrint draws with: Pango, HarfBuzz, Fontconfig and a font that has every letter of the product.
PDF_PACKAGES="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz0b libharfbuzz-subset0 fontconfig fonts-dejavu-core"

ensure_pdf_libraries() {
  if .venv/bin/python bin/_pdf_check.py >/dev/null 2>&1; then return; fi
  # shellcheck disable=SC2086
  install_packages "PDF sheets (WeasyPrint)" $PDF_PACKAGES
  .venv/bin/python bin/_pdf_check.py >/dev/null || stop "WeasyPrint still cannot draw a PDF with these packages: $PDF_PACKAGES"
}

# One set-up at a time in one folder: two that start together would install over each other.
lock_setup() {
  mkdir -p var
  exec 9>var/setup.lock
  if command -v flock >/dev/null; then
    flock -n 9 || { say "Another set-up is at work in this folder; waiting for it …"; flock 9; }
  fi
}
unlock_setup() { exec 9>&-; }
