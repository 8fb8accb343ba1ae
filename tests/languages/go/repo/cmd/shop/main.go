package main

import (
	"example.org/shop/internal/text"
	shopping "example.org/shop/store"
)

type Cart struct {
	shopping.Base
	saver shopping.Saver
	style text.Style
}

func newCart(name string) *Cart {
	return &Cart{Base: shopping.Base{Name: name}}
}

func (c *Cart) checkout(newCart func(string)) {
	newCart("shadowed")
	c.Label()
	c.saver.Save(c)
	c.style.Apply("x")
	text.Shout("y")
}

func main() {
	cart := newCart("mine")
	cart.checkout(nil)
	store, err := shopping.New[*Cart]("s")
	if err != nil {
		panic(err)
	}
	store.Settle()
	go func() {
		defer cart.Label()
	}()
	var logger shopping.Logger
	logger.Settle("done")
}

func guess() {
	lookup()("a").Settle()
	lookup()("b").checkout(nil)
}
