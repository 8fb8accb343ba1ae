package store

import "testing"

func TestSave(t *testing.T) {
	store, _ := New[*Base]("x")
	if err := store.Save(&Base{}); err != nil {
		t.Fatal(err)
	}
	var saver Saver = store
	saver.Label()
}
