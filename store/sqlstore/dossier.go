package sqlstore

import (
	"context"
	"encoding/json"
	"errors"

	"fencepost/store"
)

const (
	reviewsOfOwner = `SELECT ` + judgedColumns + ` FROM desk d JOIN reviews r ON r.explanation_seq = d.seq ` + judgedTables + `
		WHERE d.owner_id = $1 ORDER BY r.seq`

	scoresOfOwner = `SELECT s.id, s.explanation_id, s.rubric, s.scorer, s.result, s.wording, s.at_ms
		FROM desk d JOIN explanations e ON e.seq = d.seq JOIN scores s ON s.explanation_id = e.id
		WHERE d.owner_id = $1 ORDER BY s.seq`

	writtenBy = `SELECT ` + reviewColumns + ` FROM reviews r JOIN explanations e ON e.seq = r.explanation_seq
		WHERE r.reviewer_id = $1 ORDER BY r.seq`

	commentsBy = `SELECT ` + commentColumns + ` FROM comments WHERE made_by = $1 ORDER BY at_ms, id`

	entriesAbout = `SELECT ` + entryColumns + `, seq FROM audit WHERE actor_id = $1
		UNION SELECT ` + entryColumns + `, seq FROM audit WHERE object = $1 ORDER BY seq`
)

var (
	attemptsOfOwner = `SELECT ` + attemptColumns + ` FROM attempts WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`
	disputesOfOwner = `SELECT ` + disputeColumns + ` FROM disputes WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`
	draftsOfOwner   = `SELECT learner_id, lesson, text, revision, at_ms, handed_in FROM drafts
		WHERE learner_id` + ownedBy(1) + ` AND handed_in = 0`
	repliesOfOwner = `SELECT a.id, r.id, a.learner_id, a.text, a.at_ms FROM replies a JOIN reviews r ON r.seq = a.review_seq
		WHERE a.learner_id` + ownedBy(1) + ` ORDER BY a.seq`
)

// Dossier implements store.Rights.
func (s *Store) Dossier(ctx context.Context, sc store.Scope, person string) (d store.Dossier, err error) {
	defer wrap(&err, "dossier of %q", person)
	if _, err := one(s.read.QueryRowContext(ctx, mayErase, sc.PersonID(), person), scanInt); err != nil {
		return d, err
	}
	p, err := one(s.read.QueryRowContext(ctx, personByID, person), scanPerson)
	if err != nil {
		return d, err
	}
	p.PasswordHash = ""
	d.Person = p
	err = errors.Join(s.account(ctx, &d), s.work(ctx, &d), s.judgements(ctx, &d))
	return d, err
}

// LearnerDossier implements store.Rights.
func (s *Store) LearnerDossier(ctx context.Context, learner string) (d store.Dossier, err error) {
	defer wrap(&err, "dossier of learner %q", learner)
	d.Person.LearnerID, d.Learners = learner, []string{learner}
	var errs [2]error
	d.Reviews, errs[0] = all(ctx, s.read, scanJudged, reviewsOfOwner, learner)
	d.Replies, errs[1] = all(ctx, s.read, scanReply, repliesOfOwner, learner)
	err = errors.Join(s.work(ctx, &d), errs[0], errs[1])
	return d, err
}

// account reads what makes up the account.
func (s *Store) account(ctx context.Context, d *store.Dossier) error {
	var errs [4]error
	var claimed []string
	d.Identities, errs[0] = s.Identities(ctx, d.Person.ID)
	d.Memberships, errs[1] = s.Memberships(ctx, d.Person.ID)
	d.Sessions, errs[2] = s.Sessions(ctx, d.Person.ID)
	for i := range d.Sessions {
		d.Sessions[i].TokenHash = nil
	}
	claimed, errs[3] = all(ctx, s.read, scanString, learnersOfOwner, d.Person.LearnerID)
	d.Learners = append([]string{d.Person.LearnerID}, claimed...)
	return errors.Join(errs[:]...)
}

// work reads what the person did as a learner.
func (s *Store) work(ctx context.Context, d *store.Dossier) error {
	var errs [13]error
	var drafts []storedDraft
	own := d.Person.LearnerID
	d.Progress, errs[0] = s.Standings(ctx, own)
	d.Attempts, errs[1] = all(ctx, s.read, scanAttempt, attemptsOfOwner, own)
	d.Explanations, errs[2] = s.Explanations(ctx, own, "")
	d.Scores, errs[3] = all(ctx, s.read, scanScore, scoresOfOwner, own)
	d.Disputes, errs[4] = all(ctx, s.read, scanDispute, disputesOfOwner, own)
	drafts, errs[5] = all(ctx, s.read, scanDraft, draftsOfOwner, own)
	d.Recall, errs[6] = all(ctx, s.read, scanRecallEvent, recallsOfOwner, own)
	d.Recalling, errs[7] = s.RecallSetting(ctx, own)
	d.Recalling.FeedHash = nil
	d.Labs, errs[8] = all(ctx, s.read, scanLabTry, labTriesOfOwner, own)
	d.LabAids, errs[9] = all(ctx, s.read, scanLabAid, labAidsOfOwner, own)
	d.LabDrafts, errs[10] = all(ctx, s.read, scanLabDraft, labDraftsOfOwner, own)
	d.SpokenOf, errs[11] = all(ctx, s.read, scanString, namesOfOwner, own)
	d.Statements, errs[12] = all(ctx, s.read, scanStatement, statementsOfOwner, own)
	for _, draft := range drafts {
		d.Drafts = append(d.Drafts, draft.Draft)
	}
	return errors.Join(errs[:]...)
}

// judgements reads what others judged of the person's work, and what the person
// judged of others'.
func (s *Store) judgements(ctx context.Context, d *store.Dossier) error {
	var errs [5]error
	var entries []placedEntry
	d.Reviews, errs[0] = all(ctx, s.read, scanJudged, reviewsOfOwner, d.Person.LearnerID)
	d.Replies, errs[1] = all(ctx, s.read, scanReply, repliesOfOwner, d.Person.LearnerID)
	d.Written, errs[2] = all(ctx, s.read, scanReview, writtenBy, d.Person.ID)
	for i := range d.Written {
		d.Written[i].Shown = json.RawMessage("null") // it quotes another person's work
	}
	d.Comments, errs[3] = all(ctx, s.read, scanComment, commentsBy, d.Person.ID)
	entries, errs[4] = all(ctx, s.read, scanPlacedEntry, entriesAbout, d.Person.ID)
	for _, e := range entries {
		d.Audit = append(d.Audit, e.Entry)
	}
	return errors.Join(errs[:]...)
}
