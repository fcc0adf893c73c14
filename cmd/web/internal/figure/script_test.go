package figure

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/sim/catalog"
	"fencepost/views"
)

const testPage = "/concepts/leases"

// leaseLesson is a lesson with one figure, as its author wrote it.
func leaseLesson(show map[string]string) *lessons.Lesson {
	return &lessons.Lesson{Slug: "leases", Steps: []lessons.Step{{Blocks: []lessons.Block{
		&lessons.Figure{Scenario: "lease", ID: "simulator", Caption: "A sleeps too long.", Show: show},
	}}}}
}

// leaseStage is the figure of that lesson: frozen for 12 s, without fencing.
func leaseStage(t testing.TB) *Stage {
	t.Helper()
	all, err := Prepare(leaseLesson(map[string]string{"freeze": "12s", "fencing": "off"}), testPage)
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// drawn is what a figure shows of one run at one step.
type drawn struct{ Plot, List, Outcome, Table, Label, Self string }

// printer runs the page's own script without a page: it prints the runs that
// are asked for, one JSON value a line.
const printer = `
import { Runs, address } from %q;
import { readFileSync } from "node:fs";
const { doc, want, page } = JSON.parse(readFileSync(0, "utf8"));
const runs = new Runs(doc);
for (const { values, step } of want) {
  const run = runs.at(values);
  const to = (v, n) => address({ ...page, keys: doc.keys, kept: [] }, v, n);
  const others = doc.others.map(({ k, t }) => {
    const side = values[k] === "on" ? "off" : "on";
    return { text: t[side === "on" ? 1 : 0], href: to({ ...values, [k]: side }, step) };
  });
  console.log(JSON.stringify({ Plot: run.plot(step), List: run.list(step, (n) => to(values, n)), Outcome: run.outcome((n) => to(values, n), others), Table: run.table(), Label: run.label, Self: to(values, step) }));
}`

// ask is one run at one step.
type ask struct {
	Values map[string]string `json:"values"`
	Step   int               `json:"step"`
}

// TestTheScriptPrintsWhatTheTemplatesPrint holds every byte that the script
// makes of the runs against the page that the server makes of the address.
func TestTheScriptPrintsWhatTheTemplatesPrint(t *testing.T) {
	for _, sc := range catalog.All() {
		t.Run(sc.Name, func(t *testing.T) {
			s := stageOf(t, sc.Name)
			want := asks(s)
			for i, got := range printed(t, s, want) {
				w := want[i]
				q := url.Values{"step": {strconv.Itoa(w.Step)}}
				for k, text := range w.Values {
					q.Set(k, text)
				}
				if diff := cmp.Diff(served(t, s.View(q)), got); diff != "" {
					t.Fatalf("%v at step %d, server - script +:\n%s", w.Values, w.Step, diff)
				}
			}
		})
	}
}

// stageOf is a figure of a scenario as it is of itself.
func stageOf(t *testing.T, scenario string) *Stage {
	t.Helper()
	l := leaseLesson(nil)
	l.Steps[0].Blocks = []lessons.Block{&lessons.Figure{Scenario: scenario, ID: "simulator"}}
	all, err := Prepare(l, testPage)
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// asks are some fifty of the runs that the main controls reach, each at its
// first, its middle and its last step.
func asks(s *Stage) []ask {
	var out []ask
	reach := s.reach()
	for i := 0; i < len(reach); i += max(len(reach)/50, 1) {
		n := len(s.scenario.Run(reach[i], nil).Entries)
		for _, step := range []int{1, (n + 1) / 2, n} {
			out = append(out, ask{texts(reach[i]), step})
		}
	}
	return out
}

// texts are all values of a run, by name.
func texts(v sim.Values) map[string]string {
	out := map[string]string{}
	for i, p := range v.Schema() {
		out[p.Name] = p.Text(v.At(i))
	}
	out[tapeKey] = ""
	return out
}

// served is what the templates make of a figure.
func served(t *testing.T, f *views.Figure) drawn {
	t.Helper()
	table := ""
	if f.Table != nil {
		table = rendered(t, views.RunTableView(f.Table))
	}
	return drawn{
		Table: table,
		Plot:  rendered(t, views.PlotInner(f.Plot, f.Step)), List: rendered(t, views.FigureEvents(f.Events, f.Step)),
		Outcome: rendered(t, views.FigureOutcome(f)), Label: f.Label, Self: f.Self,
	}
}

func rendered(t *testing.T, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return between.ReplaceAllString(b.String(), "><")
}

// between is white space between elements, which templates leave where a
// condition or a loop stood. It means nothing there.
var between = regexp.MustCompile(`>\s+<`)

// printed asks the script for runs.
func printed(t *testing.T, s *Stage, want any) []drawn {
	t.Helper()
	in, err := json.Marshal(map[string]any{
		"doc": json.RawMessage(s.runs), "want": want,
		"page": map[string]string{"action": s.page, "prefix": s.prefix, "id": s.id},
	})
	if err != nil {
		t.Fatal(err)
	}
	module := "../../../../static/js/simulator-draw.js"
	cmd := exec.Command("node", "--input-type=module", "--eval", scriptFor(t, module))
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr(err))
	}
	var all []drawn
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var one drawn
		if err := d.Decode(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}
