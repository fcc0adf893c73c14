package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"
)

// config is everything that an operator can set. This is the only list: each
// field is an environment variable and the flag of the same name (LISTEN_ADDR
// and -listen-addr), and the help is made from it. A flag wins over the
// environment, the environment over the default.
type config struct {
	ListenAddr     string `env:"LISTEN_ADDR" envDefault:":8080" help:"host:port to listen on; without a host, on every address"`
	DataDir        string `env:"DATA_DIR" envDefault:"./data" help:"folder of the SQLite database and of scorers trained here; made where it is missing"`
	DatabaseURL    string `env:"DATABASE_URL" help:"PostgreSQL database, postgres://user:password@host/name, that several replicas may share; empty: SQLite in DATA_DIR"`
	ContentDir     string `env:"CONTENT_DIR" help:"folder of lessons, read again when a file changes; empty: the lessons built in"`
	ScorerDir      string `env:"SCORER_DIR" help:"folder for scorers trained here, which may be deleted at any time; empty: scorers in DATA_DIR"`
	BaseURL        string `env:"BASE_URL" help:"address at which people reach the site; may have a path (https://host/learn); empty: http://localhost at the port of LISTEN_ADDR"`
	LogFormat      string `env:"LOG_FORMAT" envDefault:"text" help:"text or json"`
	MetricsAddr    string `env:"METRICS_ADDR" help:"host:port at which /metrics is served, in the text format of Prometheus; choose one that only monitoring reaches; empty: nowhere"`
	MinFreeDisk    string `env:"MIN_FREE_DISK" envDefault:"100MB" help:"below so much free space where the database is, /readyz says that the site is not ready; 0: never"`
	TrustedProxies string `env:"TRUSTED_PROXIES" help:"addresses or CIDR ranges, comma-separated, whose X-Forwarded-For is believed; empty: nobody's"`

	DatabaseURLFile     string `env:"DATABASE_URL_FILE" help:"file with DATABASE_URL, whose password then stands in no environment"`
	DatabaseConnections string `env:"DATABASE_CONNECTIONS" envDefault:"20" help:"connections to PostgreSQL at most, of this replica; half write, nearly half read"`
	RequireSecondFactor string `env:"REQUIRE_SECOND_FACTOR" envDefault:"no" help:"yes: instructors and administrators must have a second factor"`
	RetentionDays       string `env:"RETENTION_DAYS" help:"after how many days explanations are deleted with all that hangs on them; empty: never"`
	ReviewLease         string `env:"REVIEW_LEASE" envDefault:"60s" help:"how long an answer on the review desk stays held after the last sign of life of whoever has it open"`
	ReviewRetention     string `env:"REVIEW_RETENTION" envDefault:"0.9" help:"spaced review: the probability of recall at which something is asked again, 0.7 to 0.97; a higher one asks more often"`
	ReviewDaily         string `env:"REVIEW_DAILY" envDefault:"20" help:"spaced review: reviews a day at most, where a learner sets no other number; the rest moves to the next days"`
	PublishScorers      string `env:"PUBLISH_SCORERS" envDefault:"instructors" help:"who may put another scorer in force: instructors (and administrators) or admins"`
	LearnerWrites       string `env:"LEARNER_WRITES" envDefault:"120/min" help:"answers, drafts and steps read by one learner: so many at once, and as many a minute (min) or hour (h) after; off: no limit"`
	LearnerExplanations string `env:"LEARNER_EXPLANATIONS" envDefault:"30/h" help:"explanations by one learner, likewise"`
	AddressWrites       string `env:"ADDRESS_WRITES" envDefault:"6000/min" help:"answers, drafts and steps read without an account from one network address, likewise"`
	AddressExplanations string `env:"ADDRESS_EXPLANATIONS" envDefault:"3000/h" help:"explanations without an account from one network address, likewise"`
	AddressLearners     string `env:"ADDRESS_LEARNERS" envDefault:"1000/h" help:"browsers that nobody knew before from one network address, likewise"`
	SMTPURL             string `env:"SMTP_URL" help:"server that takes mail: smtp://user@host:587 (STARTTLS), smtps://user@host:465 (TLS), or smtp://localhost:25?tls=off; empty: no mail is sent"`
	SMTPPasswordFile    string `env:"SMTP_PASSWORD_FILE" help:"file with the password of that user"`
	MailFrom            string `env:"MAIL_FROM" help:"address that mail comes from, such as Fencepost <fencepost@example.org>; needed with SMTP_URL"`
	XAPIEndpoint        string `env:"XAPI_ENDPOINT" help:"learning record store that is told of answers, explanations and reviews, as the address below which /statements is (https://lrs.example.org/xapi); empty: none is"`
	XAPIUsername        string `env:"XAPI_USERNAME" help:"as whom to speak to it"`
	XAPIPasswordFile    string `env:"XAPI_PASSWORD_FILE" help:"file with the password"`
	XAPIAnswers         string `env:"XAPI_ANSWERS" envDefault:"no" help:"yes: what learners chose and wrote is sent to it too"`
	XAPIPlainHTTP       string `env:"XAPI_PLAIN_HTTP" envDefault:"no" help:"yes: it may be reached by http on another machine, in the clear"`
	OIDCIssuer          string `env:"OIDC_ISSUER" help:"OpenID provider by which people may sign in, as it writes itself (https://…); empty: none"`
	OIDCName            string `env:"OIDC_NAME" envDefault:"single sign-on" help:"what the button calls the provider"`
	OIDCClientID        string `env:"OIDC_CLIENT_ID" help:"as the provider knows this site; it sends people back to BASE_URL/signin/provider/back"`
	OIDCSecretFile      string `env:"OIDC_SECRET_FILE" help:"file with the secret for the provider"`
	OIDCScopes          string `env:"OIDC_SCOPES" help:"what to ask the provider for beyond openid, profile and email, separated by spaces, such as groups"`
	OIDCRoleClaim       string `env:"OIDC_ROLE_CLAIM" help:"claim that decides roles at each sign-in; empty: roles are given here"`
	OIDCRoles           string `env:"OIDC_ROLES" help:"which words of the claim give which role, such as staff=instructor,it=admin"`
	OIDCTrustFactor     string `env:"OIDC_TRUST_FACTOR" envDefault:"no" help:"yes: the provider's word (amr mfa) counts as a second factor"`
}

// setting is one field of config as flags and help see it.
type setting struct {
	env, flag, def, help string
	value                *string
}

// settings lists the fields of c in order.
func (c *config) settings() []setting {
	v := reflect.ValueOf(c).Elem()
	var out []setting
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name := tag.Get("env")
		out = append(out, setting{
			env: name, flag: strings.ToLower(strings.ReplaceAll(name, "_", "-")),
			def: tag.Get("envDefault"), help: tag.Get("help"),
			value: v.Field(i).Addr().Interface().(*string),
		})
	}
	return out
}

// readConfig takes the settings from environ, then from args. It writes help
// or a complaint to w and answers flag.ErrHelp or exit code 2 for them.
func readConfig(name string, w io.Writer, environ map[string]string, args []string) (config, error) {
	var c config
	if err := env.ParseWithOptions(&c, env.Options{Environment: environ}); err != nil {
		return c, fmt.Errorf("read the environment: %w", err)
	}
	flags := flag.NewFlagSet("web "+name, flag.ContinueOnError)
	flags.SetOutput(w)
	flags.Usage = func() {} // the whole list would push a complaint off the screen
	for _, s := range c.settings() {
		flags.StringVar(s.value, s.flag, *s.value, s.help)
	}
	switch err := parseFlags(flags, args); {
	case errors.Is(err, flag.ErrHelp):
		c.usage(w, name)
		return c, err
	case err != nil:
		fmt.Fprintf(w, "web %s -help lists the flags\n", name)
		return c, err
	}
	return c, nil
}

// flagsOf reads the environment, and answers the flags of a subcommand that works on
// the site's database: -data-dir, to which it adds its own.
func (c *config) flagsOf(w io.Writer, name string) (*flag.FlagSet, error) {
	if err := env.Parse(c); err != nil {
		return nil, fmt.Errorf("read the environment: %w", err)
	}
	flags := flag.NewFlagSet("web "+name, flag.ContinueOnError)
	flags.SetOutput(w)
	flags.StringVar(&c.DataDir, "data-dir", c.DataDir, "folder of the database")
	return flags, nil
}

// parseFlags parses args, which may hold flags only.
func parseFlags(flags *flag.FlagSet, args []string) error {
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return exitCode(2)
	case flags.NArg() > 0:
		fmt.Fprintf(flags.Output(), "%s: unexpected argument %q\n", flags.Name(), flags.Arg(0))
		return exitCode(2)
	}
	return nil
}

// usage writes the help of one subcommand that takes the settings.
func (c *config) usage(w io.Writer, name string) {
	fmt.Fprintf(w, "usage: web %s [flags]\n\n", name)
	c.writeSettings(w)
}

// writeSettings writes every setting: flag, variable, default and meaning.
func (c *config) writeSettings(w io.Writer) {
	fmt.Fprintln(w, "Settings, as flag or environment variable (the flag wins):")
	for _, s := range c.settings() {
		def := s.def
		if def == "" {
			def = "empty"
		}
		fmt.Fprintf(w, "  -%-16s %-16s default %s\n      %s\n", s.flag, s.env, def, s.help)
	}
}

// base is BASE_URL parsed: http or https, a host, and a path without a slash
// at its end.
func (c *config) base() (*url.URL, error) {
	u, err := url.Parse(c.address())
	if err != nil {
		return nil, fmt.Errorf("BASE_URL: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("BASE_URL: %q is not an http:// or https:// address", c.BaseURL)
	}
	if u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("BASE_URL: %q may have a path, and nothing after it", c.BaseURL)
	}
	if u.Path = strings.TrimSuffix(path.Clean("/"+u.Path), "/"); u.EscapedPath() != u.Path {
		return nil, fmt.Errorf("BASE_URL: the path %q needs plain letters, digits and dashes", u.Path)
	}
	u.RawPath = ""
	return u, nil
}

// address is BASE_URL, or where a browser on this machine finds the site.
func (c *config) address() string {
	if c.BaseURL != "" {
		return c.BaseURL
	}
	_, port, _ := net.SplitHostPort(c.ListenAddr)
	return "http://localhost:" + cmp.Or(port, "8080")
}

// socket is the setting's host:port looked at: the port must be one.
func socket(name, value string) error {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err == nil {
		return nil
	}
	such := "8080"
	if _, bare := strconv.ParseUint(value, 10, 16); bare == nil {
		such = value // the colon alone was forgotten
	}
	return fmt.Errorf("%s: %q is not host:port or :port; write :%s for every address of the machine", name, value, such)
}

// proxies is TRUSTED_PROXIES parsed; a single address is a range of one.
func (c *config) proxies() ([]*net.IPNet, error) {
	var out []*net.IPNet
	for word := range strings.FieldsFuncSeq(c.TrustedProxies, func(r rune) bool { return r == ',' || r == ' ' }) {
		prefix, err := netip.ParsePrefix(word)
		if addr, plain := netip.ParseAddr(word); plain == nil {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("TRUSTED_PROXIES: %q is neither an address nor a CIDR range", word)
		}
		prefix = prefix.Masked()
		out = append(out, &net.IPNet{
			IP:   prefix.Addr().AsSlice(),
			Mask: net.CIDRMask(prefix.Bits(), prefix.Addr().BitLen()),
		})
	}
	return out, nil
}

// logger is the program's log, written to w in LOG_FORMAT.
func (c *config) logger(w io.Writer) (*slog.Logger, error) {
	switch c.LogFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil)), nil
	}
	return nil, fmt.Errorf("LOG_FORMAT: %q is neither text nor json", c.LogFormat)
}
