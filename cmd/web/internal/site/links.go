package site

import (
	"net/url"
	"strings"
)

// links makes the addresses of the site's pages under its base path.
type links struct {
	base   string // "" or "/learn"
	origin string // "https://host"
}

func linksOf(base *url.URL) links { return links{base.Path, base.Scheme + "://" + base.Host} }

// whole is an address with the host before it, for those who read elsewhere.
func (l links) whole(path string) string { return l.origin + path }

func (l links) to(path string) string { return l.base + path }

// host is how people know the site: host and port, and the path where it has one.
func (l links) host() string {
	_, host, _ := strings.Cut(l.origin, "://")
	return host + l.base
}

func (l links) home() string { return l.to("/") }

func (l links) answers() string { return l.to("/answers") }

func (l links) scoring() string { return l.to("/how-scoring-works") }

func (l links) lesson(slug string) string { return l.to("/concepts/" + url.PathEscape(slug)) }

func (l links) explanation(id string) string { return l.to("/explanations/" + url.PathEscape(id)) }

func (l links) reveal(id string) string { return l.explanation(id) + "/reveal" }

func (l links) disputes(id string) string { return l.explanation(id) + "/disputes" }

// notMeant and didSay are the claims of a dispute.
const (
	didSay   = "said"
	notMeant = "not_meant"
)
