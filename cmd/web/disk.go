package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// errNoRoom is the error of a disk that is nearly full.
var errNoRoom = errors.New("the disk is nearly full")

// units are the endings that a size may have, in bytes.
var units = []struct {
	word  string
	bytes uint64
}{{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}}

// minFreeDisk is MIN_FREE_DISK parsed, in bytes.
func (c *config) minFreeDisk() (uint64, error) {
	word, factor := strings.ToUpper(strings.TrimSpace(c.MinFreeDisk)), uint64(1)
	for _, u := range units {
		if bare, ok := strings.CutSuffix(word, u.word); ok {
			word, factor = strings.TrimSpace(bare), u.bytes
			break
		}
	}
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil || n > math.MaxUint64/factor {
		return 0, fmt.Errorf("MIN_FREE_DISK: %q is not a size such as 100MB or 2GB", c.MinFreeDisk)
	}
	return n * factor, nil
}

// room answers errNoRoom where the disk that holds dir has less than least
// bytes free. A system that cannot tell has room.
func room(dir string, least uint64) error {
	free, err := freeBytes(dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case err != nil:
		return fmt.Errorf("how much of the disk is free at %s: %w", dir, err)
	case free < least:
		return fmt.Errorf("%w: %d bytes are free at %s, MIN_FREE_DISK wants %d", errNoRoom, free, dir, least)
	}
	return nil
}
