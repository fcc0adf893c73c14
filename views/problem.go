package views

import "strconv"

// problemKicker is the small line over an error page's heading.
func problemKicker(status int) string {
	switch {
	case status == 404:
		return "404, not found"
	case status >= 500:
		return strconv.Itoa(status) + ", our fault"
	default:
		return strconv.Itoa(status)
	}
}
