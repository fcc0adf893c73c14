package xapi

// The parts of a statement that are sent, under the names of xAPI 1.0.3, part
// two, section 2.

type statement struct {
	ID        string    `json:"id"`
	Actor     agent     `json:"actor"`
	Verb      verb      `json:"verb"`
	Object    activity  `json:"object"`
	Result    *result   `json:"result,omitempty"`
	Context   situation `json:"context"`
	Timestamp string    `json:"timestamp"`
}

type agent struct {
	ObjectType string  `json:"objectType"`
	Account    account `json:"account"`
}

type account struct {
	HomePage string `json:"homePage"`
	Name     string `json:"name"`
}

type verb struct {
	ID      string            `json:"id"`
	Display map[string]string `json:"display"`
}

type activity struct {
	ObjectType string     `json:"objectType"`
	ID         string     `json:"id"`
	Definition definition `json:"definition"`
}

type reference struct {
	ObjectType string `json:"objectType"`
	ID         string `json:"id"`
}

type definition struct {
	Type        string            `json:"type"`
	Name        map[string]string `json:"name,omitempty"`
	Interaction string            `json:"interactionType,omitempty"`
}

type result struct {
	Score      *score         `json:"score,omitempty"`
	Success    *bool          `json:"success,omitempty"`
	Response   string         `json:"response,omitempty"`
	Extensions map[string]any `json:"extensions,omitempty"`
}

type score struct {
	Scaled float64 `json:"scaled"` // in [0,1]
	Raw    int     `json:"raw"`
	Min    int     `json:"min"`
	Max    int     `json:"max"`
}

type situation struct {
	Instructor *agent `json:"instructor,omitempty"`
	Activities struct {
		Parent   []activity  `json:"parent"`
		Category []reference `json:"category,omitempty"`
	} `json:"contextActivities"`
	Revision string `json:"revision,omitempty"`
	Platform string `json:"platform"`
	Language string `json:"language"`
}
