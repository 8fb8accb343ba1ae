#!/usr/bin/env bats

load helper
load '../lib/price.sh'

setup() {
  make_home
}

# A free item.
@test "größe is free" {
  run price_of größe
  [ "$output" = "0" ]
}

@test 'knows "main"' {
  is_free größe
  finish
  python3 -c 'print(1)'
}
