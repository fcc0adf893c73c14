package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
)

// In `return v, fill(&v)` the language does not say whether v is read before it
// is filled, nor in `a, b = v, fill(&v)`: only calls are made in order.
func TestNothingIsReadBesideACallThatFillsIt(t *testing.T) {
	read := eachSource(t, "../..", func(set *token.FileSet, tree *ast.File) {
		for _, at := range unordered(tree) {
			t.Errorf("%s: call first, then read", set.Position(at))
		}
	})
	if read < 1000 {
		t.Errorf("only %d sources were read", read)
	}
}

func TestUnorderedReadsAreSeen(t *testing.T) {
	for body, want := range map[string]int{
		"return v, fill(&v)":                          1,
		"return v, fill(&v.Items)":                    1,
		"return v.Items, errors.Join(a, fill(1, &v))": 1,
		"return v, do(func() { v = 2 })":              1,
		"a, b = v, fill(&v)":                          1,
		"return v, fill(&w)":                          0,
		"return &v, fill(&v)":                         0,
		"return v, do(func() { w = 2 })":              0,
		"err := fill(&v); return v, err":              0,
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() { "+body+" }", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := unordered(tree); len(got) != want {
			t.Errorf("%s: seen in %d places, want %d", body, len(got), want)
		}
	}
}

// eachSource visits the Go sources below a folder, and says how many there are.
func eachSource(t *testing.T, folder string, visit func(*token.FileSet, *ast.File)) (read int) {
	t.Helper()
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if d != nil && d.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if err != nil || filepath.Ext(file) != ".go" {
			return err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		read++
		visit(set, tree)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// unordered are the places where a variable, or a field of one, is read beside a
// call that is handed its address or a function that assigns to it.
func unordered(tree *ast.File) (at []token.Pos) {
	for n := range ast.Preorder(tree) {
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.ReturnStmt:
			list = n.Results
		case *ast.AssignStmt:
			list = n.Rhs
		}
		for name := range filledIn(list) {
			if slices.ContainsFunc(list, func(e ast.Expr) bool { return name != "" && variable(e) == name }) {
				at = append(at, n.Pos())
			}
		}
	}
	return at
}

// filledIn are the variables that the calls among expressions can change.
func filledIn(list []ast.Expr) map[string]bool {
	filled := map[string]bool{}
	for _, e := range list {
		if call, ok := e.(*ast.CallExpr); ok {
			fills(call, filled)
		}
	}
	return filled
}

// fills adds the variables that a call can change by what it is handed.
func fills(call *ast.CallExpr, filled map[string]bool) {
	for n := range ast.Preorder(call) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				filled[variable(n.X)] = true
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, to := range n.Lhs {
					filled[variable(to)] = true
				}
			}
		}
	}
}

// variable names the one that an expression is, or is a field of; else "".
func variable(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return variable(e.X)
	}
	return ""
}
