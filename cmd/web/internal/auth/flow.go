package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
)

// flowAge is how long a sign-in at a provider may take.
const flowAge = ceremony

// flow is a sign-in at a provider under way. Its secret is in a cookie; state,
// nonce and PKCE verifier come from it, each by a key of its own, so that the
// two that travel openly tell nothing of the third.
type flow struct {
	secret string
	flowState
	payload string // flowState as it stands in the cookie
}

// flowState is what must come back unchanged.
type flowState struct {
	Back   string `json:"b"`
	Person string `json:"p,omitempty"` // whose account to link; "" for a sign-in
	AtMS   int64  `json:"t"`
}

func newFlow(s flowState) flow {
	text, _ := json.Marshal(s) // strings and a number always can be
	return flow{secret: NewToken(), flowState: s, payload: base64.RawURLEncoding.EncodeToString(text)}
}

func (f flow) cookie() string { return f.secret + "." + f.payload }

// readFlow reads a cookie. That the payload is ours shows in the state.
func readFlow(cookie string) (f flow, ok bool) {
	f.secret, f.payload, ok = strings.Cut(cookie, ".")
	if _, good := HashToken(f.secret); !ok || !good {
		return flow{}, false
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(f.payload)
	if err != nil || json.Unmarshal(text, &f.flowState) != nil {
		return flow{}, false
	}
	return f, true
}

func (f flow) state() string    { return f.derived("state " + f.payload) }
func (f flow) nonce() string    { return f.derived("nonce") }
func (f flow) verifier() string { return f.derived("verifier") }

func (f flow) derived(purpose string) string {
	h := hmac.New(sha256.New, []byte(f.secret))
	h.Write([]byte(purpose))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
