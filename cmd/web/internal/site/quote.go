package site

import (
	"net/url"

	"fencepost/cmd/web/internal/figure"
)

// runKey names in a query and in forms the run that goes with an explanation.
const runKey = "run"

// quote is the address of the explanation box with a run taken along.
func (l links) quote(slug string, r figure.Ref) string {
	return l.lesson(slug) + "?" + runKey + "=" + url.QueryEscape(r.String()) + "#explain"
}
