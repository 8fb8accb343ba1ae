package main

import "example.org/shop"

func main() {
	shop.Open(shop.Clerk{})
}
