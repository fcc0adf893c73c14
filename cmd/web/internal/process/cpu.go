package process

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of processor time in /proc, which Linux has fixed at 10 ms
// (proc(5), USER_HZ).
const tick = 10 * time.Millisecond

// CPU is what processes, and all children of each, have used of the processors
// so far; 0 of one that is gone. It reads /proc, so that it needs Linux.
func CPU(pids ...int) (used time.Duration) {
	for _, pid := range pids {
		used += own(pid)
		for _, child := range children(pid) {
			used += own(child)
		}
	}
	return used
}

// own is a process's time with that of its children that ended.
func own(pid int) (used time.Duration) {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	name := strings.LastIndexByte(string(text), ')') // which may hold anything
	words := strings.Fields(string(text[name+1:]))
	for i := 11; i < min(15, len(words)); i++ { // utime, stime, cutime, cstime
		n, _ := strconv.ParseInt(words[i], 10, 64)
		used += time.Duration(n) * tick
	}
	return used
}

func children(pid int) (list []int) {
	name := strconv.Itoa(pid)
	text, _ := os.ReadFile("/proc/" + name + "/task/" + name + "/children")
	for word := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(word); err == nil {
			list = append(list, n)
		}
	}
	return list
}
