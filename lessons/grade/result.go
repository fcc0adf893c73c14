// Package grade scores an explanation against a rubric. It is pure: the same
// rubric, samples and text give the same Result, byte for byte, everywhere.
package grade

// Verdict is what the scorer says of one key point or misconception.
type Verdict string

// The verdicts. Misconceptions use Present, Unsure and Missing.
const (
	Covered      Verdict = "covered"
	Unsure       Verdict = "unsure"
	Missing      Verdict = "missing"
	Contradicted Verdict = "contradicted"
	Present      Verdict = "present"
)

// Flag names a gate that fired. A gate never hides what the student did say.
type Flag string

// The flags. Their texts are the ones that web grade prints.
const (
	TooShort    Flag = "too_short"
	Copied      Flag = "copied"
	KeywordList Flag = "keyword_list"
	Repetition  Flag = "repetition"
	Scrambled   Flag = "scrambled" // words without an order
	Addressed   Flag = "addressed_to_grader"
	Gaming      Flag = "gaming" // set beside KeywordList, Repetition, Addressed or Scrambled
	OffTopic    Flag = "offtopic"
)

// Range is a run of bytes of the text that was scored, as it was handed in:
// Start included, End not. It always cuts whole characters.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Finding is the verdict on one key point or one misconception.
type Finding struct {
	ID          string  `json:"id"`
	Verdict     Verdict `json:"verdict"`
	Probability float64 `json:"probability"` // calibrated, [0,1], that the student says it
	Evidence    []Range `json:"evidence,omitempty"`
	Why         string  `json:"why,omitempty"` // for unsure: the reason, as a short code
}

// Result is everything that the scorer says of one text.
type Result struct {
	Points         []Finding `json:"points"`         // in the rubric's order
	Misconceptions []Finding `json:"misconceptions"` // in the rubric's order
	Flags          []Flag    `json:"flags"`
	Rubric         string    `json:"rubric"` // version of the rubric
	Scorer         string    `json:"scorer"` // version of the scorer
}
