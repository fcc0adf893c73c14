package auth

import (
	"context"

	"fencepost/store"
)

// AskReset counts that somebody wants a link for a new password by mail. It
// does not look whether the address has an account, so that neither its answer
// nor its time tells; MailReset does, behind the back of whoever asked.
// Errors: ErrEmail, *WaitError, and the store's.
func (a *Accounts) AskReset(ctx context.Context, email string, v Visit) error {
	email, err := CleanEmail(email)
	if err != nil {
		return err
	}
	if err := a.limit.count(ctx, try{"mail from " + Network(v.Address), perAddress}); err != nil {
		return err
	}
	return a.limit.count(ctx, try{"mail " + store.FoldEmail(email), perMailback})
}

// MailReset makes the secret of a link for whoever has the address, to be
// mailed to p.Email and nowhere else. It works for MailedAge. ok is false where
// nobody has the address, or somebody who is suspended.
func (a *Accounts) MailReset(ctx context.Context, email string) (secret string, p store.Person, ok bool, err error) {
	if p, err = a.byEmail(ctx, email); err != nil || p.ID == "" || p.SuspendedMS != 0 {
		return "", store.Person{}, false, err
	}
	secret, err = a.addLink(ctx, store.Link{Purpose: store.LinkReset, PersonID: p.ID}, MailedAge)
	return secret, p, err == nil, err
}
