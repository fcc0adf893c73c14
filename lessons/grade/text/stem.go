package text

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// Stem is the Snowball stem of a folded word, after irregular verbs were made
// regular: "woke", "woken" and "waking" have the same stem.
func Stem(w string) string {
	return stems.Of(w, func() string { return stem(strings.Clone(w)) })
}

// stems are those of the words that were met, for the whole process.
var stems Memo[string]

func stem(w string) string {
	if base, ok := irregular[w]; ok {
		w = base
	}
	if len(w) < 3 {
		return w
	}
	return english.Stem(w, false)
}

// irregular maps a form of a verb, or of an irregular noun, to its base.
var irregular = verbs(`
awake awoke awoken awakes awaken awakens awakened
be been
beat beaten
become became
begin began begun
believe belief beliefs
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
climb climbs
come came
die died dies dying
do did done does
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
find found
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
have had has
hear heard
hold held
keep kept
know knew known
lay laid
leave left
lie lying
lose lost
make made
mean meant
meet met
notice noticed noticing
overwrite overwrote overwritten overwriting overwrites
pay paid
read reads
ride rode
ring rang rung
rise rose risen
run ran
say said says
see saw seen
sell sold
send sent
shake shook shaken
show shown
shut shuts
sit sat
sleep slept asleep
speak spoke spoken
stand stood
steal stole stolen
stick stuck
sweep swept
take took taken
tell told
think thought
throw threw thrown
understand understood
wake woke woken waking
wear wore worn
win won
withdraw withdrew withdrawn
write wrote written writing wrote
lend lent
child children
man men
person people
increment increments incremented incrementing
`)

// verbs reads lines of a base and its forms.
func verbs(table string) map[string]string {
	m := map[string]string{}
	for _, line := range strings.Split(table, "\n") {
		f := strings.Fields(line)
		for i := 1; i < len(f); i++ {
			m[f[i]] = f[0]
		}
	}
	return m
}
