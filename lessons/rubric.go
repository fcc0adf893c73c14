package lessons

// Rubric is what an explanation is compared with, as rubric.yaml says it. The
// patterns are text here; lessons/grade compiles them.
type Rubric struct {
	Prompt string // what the student is asked, one or two sentences
	// Characters asked of an explanation, counted as Unicode code points of
	// the text after CRLF became LF and outer white space was cut.
	MinChars, MaxChars int
	Concepts           []Concept
	Points             []KeyPoint
	Misconceptions     []Misconception
	Version            string // hex hash of rubric.yaml and samples.jsonl
	Pos                Pos
}

// Concept is a name for a set of words and phrases that mean the same here:
// "@storage: [storage, database, db, the resource]".
type Concept struct {
	Name  string // without the @
	Terms []string
	Pos   Pos
}

// KeyPoint is one thing that a strong explanation says.
type KeyPoint struct {
	ID        string // explicit and permanent
	Name      string // the point in a short line: "The token rises with every grant"
	Statement string // the point as a strong answer would say it; shown on request
	Hint      string // a question that nudges without giving the point away
	Phrasings []Phrase
	NearMiss  []Phrase // sentences close to the point that do not make it
	Patterns  []Phrase // clause patterns in the language of lessons/grade
	Pos       Pos
}

// Misconception is a wrong idea that students are known to hold.
type Misconception struct {
	ID          string // explicit and permanent
	Name        string
	Wrong       string   // what is wrong about it, said to the student
	Contradicts []string // key points that it denies
	Step        string   // id of the lesson's step that treats it; "" for none
	StepPos     Pos
	Phrasings   []Phrase
	NearMiss    []Phrase
	Patterns    []Phrase
	Pos         Pos
}

// Phrase is a line of the rubric and where it stands.
type Phrase struct {
	Text string
	Pos  Pos
}

// Sample is one labelled explanation of samples.jsonl.
type Sample struct {
	ID             string         `json:"id"`
	Style          string         `json:"style"`
	Text           string         `json:"text"`
	Points         map[string]int `json:"points"`         // 1 where the student says it
	Misconceptions map[string]int `json:"misconceptions"` // 1 where the student asserts it
	Copied         int            `json:"copied"`
	Gaming         int            `json:"gaming"`
	OffTopic       int            `json:"offtopic"`
	TestOnly       bool           `json:"test_only,omitempty"` // kept from training, used to measure
	Weight         float64        `json:"weight,omitempty"`    // what it counts for in training; 0 stands for 1
	Pos            Pos            `json:"-"`
}
