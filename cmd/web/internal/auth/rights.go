package auth

import (
	"slices"

	"fencepost/store"
)

// Rank is what somebody is to one object: the highest of what their role on
// the site, their memberships and ownership make them.
type Rank int

// The ranks. A row of the table of rights is a rank.
const (
	Nobody             Rank = iota // not signed in
	Stranger                       // signed in, has nothing to do with the object
	Fellow                         // student of the object's cohort
	Owner                          // the person whose object it is
	AssistantHere                  // assistant in a cohort of the object
	InstructorHere                 // instructor in a cohort of the object
	InstructorOfAnyone             // instructor of the site, of no cohort of the object
	Admin
)

// Action is something that one may or may not do.
type Action int

// The actions. A column of the table of rights is an action.
const (
	ReadLesson   Action = iota + 1 // and run its figures, answer its checks
	ReadWork                       // see a person's answers, texts, verdicts
	WriteWork                      // hand in, dispute, reply as that person
	ExportSelf                     // take everything about a person along
	DeletePerson                   // remove an account and what hangs on it
	SetAccount                     // name, address, password, factors, sessions of an account
	ReviewWork                     // open in the review desk and decide
	SeeInsight                     // charts and matrix of a cohort
	SeeRoster                      // who is in a cohort, with addresses
	EditCohort                     // its settings, roster, codes, lessons and due times
	ExportCohort                   // files of checks, texts, reviews and grades
	ResetLink                      // make a one-time link that sets a person's password
	MakeCohort
	TryScorer     // see what another scorer would change
	PublishRubric // put another scorer in force
	PublishForAll // the same where the site leaves it to administrators
	ManagePeople  // list all accounts, change roles, suspend
	ReadAudit
)

// Object is what is to be acted upon. The zero Object is the site as a whole.
// Fill it from the store, never from a form.
type Object struct {
	Owner   string     // person whose it is; "" for none
	Role    store.Role // the owner's role on the site
	Teaches bool       // the owner is an active instructor or assistant of any cohort
	Cohorts []string   // the cohort itself, or those of which the owner is an active student
}

// Subject is who asks. The zero Subject is somebody not signed in.
type Subject struct {
	Person      store.Person
	Memberships []store.Membership
	Factor      bool // the second factor was passed in this session
	FactorFirst bool // the site wants one of those who teach and of admins
}

// Answer is what May says.
type Answer int

// The answers. A page turns No into 404, since whether the object exists is
// not for the asker to know, and Strengthen into the way to a second factor.
const (
	No         Answer = iota
	Yes               // go on
	SignIn            // nobody may; who signs in perhaps
	Strengthen        // only with a second factor, which this session lacks
)

// May decides whether s may do a to o. It is the whole of the rules:
//
//	                    anon  student  fellow  owner  assistant  instructor  instructor  admin
//	                                                  of cohort  of cohort   elsewhere
//	ReadLesson          yes   yes      yes     yes    yes        yes         yes         yes
//	ReadWork            -     -        -       yes    yes        yes         -           yes
//	WriteWork           -     -        -       yes    -          -           -           -
//	ExportSelf          -     -        -       yes    -          -           -           yes
//	DeletePerson        -     -        -       yes    -          -           -           yes
//	SetAccount          -     -        -       yes    -          -           -           -
//	ReviewWork          -     -        -       -      yes        yes         -           yes
//	SeeInsight          -     -        -       -      yes        yes         -           yes
//	SeeRoster           -     -        -       -      -          yes         -           yes
//	EditCohort          -     -        -       -      -          yes         -           yes
//	ExportCohort        -     -        -       -      -          yes         -           yes
//	ResetLink           -     -        -       -      -          learners    -           yes
//	MakeCohort          -     -        -       -      -          -           yes         yes
//	TryScorer           -     -        -       -      -          -           yes         yes
//	PublishRubric       -     -        -       -      -          -           yes         yes
//	PublishForAll       -     -        -       -      -          -           -           yes
//	ManagePeople        -     -        -       -      -          -           -           yes
//	ReadAudit           -     -        -       -      -          -           -           yes
//
// "learners": only for a person who teaches nowhere and is no instructor or
// admin, or an instructor could take over an account above their own. Nobody
// reviews their own work, whatever they are. MakeCohort, TryScorer and PublishRubric ask
// for the role on the site, whatever the cohort. A suspended person is nobody.
// A dash is SignIn for those not signed in, No for others. Where the site wants
// a second factor, what is not open to the owner or to everybody is Strengthen
// until it was passed.
//
// The store's Scope holds the same line under every query; this one decides
// which pages and buttons there are.
func May(s Subject, a Action, o Object) Answer {
	rank := s.rank(o)
	switch {
	case a == ReadLesson:
		return Yes
	case rank == Nobody:
		return SignIn
	case s.owns(o) && ownersAction(a):
		return Yes
	case a == ReviewWork && s.owns(o), !s.permitted(rank, a, o):
		return No
	case s.FactorFirst && !s.Factor:
		return Strengthen
	}
	return Yes
}

// ownersAction says what people may do to what is their own.
func ownersAction(a Action) bool {
	switch a {
	case ReadWork, WriteWork, ExportSelf, DeletePerson, SetAccount:
		return true
	}
	return false
}

// permitted says what a rank, other than an owner's, gives.
func (s Subject) permitted(rank Rank, a Action, o Object) bool {
	switch a {
	case ReadWork, ReviewWork, SeeInsight:
		return rank == AssistantHere || rank == InstructorHere || rank == Admin
	case SeeRoster, EditCohort, ExportCohort:
		return rank == InstructorHere || rank == Admin
	case ResetLink:
		return rank == Admin || rank == InstructorHere && o.Role == store.RoleStudent && !o.Teaches
	case MakeCohort, TryScorer, PublishRubric:
		return s.Person.Role == store.RoleInstructor || s.Person.Role == store.RoleAdmin
	case ExportSelf, DeletePerson, ManagePeople, ReadAudit, PublishForAll:
		return rank == Admin
	}
	return false
}

func (s Subject) owns(o Object) bool { return o.Owner != "" && o.Owner == s.Person.ID }

// rank is what s is to o.
func (s Subject) rank(o Object) Rank {
	if s.Person.ID == "" || s.Person.SuspendedMS != 0 {
		return Nobody
	}
	if s.Person.Role == store.RoleAdmin {
		return Admin
	}
	rank := Stranger
	if s.Person.Role == store.RoleInstructor {
		rank = InstructorOfAnyone
	}
	here := s.rankIn(o.Cohorts)
	switch {
	case here == AssistantHere || here == InstructorHere:
		return here
	case s.owns(o):
		return Owner
	case rank == Stranger && here == Fellow:
		return Fellow
	}
	return rank
}

// rankIn is the highest that an active membership of one of the cohorts gives.
func (s Subject) rankIn(cohorts []string) Rank {
	rank := Stranger
	for _, m := range s.Memberships {
		if m.State != store.MemberActive || !slices.Contains(cohorts, m.ID) {
			continue
		}
		switch m.Role {
		case store.MemberInstructor:
			return InstructorHere
		case store.MemberAssistant:
			rank = AssistantHere
		case store.MemberStudent:
			rank = max(rank, Fellow)
		}
	}
	return rank
}

// Teaches says whether the memberships make somebody an instructor or an
// assistant anywhere.
func Teaches(list []store.Membership) bool {
	for _, m := range list {
		if m.State == store.MemberActive && (m.Role == store.MemberInstructor || m.Role == store.MemberAssistant) {
			return true
		}
	}
	return false
}
