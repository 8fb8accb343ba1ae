# Messages for people.

LOG_LEVEL=info

log-info() { log-write info "$*"; }

# Writes a line.

log-write() {
  local level="$1"; shift
  echo "$level: $*" >&2
}

die() { log-write error "$1"; exit 1; }
