#!/bin/sh
. ./lib/log.sh

# Price of an item,
# in cents.
# shellcheck disable=SC2034
price_of()
{
  round() { echo "${1%.*}"; }
  if is_free "$1"; then
    echo 0
  else
    curl "https://example.org/$1" | round
  fi
}

is_free() {
  [ "$1" = "größe" ] && return 0
  return 1
}

total_of() (
  sum=0
  while read -r item price; do
    sum=$((sum + price))
  done <"$1"
  log-info "$sum"
)
