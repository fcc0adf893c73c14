package text

import "strings"

// numerals are the digits that people also write as words.
var numerals = map[string]string{"1": "one", "2": "two", "3": "three"}

// shorthand maps what is typed on phones, and a few plain variants, to the
// word that is meant.
var shorthand = map[string]string{
	"u": "you", "ur": "your", "n": "and", "bc": "because", "bcz": "because",
	"bcoz": "because", "cuz": "because", "coz": "because", "cos": "because", "becuz": "because",
	"ppl": "people", "thru": "through", "tho": "though", "prev": "previous",
	"smth": "something", "sth": "something", "wanna": "want", "gonna": "going",
	"gotta": "must", "wat": "what", "wot": "what", "dat": "that", "da": "the", "teh": "the",
	"pls": "please", "plz": "please", "msg": "message", "msgs": "messages",
	"db": "database", "dbs": "databases", "num": "number", "nr": "number",
	"secs": "seconds", "sec": "second", "mins": "minutes", "s": "second", "ms": "millisecond",
	"dunno": "dontknow", "imo": "opinion", "r": "are", "y": "why", "b4": "before",
	"thats": "that", "theres": "there", "whats": "what", "hes": "he", "shes": "she",
	"im": "i", "ive": "i", "youre": "you", "theyre": "they", "weve": "we", "theyve": "they",
	"heres": "here", "whos": "who", "thier": "their", "wich": "which", "dosnt": "doesnt",
	"dosent": "doesnt", "doesent": "doesnt", "dont": "dont", "didnt": "didnt", "wont": "wont",
	"cant": "cant", "cannot": "cant", "aint": "isnt", "noone": "nobody", "no1": "nobody",
	"nothin": "nothing", "nah": "no", "nope": "no", "wud": "would", "shud": "should", "cud": "could",
	"postgresql": "postgres", "sombody": "somebody", "someone": "somebody", "anyone": "anybody",
	"everyone": "everybody", "wen": "when", "adn": "and", "taht": "that", "coudl": "could",
}

// endings are contractions that add nothing to the word before them.
var endings = []string{"'s", "'re", "'ve", "'ll", "'d", "'m"}

// uncontract takes the apostrophes out of a word: "doesn't" becomes doesnt,
// "owner's" becomes owner.
func uncontract(w string) string {
	if !strings.Contains(w, "'") {
		return w
	}
	for _, e := range endings {
		w = strings.TrimSuffix(w, e)
	}
	return strings.ReplaceAll(w, "'", "")
}
