package views

import (
	"context"
	"strings"
)

// Visitor is who reads, for the masthead of every page. The zero Visitor is
// somebody not signed in.
type Visitor struct {
	Name    string // "" for somebody not signed in
	Lapsed  bool   // was signed in; the session is over
	Hidden  bool   // the page shows no way to sign in: it is one
	Next    string // where to come back to after a sign-in
	Due     int    // things to be reviewed today, where the page has counted them
	News    int    // reviews of their work that they have not seen
	Desk    bool   // may open the review desk
	Cohorts bool   // is in a cohort, or may make one
	Admin   bool   // sees people and the log
	Reader  string // marks whose the page is, for what their browser keeps; "" where that is not known
}

type visitorKey struct{}

// WithVisitor says who reads the page.
func WithVisitor(ctx context.Context, v Visitor) context.Context {
	return context.WithValue(ctx, visitorKey{}, v)
}

func visitorOf(ctx context.Context) Visitor {
	v, _ := ctx.Value(visitorKey{}).(Visitor)
	return v
}

// Form is what a page asks for, sent to one address.
type Form struct {
	ID      string // "" where the page has no other form
	Action  string
	Fault   string // what was wrong that no single field is to blame for
	Hidden  []Hidden
	Fields  []Entry
	Submit  string
	Of      string // which of many the button is about, for those who are told of it alone; "" where there is one
	Plain   bool   // the button is not the first thing to do on the page
	Danger  bool   // what it does cannot be undone
	Passkey string // what the browser's passkey dialogue is to be asked, JSON; "" for a form without
	Asks    string // address that says so at the moment of asking, in place of Passkey
	Script  bool   // works with scripts only
	Upload  bool   // carries a file
}

// Hidden is a value that a form carries along.
type Hidden struct{ Name, Value string }

// Entry is one thing that a form asks for. What was typed comes back in Value
// when the form is refused, except in passwords.
type Entry struct {
	Name, Label, Value string
	Kind               string // of the input: "" for text; "select", "checkbox", "textarea", "file"
	Hint, Error        string
	Fill               string // autocomplete
	Mode               string // inputmode
	Required           bool
	Focus              bool
	Blamed             bool // what is wrong with the form as a whole is read out here
	Checked            bool
	Choices            []Choice // of a select or a datalist
	Max                int      // characters; 0: no limit
}

// Choice is one value of a select.
type Choice struct{ Value, Text string }

// inputKind is the type attribute of a field.
func inputKind(f Entry) string {
	if f.Kind == "" {
		return "text"
	}
	return f.Kind
}

// fieldID is the id of a field: forms on one page need one each.
func fieldID(form, name string) string {
	if form == "" {
		return name
	}
	return form + "-" + name
}

// faultID is the id of what is wrong with a form as a whole.
func faultID(form string) string { return fieldID(form, "fault") }

// describedBy names what describes a field.
func describedBy(form string, f Entry) string {
	var ids []string
	if f.Error != "" {
		ids = append(ids, fieldID(form, f.Name)+"-fault")
	}
	if f.Blamed {
		ids = append(ids, faultID(form))
	}
	if f.Hint != "" {
		ids = append(ids, fieldID(form, f.Name)+"-hint")
	}
	return strings.Join(ids, " ")
}

func submitClass(f Form) string {
	switch {
	case f.Danger:
		return "btn danger"
	case f.Plain:
		return "btn"
	}
	return "btn primary"
}

// Desk is a page with little on it but forms: sign in, join, confirm.
type Desk struct {
	Chrome  Chrome
	Kicker  string
	Heading string
	Lede    string
	Notes   []string // paragraphs before the forms
	Forms   []Form
	Links   []Link // other ways
	Foot    string // a word after all that; "" for none
	Clear   bool   // drafts in this browser are taken away: somebody signed out
}

// Account is the page of one's own account.
type Account struct {
	Chrome   Chrome
	Status   string
	Warn     string // what must be done first, such as a second factor
	Name     string
	Email    string
	Role     string
	Profile  Form
	Password Form
	Factors  []Factor
	Codes    int  // recovery codes left
	Demand   bool // the site wants a second factor of this account
	AddTOTP  string
	Passkey  *Form
	NewCodes *Form
	Sessions []Session
	EndRest  *Form
	Linked   []Identity
	Link     *Form  // to link a provider; nil for none
	Claim    string // address where work of this browser can be claimed, or ""
	Export   string
	Delete   string
}

// Factor is a second factor of an account.
type Factor struct {
	Name, Kind, Added, Used string
	Remove                  Form
}

// Session is one browser that is signed in.
type Session struct {
	Browser, Address string
	Began, Seen      Moment
	Here             bool // this one
	End              Form
}

// Identity is a sign-in by a provider.
type Identity struct {
	Issuer string
	Remove Form
}

// Moment is a time, in UTC where no script writes it anew.
type Moment struct {
	Text string // "2026-11-29 14:40 UTC"
	MS   int64
}

// TOTPSetup is the page on which an authenticator app is added.
type TOTPSetup struct {
	Chrome Chrome
	Lede   string
	QR     string // path of the dark squares, one unit each
	Side   int    // of the whole code with its margin, in units
	Secret string // in groups of four
	Form   Form
}

// RecoveryCodes is the page that shows new codes, once.
type RecoveryCodes struct {
	Chrome Chrome
	Codes  []string
	Next   Link
}

// People is the admin's list of accounts.
type People struct {
	Chrome Chrome
	Search string
	Rows   []PersonRow
	Next   string // href of the following part, or ""
	Add    Form
	Status string
}

// PersonRow is one account in a list.
type PersonRow struct {
	Name, Email, Href, Role, State string
}

// Person is the admin's page of one account.
type Person struct {
	Chrome Chrome
	Name   string
	Email  string
	Role   string
	State  string
	Since  string
	Status string
	Forms  []Section
	Export string
	Delete string
}

// Section is a heading with words and forms below it.
type Section struct {
	ID, Heading, Text string
	Forms             []Form
}

// OneTime is a page that shows a link to hand over, once.
type OneTime struct {
	Chrome  Chrome
	Heading string
	Lede    string
	Links   []HandOver
	List    string // all of them as lines to copy; "" for one
	Back    Link
}

// HandOver is a link for one person.
type HandOver struct {
	For, Email  string // Email "" where the page is about one person
	Href, Until string
}

// Log is the audit log.
type Log struct {
	Chrome  Chrome
	Actions []Choice
	Action  string
	Rows    []LogRow
	Next    string
}

// LogRow is one line of the audit log.
type LogRow struct {
	At     Moment
	Who    Link // Href "" where there is no account
	What   string
	Object Link
	Detail string
}

// Privacy is the page that says what is stored.
type Privacy struct {
	Chrome        Chrome
	Accounts      bool // the site has accounts
	RecordStore   bool // a learning record store is told
	RecordAnswers bool // it is told what learners chose and wrote, too
}

// privacyAnswers says whether a record store is told what learners wrote.
func privacyAnswers(p Privacy) string {
	if p.RecordAnswers {
		return "What you chose and what you wrote is sent with it, your explanations in full."
	}
	return "What you chose or wrote is not sent."
}

// privacySends says what leaves the site.
func privacySends(p Privacy) string {
	if p.RecordStore {
		return "But for what a learning record store is told, which is said below, nothing is sent to anybody else."
	}
	return "Nothing is sent to anybody else."
}
