package lessons

// Lab is a small task on a real database: the reader's SQL runs inside the
// schedules, and rules over the rows decide. Its file is labs/ID.yaml in the
// concept's folder.
type Lab struct {
	ID    string // the file's name, explicit and permanent: attempts in the database point at it
	Title string
	Line  string // one sentence for the lesson's page
	Task  string // HTML

	Tables    string     // SQL that makes the tables and their first rows
	Values    []LabValue // parameters that statements may use
	Slots     []LabSlot
	Actors    []LabActor
	Schedules []LabSchedule
	Rules     []LabRule

	Hints    []string // HTML, each saying more than the one before
	Solution LabAnswer
	Why      string // HTML: why the solution holds

	Right []LabAnswer // further answers that hold
	Wrong []LabAnswer // answers that break a rule, and which

	Pos       Pos
	TablesPos Pos
}

// LabValue is a parameter that the program binds, and what it stands for.
type LabValue struct{ Name, Means string }

// LabSlot is one text that the reader writes.
type LabSlot struct {
	ID      string
	Title   string
	Ask     string   // HTML
	Uses    []string // parameters, without their colon
	Returns []string // columns that the worker keeps and later statements may use; nil: none
	Most    int      // statements that it may hold
	May     []string // beyond reading and changing rows: "transaction", "create-table", "create-index"
	Starts  string   // what stands in the box first
	Pos     Pos
}

// What LabSlot.May may name.
const (
	MayTransaction = "transaction"
	MayCreateTable = "create-table"
	MayCreateIndex = "create-index"
)

// LabActor is a lane of the drawing: a client with a connection of its own, or
// a table.
type LabActor struct {
	ID, Name, Shape string
	Values          map[string]string // parameters that it always binds
	Shows           string            // of a table: a query for who holds it and what to write upon its bar; "" for none
	Pos             Pos
}

// LabSchedule is one order of events, in which every rule must hold.
type LabSchedule struct {
	ID, Title string
	Steps     []LabStep
	Pos       Pos
}

// LabStep is one event. Exactly one of Run, SQL, Frozen and Crash without Run
// says what.
type LabStep struct {
	At     int // seconds from the beginning
	Actor  string
	Run    string            // the slot whose text it runs
	SQL    string            // a statement of the lab's own
	Frozen int               // seconds that it does nothing; 0 for none
	Crash  string            // "now"; with Run "each" (a schedule for every place in the text) or a count of statements that run before
	After  string            // only where the actor's last run of this slot found something
	Unless string            // only where it found nothing
	Now    int               // what it takes for the time; -1: At
	Values map[string]string // parameters that differ from the actor's
	Note   string            // said in the trace; "" for nothing
	Pos    Pos
}

// CrashEach is the LabStep.Crash that stands for every place in the text.
const CrashEach = "each"

// LabRule must hold when a schedule is over.
type LabRule struct {
	ID      string
	Says    string // what must hold
	Breaks  string // a query for what breaks it: no row where it holds
	Numbers string // a query whose first row fills in the sentences; "" for none
	Broken  string // said where it breaks; {column} is filled in
	Held    string // said where it holds; "" for Says
	Pos     Pos
}

// LabAnswer is a text for every slot.
type LabAnswer struct {
	Texts  map[string]string // by slot
	Says   string            // what is to be said of it
	Breaks string            // the rule that it must break first; "" for an answer that holds
	Pos    Pos
}

// LabPlace is where a lesson leads to one of its labs: a fence whose info
// string is "lab ID".
type LabPlace struct {
	Lab *Lab // nil only where the lesson was reported to have no such lab
	ID  string
	Pos Pos
}

func (*LabPlace) block() {}

// Labs are the lesson's labs in reading order.
func (l *Lesson) Labs() []*Lab {
	var out []*Lab
	for _, p := range blocksOf[*LabPlace](l) {
		if p.Lab != nil {
			out = append(out, p.Lab)
		}
	}
	return out
}

// Lab finds a lab of the lesson by its id; nil for none.
func (l *Lesson) Lab(id string) *Lab {
	return find(l.Labs(), func(lab *Lab) bool { return lab.ID == id })
}

// Slot finds one of the lab's texts; nil for none.
func (l *Lab) Slot(id string) *LabSlot {
	for i := range l.Slots {
		if l.Slots[i].ID == id {
			return &l.Slots[i]
		}
	}
	return nil
}

// Begin is what stands in the boxes first.
func (l *Lab) Begin() LabAnswer {
	a := LabAnswer{Texts: map[string]string{}}
	for _, s := range l.Slots {
		a.Texts[s.ID] = s.Starts
	}
	return a
}
