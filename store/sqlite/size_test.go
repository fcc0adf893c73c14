package sqlite

import (
	"os"
	"strconv"
	"testing"
)

func TestSizeIsThatOfTheFiles(t *testing.T) {
	db := openWith(t, defaults)
	for i := range 20 {
		check(t, answer(t.Context(), db, strconv.Itoa(i)))
	}
	got, err := db.Size()
	check(t, err)
	for name, size := range map[string]int64{db.path: got.File, db.path + "-wal": got.Log} {
		info, err := os.Stat(name)
		check(t, err)
		if size != info.Size() || size == 0 {
			t.Errorf("%s has %d bytes, Size says %d", name, info.Size(), size)
		}
	}
	memory, err := OpenMemory(t.Context())
	check(t, err)
	defer memory.Close()
	if got, err := memory.Size(); err != nil || got != (Size{}) {
		t.Errorf("in memory: %v, %v", got, err)
	}
}
