package licences

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write licences.txt anew from what is linked in")

const file = "licences.txt"

// allowed are the licences that parts may have: each lets anybody use, change
// and pass on the program, and asks for no more than its text in the copy.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1"}

func TestEveryPartHasALicenceThatIsAllowed(t *testing.T) {
	all := parts(t)
	if len(all) < 40 {
		t.Fatalf("only %d parts were found", len(all))
	}
	for _, p := range all {
		for _, id := range p.licences {
			if !slices.Contains(allowed, id) {
				t.Errorf("%s %s has the licence %s", p.name, p.version, id)
			}
		}
		if len(p.licences) == 0 {
			t.Errorf("%s %s has no licence that this test knows", p.name, p.version)
		}
	}
}

func TestTheListIsOfWhatIsLinkedIn(t *testing.T) {
	want := written(parts(t))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, Text); diff != "" {
		t.Errorf("%s is stale: make sbom (-want +got):\n%.2000s", file, diff)
	}
}

// A negative control: what is not free of conditions, or nothing known, is no
// allowed licence.
func TestLicencesAreToldApart(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\n  Version 2.0, January 2004":                                      "Apache-2.0",
		"Permission is hereby granted, free of charge, to any person obtaining a copy":     "MIT",
		"Permission to use, copy, modify, and/or distribute this software for any purpose": "ISC",
		"Permission to use, copy, modify, and distribute this software for any purpose":    "ISC",
		"Redistribution and use in source and binary\nforms … Neither the name of":         "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with or without":               "BSD-2-Clause",
		"SIL OPEN FONT LICENSE Version 1.1":                                                "OFL-1.1",
		"GNU GENERAL PUBLIC LICENSE Version 3":                                             "GPL",
		"GNU AFFERO GENERAL PUBLIC LICENSE, or Apache License Version 2.0, January 2004":   "GPL, Apache-2.0",
		"Mozilla Public License Version 2.0":                                               "MPL",
		"All rights reserved.":                                                             "",
	} {
		if got := strings.Join(identify(text), ", "); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for _, id := range []string{"GPL", "MPL"} {
		if slices.Contains(allowed, id) {
			t.Errorf("%q is allowed", id)
		}
	}
}

// signs are words by which licences are known. Space counts as one blank.
var signs = []struct{ id, words string }{
	{"GPL", "GNU GENERAL PUBLIC LICENSE"},
	{"GPL", "GNU AFFERO GENERAL PUBLIC LICENSE"},
	{"GPL", "GNU LESSER GENERAL PUBLIC LICENSE"},
	{"MPL", "Mozilla Public License"},
	{"EPL", "Eclipse Public License"},
	{"CC-BY-NC", "NonCommercial"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
	{"Apache-2.0", "Apache License Version 2.0, January 2004"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"}, // its older wording
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-3-Clause", "may not be used to endorse or promote"},
	{"BSD-3-Clause", "may be used to endorse or promote"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
}

// identify names the licences of a text by the identifiers of SPDX.
func identify(text string) (ids []string) {
	plain := strings.Join(strings.Fields(text), " ")
	bsd := strings.Contains(plain, "Redistribution and use in source and binary forms")
	for _, s := range signs {
		again := slices.Contains(ids, s.id) || s.id == "BSD-2-Clause" && slices.Contains(ids, "BSD-3-Clause")
		if strings.Contains(plain, s.words) && !again && (bsd || !strings.HasPrefix(s.id, "BSD")) {
			ids = append(ids, s.id)
		}
	}
	return ids
}
