package auth

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

// How long a password must and may be, in code points after NFKC. NIST SP
// 800-63B-4 (section 3.1.1.2) asks for 15 where nothing but the password lets a
// person in, allows 8 where a second factor is always asked for, and wants at
// least 64 to be accepted. We follow it: four ordinary words make 15.
const (
	MinAlone      = 15
	MinWithFactor = 8
	MaxPassword   = 256
)

// maxPasswordBytes is room for MaxPassword code points before NFKC composes
// them: a syllable of Hangul may be typed as three letters of three bytes.
const maxPasswordBytes = 16 * MaxPassword

// Weak is why a password is refused; a page turns it into words.
type Weak int

// The reasons, in the order in which they are looked for.
const (
	TooShort  Weak = iota + 1 // see WeakError.Min
	TooLong                   // more than MaxPassword
	Unprinted                 // has control characters or is not UTF-8
	Repeated                  // a few characters over and over, or a run such as abcdefgh
	Common                    // many people chose it, or nearly it
	AboutYou                  // little but the name, the address or the name of this site
	SameAsNow                 // the password that is being changed
)

// WeakError says why a password cannot be used. It never holds the password.
type WeakError struct {
	Why Weak
	Min int // least number of characters, for TooShort
}

func (e *WeakError) Error() string {
	switch e.Why {
	case TooShort:
		return fmt.Sprintf("has fewer than %d characters", e.Min)
	case TooLong:
		return fmt.Sprintf("has more than %d characters", MaxPassword)
	case Unprinted:
		return "holds characters that cannot be typed"
	case Repeated:
		return "is a run or a repetition of few characters"
	case Common:
		return "is one that many people use"
	case AboutYou:
		return "is little more than a name or an address"
	default:
		return "is the one in use"
	}
}

//go:embed common.txt.gz
var commonGzip []byte

// Rules say which passwords may be chosen. What was chosen before is not held
// against them at sign-in.
type Rules struct {
	alone  int
	common func() (string, error) // the list, unpacked at its first use: passwords are seldom chosen
}

// NewRules makes the rules. alone is the least length where
// a password is the only factor; 0 means MinAlone, and less than MinWithFactor
// is an error.
func NewRules(alone int) (*Rules, error) {
	if alone == 0 {
		alone = MinAlone
	}
	if alone < MinWithFactor || alone > 64 {
		return nil, fmt.Errorf("least length of passwords: %d is not between %d and 64", alone, MinWithFactor)
	}
	return &Rules{alone: alone, common: sync.OnceValues(commonPasswords)}, nil
}

// commonPasswords are the passwords that many people use, each between two ends
// of lines.
func commonPasswords() (string, error) {
	zipped, err := gzip.NewReader(bytes.NewReader(commonGzip))
	if err != nil {
		return "", fmt.Errorf("list of common passwords: %w", err)
	}
	text := bytes.NewBufferString("\n")
	if _, err := text.ReadFrom(zipped); err != nil {
		return "", fmt.Errorf("list of common passwords: %w", err)
	}
	return text.String(), nil
}

// Min is the least length, in code points, of a password that is or is not
// backed by a second factor at each sign-in.
func (r *Rules) Min(withFactor bool) int {
	if withFactor {
		return MinWithFactor
	}
	return r.alone
}

// Check refuses a password with a *WeakError. about are words that the account
// is known by: name, address, the site's own name and host. There are no rules
// on which kinds of character a password has.
func (r *Rules) Check(password string, withFactor bool, about ...string) error {
	if len(password) > maxPasswordBytes {
		return &WeakError{Why: TooLong}
	}
	p := normal(password)
	n := utf8.RuneCountInString(p)
	switch {
	case n < r.Min(withFactor):
		return &WeakError{Why: TooShort, Min: r.Min(withFactor)}
	case n > MaxPassword:
		return &WeakError{Why: TooLong}
	case !utf8.ValidString(password) || strings.ContainsFunc(p, unicode.IsControl):
		return &WeakError{Why: Unprinted}
	}
	list, err := r.common()
	if err != nil {
		return err
	}
	switch folded := cases.Fold().String(p); {
	case periodic(folded) || isRun(folded):
		return &WeakError{Why: Repeated}
	case isCommon(list, folded):
		return &WeakError{Why: Common}
	case isAbout(folded, about):
		return &WeakError{Why: AboutYou}
	}
	return nil
}

// isCommon says whether p is on a list, or would be without the few digits
// and signs that people put around a word to satisfy a rule.
func isCommon(list, p string) bool {
	listed := func(word string) bool { return word != "" && strings.Contains(list, "\n"+word+"\n") }
	for _, form := range []string{p, unspaced(p)} {
		if listed(form) {
			return true
		}
	}
	core := strings.TrimFunc(p, func(c rune) bool { return !unicode.IsLetter(c) })
	if !listed(core) {
		return false
	}
	rest := strings.Replace(p, core, "", 1)
	return utf8.RuneCountInString(rest) < MinWithFactor || periodic(rest) || isRun(rest)
}

func unspaced(p string) string { return strings.Join(strings.Fields(p), "") }

// periodic says whether p is a unit of at most half its length, over and over:
// "abcabcabcab".
func periodic(p string) bool {
	c := []rune(p)
	for unit := 1; unit <= len(c)/2; unit++ {
		same := 0
		for same+unit < len(c) && c[same] == c[same+unit] {
			same++
		}
		if same+unit == len(c) {
			return true
		}
	}
	return false
}

// rows are the orders in which fingers walk over keys.
var rows = [...]string{"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop"}

// isRun says whether p is nothing but walks along rows, of three keys or more
// each: "abcdefgh12345678", "qwertyuiopasdf".
func isRun(p string) bool {
	c := []rune(p)
	for at := 0; at < len(c); {
		n := walk(c[at:])
		if n < 3 {
			return false
		}
		at += n
	}
	return true
}

// walk is the length of the longest beginning of c along one row, either way.
func walk(c []rune) int {
	longest := 0
	for _, row := range rows {
		for _, step := range []int{1, -1} {
			n := 0
			for at := strings.IndexRune(row, c[0]); n < len(c) && at >= 0 && at < len(row) && rune(row[at]) == c[n]; at += step {
				n++
			}
			longest = max(longest, n)
		}
	}
	return longest
}

// isAbout says whether fewer than MinWithFactor characters are left of p
// without the words that the account is known by.
func isAbout(p string, about []string) bool {
	rest := p
	for _, text := range about {
		for _, word := range words(text) {
			rest = strings.ReplaceAll(rest, word, "")
		}
	}
	return rest != p && utf8.RuneCountInString(rest) < MinWithFactor
}

// words are a text as a whole, then its parts, of four letters or more each.
func words(text string) []string {
	text = cases.Fold().String(normal(strings.TrimSpace(text)))
	parts := strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	var out []string
	for _, w := range append([]string{text, strings.Join(parts, "")}, parts...) {
		if utf8.RuneCountInString(w) >= 4 {
			out = append(out, w)
		}
	}
	return out
}

// IsWeak says why a password was refused, where err says that it was.
func IsWeak(err error) (*WeakError, bool) {
	var w *WeakError
	ok := errors.As(err, &w)
	return w, ok
}
