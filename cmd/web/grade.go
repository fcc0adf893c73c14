package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// gradeCommand scores explanations from the command line.
func gradeCommand() command {
	return command{"grade", "score explanations (JSON Lines of id and text) against a lesson's rubric", runGrade}
}

// gradeOptions are the flags of web grade.
type gradeOptions struct {
	lesson, content string
	explain, cv     bool
	heldOut         bool
}

func runGrade(_ context.Context, std stdio, args []string) error {
	var o gradeOptions
	flags := flag.NewFlagSet("web grade", flag.ContinueOnError)
	flags.SetOutput(std.err)
	flags.StringVar(&o.lesson, "lesson", "", "the lesson's folder, such as leases-and-fencing-tokens")
	flags.StringVar(&o.content, "content", contentHere(), "folder of lessons; empty: the lessons built in")
	flags.BoolVar(&o.explain, "explain", false, "show for each text which features weighed how much, instead of predictions")
	flags.BoolVar(&o.cv, "cv", false, "read nothing: predict each of the lesson's samples by a scorer that was trained without it")
	flags.BoolVar(&o.heldOut, "test-only", false, "read nothing: predict the samples that are kept from training")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil || flags.NArg() > 1 || o.lesson == "":
		fmt.Fprintln(std.err, "usage: web grade -lesson NAME [flags] [FILE]   reads FILE or standard input")
		return exitCode(2)
	}
	return o.run(std, flags.Arg(0))
}

func (o gradeOptions) run(std stdio, file string) error {
	lesson, err := findLesson(o.content, o.lesson)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(std.out)
	defer out.Flush()
	if o.cv {
		return o.crossValidate(out, lesson)
	}
	scorer, err := grade.Of(lesson)
	if err != nil {
		return err
	}
	if o.heldOut {
		return gradeHeldOut(out, scorer, lesson.Samples.Get())
	}
	return o.gradeFile(std.in, out, scorer, file)
}

// findLesson loads one lesson that has a rubric.
func findLesson(dir, name string) (*lessons.Lesson, error) {
	library, problems := lessons.Load(contentFS(dir))
	lesson, ok := library.Lesson(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no lesson %q", name)
	case lesson.Rubric == nil:
		return nil, fmt.Errorf("the lesson %q has no rubric", name)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Pos.File, name+"/") {
			return nil, fmt.Errorf("the lesson %q does not lint, first: %v", name, p)
		}
	}
	return lesson, nil
}

// gradeFile scores the lines of a file, or of standard input.
func (o gradeOptions) gradeFile(in io.Reader, out io.Writer, scorer *grade.Scorer, file string) error {
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return fmt.Errorf("read the explanations: %w", err)
		}
		defer f.Close()
		in = f
	}
	dec := json.NewDecoder(in)
	for n := 1; ; n++ {
		var e struct{ ID, Text string }
		switch err := dec.Decode(&e); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read explanation %d: %w", n, err)
		}
		if err := o.gradeOne(out, scorer, e.ID, e.Text); err != nil {
			return err
		}
	}
}

func (o gradeOptions) gradeOne(out io.Writer, scorer *grade.Scorer, id, text string) error {
	if o.explain {
		fmt.Fprintf(out, "== %s\n%s\n", id, text)
		return scorer.Explain(out, text)
	}
	return writePrediction(out, id, scorer.Score(text))
}

// gradeHeldOut scores the samples that are kept from training.
func gradeHeldOut(out io.Writer, scorer *grade.Scorer, samples []lessons.Sample) error {
	for _, s := range samples {
		if !s.TestOnly {
			continue
		}
		if err := writePrediction(out, s.ID, scorer.Score(s.Text)); err != nil {
			return err
		}
	}
	return nil
}

// crossValidate scores each sample by a scorer that never saw it.
func (o gradeOptions) crossValidate(out io.Writer, l *lessons.Lesson) error {
	predictions, err := grade.CrossValidate(l.Rubric, l.Samples.Get(), grade.PageText(l))
	if err != nil {
		return err
	}
	for _, p := range predictions {
		if err := writePrediction(out, p.ID, p.Result); err != nil {
			return err
		}
	}
	return nil
}

// prediction is one line of output. Its findings are keyed by id.
type prediction struct {
	ID             string                   `json:"id"`
	Points         map[string]grade.Finding `json:"points"`
	Misconceptions map[string]grade.Finding `json:"misconceptions"`
	Flags          []grade.Flag             `json:"flags"`
	Rubric         string                   `json:"rubric"`
	Scorer         string                   `json:"scorer"`
}

func writePrediction(out io.Writer, id string, r grade.Result) error {
	p := prediction{ID: id, Flags: r.Flags, Rubric: r.Rubric, Scorer: r.Scorer}
	p.Points, p.Misconceptions = byID(r.Points), byID(r.Misconceptions)
	line, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("write the prediction of %s: %w", id, err)
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

func byID(list []grade.Finding) map[string]grade.Finding {
	out := map[string]grade.Finding{}
	for _, f := range list {
		out[f.ID] = f
	}
	return out
}
