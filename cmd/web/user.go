package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// userCommand manages accounts where the database is, also while the site runs.
func userCommand() command {
	return command{"user", "add, list, reset, suspend accounts, change their role, clear second factors", runUser}
}

// userOptions are the flags of web user.
type userOptions struct {
	config
	email, name, role, file string
	link, lift              bool
}

// userAction is one word after web user.
type userAction struct {
	name, usage string
	flags       func(*flag.FlagSet, *userOptions)
	run         func(ctx context.Context, std stdio, o userOptions, db database, a *auth.Accounts) error
}

func userActions() []userAction {
	return []userAction{
		{"add", "-email E -name N [-role student] [-password-file F]", func(f *flag.FlagSet, o *userOptions) {
			o.emailFlag(f)
			o.nameFlag(f)
			o.roleFlag(f, "student")
			o.fileFlag(f)
		}, addUser},
		{"list", "[-role R]", func(f *flag.FlagSet, o *userOptions) { o.roleFlag(f, "") }, listUsers},
		{"reset", "-email E [-link | -password-file F]", func(f *flag.FlagSet, o *userOptions) { o.emailFlag(f); o.fileFlag(f); o.linkFlag(f) }, resetUser},
		{"role", "-email E -role R", func(f *flag.FlagSet, o *userOptions) { o.emailFlag(f); o.roleFlag(f, "") }, setUserRole},
		{"factors", "-email E", func(f *flag.FlagSet, o *userOptions) { o.emailFlag(f) }, clearUserFactors},
		{"suspend", "-email E [-lift]", func(f *flag.FlagSet, o *userOptions) { o.emailFlag(f); o.liftFlag(f) }, suspendUser},
	}
}

func (o *userOptions) emailFlag(f *flag.FlagSet) {
	f.StringVar(&o.email, "email", "", "the account's e-mail address")
}

func (o *userOptions) nameFlag(f *flag.FlagSet) {
	f.StringVar(&o.name, "name", "", "the person's name, as others see it")
}

func (o *userOptions) roleFlag(f *flag.FlagSet, def string) {
	f.StringVar(&o.role, "role", def, "student, instructor or admin")
}

func (o *userOptions) fileFlag(f *flag.FlagSet) {
	f.StringVar(&o.file, "password-file", "", "file whose first line is the password; empty: asked for, or read from standard input")
}

func (o *userOptions) linkFlag(f *flag.FlagSet) {
	f.BoolVar(&o.link, "link", false, "print a one-time link by which the person chooses a password, instead of setting one")
}

func (o *userOptions) liftFlag(f *flag.FlagSet) {
	f.BoolVar(&o.lift, "lift", false, "let the person in again")
}

func runUser(ctx context.Context, std stdio, args []string) error {
	action, rest, ok := pickUserAction(args)
	if !ok {
		return userUsage(std.err, args)
	}
	o, err := parseUser(std.err, action, rest)
	if err != nil {
		return err
	}
	db, err := o.databaseFor(ctx, action)
	if err != nil {
		return err
	}
	a, err := o.accounts(db)
	if err == nil {
		err = action.run(ctx, std, o, db, a)
	}
	return errors.Join(userMend(err), db.Close())
}

// databaseFor is the database that an action works on: the first account may be made
// before the site runs for the first time.
func (o *userOptions) databaseFor(ctx context.Context, action userAction) (database, error) {
	if action.name == "add" {
		return o.openDatabase(ctx, nil)
	}
	return o.existingDatabase(ctx)
}

func pickUserAction(args []string) (action userAction, rest []string, ok bool) {
	for _, a := range userActions() {
		if len(args) > 0 && args[0] == a.name {
			return a, args[1:], true
		}
	}
	return userAction{}, nil, false
}

// userUsage says what may follow web user.
func userUsage(w io.Writer, args []string) error {
	fmt.Fprintln(w, "usage:")
	for _, a := range userActions() {
		fmt.Fprintf(w, "  web user %s %s\n", a.name, a.usage)
	}
	if len(args) == 1 && strings.TrimLeft(args[0], "-") == "help" || len(args) == 1 && args[0] == "-h" {
		return flag.ErrHelp
	}
	return exitCode(2)
}

// parseUser reads the environment and the flags of one action.
func parseUser(w io.Writer, action userAction, args []string) (userOptions, error) {
	var o userOptions
	flags, err := o.flagsOf(w, "user "+action.name)
	if err != nil {
		return o, err
	}
	flags.StringVar(&o.BaseURL, "base-url", o.BaseURL, "address at which people reach the site")
	action.flags(flags, &o)
	if err := parseFlags(flags, args); err != nil {
		return o, err
	}
	if flags.Lookup("email") != nil && o.email == "" {
		fmt.Fprintf(w, "web user %s: -email is missing\n", action.name)
		return o, exitCode(2)
	}
	switch store.Role(o.role) {
	case store.RoleStudent, store.RoleInstructor, store.RoleAdmin:
	default:
		if o.role != "" || action.name == "role" {
			fmt.Fprintf(w, "web user %s: -role %q: want student, instructor or admin\n", action.name, o.role)
			return o, exitCode(2)
		}
	}
	return o, nil
}

// accounts are those of the database at hand, with the site's own rules.
func (o *userOptions) accounts(db database) (*auth.Accounts, error) {
	base, err := o.base()
	if err != nil {
		return nil, err
	}
	hasher, err := auth.NewHasher(auth.Params, 1)
	if err != nil {
		return nil, err
	}
	rules, err := auth.NewRules(0)
	if err != nil {
		return nil, err
	}
	return auth.New(auth.Options{Store: db, Base: base, Now: time.Now, Hasher: hasher, Rules: rules})
}

// userMend says what to do about a refusal.
func userMend(err error) error {
	if weak, ok := auth.IsWeak(err); ok {
		return fmt.Errorf("the password %w: choose another, such as four ordinary words", weak)
	}
	switch {
	case errors.Is(err, auth.ErrTaken):
		return errors.New("an account with this address exists; web user reset or web user role change it")
	case errors.Is(err, store.ErrConflict):
		return errors.New("this is the last administrator; make somebody else one first")
	case errors.Is(err, auth.ErrEmail):
		return errors.New("-email: not an e-mail address")
	case errors.Is(err, auth.ErrName):
		return fmt.Errorf("-name: want 1 to %d characters", auth.MaxName)
	}
	return err
}

func addUser(ctx context.Context, std stdio, o userOptions, _ database, a *auth.Accounts) error {
	password, err := readPassword(std, o.file)
	if err != nil {
		return err
	}
	p, err := a.Add(ctx, auth.Newcomer{Name: o.name, Email: o.email, Password: password}, store.Role(o.role))
	if err == nil {
		fmt.Fprintf(std.out, "added %s as %s\n", p.Email, p.Role)
	}
	return err
}

// listUsers prints one account a line: role, since when, whether suspended,
// address, name.
func listUsers(ctx context.Context, std stdio, o userOptions, db database, _ *auth.Accounts) error {
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ROLE\tSINCE\tSTATE\tADDRESS\tNAME")
	for page := (store.Page{N: 500}); ; {
		list, err := db.Roll(ctx, page)
		if err != nil {
			return err
		}
		for _, p := range list.Rows {
			if o.role == "" || o.role == string(p.Role) {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.Role, time.UnixMilli(p.CreatedMS).UTC().Format(time.DateOnly), userState(p), p.Email, p.Name)
			}
		}
		if page.After = list.Next; page.After == "" {
			return w.Flush()
		}
	}
}

func userState(p store.Person) string {
	switch {
	case p.SuspendedMS != 0:
		return "suspended"
	case p.PasswordHash == "":
		return "no password"
	}
	return "active"
}

func resetUser(ctx context.Context, std stdio, o userOptions, _ database, a *auth.Accounts) error {
	p, err := a.Find(ctx, o.email)
	if err != nil {
		return err
	}
	if o.link {
		secret, err := a.ResetLink(ctx, auth.Who{}, p.ID)
		if err == nil {
			base, _ := o.base() // was read before
			fmt.Fprintf(std.out, "%s/reset/%s\nworks once, for %.0f days\n", base, secret, auth.ResetAge.Hours()/24)
		}
		return err
	}
	password, err := readPassword(std, o.file)
	if err != nil {
		return err
	}
	if err := a.SetPassword(ctx, p, password); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s has a new password and is signed out everywhere\n", p.Email)
	return nil
}

func setUserRole(ctx context.Context, std stdio, o userOptions, _ database, a *auth.Accounts) error {
	p, err := a.Find(ctx, o.email)
	if err != nil {
		return err
	}
	if err := a.SetRole(ctx, p, store.Role(o.role)); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s is %s now and signed out everywhere\n", p.Email, o.role)
	return nil
}

// clearUserFactors lets somebody in by password alone who lost both the second
// factor and the recovery codes.
func clearUserFactors(ctx context.Context, std stdio, o userOptions, _ database, a *auth.Accounts) error {
	p, err := a.Find(ctx, o.email)
	if err != nil {
		return err
	}
	n, err := a.ClearFactors(ctx, p)
	if err == nil {
		fmt.Fprintf(std.out, "took %d second factors away from %s, who is signed out everywhere\n", n, p.Email)
	}
	return err
}

func suspendUser(ctx context.Context, std stdio, o userOptions, _ database, a *auth.Accounts) error {
	p, err := a.Find(ctx, o.email)
	if err != nil {
		return err
	}
	if err := a.Suspend(ctx, p, !o.lift); err != nil {
		return err
	}
	word := "suspended and signed out everywhere"
	if o.lift {
		word = "let in again"
	}
	fmt.Fprintf(std.out, "%s is %s\n", p.Email, word)
	return nil
}
