make_home() {
  SHOP_HOME="$(mktemp -d)"
  finish
}

finish() {
  rm -r "$SHOP_HOME"
}
