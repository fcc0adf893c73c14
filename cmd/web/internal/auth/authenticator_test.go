package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// authenticator is a passkey made of software: one P-256 key and a counter
// (Web Authentication level 3, sections 6.1 and 6.5).
type authenticator struct {
	id      []byte
	user    string // whose it is, as create was told; "" for a key that keeps nobody's name
	blind   bool   // it does not make sure that its owner holds it
	key     *ecdsa.PrivateKey
	counter uint32
	origin  string // of the page that asks; a browser fills it in
}

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 32)
	_, _ = rand.Read(id)
	return &authenticator{id: id, key: key, origin: "https://learn.example"}
}

// asked are the parts of the options that a browser passes on.
type asked struct {
	PublicKey struct {
		Challenge string
		RPID      string `json:"rpId"`
		RP        struct{ ID string }
		User      struct{ ID string }
		Exclude   []struct{ ID string } `json:"excludeCredentials"`
		Allow     []struct{ ID string } `json:"allowCredentials"`
	}
}

func readAsked(t *testing.T, options []byte) asked {
	t.Helper()
	var a asked
	if err := json.Unmarshal(options, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

const (
	flagPresent  = 1 << 0
	flagVerified = 1 << 2
	flagAttested = 1 << 6
)

// authData is what an authenticator signs beside the client data.
func (k *authenticator) authData(rp string, flags byte, rest []byte) []byte {
	hash := sha256.Sum256([]byte(rp))
	k.counter++
	out := append(hash[:], flags)
	out = binary.BigEndian.AppendUint32(out, k.counter)
	return append(out, rest...)
}

func (k *authenticator) clientData(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": k.origin, "crossOrigin": false})
	return text
}

// create answers navigator.credentials.create, attestation "none".
func (k *authenticator) create(t *testing.T, options []byte) []byte {
	t.Helper()
	a := readAsked(t, options)
	cose, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: k.coordinate(1), -3: k.coordinate(33)})
	if err != nil {
		t.Fatal(err)
	}
	k.user = a.PublicKey.User.ID
	attested := make([]byte, 16) // AAGUID: none
	attested = binary.BigEndian.AppendUint16(attested, uint16(len(k.id)))
	attested = append(append(attested, k.id...), cose...)
	object, err := cbor.Marshal(map[string]any{
		"fmt": "none", "attStmt": map[string]any{},
		"authData": k.authData(a.PublicKey.RP.ID, flagPresent|flagVerified|flagAttested, attested),
	})
	if err != nil {
		t.Fatal(err)
	}
	return k.answer(map[string]any{
		"clientDataJSON": b64(k.clientData("webauthn.create", a.PublicKey.Challenge)), "attestationObject": b64(object),
	})
}

// coordinate is 32 bytes of the key's uncompressed point from an offset on.
func (k *authenticator) coordinate(from int) []byte {
	point, _ := k.key.PublicKey.Bytes()
	return point[from : from+32]
}

// get answers navigator.credentials.get.
func (k *authenticator) get(t *testing.T, options []byte) []byte {
	t.Helper()
	a := readAsked(t, options)
	flags := byte(flagPresent | flagVerified)
	if k.blind {
		flags = flagPresent
	}
	data := k.authData(a.PublicKey.RPID, flags, nil)
	client := k.clientData("webauthn.get", a.PublicKey.Challenge)
	clientHash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), clientHash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	response := map[string]any{"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature)}
	if len(a.PublicKey.Allow) == 0 { // it says itself whose it is
		response["userHandle"] = k.user
	}
	return k.answer(response)
}

func (k *authenticator) answer(response map[string]any) []byte {
	text, _ := json.Marshal(map[string]any{
		"id": b64(k.id), "rawId": b64(k.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	return text
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
