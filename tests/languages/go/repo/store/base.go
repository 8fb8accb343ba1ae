// Package store keeps things.
package store

import "errors"

// Limit is how many.
const Limit = 10

const (
	First, Second = 1, 2
	// Größe is a size.
	Größe = iota
)

var ErrGone = errors.New("gone")

// Base has a name.
type Base struct {
	Name string
}

// Label is what is shown.
func (b *Base) Label() string { return b.clean() }

func (b Base) clean() string {
	return "func fake() {}"
}

// Labeled has a label.
type Labeled interface {
	Label() string
}

type Saver interface {
	Labeled
	Save(labeled Labeled) error
}

func check(labeled Labeled) error {
	if labeled.Label() == "" {
		return ErrGone
	}
	return nil
}
