package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// readPassword takes a password from a file, from whoever sits at the terminal
// (twice, not shown), or from the first line of standard input.
func readPassword(std stdio, file string) (string, error) {
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return "", fmt.Errorf("-password-file: %w", err)
		}
		defer f.Close()
		return firstLine(f)
	}
	if f, ok := std.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return askPassword(std.err, int(f.Fd()))
	}
	return firstLine(std.in)
}

func firstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(r, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

func askPassword(w io.Writer, fd int) (string, error) {
	var typed [2]string
	for i, prompt := range []string{"Password: ", "Once more: "} {
		fmt.Fprint(w, prompt)
		text, err := term.ReadPassword(fd)
		fmt.Fprintln(w)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed[i] = string(text)
	}
	if typed[0] != typed[1] {
		return "", errors.New("the two passwords differ; nothing was changed")
	}
	return typed[0], nil
}
