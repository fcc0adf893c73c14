package views_test

import (
	"maps"

	"github.com/a-h/templ"

	"fencepost/views"
)

// peopleStories are the pages of accounts and cohorts.
func peopleStories() map[string]templ.Component {
	out := deskStories()
	maps.Copy(out, accountStories())
	maps.Copy(out, cohortStories())
	maps.Copy(out, adminStories())
	return out
}

// ask is a form that asks for some fields.
func ask(id, action, submit string, fields ...views.Entry) views.Form {
	return views.Form{ID: id, Action: action, Submit: submit, Fields: fields}
}

func entry(name, label string) views.Entry {
	return views.Entry{Name: name, Label: label, Required: true, Max: 100}
}

func email() views.Entry {
	return views.Entry{Name: "email", Label: "E-mail address", Kind: "email", Fill: "username", Required: true}
}

func password() views.Entry {
	return views.Entry{Name: "password", Label: "Password", Kind: "password", Fill: "new-password", Hint: "At least 15 characters; four ordinary words will do.", Required: true}
}

func moment() views.Moment { return views.Moment{Text: "2026-11-29 14:40 UTC", MS: 1796_740_800_000} }

// press presses a button and asks for nothing.
func press(action, submit string) views.Form {
	return views.Form{Action: action, Submit: submit, Plain: true}
}

func deskStories() map[string]templ.Component {
	signIn := views.Desk{
		Chrome: chrome("Sign in", ""), Heading: "Sign in", Lede: "Lessons are open to everybody.",
		Forms: []views.Form{
			ask("", "/signin", "Sign in", email(), views.Entry{Name: "password", Label: "Password", Kind: "password", Required: true}),
			{ID: "passkey", Action: "/signin/passkey", Submit: "Sign in with a passkey", Plain: true, Script: true, Asks: "/signin/passkey/offer", Hidden: []views.Hidden{{Name: "answer"}}},
		},
		Links: []views.Link{{Text: "Sign in by the university", Href: "/signin/provider"}, {Text: "Forgot your password?", Href: "/forgotten"}},
	}
	refused := signIn
	refused.Forms = []views.Form{ask("", "/signin", "Sign in", email(), password())}
	refused.Forms[0].Fault, refused.Forms[0].Fields[0].Value = "The address or the password is wrong.", "ada@mail.example"
	refused.Links, refused.Foot = nil, "Forgotten your password? Ask somebody who teaches you."
	join := views.Desk{
		Chrome: chrome("Join", ""), Kicker: "Join a cohort", Heading: "Systems of a very long name that wraps", Lede: "Autumn 2026",
		Notes: []string{"Make an account to join."}, Forms: []views.Form{ask("", "/join/X", "Make an account and join", entry("name", "Name"), email(), password())},
	}
	join.Forms[0].Fields[2].Error = "This password is one of the most common."
	return map[string]templ.Component{
		"signin": views.DeskPage(signIn), "signin-refused": views.DeskPage(refused), "join": views.DeskPage(join),
		"signed-out": views.DeskPage(views.Desk{Chrome: chrome("Out", ""), Heading: "You are signed out", Clear: true, Links: []views.Link{{Text: "Sign in again", Href: "/signin"}}}),
		"handed-over": views.OneTimePage(views.OneTime{
			Chrome: chrome("Links", ""), Heading: "Links for two", Lede: "Hand them over; they are shown once.",
			Links: []views.HandOver{{For: "Sam", Href: "https://learn.example/invite/x", Until: "13 December"}, {For: "薛宁", Href: "https://learn.example/invite/y", Until: "13 December"}},
			Back:  views.Link{Text: "Back to the cohort", Href: "/cohorts/1"},
		}),
	}
}

func account() views.Account {
	return views.Account{
		Chrome: chrome("Your account", "account"), Name: "Ada Byron", Email: "ada@mail.example", Role: "student",
		Profile:  ask("who", "/account/profile", "Save", entry("name", "Name"), email()),
		Password: ask("secret", "/account/password", "Change the password", entry("old", "Present password"), password()),
		AddTOTP:  "/account/authenticator", Export: "/account/data.json", Delete: "/account/delete",
		Sessions: []views.Session{{Browser: "Firefox on Linux", Address: "192.0.2.7", Here: true, Began: moment(), Seen: moment(), End: press("/account/sessions/a/end", "Sign out")}},
	}
}

func accountStories() map[string]templ.Component {
	full := account()
	full.Status, full.Role, full.Codes, full.Claim = "Your name and address are saved.", "instructor", 3, "/claim"
	full.Passkey = &views.Form{ID: "passkey", Action: "/account/passkeys", Submit: "Add a passkey", Script: true, Passkey: "{}", Fields: []views.Entry{{Name: "label", Label: "Your word for it", Hint: "Such as: blue key."}}}
	codes, rest, link := press("/account/recovery-codes", "Make new recovery codes"), press("/account/sessions/end-others", "Sign out every other browser"), press("/account/provider", "Link the university")
	full.NewCodes, full.EndRest, full.Link = &codes, &rest, &link
	full.Factors = []views.Factor{
		{Name: "Phone", Kind: "authenticator app", Added: "1 September 2026", Remove: press("/account/factors/a/remove", "Remove")},
		{Name: "Blue key", Kind: "passkey", Added: "1 September 2026", Used: "2 September 2026", Remove: press("/account/factors/b/remove", "Remove")},
	}
	full.Sessions = append(full.Sessions, views.Session{Browser: "Chrome on Android", Address: "2001:db8::1", Began: moment(), Seen: moment(), End: press("/account/sessions/b/end", "Sign out")})
	full.Linked = []views.Identity{{Issuer: "https://id.example", Remove: press("/account/provider/unlink", "Unlink")}}
	must := account()
	must.Demand, must.Warn = true, "This site asks for a second factor. Add one below to go on."
	wrong := account()
	wrong.Password.Fault, wrong.Password.Fields[1].Error = "The present password is wrong.", "This password is too short."
	return map[string]templ.Component{
		"account": views.AccountPage(account()), "account-full": views.AccountPage(full),
		"account-demand": views.AccountPage(must), "account-refused": views.AccountPage(wrong),
		"authenticator": views.TOTPPage(views.TOTPSetup{
			Chrome: chrome("Authenticator", "account"), QR: "M0 0h1v1H0z", Side: 29, Secret: "ABCD EFGH IJKL MNOP",
			Form: ask("", "/account/authenticator", "Add it", entry("code", "Code")),
		}),
		"recovery-codes": views.RecoveryCodesPage(views.RecoveryCodes{
			Chrome: chrome("Recovery codes", "account"), Codes: []string{"ABCDEF-GHIJKL-MNOPQR-STUVWX", "BCDEFG-HIJKLM-NOPQRS-TUVWXA"}, Next: views.Link{Text: "I have kept them", Href: "/account"},
		}),
	}
}

// managed is a cohort with everything on its page.
func managed() views.Cohort {
	assign := ask("assign", "/cohorts/1/lessons", "Assign it", views.Entry{Name: "lesson", Label: "Lesson", Kind: "select", Choices: []views.Choice{{Value: "a", Text: "Queues"}}}, views.Entry{Name: "due", Label: "Due", Kind: "datetime-local"})
	member := func(id, name, role, state string) views.MemberRow {
		return views.MemberRow{
			Name: name, Email: id + "@mail.example", Role: role, State: state,
			Forms: []views.Form{press("/cohorts/1/members/"+id, "Remove"), press("/cohorts/1/members/"+id+"/link", "Link for a new password")},
		}
	}
	return views.Cohort{
		Chrome: chrome("Systems", "cohorts"), Name: "Systems", Term: "Autumn 2026", Zone: "Europe/Berlin",
		Manage: true, Status: "Saved.", Insight: "/teach/cohorts/1", Students: 40, More: "/cohorts/1?after=x", Import: "/cohorts/1/import",
		Pending: []views.MemberRow{member("w", "Wiremu Parata", "student", "waits")},
		Members: []views.MemberRow{member("t", "Tea", "assistant", ""), member("s", "Gebre-Egziabher Wolde-Mariam of a long name", "student", "suspended")},
		Add:     ask("add", "/cohorts/1/members", "Add them", email()),
		Codes: []views.CodeRow{
			{Code: "ABCDE-FGHIJ", Link: "https://learn.example/join/ABCDEFGHIJ", State: "open until 30 November 2026", Approval: true, Open: true, Revoke: press("/cohorts/1/codes/A/revoke", "Revoke")},
			{Code: "KLMNO-PQRST", Link: "https://learn.example/join/KLMNOPQRST", State: "revoked"},
		},
		NewCode: ask("code", "/cohorts/1/codes", "Make a join link", views.Entry{Name: "approval", Label: "I want to let each one in myself", Kind: "checkbox"}),
		Lessons: []views.AssignedRow{{Title: "Leases", Href: "/concepts/leases", Due: "Mon 30 November, 18:00", Change: ask("due-leases", "/cohorts/1/lessons", "Change", views.Entry{Name: "due", Label: "Due", Kind: "datetime-local"}), Remove: press("/cohorts/1/lessons/remove", "Take off")}},
		Assign:  &assign, Settings: ask("set", "/cohorts/1", "Save", entry("title", "Name"), entry("term", "Term"), entry("zone", "Time zone")),
		Archive: press("/cohorts/1/archive", "Archive"),
	}
}

func cohortStories() map[string]templ.Component {
	begun := managed()
	begun.Status, begun.More, begun.Students, begun.Pending, begun.Members, begun.Codes, begun.Lessons = "", "", 0, nil, nil, nil, nil
	archived := managed()
	archived.Archived, archived.Archive = true, press("/cohorts/1/archive", "Open it again")
	assists := views.Cohort{Chrome: chrome("Systems", "cohorts"), Name: "Systems", Zone: "UTC", Insight: "/teach/cohorts/1", Students: 40}
	return map[string]templ.Component{
		"cohort": views.CohortPage(managed()), "cohort-begun": views.CohortPage(begun),
		"cohort-archived": views.CohortPage(archived), "cohort-assistant": views.CohortPage(assists),
		"cohorts-none": views.CohortsPage(views.Cohorts{Chrome: chrome("Cohorts", "cohorts"), Code: ask("join", "/join", "Join", entry("code", "Code"))}),
		"cohorts": views.CohortsPage(views.Cohorts{
			Chrome: chrome("Cohorts", "cohorts"), Status: "You are in.", Teacher: true, New: "/cohorts/new", Code: ask("join", "/join", "Join", entry("code", "Code")),
			Mine: []views.MyCohort{
				{ID: "1", Name: "Systems", Term: "Autumn 2026", Zone: "Europe/Berlin", Lessons: []views.DueLesson{
					{Title: "Leases", Href: "/concepts/leases", Due: "Mon 30 November, 18:00", Left: "yesterday", Late: true, Standing: "2 of 5 steps"},
					{Title: "Queues", Href: "/concepts/queues", Done: true, Standing: "done"},
					{Title: "gone", Due: "Tue 1 December, 18:00"},
				}},
				{ID: "2", Name: "Databases", Waiting: true},
			},
			Taught: []views.TaughtCohort{{Name: "Networks", Term: "Spring", Href: "/cohorts/3", Role: "assistant"}, {Name: "Networks", Href: "/cohorts/4", Role: "instructor", Archived: true}},
		}),
		"import": views.ImportPage(importing()),
		"import-refused": views.ImportPage(func() views.Import {
			i := importing()
			i.Tried, i.Summary, i.Faults = true, "Two lines have to be mended. Nothing was imported.", []views.ImportFault{{3, "This is not an e-mail address."}, {4, "There is no role “king”."}}
			return i
		}()),
		"import-tried": views.ImportPage(func() views.Import {
			i, sure := importing(), views.Form{ID: "sure", Action: "/cohorts/1/import", Submit: "Import them", Upload: true}
			i.Tried, i.Summary, i.Confirm = true, "One person would join.", &sure
			i.Rows = []views.ImportRow{{2, "=SUM(A1:A9)", "eve@mail.example", "student", "gets an account and joins"}}
			return i
		}()),
	}
}

func importing() views.Import {
	return views.Import{
		Chrome: chrome("Import", "cohorts"), Cohort: views.Link{Text: "Systems", Href: "/cohorts/1"},
		Form: views.Form{ID: "roster", Action: "/cohorts/1/import", Submit: "Try it", Upload: true, Fields: []views.Entry{
			{Name: "file", Label: "File", Kind: "file"}, {Name: "text", Label: "Or paste it", Kind: "textarea"},
		}},
	}
}

func adminStories() map[string]templ.Component {
	return map[string]templ.Component{
		"people": views.PeoplePage(views.People{
			Chrome: chrome("People", "people"), Search: "s", Next: "/people?after=x", Add: ask("add", "/people", "Add", entry("name", "Name"), email()),
			Rows: []views.PersonRow{{Name: "Sam", Email: "sam@mail.example", Href: "/people/1", Role: "student", State: "suspended"}, {Name: "中村 陽菜", Href: "/people/2", Role: "administrator"}},
		}),
		"people-none": views.PeoplePage(views.People{Chrome: chrome("People", "people"), Search: "nobody", Add: ask("add", "/people", "Add", email())}),
		"person": views.PersonPage(views.Person{
			Chrome: chrome("Sam", "people"), Name: "Sam", Email: "sam@mail.example", Role: "student", State: "suspended", Since: "1 September 2026",
			Status: "Suspended, and signed out everywhere.", Export: "/people/1/data.json", Delete: "/people/1/delete",
			Forms: []views.Section{{ID: "suspend", Heading: "Suspend", Text: "Shuts out at once.", Forms: []views.Form{press("/people/1/suspend", "Let them in again")}}},
		}),
		"log": views.LogPage(views.Log{
			Chrome: chrome("Log", "log"), Actions: []views.Choice{{Value: "session.open", Text: "signed in"}}, Next: "/log?after=x",
			Rows: []views.LogRow{{At: moment(), Who: views.Link{Text: "Ada", Href: "/people/1"}, What: "signed in", Object: views.Link{Text: "0192f3"}, Detail: "by password"}},
		}),
		"log-none": views.LogPage(views.Log{Chrome: chrome("Log", "log"), Action: "person.delete"}),
		"privacy":  views.PrivacyPage(views.Privacy{Chrome: chrome("Privacy", ""), Accounts: true}),
	}
}
