package highlight_test

import (
	"testing"

	"fencepost/lessons/highlight"
)

func TestHTML(t *testing.T) {
	tests := []struct{ language, code, want string }{
		{"sql", "UPDATE d SET n = :n -- late\nWHERE n <= 2;", "<b>UPDATE</b> d <b>SET</b> n = :n <i>-- late</i>\n<b>WHERE</b> n &lt;= 2;"},
		{"go", "func f() { // <b>\n\treturn \"return\"\n}", "<b>func</b> f() { <i>// &lt;b&gt;</i>\n\t<b>return</b> &#34;return&#34;\n}"},
		{"go", "`raw\nif` + 'i' /* if */ + iffy", "`raw\nif` + &#39;i&#39; <i>/* if */</i> + iffy"},
		{"json", `{"a": true}`, `{&#34;a&#34;: <b>true</b>}`},
		{"bash", "if true; then kill -STOP 1; fi # stop", "<b>if</b> true; <b>then</b> kill -STOP 1; <b>fi</b> <i># stop</i>"},
		{"yaml", "a: 1 # one", "a: 1 <i># one</i>"},
		{"text", "UPDATE <d>", "UPDATE &lt;d&gt;"},
	}
	for _, tt := range tests {
		got, err := highlight.HTML(tt.language, tt.code)
		if err != nil || got != tt.want {
			t.Errorf("HTML(%s, %q)\n got %q, %v\nwant %q", tt.language, tt.code, got, err, tt.want)
		}
	}
}

func TestUnknownLanguageIsAnError(t *testing.T) {
	if _, err := highlight.HTML("cobol", "MOVE A TO B."); err == nil {
		t.Error("HTML(cobol) found no fault")
	}
}

// Every language that is offered can be read: the embedded files are whole.
func TestEveryLanguageLoads(t *testing.T) {
	for _, name := range highlight.Languages() {
		if _, err := highlight.HTML(name, "a"); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkHTML(b *testing.B) {
	const code = "UPDATE documents\n   SET body = :body, token = :token\n WHERE id = :id\n   AND token <= :token; -- an older owner matches no row\n"
	b.ReportAllocs()
	for b.Loop() {
		if _, err := highlight.HTML("sql", code); err != nil {
			b.Fatal(err)
		}
	}
}
