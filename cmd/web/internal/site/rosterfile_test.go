package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

func TestReadRoster(t *testing.T) {
	ada := rosterLine{2, "Ada Byron", "ada@mail.example", store.MemberStudent}
	for _, tt := range []struct {
		name, file string
		want       []rosterLine
		wrong      []int // lines
	}{
		{name: "plain", file: "name,email\nAda Byron,ada@mail.example\n", want: []rosterLine{ada}},
		{name: "as a spreadsheet writes it", file: "\xef\xbb\xbfName;Email\r\nAda Byron;ada@mail.example\r\n", want: []rosterLine{ada}},
		{name: "tabs", file: "name\temail\nAda Byron\tada@mail.example", want: []rosterLine{ada}},
		{name: "other order and columns", file: "id,E-Mail,group,Name\n7,ada@mail.example,x,Ada Byron\n", want: []rosterLine{ada}},
		{name: "two names", file: "First name,Last name,Email\nAda,Byron,ada@mail.example\n", want: []rosterLine{ada}},
		{name: "spaces", file: " name , email \n  Ada   Byron , ada@mail.example \n", want: []rosterLine{ada}},
		{name: "a role", file: "name,email,role\nAda Byron,ada@mail.example,Assistant\n", want: []rosterLine{{2, "Ada Byron", "ada@mail.example", store.MemberAssistant}}},
		{name: "a name that looks like a formula is text", file: "name,email\n\"=HYPERLINK(\"\"http://evil.example\"\")\",ada@mail.example\n", want: []rosterLine{{2, `=HYPERLINK("http://evil.example")`, "ada@mail.example", store.MemberStudent}}},
		{name: "a comma and a line end within quotes", file: "name,email\n\"Byron,\nAda\",ada@mail.example\n", want: []rosterLine{{2, "Byron, Ada", "ada@mail.example", store.MemberStudent}}},
		{name: "empty lines", file: "name,email\n\n,\nAda Byron,ada@mail.example\n\n", want: []rosterLine{{4, "Ada Byron", "ada@mail.example", store.MemberStudent}}},
		{name: "other scripts", file: "name,email\n山田 太郎,taro@mail.example\n", want: []rosterLine{{2, "山田 太郎", "taro@mail.example", store.MemberStudent}}},
		{name: "what is wrong does not hide what is right", file: "name,email\n,x@mail.example\nBo,nowhere\nAda Byron,ada@mail.example\nAda,ADA@mail.example\nCy,cy@mail.example,king\n", want: []rosterLine{{4, "Ada Byron", "ada@mail.example", store.MemberStudent}, {6, "Cy", "cy@mail.example", store.MemberStudent}}, wrong: []int{2, 3, 5}},
		{name: "an unknown role", file: "name,email,role\nAda,ada@mail.example,queen\n", wrong: []int{2}},
		{name: "turned text", file: "name,email\n\u202eadA,ada@mail.example\n", wrong: []int{2}},
		{name: "a short line", file: "name,email\nAda\n", wrong: []int{2}},
		{name: "an open quotation mark", file: "name,email\nAda Byron,ada@mail.example\n\"Bo,bo@mail.example\n", want: []rosterLine{ada}, wrong: []int{3}},
		{name: "no heading", file: "Ada Byron,ada@mail.example\n", wrong: []int{1}},
		{name: "nothing", file: "", wrong: []int{1}},
		{name: "UTF-16", file: "\xff\xfen\x00a\x00m\x00e\x00", wrong: []int{1}},
		{name: "Latin-1", file: "name,email\nBj\xf6rn,b@mail.example\n", wrong: []int{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, faults := readRoster([]byte(tt.file))
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(rosterLine{})); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			var wrong []int
			for _, f := range faults {
				wrong = append(wrong, f.line)
			}
			if diff := cmp.Diff(tt.wrong, wrong); diff != "" {
				t.Errorf("lines that are wrong (-want +got):\n%s\n%v", diff, faults)
			}
		})
	}
}

func TestReadRosterIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,email\n")
	for i := range maxRoster + 10 {
		fmt.Fprintf(&b, "N,n%d@mail.example\n", i)
	}
	lines, wrong := readRoster([]byte(b.String()))
	if len(lines) > maxRoster+1 || len(wrong) != 1 {
		t.Errorf("%d lines and %v, want at most %d and one complaint", len(lines), wrong, maxRoster+1)
	}
}

func BenchmarkReadRoster(b *testing.B) {
	file := []byte("name,email\n" + strings.Repeat("Ada Byron,ada@mail.example\n", 500))
	b.ReportAllocs()
	for b.Loop() {
		readRoster(file)
	}
}

// What is in the file and goes nowhere is named before anything is stored. A
// column whose word was mistyped is so found.
func TestColumnsThatAreNotReadAreNamed(t *testing.T) {
	for file, want := range map[string]string{
		"name,email\nSam,sam@mail.example":       "",
		"\xef\xbb\xbfName;E-mail;Role\r\n":       "",
		"first name,last name,email,":            "",
		"name,email,Rôle":                        "The column “Rôle” is not read: nothing in it is stored.",
		"No.,name,first name,email, Phone ,mail": "The columns “No.”, “first name”, “Phone” and “mail” are not read: nothing in them is stored.",
		"name,phone":                             "", // refused for its lack of an address
		"":                                       "",
	} {
		if got := unread([]byte(file)); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}
