package grade

import "strings"

// stop holds the stems that carry no subject of their own. Negators and
// quantities are not among them.
var stop = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`a an the of to in on at by for from with and or as is are was were be been
		am it its this that these those he she they them his her their we our us i me my you your do does did
		will shall can there here what which who whom whose how why so than too also very just some any such
		into out up down over under about then well get go make like thing way s t d ll re ve m second
		have has had because when if while where but`) {
		m[w] = true
	}
	return m
}()
