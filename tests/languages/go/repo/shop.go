package shop

import "net/http"

type Teller interface {
	http.Handler
	Tell(what string, times int) error
}

type Clerk struct {
	http.ResponseWriter
}

func (c Clerk) Tell(what string, _ int) error {
	c.Header().Settle()
	return nil
}

type Mute struct{}

func (m Mute) Tell() error { return nil }

func Open(teller Teller) error { return teller.Tell("open", 1) }
