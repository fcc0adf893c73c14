package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// choiceMark is a choice in numbers; its options stand in World.options.
type choiceMark struct {
	label    string
	from, to int32
	picked   int32
	entry    int32
	at       Millis
}

// Choose asks which of the options happens and returns its index. The tape
// answers; past its end the answer is 0. An answer beyond the last option
// counts as the last. With a single option nothing is asked. label and options
// should be fixed texts: options is copied, the strings are not.
func (w *World) Choose(label string, options []string) int {
	if len(options) < 2 || w.Stopped() {
		return 0
	}
	n := len(w.choices)
	if n >= w.limits.Choices {
		w.stop(cutChoices)
		return 0
	}
	from := len(w.options)
	w.options = append(w.options, options...)
	picked := w.answer(n, len(options))
	w.choices = append(w.choices, choiceMark{
		label: label, from: int32(from), to: int32(len(w.options)),
		picked: int32(picked), entry: int32(len(w.marks)), at: w.now,
	})
	if picked < 0 {
		w.pending, w.halted = true, true
		return 0
	}
	return picked
}

// answer is what the tape says to the n-th choice; -1 where it says nothing
// and the run should stop to ask.
func (w *World) answer(n, options int) int {
	switch {
	case n < len(w.tape):
		return min(max(w.tape[n], 0), options-1)
	case w.ask:
		return -1
	}
	return 0
}

// MaxTape is how many answers a tape can hold.
const MaxTape = 256

// ParseTape reads the text form of a tape: answers from 0, separated by dots
// or commas, "0.2.1". The empty text is the empty tape.
func ParseTape(text string) ([]int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ',' })
	if len(fields) > MaxTape || len(text) > 8*MaxTape {
		return nil, fmt.Errorf("tape: more than %d answers", MaxTape)
	}
	tape := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.ParseUint(f, 10, 16)
		if err != nil {
			return nil, fmt.Errorf("tape: answer %d is %q; it must be a number from 0 to 65535, as in 0.2.1", i+1, shorten(f))
		}
		tape[i] = int(n)
	}
	return tape, nil
}

// FormatTape is the text form of a tape, "0.2.1".
func FormatTape(tape []int) string {
	parts := make([]string, len(tape))
	for i, n := range tape {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ".")
}
