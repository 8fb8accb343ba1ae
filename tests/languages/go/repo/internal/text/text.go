package text

import str "strings"

type Style int

const Plain Style = 0

func Shout(message string) string { return str.ToUpper(message) }

func (s Style) Apply(message string) string {
	return Shout(message)
}
