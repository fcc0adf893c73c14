package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/demo"
	"fencepost/lessons"
	"fencepost/store"
)

// demoCommand fills a database so that there is something to see.
func demoCommand() command {
	return command{"demo", "fill a database with a class that never was: 40 students, 400 explanations", runDemo}
}

// demoOptions are the flags of web demo.
type demoOptions struct {
	config
	seed         uint64
	students     int
	explanations int
	weeks        int
	file         string
	beside       bool
}

func parseDemo(w io.Writer, args []string) (demoOptions, error) {
	var o demoOptions
	flags, err := o.flagsOf(w, "demo")
	if err != nil {
		return o, err
	}
	flags.StringVar(&o.ContentDir, "content-dir", o.ContentDir, "folder of lessons; empty: the lessons built in")
	flags.StringVar(&o.BaseURL, "base-url", o.BaseURL, "address at which people reach the site")
	flags.Uint64Var(&o.seed, "seed", 1, "the same number makes the same class, as seen from the same hour")
	flags.IntVar(&o.students, "students", demo.MaxStudents(), "how many students")
	flags.IntVar(&o.explanations, "explanations", 400, "how many explanations they hand in together")
	flags.IntVar(&o.weeks, "weeks", 6, "how long ago the class began")
	flags.StringVar(&o.file, "password-file", "", "file whose first line is everybody's password; empty: one is made up and printed")
	flags.BoolVar(&o.beside, "beside-others", false, "also where the database holds people already, who then find the class beside theirs")
	if err := parseFlags(flags, args); err != nil {
		return o, err
	}
	switch {
	case o.students < 1 || o.students > demo.MaxStudents():
		fmt.Fprintf(w, "web demo: -students: want 1 to %d\n", demo.MaxStudents())
	case o.explanations < 1 || o.explanations > 5000:
		fmt.Fprintln(w, "web demo: -explanations: want 1 to 5000")
	case o.weeks < 1 || o.weeks > 52:
		fmt.Fprintln(w, "web demo: -weeks: want 1 to 52")
	default:
		return o, nil
	}
	return o, exitCode(2)
}

func runDemo(ctx context.Context, std stdio, args []string) error {
	o, err := parseDemo(std.err, args)
	if err != nil {
		return err
	}
	lib, problems := lessons.Load(contentFS(o.ContentDir))
	if len(problems) > 0 {
		writeProblems(std.err, o.ContentDir, problems)
		return exitCode(1)
	}
	db, err := o.openDatabase(ctx, nil)
	if err != nil {
		return err
	}
	return errors.Join(o.fill(ctx, std, db, lib), db.Close())
}

// fill refuses a database in which somebody has an account, unless told.
func (o *demoOptions) fill(ctx context.Context, std stdio, db database, lib *lessons.Library) error {
	base, err := o.base()
	if err != nil {
		return err
	}
	others, err := db.Roll(ctx, store.Page{N: 1})
	switch {
	case err != nil:
		return err
	case len(others.Rows) > 0 && !o.beside:
		return fmt.Errorf("%s holds people already; choose another DATA_DIR or database, or say -beside-others", o.place())
	}
	password, phc, err := o.password(ctx, std)
	if err != nil {
		return err
	}
	told, err := demo.Fill(ctx, db, lib.Lessons(), demo.Options{
		Seed: o.seed, Students: o.students, Explanations: o.explanations, Weeks: o.weeks,
		Until: time.Now().UTC().Truncate(time.Hour), PasswordHash: phc,
	})
	if errors.Is(err, demo.ErrThere) {
		return errors.New("the class of web demo is in this database already")
	}
	if err == nil {
		writeTold(std.out, told, o.place(), base.String(), password)
	}
	return err
}

// password is everybody's, and its hash: made once, for hashing 44 takes long.
func (o *demoOptions) password(ctx context.Context, std stdio) (password, phc string, err error) {
	password = rand.Text()[:20]
	if o.file != "" {
		if password, err = readPassword(std, o.file); err != nil {
			return "", "", err
		}
	}
	rules, err := auth.NewRules(0)
	if err != nil {
		return "", "", err
	}
	if err := rules.Check(password, false, "fencepost"); err != nil {
		return "", "", userMend(err)
	}
	hasher, err := auth.NewHasher(auth.Params, 1)
	if err != nil {
		return "", "", err
	}
	phc, err = hasher.Hash(ctx, password)
	if o.file != "" {
		password = "that of -password-file"
	}
	return password, phc, err
}

func writeTold(w io.Writer, t demo.Told, place, base, password string) {
	fmt.Fprintf(w, "%s now holds the cohort %q: %d students, %d explanations, %d answers to checks,\n%d tries at labs, %d answers in spaced review, %d objections and %d reviews since %s, in\n",
		place, t.Cohort, t.Students, t.Explanations, t.Attempts, t.LabTries, t.Recalls, t.Disputes, t.Reviews, t.From.Format("2 January 2006"))
	for _, title := range t.Lessons {
		fmt.Fprintf(w, "  %s\n", title)
	}
	fmt.Fprintf(w, "\nStart the site (web) and sign in at %s/signin\n", base)
	for _, p := range t.Instructors {
		fmt.Fprintf(w, "  instructor     %s\n", p.Email)
	}
	fmt.Fprintf(w, "  administrator  %s\n  student        %s\n  password       %s\n", t.Admin.Email, t.Student.Email, password)
	fmt.Fprint(w, "Everybody in the class has this password, so keep the site to yourself.\n")
}
