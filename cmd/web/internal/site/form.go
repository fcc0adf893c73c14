package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

const (
	// maxForm is the most that a form may hold: 5,000 code points of four
	// bytes, each byte written as %XX, and the fields around them.
	maxForm = 64 << 10
	// maxDrain is how much of an over-long body is still read and thrown
	// away, so that the browser has sent everything and shows the answer
	// instead of a broken connection.
	maxDrain = 16 << 20
)

var (
	errTooLarge  = errors.New("body too large")
	errMediaType = errors.New("unknown content type")
	errBadForm   = errors.New("malformed form")
	errOrigin    = errors.New("asked for by another site")
)

// form reads the body as a form. With errTooLarge come the fields as far as
// they arrived. Echo's own FormValue is never used: it hides the limit's error
// and answers an empty value for a text that was cut off.
func form(c echo.Context) (url.Values, error) {
	r := c.Request()
	if kind := mediaType(r); kind != "application/x-www-form-urlencoded" && (kind != "" || r.ContentLength != 0) {
		return url.Values{}, errMediaType
	}
	body, err := readBody(r)
	if errors.Is(err, errTooLarge) {
		return asFarAs(body), err
	}
	if err != nil {
		return url.Values{}, err
	}
	fields, err := url.ParseQuery(string(body))
	if err != nil {
		return fields, fmt.Errorf("%w: %w", errBadForm, err)
	}
	return fields, nil
}

func mediaType(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return "malformed"
	}
	return kind
}

// readBody reads up to maxForm bytes. What is longer gives errTooLarge beside
// the first maxForm bytes, whether or not a length was declared.
func readBody(r *http.Request) ([]byte, error) {
	if r.ContentLength > maxDrain {
		return nil, errTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil {
		return nil, fmt.Errorf("%w: read body: %w", errBadForm, err)
	}
	if len(body) > maxForm {
		return body[:maxForm], errTooLarge
	}
	return body, nil
}

// awaitBody waits for a request's body as far as a form may be long, and throws
// away what is longer. Whoever reads it then reads it at once from its beginning,
// and hears of what went wrong with it.
func awaitBody(r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	rest := r.Body
	if err == nil {
		_, _ = io.CopyN(io.Discard, r.Body, maxDrain) // what fails here has failed already
		rest = http.NoBody
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), r.Body}
}

// asFarAs reads the fields of a form that was cut off, without the character
// that the cut went through.
func asFarAs(body []byte) url.Values {
	if at := bytes.LastIndexByte(body, '%'); at >= 0 && at > len(body)-3 {
		body = body[:at]
	}
	fields, _ := url.ParseQuery(string(body))
	for _, values := range fields {
		for i, v := range values {
			for cut := 0; cut < utf8.UTFMax && !utf8.ValidString(v); cut++ {
				v = v[:len(v)-1]
			}
			values[i] = v
		}
	}
	return fields
}

// readJSON reads the body as one JSON value.
func readJSON(r *http.Request, into any) error {
	body, err := readBody(r)
	if err != nil {
		return err
	}
	// encoding/json would silently replace what is not UTF-8.
	if !utf8.Valid(body) {
		return fmt.Errorf("%w: not UTF-8", errBadForm)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%w: %w", errBadForm, err)
	}
	return nil
}

// keyOf is the idempotency key of a form joined with what was sent: the same
// form with the same words is one record however often it arrives, and a form
// that came Back and was changed is another. A form without a key gets one.
func keyOf(fields url.Values, sent ...string) string {
	key := fields.Get("key")
	if key == "" || len(key) > 64 || strings.ContainsFunc(key, notKey) {
		return newKey()
	}
	return key + "-" + shortHash(sent...)
}

func notKey(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != '_'
}
