package store

import (
	"fmt"
	"sync"

	"example.org/shop/internal/text"
)

/* Store keeps entries. */
type Store[T Labeled] struct {
	*Base
	sync.Mutex
	entries []T
	log     Logger
}

type Logger struct{ prefix string }

func (l Logger) Settle(message string) {
	fmt.Println(text.Shout(message))
}

// New makes one.
//
//go:noinline
func New[T Labeled](name string) (*Store[T], error) {
	return &Store[T]{Base: &Base{Name: name}}, nil
}

func (s *Store[T]) Save(labeled Labeled) error {
	s.Lock()
	check := func() error { return nil }
	if err := check(); err != nil {
		return err
	}
	s.log.Settle(s.Label())
	return validate(labeled)
}

func (s *Store[T]) Settle() {
	s.Base.Label()
	s.each(func(entry T) {})
}

func (s *Store[T]) each(visit func(T)) {
	for _, entry := range s.entries {
		visit(entry)
	}
}

func validate(labeled Labeled) error {
	return check(labeled)
}
