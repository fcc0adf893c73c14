package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// newConcept are the files that a concept begins with. They lint, and every
// TODO in them is pointed out.
//
//go:embed newconcept
var newConcept embed.FS

// newCommand lays out the files of a lesson.
func newCommand() command {
	return command{name: "new", summary: "lay out the files of a lesson: web new concept NAME", run: runNew}
}

// conceptName is what a concept's folder may be called.
var conceptName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func runNew(_ context.Context, std stdio, args []string) error {
	flags := flag.NewFlagSet("web new", flag.ContinueOnError)
	flags.SetOutput(std.err)
	dir := flags.String("content", contentDir(), "folder of lessons")
	if len(args) < 2 || args[0] != "concept" || strings.HasPrefix(args[1], "-") {
		fmt.Fprintln(std.err, "usage: web new concept NAME [-content FOLDER]")
		return exitCode(2)
	}
	if err := parseFlags(flags, args[2:]); err != nil {
		return err
	}
	name := args[1]
	if !conceptName.MatchString(name) || len(name) > 64 {
		return fmt.Errorf("%q cannot be a concept: use lower-case letters, digits and single dashes, beginning with a letter", name)
	}
	folder := filepath.Join(*dir, name)
	if err := layOut(folder, name); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s is laid out. Now\n\n    web lint -content %s\n\nsays what is to be written, until nothing is left to say.\n", folder, *dir)
	return nil
}

// contentDir is where lessons are written when nothing else is said.
func contentDir() string {
	if dir := os.Getenv("CONTENT_DIR"); dir != "" {
		return dir
	}
	return "content"
}

// layOut writes a new concept's files, and nothing over what is there.
func layOut(folder, name string) error {
	switch err := os.Mkdir(folder, 0o755); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already", folder)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s; name another with -content", filepath.Dir(folder))
	case err != nil:
		return err
	}
	title := strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "-", " ")
	files, err := fs.ReadDir(newConcept, "newconcept")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := newConcept.ReadFile("newconcept/" + f.Name())
		if err != nil {
			return err
		}
		filled := strings.ReplaceAll(string(text), "TITLE", title)
		if err := os.WriteFile(filepath.Join(folder, f.Name()), []byte(filled), 0o644); err != nil {
			return err
		}
	}
	return nil
}
