package text

import "strings"

// role is what a word may do to those around it, a bit each. A word is looked
// up once for all of them; most have none.
type role uint16

const (
	negates     role = 1 << iota // turns what follows it in its clause
	echoes                       // negates, or repeats a negation before it
	inert                        // makes a "no" or "not" before it deny nothing
	denies                       // negates together with the word after it
	attributes                   // an attribution may start with it
	turns                        // ends an attributed stretch
	joins                        // opens a clause where it stands
	abbreviates                  // may be short for another word
	inverts                      // a question that yes or no answers may start with it
	affirms                      // says yes to the question before it
)

// roles are the words that have any.
var roles = rolesOf(map[role]string{
	negates: "not no never none nobody nothing neither nor without cant dont doesnt didnt wont wouldnt " +
		"couldnt shouldnt isnt arent wasnt werent hasnt havent hadnt mustnt neednt shant dontknow nowhere " +
		"hardly barely impossible unable lacks ni nadie nunca",
	// In informal speech: "we don't need to ask nobody".
	echoes: "no nobody nothing none nowhere neither nor never ni nadie",
	inert:  "only just matter doubt merely longerterm",
	denies: "fail fails failed failing instead rather far",
	turns:  "but however yet except actually",
	joins: "but because so when while which until till unless if although though whereas " +
		"since then before after who whose and therefore hence thus otherwise however once as whenever",
	inverts: "do does did is are was were am has have had can could will would shall should may might must",
	affirms: "yes yep yeah sure indeed certainly exactly right correct absolutely definitely naturally",
})

// rolesOf turns lists of words round and adds those that have a table of
// their own.
func rolesOf(lists map[role]string) map[string]role {
	m := map[string]role{}
	for r, words := range lists {
		for _, w := range strings.Fields(words) {
			m[w] |= r
		}
	}
	for w := range attributions {
		m[w] |= attributes
	}
	for w := range shorthand {
		m[w] |= abbreviates
	}
	return m
}

// plays says whether a token's word has a role.
func (t *Token) plays(r role) bool { return t.role&r != 0 }
